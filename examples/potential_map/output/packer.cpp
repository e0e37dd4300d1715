// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/packer.hpp"

#include <zlib.h>

#include <new>

namespace potential_map
{

packer::packer() = default;

/// As a part of a deflate stream that refers to no bytes before it and ends at a whole byte. At level 1: a map's digits
/// compress hardly better at higher levels, which take several times as long.
packer::piece packer::pack(std::string_view bytes)
{
  constexpr int level = 1, without_header = -MAX_WBITS, memory = 8;
  z_stream to{};
  if (deflateInit2(&to, level, Z_DEFLATED, without_header, memory, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  const auto* const first = reinterpret_cast<const Bytef*>(bytes.data());
  const auto size = static_cast<uInt>(bytes.size());
  constexpr std::size_t end_of_part = 16;
  piece made{std::string(deflateBound(&to, size) + end_of_part, '\0'),
             static_cast<std::uint32_t>(crc32(crc32(0, nullptr, 0), first, size)), size};
  to.next_in = const_cast<z_const Bytef*>(first);
  to.avail_in = size;
  to.next_out = reinterpret_cast<Bytef*>(made.packed.data());
  to.avail_out = static_cast<uInt>(made.packed.size());
  deflate(&to, Z_FULL_FLUSH);
  made.packed.resize(to.total_out);
  deflateEnd(&to);
  return made;
}

/// RFC 1952, section 2.3: no name, no time, the fastest algorithm, an unknown system.
std::string packer::header() { return std::string("\x1F\x8B\x08\0\0\0\0\0\x04\xFF", 10); }

void packer::add(const piece& next)
{
  checksum_ = static_cast<std::uint32_t>(crc32_combine(checksum_, next.checksum, static_cast<z_off_t>(next.bytes)));
  bytes_ += next.bytes;
}

/// An empty last block, the checksum and the size.
std::string packer::end() const
{
  std::string text("\x03\0", 2);
  for (const auto number : {checksum_, static_cast<std::uint32_t>(bytes_)})
    for (int shift = 0; shift < 32; shift += 8) text += static_cast<char>(number >> shift & 0xFF);
  return text;
}

}  // namespace potential_map
