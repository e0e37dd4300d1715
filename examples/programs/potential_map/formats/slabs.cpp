// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/slabs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <gridfold/core/error.hpp>
#include <numeric>
#include <optional>
#include <type_traits>
#include <vector>

#include "formats/shared_draft.hpp"
#include "formats/text_slabs.hpp"
#include "formats/writers.hpp"
#include "formats/z_fastest.hpp"
#include "output/file_part.hpp"

namespace potential_map
{

namespace
{

std::int64_t sum_of(const std::vector<std::int64_t>& all)
{
  return std::accumulate(all.begin(), all.end(), std::int64_t{0});
}

/// Collects the elements of all planes on process 0.
template <class T>
void collect_planes(std::vector<T>& elements, const outcome& mine, const processes& by)
{
  if (by.rank() == 0) elements.resize(static_cast<std::size_t>(sum_of(mine.planes_of)));
  std::vector<std::int64_t> bytes = mine.planes_of;
  for (std::int64_t& count : bytes) count *= static_cast<std::int64_t>(sizeof(T));
  by.gather(reinterpret_cast<std::byte*>(elements.data()), bytes);
}

/// Instructions for writing the planes, sent by process 0.
struct order {
  map_format format;
  bool in_parts;                 ///< each process its own
  std::uint64_t first;           ///< offset of the first value in the file
  std::uint64_t bytes_of_value;  ///< bytes per value in the file, unless it is text
};

std::string header_of(const slab_target& to, std::size_t bytes_of_number)
{
  switch (to.format) {
    case map_format::dx:
      return dx_header(to.where, to.title);
    case map_format::cube:
      return cube_header(to.where, to.title, to.atoms);
    case map_format::npy:
      return npy_header(to.where.shape, bytes_of_number);
    default:
      return mrc_header(to.where, to.values, to.title, to.format);
  }
}

order begin_file(const slab_target& to, std::size_t bytes_of_number)
{
  const std::string header = header_of(to, bytes_of_number);
  to.file.write(header);
  return {to.format, to.file.can_be_shared(), header.size(),
          to.format == map_format::npy ? bytes_of_number : sizeof(float)};
}

/// Calls put(bytes) for values in the file's format.
template <class T, class Put>
void put_values(map_format format, const T* values, std::size_t count, const Put& put)
{
  if (format != map_format::npy)
    put_floats(values, count, put);
  else
    put(bytes_of(values, count));
}

/// Each process writes its planes, unless some process cannot open the file. Returns whether they were written.
template <class T>
bool write_parts(const gridfold::field<T>& map, const order& how, const outcome& mine, const processes& by,
                 const slab_target* to)
{
  const std::optional<shared_draft> file = share_draft(to != nullptr ? &to->file : nullptr, by);
  if (!file) return false;
  const auto bytes_of_planes = [&](std::int64_t planes) {
    return how.bytes_of_value * static_cast<std::uint64_t>(planes * map.where.shape.x * map.where.shape.y);
  };
  const auto own = mine.planes_of.begin() + by.rank();
  by.machine_by_machine([&] {
    if (*own == 0) return;
    const std::int64_t before = std::accumulate(mine.planes_of.begin(), own, std::int64_t{0});
    file_part part(file->draft, file->path, how.first + bytes_of_planes(before));
    put_values(how.format, map.values.data(), map.values.size(), [&](std::string_view bytes) { part.write(bytes); });
    part.finish();
  });
  if (to != nullptr) to->file.count(bytes_of_planes(sum_of(mine.planes_of)));
  return true;
}

/// Writes values that come in portions, in blocks that do not depend on the portions, so that compressed files are
/// equal.
template <class T>
class value_blocks {
 public:
  value_blocks(output_file& file, map_format format) : file_(file), format_(format) { block_.reserve(most); }

  void add(const T* values, std::size_t count)
  {
    while (count > 0) {
      const std::size_t size = std::min(count, most - block_.size());
      block_.insert(block_.end(), values, values + size);
      values += size;
      count -= size;
      if (block_.size() == most) flush();
    }
  }

  void flush()
  {
    if (block_.empty()) return;
    if (format_ != map_format::npy)
      write_mrc_values(file_, block_.data(), block_.size());
    else
      file_.write(bytes_of(block_.data(), block_.size()));
    block_.clear();
  }

 private:
  static constexpr std::size_t most = 32 * values_of_piece;

  output_file& file_;
  map_format format_;
  std::vector<T> block_;
};

/// Process 0 writes its planes, then those that it receives from the others.
template <class T>
void write_through(const gridfold::field<T>& map, const order& how, const outcome& mine, const processes& by,
                   const slab_target* to)
{
  std::optional<value_blocks<T>> blocks;
  by.together([&] {
    if (to == nullptr) return;
    blocks.emplace(to->file, how.format);
    blocks->add(map.values.data(), map.values.size());
  });
  std::vector<std::int64_t> bytes = mine.planes_of;
  for (std::int64_t& planes : bytes) planes *= map.where.shape.x * map.where.shape.y * std::int64_t{sizeof(T)};
  by.gather_in_pieces(reinterpret_cast<const std::byte*>(map.values.data()), bytes,
                      [&](const std::byte* piece, std::size_t size) {
                        blocks->add(reinterpret_cast<const T*>(piece), size / sizeof(T));
                      });
  by.together([&] {
    if (blocks) blocks->flush();
  });
}

}  // namespace

statistics measure_slabs(const outcome& mine, const processes& by, int threads)
{
  const std::int64_t own = mine.planes_of[static_cast<std::size_t>(by.rank())];
  const gridfold::shape3 shape = std::visit([](const auto& field) { return field.where.shape; }, mine.map);
  const std::int64_t points = shape.x * shape.y * sum_of(mine.planes_of);
  auto planes = measure_planes(mine.map, own, threads);
  collect_planes(planes, mine, by);
  statistics found = by.rank() == 0 ? statistics_of(planes, points) : statistics{};
  by.share(found);
  auto squares = squares_of_planes(mine.map, own, found.mean, threads);
  collect_planes(squares, mine, by);
  if (by.rank() == 0) found.deviation = deviation_of(squares, found, points);
  return found;
}

void write_slabs(const outcome& mine, const processes& by, int threads, const slab_target* to)
{
  std::visit(
      [&](const auto& map) {
        order how{};
        by.together([&] {
          if (to != nullptr) how = begin_file(*to, sizeof map.values[0]);
        });
        by.share(how);
        if (has_z_fastest(how.format))
          return write_text_slabs(mine, by, how.format, to != nullptr ? &to->file : nullptr, how.in_parts, how.first,
                                  threads);
        if (!how.in_parts || !write_parts(map, how, mine, by, to)) write_through(map, how, mine, by, to);
      },
      mine.map);
}

}  // namespace potential_map
