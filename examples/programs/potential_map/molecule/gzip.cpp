// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <zlib.h>

#include <algorithm>
#include <gridfold/core/error.hpp>
#include <limits>
#include <new>
#include <vector>

#include "molecule/bytes.hpp"

namespace potential_map
{

namespace
{

/// Decompresses the members of a gzip file one by one.
class unpacker {
 public:
  unpacker(std::string_view bytes, const std::string& file) : bytes_(bytes), file_(file)
  {
    constexpr int gzip_with_largest_window = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_with_largest_window) != Z_OK) throw std::bad_alloc();
  }
  ~unpacker() { inflateEnd(&stream_); }
  unpacker(const unpacker&) = delete;
  unpacker& operator=(const unpacker&) = delete;

  std::string unpack()
  {
    std::string unpacked;
    do {
      unpack_member(unpacked);
      inflateReset(&stream_);
    } while (bytes_.starts_with("\x1F\x8B"));
    if (bytes_.find_first_not_of('\0') != bytes_.npos) fail("has bytes after the compressed ones");
    return unpacked;
  }

 private:
  void unpack_member(std::string& unpacked)
  {
    int state = Z_OK;
    while (state != Z_STREAM_END) {
      const auto fed = static_cast<uInt>(std::min<std::size_t>(bytes_.size(), std::numeric_limits<uInt>::max()));
      stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes_.data()));
      stream_.avail_in = fed;
      stream_.next_out = piece_.data();
      stream_.avail_out = static_cast<uInt>(piece_.size());
      state = inflate(&stream_, Z_NO_FLUSH);
      bytes_.remove_prefix(fed - stream_.avail_in);
      unpacked.append(reinterpret_cast<const char*>(piece_.data()), piece_.size() - stream_.avail_out);
      if (state == Z_MEM_ERROR) throw std::bad_alloc();
      if (state == Z_BUF_ERROR) fail("ends too early");
      if (state != Z_OK && state != Z_STREAM_END) fail("is damaged");
    }
  }

  [[noreturn]] void fail(const std::string& wrong) const
  {
    throw gridfold::error(file_ + " " + wrong + " (gzip cannot unpack it): copy or compress it anew");
  }

  std::string_view bytes_;
  const std::string& file_;
  z_stream stream_{};
  std::vector<Bytef> piece_ = std::vector<Bytef>(1 << 20);
};

}  // namespace

std::string unpack_gzip(std::string_view bytes, const std::string& file) { return unpacker(bytes, file).unpack(); }

}  // namespace potential_map
