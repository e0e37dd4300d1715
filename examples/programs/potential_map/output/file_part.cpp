// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/file_part.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "output/output_file.hpp"
#include "text/text.hpp"

namespace potential_map
{

file_part::file_part(const std::filesystem::path& draft, std::filesystem::path path, std::uint64_t offset)
    : path_(std::move(path)), offset_(offset), descriptor_(::open(draft.c_str(), O_WRONLY | O_CLOEXEC))
{
  if (descriptor_ < 0)
    throw io_error("cannot open the new file for", path_, "name an output in a folder that all machines share");
}

file_part::~file_part()
{
  if (descriptor_ >= 0) ::close(descriptor_);
}

void file_part::write(std::string_view bytes)
{
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset_));
    if (written < 0 && errno != EINTR) throw output_error("cannot write", path_);
    if (written <= 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset_ += static_cast<std::uint64_t>(written);
  }
}

void file_part::finish()
{
  if (::fsync(descriptor_) != 0 && errno != EINVAL) throw output_error("cannot write", path_);
  if (::close(std::exchange(descriptor_, -1)) != 0) throw output_error("cannot write", path_);
}

}  // namespace potential_map
