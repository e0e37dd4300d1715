// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output/scratch_folder.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gridfold/core/error.hpp>
#include <string>
#include <system_error>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

std::array<char, 4096> folder_name{};  // in a form that a signal handler can read
std::atomic<bool> exists{false};

/// A folder's entry as the kernel writes it. readdir() may allocate, which a signal handler must not.
struct folder_entry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[1];
};

void remove_files(int folder) noexcept
{
  alignas(folder_entry) std::array<char, 4096> buffer;
  for (;;) {
    const long bytes = ::syscall(SYS_getdents64, folder, buffer.data(), buffer.size());
    if (bytes <= 0) return;
    for (long at = 0; at < bytes;) {
      const auto* found = reinterpret_cast<const folder_entry*>(buffer.data() + at);
      ::unlinkat(folder, found->name, 0);
      at += found->length;
    }
  }
}

}  // namespace

scratch_folder::scratch_folder()
{
  std::error_code none;
  std::string wanted = (std::filesystem::temp_directory_path(none) / "potential-map-XXXXXX").string();
  if (wanted.size() >= folder_name.size() || ::mkdtemp(wanted.data()) == nullptr)
    throw io_error("cannot create", wanted, "set TMPDIR to a folder that can be written");
  path_ = wanted;
  std::memcpy(folder_name.data(), wanted.c_str(), wanted.size() + 1);
  exists = true;
}

scratch_folder::~scratch_folder()
{
  exists = false;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void remove_scratch() noexcept
{
  if (!exists.exchange(false)) return;
  const int folder = ::open(folder_name.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  remove_files(folder);
  ::close(folder);
  ::rmdir(folder_name.data());
}

}  // namespace potential_map
