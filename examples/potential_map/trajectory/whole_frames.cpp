// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trajectory/whole_frames.hpp"

#include <array>
#include <cstddef>
#include <fstream>
#include <gridfold/core/error.hpp>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// A file whose records are skipped by their sizes.
class record_file {
 public:
  explicit record_file(const std::filesystem::path& path)
      : file_(path, std::ios::binary), size_(static_cast<std::int64_t>(std::filesystem::file_size(path, failure_)))
  {
    if (!file_ || failure_) throw io_error("cannot open", path, "name a trajectory that can be read");
  }

  /// A number of four bytes at a place, the lowest byte first or last; -1 beyond the file's end.
  std::int64_t number(std::int64_t at, bool lowest_first)
  {
    std::array<unsigned char, 4> bytes{};
    if (at < 0 || at + 4 > size_) return -1;
    file_.seekg(at);
    file_.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | bytes[lowest_first ? 3 - i : i];
    return file_ ? value : -1;
  }

  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  std::ifstream file_;
  std::error_code failure_;
  std::int64_t size_;
};

/// Records of Fortran: a size, so many bytes, and the size again. Three records are before the first frame. A frame has
/// x, y, z, and before them its box if it has one.
std::optional<std::int64_t> before_cut_dcd(record_file& file)
{
  constexpr std::int64_t header = 84, box = 48;
  const bool lowest_first = file.number(0, true) == header;
  if (file.number(0, lowest_first) != header) return std::nullopt;
  const auto next = [&](std::int64_t at) {
    const std::int64_t bytes = file.number(at, lowest_first);
    return bytes >= 0 && file.number(at + 4 + bytes, lowest_first) == bytes ? at + 8 + bytes : -1;
  };
  std::int64_t at = 0;
  for (int record = 0; record < 3 && at >= 0; ++record) at = next(at);
  for (std::int64_t frames = 0; at >= 0; ++frames) {
    if (at == file.size()) return std::nullopt;
    if (file.number(at, lowest_first) == box && next(at) >= 0 && file.number(next(at), lowest_first) != box)
      at = next(at);
    for (int axis = 0; axis < 3 && at >= 0; ++axis) at = next(at);
    if (at < 0) return frames;
  }
  return 0;
}

/// The magic number, the number of atoms, step, time and box; then up to 9 atoms as they are, or more as so many bytes
/// as a number says, padded to four.
std::optional<std::int64_t> before_cut_xtc(record_file& file)
{
  constexpr std::int64_t magic = 1995, atoms_at = 4, header = 56, packed_at = 88;
  std::int64_t at = 0;
  for (std::int64_t frames = 0; at < file.size(); ++frames) {
    if (file.number(at, false) != magic) return at + 4 > file.size() ? std::optional(frames) : std::nullopt;
    const std::int64_t atoms = file.number(at + atoms_at, false), packed = file.number(at + packed_at, false);
    if (atoms < 0 || (atoms > 9 && packed < 0)) return frames;
    at += atoms <= 9 ? header + 12 * atoms : packed_at + 4 + (packed + 3) / 4 * 4;
    if (at > file.size()) return frames;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> frames_before_cut(const std::filesystem::path& path)
{
  const std::string suffix = path.extension().string();
  if (suffix != ".dcd" && suffix != ".xtc") return std::nullopt;
  record_file file(path);
  return suffix == ".dcd" ? before_cut_dcd(file) : before_cut_xtc(file);
}

}  // namespace potential_map
