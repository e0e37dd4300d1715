// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <limits>

#include "formats/writers.hpp"

namespace potential_map
{

namespace
{

/// The header of an MRC2014 file, word for word.
struct mrc_header {
  std::array<std::int32_t, 3> shape;  ///< columns, rows, sections: x, y, z
  std::int32_t mode = 2;              ///< 32-bit floats
  std::array<std::int32_t, 3> start{};
  std::array<std::int32_t, 3> intervals;  ///< of the cell along each axis
  std::array<float, 3> cell;              ///< its lengths [Å]
  std::array<float, 3> angles{90, 90, 90};
  std::array<std::int32_t, 3> axes{1, 2, 3};  ///< of columns, rows, sections: x, y, z
  float low, high, mean;
  std::int32_t space_group = 1;  ///< a volume
  std::int32_t extended_bytes = 0;
  std::array<char, 12> extra{};
  std::int32_t version = 20140;
  std::array<char, 84> more_extra{};
  std::array<float, 3> origin;  ///< [Å]
  std::array<char, 4> name{'M', 'A', 'P', ' '};
  std::array<char, 4> machine_stamp;
  float deviation;
  std::int32_t labels = 1;
  std::array<char, 800> label{};
};
static_assert(sizeof(mrc_header) == 1024);

/// A label is 80 printable ASCII characters.
void put_label(mrc_header& header, const std::string& title)
{
  auto* at = header.label.data();
  std::fill_n(at, 80, ' ');
  for (const char c : title.substr(0, 80)) *at++ = c >= ' ' && c <= '~' ? c : '?';
}

mrc_header header_of(const gridfold::lattice& where, const statistics& values, const std::string& title)
{
  mrc_header header{};
  const auto& [x, y, z] = where.shape;
  header.shape = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::int32_t>(z)};
  header.intervals = header.shape;
  header.cell = {static_cast<float>(static_cast<double>(x) * where.spacing.x),
                 static_cast<float>(static_cast<double>(y) * where.spacing.y),
                 static_cast<float>(static_cast<double>(z) * where.spacing.z)};
  header.origin = {static_cast<float>(where.origin.x), static_cast<float>(where.origin.y),
                   static_cast<float>(where.origin.z)};
  header.low = static_cast<float>(values.low);
  header.high = static_cast<float>(values.high);
  header.mean = static_cast<float>(values.mean);
  header.deviation = static_cast<float>(values.deviation);
  constexpr bool little = std::endian::native == std::endian::little;
  header.machine_stamp = little ? std::array<char, 4>{0x44, 0x44, 0, 0} : std::array<char, 4>{0x11, 0x11, 0, 0};
  put_label(header, title);
  return header;
}

void check_range(const statistics& values)
{
  const double largest = std::max(std::abs(values.low), std::abs(values.high));
  if (largest > std::numeric_limits<float>::max())
    throw gridfold::error("a value is beyond 3.4e38 (MRC holds single precision): name an output that ends in .dx or " +
                          std::string(".npy"));
}

void write_values(output_file& out, const std::vector<float>& values)
{
  out.write(bytes_of(values.data(), values.size()));
}

void write_values(output_file& out, const std::vector<double>& values)
{
  constexpr std::size_t piece = std::size_t{1} << 18;
  out.write_pieces(static_cast<std::int64_t>((values.size() + piece - 1) / piece), [&](std::int64_t n) {
    const auto first = values.begin() + n * static_cast<std::int64_t>(piece);
    const auto count = std::min(static_cast<std::int64_t>(piece), values.end() - first);
    const std::vector<float> rounded(first, first + count);
    return std::string(bytes_of(rounded.data(), rounded.size()));
  });
}

}  // namespace

void write_mrc(output_file& out, const any_field& map, const std::string& title)
{
  const statistics found = measure(map);
  check_range(found);
  std::visit(
      [&](const auto& field) {
        const mrc_header header = header_of(field.where, found, title);
        out.write(bytes_of(&header, 1));
        write_values(out, field.values);
      },
      map);
}

}  // namespace potential_map
