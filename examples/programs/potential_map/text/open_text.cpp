// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/open_text.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>

namespace potential_map
{

namespace
{

/// zlib passes uncompressed files through.
ssize_t read_piece(void* file, char* to, std::size_t size)
{
  const auto source = static_cast<gzFile>(file);
  const int count = gzread(source, to, static_cast<unsigned>(size));
  int wrong = Z_OK;
  (void)gzerror(source, &wrong);
  if (count >= 0 && wrong == Z_OK) return count;
  if (count > 0 && wrong == Z_BUF_ERROR) return count;  // a truncated file is an error at its end
  if (wrong != Z_ERRNO) errno = EBADMSG;
  return -1;
}

int close_file(void* file) { return gzclose(static_cast<gzFile>(file)) == Z_OK ? 0 : EOF; }

}  // namespace

std::FILE* open_text(const std::filesystem::path& path)
{
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  const gzFile file = gzdopen(descriptor, "rb");
  if (file == nullptr) {
    ::close(descriptor);
    errno = ENOMEM;
    return nullptr;
  }
  std::FILE* stream = ::fopencookie(file, "rb", {read_piece, nullptr, nullptr, close_file});
  if (stream == nullptr) gzclose(file);
  return stream;
}

}  // namespace potential_map
