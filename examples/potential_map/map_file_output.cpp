// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "map_file_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <gridfold/error.hpp>
#include <system_error>
#include <utility>

namespace potential_map
{

namespace
{

constexpr std::size_t buffer_size = std::size_t{1} << 20;

/// The temporary files that exist now, for the signal handler; a map and a picture are the most there are.
std::array<std::atomic<const char*>, 2> temporaries{};

void exchange_temporary(const char* from, const char* to)
{
  for (auto& name : temporaries) {
    const char* expected = from;
    if (name.compare_exchange_strong(expected, to)) return;
  }
}

extern "C" void remove_and_die(int signal)
{
  for (auto& name : temporaries)
    if (const char* path = name.load()) ::unlink(path);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void refuse_what_is_no_file(const std::filesystem::path& path)
{
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_regular_file(status))
    throw gridfold::error(path.string() + " is not a regular file (only one can be replaced): name another output");
  if (::access(path.c_str(), W_OK) != 0)
    throw gridfold::error(path.string() + " is write-protected (" + std::generic_category().message(errno) +
                          "): name another output");
}

}  // namespace

output_file::output_file(std::filesystem::path path) : path_(std::move(path))
{
  refuse_what_is_no_file(path_);
  temporary_ = (path_.parent_path() / ".").string();
  temporary_ += path_.filename().string() + "." + std::to_string(::getpid()) + ".part";
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("cannot create");
  exchange_temporary(nullptr, temporary_.c_str());
  buffer_.reserve(buffer_size);
}

output_file::~output_file()
{
  if (descriptor_ >= 0) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  exchange_temporary(temporary_.c_str(), nullptr);
}

void output_file::write(std::string_view bytes)
{
  size_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), buffer_size - buffer_.size());
    buffer_.append(bytes.substr(0, part));
    bytes.remove_prefix(part);
    if (buffer_.size() == buffer_size) flush();
  }
}

void output_file::flush()
{
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) fail("cannot write");
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void output_file::finish()
{
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot close");
}

void output_file::publish()
{
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot put in place");
  exchange_temporary(temporary_.c_str(), nullptr);
  temporary_.clear();
}

void output_file::fail(const std::string& what) const
{
  throw gridfold::error(what + " " + path_.string() + " (" + std::generic_category().message(errno) +
                        "): name an output in a folder that can be written and has room");
}

void remove_temporaries_on_signals()
{
  for (const int signal : {SIGHUP, SIGINT, SIGTERM})
    if (std::signal(signal, remove_and_die) == SIG_IGN) std::signal(signal, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace potential_map
