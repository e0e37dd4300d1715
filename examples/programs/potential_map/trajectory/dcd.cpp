// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trajectory/dcd.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gridfold/core/error.hpp>
#include <numbers>
#include <string>

#include "text/stored_precision.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

constexpr std::int64_t header_bytes = 84, box_bytes = 48;

constexpr const char* copy_again = "copy it again";

}  // namespace

dcd_file::dcd_file(const std::filesystem::path& path) : path_(path), file_(path, std::ios::binary)
{
  std::error_code failure;
  size_ = static_cast<std::int64_t>(std::filesystem::file_size(path, failure));
  if (!file_ || failure) throw io_error("cannot open", path, "name a trajectory that can be read");
  find_marks();
  read_header();
  find_box();
  count_frames();
}

void dcd_file::refuse(const std::string& wrong, const std::string& remedy) const
{
  throw gridfold::error(shown(path_) + " " + wrong + ": " + remedy);
}

std::vector<std::byte> dcd_file::bytes_at(std::int64_t at, std::int64_t size)
{
  if (at < 0 || size < 0 || at > size_ - size)
    refuse("ends within its header or a frame (it is cut short)", copy_again);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  file_.clear();
  file_.seekg(at);
  file_.read(reinterpret_cast<char*>(bytes.data()), size);
  if (!file_) throw io_error("cannot read", path_, copy_again);
  return bytes;
}

template <class T>
T dcd_file::number_in(const std::vector<std::byte>& record, std::int64_t index) const
{
  std::array<std::byte, sizeof(T)> bytes;
  const auto at = static_cast<std::size_t>(index) * sizeof(T);
  std::copy_n(record.begin() + static_cast<std::ptrdiff_t>(at), sizeof(T), bytes.begin());
  if (order_ != std::endian::native) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<T>(bytes);
}

std::int64_t dcd_file::mark_at(std::int64_t at)
{
  const auto bytes = bytes_at(at, mark_);
  return mark_ == 4 ? number_in<std::int32_t>(bytes, 0) : number_in<std::int64_t>(bytes, 0);
}

/// The bytes of the record at a place; moves the place after it.
std::vector<std::byte> dcd_file::next_record(std::int64_t& at)
{
  const std::int64_t size = mark_at(at);
  std::vector<std::byte> record = bytes_at(at + mark_, size);
  if (mark_at(at + mark_ + size) != size)
    refuse("has a record whose sizes in front and behind differ (it is damaged)", copy_again);
  at += size + 2 * mark_;
  return record;
}

/// The size of the first record shows the format of sizes.
void dcd_file::find_marks()
{
  for (const std::int64_t mark : {8, 4})
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      mark_ = mark;
      order_ = order;
      if (size_ >= header_bytes + 2 * mark && mark_at(0) == header_bytes &&
          mark_at(mark + header_bytes) == header_bytes)
        return;
    }
  refuse("has no header of a DCD file (its first record has other sizes)", "name a whole trajectory");
}

/// The header has 4 letters and 20 numbers. Among these are the number of fixed atoms, whether there are boxes, whether
/// there is a fourth dimension, and CHARMM's version, without which the last two have no meaning. Lines of text and the
/// number of atoms follow.
void dcd_file::read_header()
{
  std::int64_t at = 0;
  const auto header = next_record(at);
  if (std::memcmp(header.data(), "CORD", 4) != 0)
    refuse("has no positions (its header begins with " +
               quoted(std::string_view(reinterpret_cast<const char*>(header.data()), 4)) + ", not with 'CORD')",
           "name the trajectory of positions");
  const auto number = [&](std::int64_t index) { return number_in<std::int32_t>(header, index + 1); };
  const bool of_charmm = number(19) != 0;
  has_box_ = of_charmm && number(10) != 0;
  has_fourth_ = of_charmm && number(11) != 0;
  const std::int64_t fixed = number(8);
  (void)next_record(at);
  const auto count = next_record(at);
  if (count.size() < 4) refuse("has no number of atoms (its header is damaged)", copy_again);
  atoms_ = number_in<std::int32_t>(count, 0);
  if (atoms_ < 0 || fixed < 0 || fixed > atoms_)
    refuse("has " + std::to_string(atoms_) + " atoms, of which " + std::to_string(fixed) +
               " are fixed (its header is damaged)",
           copy_again);
  has_fixed_ = fixed > 0;
  if (has_fixed_) {
    const auto list = next_record(at);
    if (static_cast<std::int64_t>(list.size()) != 4 * (atoms_ - fixed))
      refuse("lists another number of free atoms than it has (its header is damaged)", copy_again);
    for (std::int64_t i = 0; i < atoms_ - fixed; ++i) {
      free_.push_back(number_in<std::int32_t>(list, i) - 1);
      if (free_.back() < 0 || free_.back() >= atoms_)
        refuse("lists a free atom " + std::to_string(free_.back() + 1) + " (it has " + std::to_string(atoms_) + ")",
               copy_again);
    }
  }
  begin_ = at;
}

/// Some programs omit the header's flag for boxes. The size of a frame's first record shows it, unless a box has the
/// size of the coordinates.
void dcd_file::find_box()
{
  if (size_ - begin_ >= mark_ && 4 * atoms_ != box_bytes) has_box_ = mark_at(begin_) == box_bytes;
}

std::int64_t dcd_file::bytes_of_frame(std::int64_t atoms) const
{
  const std::int64_t axes = has_fourth_ ? 4 : 3;
  return (has_box_ ? box_bytes + 2 * mark_ : 0) + axes * (4 * atoms + 2 * mark_);
}

std::int64_t dcd_file::bytes_of_later_frame() const
{
  return bytes_of_frame(has_fixed_ ? static_cast<std::int64_t>(free_.size()) : atoms_);
}

/// Counts frames by the file's size, because the header's number is wrong if a simulation ended early.
void dcd_file::count_frames()
{
  const std::int64_t first = bytes_of_frame(atoms_), bytes = size_ - begin_;
  const std::int64_t next = bytes_of_later_frame();
  frames_ = bytes < first ? 0 : 1 + (bytes - first) / next;
  is_cut_ = bytes > 0 && (frames_ == 0 || (bytes - first) % next != 0);
  if (has_fixed_ && frames_ > 0) first_ = read(0).positions;
}

void dcd_file::read_axis(std::int64_t& at, bool all, double gridfold::vec3::*axis, raw_frame& into)
{
  const auto record = next_record(at);
  const std::size_t count = all ? into.positions.size() : free_.size();
  if (record.size() != 4 * count)
    refuse("has " + std::to_string(record.size() / 4) + " coordinates where " + std::to_string(count) +
               " belong (it is damaged)",
           copy_again);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(number_in<float>(record, static_cast<std::int64_t>(i)));
    into.positions[all ? i : static_cast<std::size_t>(free_[i])].*axis = x;
  }
}

unit_cell box_in_dcd(const gridfold::vec3& edges, const gridfold::vec3& angles)
{
  const auto all = [&](const auto& holds) { return holds(angles.x) && holds(angles.y) && holds(angles.z); };
  if (all([](double angle) { return std::abs(angle) <= 1; })) {
    const auto degrees = [](double cosine) { return cosine == 0 ? 90 : std::acos(cosine) * 180 / std::numbers::pi; };
    return unit_cell_of(edges, {degrees(angles.x), degrees(angles.y), degrees(angles.z)});
  }
  if (all([](double angle) { return angle >= 30 && angle <= 150; })) return unit_cell_of(edges, angles);
  return {{},
          "its box has no angles from 30 to 150 degrees (CHARMM writes some boxes as a matrix): write the "
          "trajectory anew, such as by cpptraj"};
}

raw_frame dcd_file::read(std::int64_t frame)
{
  const bool all = !has_fixed_ || frame == 0;
  std::int64_t at = begin_ + (frame == 0 ? 0 : bytes_of_frame(atoms_) + (frame - 1) * bytes_of_later_frame());
  raw_frame found;
  found.positions = all ? std::vector<gridfold::vec3>(static_cast<std::size_t>(atoms_)) : first_;
  if (has_box_) {
    const auto box = next_record(at);
    if (static_cast<std::int64_t>(box.size()) != box_bytes)
      refuse("has a record of " + std::to_string(box.size()) + " bytes where a box belongs (it is damaged)",
             copy_again);
    const auto number = [&](std::int64_t n) { return number_in<double>(box, n); };
    found.box = box_in_dcd({number(0), number(2), number(5)}, {number(4), number(3), number(1)});
  }
  for (double gridfold::vec3::*axis : {&gridfold::vec3::x, &gridfold::vec3::y, &gridfold::vec3::z})
    read_axis(at, all, axis, found);
  double largest = 0;
  for (const auto& p : found.positions) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  found.rounding = stored_precision::of_single(largest);
  return found;
}

}  // namespace potential_map
