// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <string>

#include "formats/writers.hpp"

namespace potential_map
{

/// Format 1.0: magic number, version, length of the dictionary, and the dictionary, padded so that values begin at a
/// multiple of 64 bytes.
std::string npy_header(const gridfold::shape3& shape, std::size_t value_bytes, int numbers)
{
  std::string dictionary = std::string("{'descr': '") + (std::endian::native == std::endian::little ? "<" : ">") + "f" +
                           std::to_string(value_bytes) + "', 'fortran_order': False, 'shape': (" +
                           std::to_string(shape.z) + ", " + std::to_string(shape.y) + ", " + std::to_string(shape.x) +
                           (numbers > 1 ? ", " + std::to_string(numbers) : "") + "), }";
  constexpr std::size_t before = 10;
  const std::size_t whole = (before + dictionary.size() + 1 + 63) / 64 * 64;
  dictionary.resize(whole - before - 1, ' ');
  dictionary += '\n';
  const std::size_t length = dictionary.size();
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length % 256) + static_cast<char>(length / 256) +
         dictionary;
}

void write_npy(output_file& out, const any_field& map)
{
  std::visit(
      [&](const auto& field) {
        out.write(npy_header(field.where.shape, sizeof field.values[0]));
        out.write(bytes_of(field.values.data(), field.values.size()));
      },
      map);
}

}  // namespace potential_map
