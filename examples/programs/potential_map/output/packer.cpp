// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/packer.hpp"

#include <zlib.h>

#include <new>

namespace potential_map
{

packer::packer() = default;

namespace
{

/// A part of a deflate stream that refers to no earlier bytes and ends at a whole byte. Uses level 1, because higher
/// levels hardly compress a map's digits better and take several times as long.
std::string deflated(std::string_view bytes, int strategy)
{
  constexpr int level = 1, without_header = -MAX_WBITS, memory = 8;
  z_stream to{};
  if (deflateInit2(&to, level, Z_DEFLATED, without_header, memory, strategy) != Z_OK) throw std::bad_alloc();
  const auto size = static_cast<uInt>(bytes.size());
  constexpr std::size_t end_of_part = 16;
  std::string made(deflateBound(&to, size) + end_of_part, '\0');
  to.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
  to.avail_in = size;
  to.next_out = reinterpret_cast<Bytef*>(made.data());
  to.avail_out = static_cast<uInt>(made.size());
  deflate(&to, Z_FULL_FLUSH);
  made.resize(to.total_out);
  deflateEnd(&to);
  return made;
}

/// The strategy that compresses a sample from the middle better. A map's digits repeat so little that Huffman codes
/// alone beat the search for repeats, in two thirds of the time; but beyond a cutoff all values are zero.
int shortest_strategy(std::string_view bytes)
{
  constexpr std::size_t few = std::size_t{1} << 14;
  const std::string_view some = bytes.substr(bytes.size() / 2, few);
  return deflated(some, Z_HUFFMAN_ONLY).size() <= deflated(some, Z_DEFAULT_STRATEGY).size() ? Z_HUFFMAN_ONLY
                                                                                            : Z_DEFAULT_STRATEGY;
}

}  // namespace

packer::piece packer::pack(std::string_view bytes)
{
  const auto* const first = reinterpret_cast<const Bytef*>(bytes.data());
  const uLong checksum = crc32(crc32(0, nullptr, 0), first, static_cast<uInt>(bytes.size()));
  return {deflated(bytes, shortest_strategy(bytes)), static_cast<std::uint32_t>(checksum), bytes.size()};
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
