// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/terminal_progress.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string>

namespace gf = gridfold;

TEST_CASE("progress is a line with the time left")
{
  CHECK(gf::tuning::progress_line({3, 10, "gather/8", 75.4}) == "[3/10] gather/8, 1:15 left");
  CHECK(gf::tuning::progress_line({0, 10, "gather/8", 0}) == "[0/10] gather/8");
  CHECK(gf::tuning::progress_line({1, 10, "gather/8", 59.4}) == "[1/10] gather/8, 0:59 left");
  CHECK(gf::tuning::progress_line({1, 10, "gather/8", 59.6}) == "[1/10] gather/8, 1:00 left");
}

namespace
{

/// What is read from one end while a sweep's progress goes to the other as standard error.
std::string shown(int to, int from, const gf::progress& p)
{
  const int before = ::dup(STDERR_FILENO);
  ::dup2(to, STDERR_FILENO);
  gf::terminal_progress{}(p);
  ::dup2(before, STDERR_FILENO);
  ::close(before);
  ::close(to);
  std::string text(200, ' ');
  const ssize_t size = ::read(from, text.data(), text.size());
  ::close(from);
  return size > 0 ? text.substr(0, static_cast<std::size_t>(size)) : "";
}

/// The line on a terminal.
std::string on_terminal(const gf::progress& p)
{
  const int from = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE((from >= 0 && ::grantpt(from) == 0 && ::unlockpt(from) == 0));
  const int to = ::open(::ptsname(from), O_RDWR | O_NOCTTY);
  REQUIRE(to >= 0);
  return shown(to, from, p);
}

}  // namespace

TEST_CASE("a terminal shows the line in place of the one before, and nothing at the end")
{
  CHECK(on_terminal({1, 4, "gather/8", 61}) == "\r\033[K[1/4] gather/8, 1:01 left");
  CHECK(on_terminal({4, 4, "", 0}) == "\r\033[K");
}

TEST_CASE("a pipe gets no progress")
{
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(shown(ends[1], ends[0], {1, 4, "gather/8", 61}).empty());
}
