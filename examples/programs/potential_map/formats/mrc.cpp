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
struct header_words {
  std::array<std::int32_t, 3> shape;      ///< columns, rows, sections: x, y, z
  std::int32_t mode = 2;                  ///< 32-bit floats
  std::array<std::int32_t, 3> start{};    ///< CCP4's origin, counted in points from zero
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
  std::array<float, 3> origin{};  ///< [Å]: of MRC2014
  std::array<char, 4> name{'M', 'A', 'P', ' '};
  std::array<char, 4> machine_stamp;
  float deviation;
  std::int32_t labels = 1;
  std::array<char, 800> label{};
};
static_assert(sizeof(header_words) == 1024);

/// Programs for CCP4 maps ignore the origin of MRC2014. Programs that know both use the start if the origin is zero.
void put_origin(header_words& header, const gridfold::lattice& where, map_format format)
{
  const auto& [o, h, n] = where;
  const auto whole = [](double points) { return static_cast<std::int32_t>(std::lround(points)); };
  if (format == map_format::ccp4)
    header.start = {whole(o.x / h.x), whole(o.y / h.y), whole(o.z / h.z)};
  else
    header.origin = {static_cast<float>(o.x), static_cast<float>(o.y), static_cast<float>(o.z)};
}

/// A label is 80 printable ASCII characters.
void put_label(header_words& header, const std::string& title)
{
  auto* at = header.label.data();
  std::fill_n(at, 80, ' ');
  for (const char c : title.substr(0, 80)) *at++ = c >= ' ' && c <= '~' ? c : '?';
}

header_words header_of(const gridfold::lattice& where, const statistics& values, const std::string& title,
                       map_format format)
{
  header_words header{};
  const auto& [x, y, z] = where.shape;
  header.shape = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::int32_t>(z)};
  header.intervals = header.shape;
  header.cell = {static_cast<float>(static_cast<double>(x) * where.spacing.x),
                 static_cast<float>(static_cast<double>(y) * where.spacing.y),
                 static_cast<float>(static_cast<double>(z) * where.spacing.z)};
  put_origin(header, where, format);
  header.low = static_cast<float>(values.low);
  header.high = static_cast<float>(values.high);
  header.mean = static_cast<float>(values.mean);
  header.deviation = static_cast<float>(values.deviation);
  constexpr bool little = std::endian::native == std::endian::little;
  header.machine_stamp = little ? std::array<char, 4>{0x44, 0x44, 0, 0} : std::array<char, 4>{0x11, 0x11, 0, 0};
  put_label(header, title);
  return header;
}

/// Small values may become zero beside larger ones, but not all values.
void check_range(const statistics& values)
{
  constexpr const char* remedy = " (MRC holds single precision): name an output that ends in .dx or .npy";
  const double largest = std::max(std::abs(values.low), std::abs(values.high));
  if (largest > std::numeric_limits<float>::max())
    throw gridfold::error(std::string("a value is beyond 3.4e38") + remedy);
  if (largest > 0 && largest < std::numeric_limits<float>::min())
    throw gridfold::error(std::string("all values are below 1.2e-38") + remedy);
}

}  // namespace

std::string mrc_header(const gridfold::lattice& where, const statistics& values, const std::string& title,
                       map_format format)
{
  check_range(values);
  const header_words header = header_of(where, values, title, format);
  return std::string(bytes_of(&header, 1));
}

void write_mrc_values(output_file& out, const float* values, std::size_t count) { out.write(bytes_of(values, count)); }

void write_mrc_values(output_file& out, const double* values, std::size_t count)
{
  constexpr std::size_t piece = values_of_piece;
  out.write_pieces(static_cast<std::int64_t>((count + piece - 1) / piece), [&](std::int64_t n) {
    const double* const first = values + static_cast<std::size_t>(n) * piece;
    const std::vector<float> rounded(first, std::min(first + piece, values + count));
    return std::string(bytes_of(rounded.data(), rounded.size()));
  });
}

void write_mrc(output_file& out, const any_field& map, const std::string& title, map_format format)
{
  std::visit(
      [&](const auto& field) {
        out.write(mrc_header(field.where, measure(map, out.threads()), title, format));
        write_mrc_values(out, field.values.data(), field.values.size());
      },
      map);
}

}  // namespace potential_map
