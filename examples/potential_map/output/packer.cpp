// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/packer.hpp"

#include <zlib.h>

#include <array>
#include <new>

namespace potential_map
{

struct packer::state {
  z_stream stream{};
  std::array<Bytef, 1 << 16> piece;
};

/// At level 1: a map's digits compress hardly better at higher levels, which take several times as long.
packer::packer() : state_(std::make_unique<state>())
{
  constexpr int level = 1, gzip_with_largest_window = 16 + MAX_WBITS, memory = 8;
  if (deflateInit2(&state_->stream, level, Z_DEFLATED, gzip_with_largest_window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

packer::~packer() { deflateEnd(&state_->stream); }

/// \param bytes fewer than 4 GiB, which zlib counts in 32 bits
std::string packer::pack(std::string_view bytes, bool last)
{
  std::string packed;
  z_stream& to = state_->stream;
  to.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
  to.avail_in = static_cast<uInt>(bytes.size());
  do {
    to.next_out = state_->piece.data();
    to.avail_out = static_cast<uInt>(state_->piece.size());
    deflate(&to, last ? Z_FINISH : Z_NO_FLUSH);
    packed.append(reinterpret_cast<const char*>(state_->piece.data()), state_->piece.size() - to.avail_out);
  } while (to.avail_out == 0);
  return packed;
}

}  // namespace potential_map
