// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trajectory/whole_frames.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <gridfold/core/error.hpp>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// A file of numbers.
class record_file {
 public:
  explicit record_file(const std::filesystem::path& path)
      : file_(path, std::ios::binary), size_(static_cast<std::int64_t>(std::filesystem::file_size(path, failure_)))
  {
    if (!file_ || failure_) throw io_error("cannot open", path, "name a trajectory that can be read");
  }

  /// A big-endian number of four bytes at a place; -1 beyond the file's end.
  std::int64_t number(std::int64_t at)
  {
    std::array<unsigned char, 4> bytes{};
    if (at < 0 || at + 4 > size_) return -1;
    file_.seekg(at);
    file_.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    std::int64_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | bytes[i];
    return file_ ? value : -1;
  }

  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  std::ifstream file_;
  std::error_code failure_;
  std::int64_t size_;
};

/// The distance between representable coordinates [Å], from a frame's precision (steps per nm).
double step_of(std::int64_t precision)
{
  const auto parts = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(precision)));
  return parts > 0 ? 10 / parts : 0;
}

}  // namespace

/// A frame has the magic number, the number of atoms, step, time and box. Up to 9 atoms follow uncompressed; more atoms
/// follow as the precision, a number of bytes, and these bytes, padded to four.
stored_frames scan_frames(const std::filesystem::path& path)
{
  if (path.extension().string() != ".xtc") return {};
  record_file file(path);
  constexpr std::int64_t magic = 1995, atoms_at = 4, header = 56, precision_at = 56, packed_at = 88;
  stored_frames found;
  std::int64_t at = 0;
  for (std::int64_t frames = 0; at < file.size(); ++frames) {
    found.before_cut = frames;
    if (file.number(at) != magic) {
      if (at + 4 <= file.size()) found.before_cut.reset();
      return found;
    }
    const std::int64_t atoms = file.number(at + atoms_at), packed = file.number(at + packed_at);
    if (atoms < 0 || (atoms > 9 && packed < 0)) return found;
    if (atoms > 9) found.step = std::max(found.step, step_of(file.number(at + precision_at)));
    at += atoms <= 9 ? header + 12 * atoms : packed_at + 4 + (packed + 3) / 4 * 4;
    if (at > file.size()) return found;
  }
  found.before_cut.reset();
  return found;
}

}  // namespace potential_map
