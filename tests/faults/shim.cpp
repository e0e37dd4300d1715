// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A library to preload (LD_PRELOAD) that makes system calls fail, or ends the process at them.
///
/// FAULTS holds rules "call:n:what" with blanks between. They are for the n-th call of a name, from 1, or for every one
/// if n is 0; the name "any" counts all calls together. `what` is
///   eN      the call fails with error N
///   half    the call, a write or pwrite, takes half of its bytes
///   bN, aN  signal N is raised before the call, or after it
/// FAULTS_LOG names a file to which the name of every call is appended, one a line.
///
/// Calls that change files are counted, and those that start threads, once main has begun: what libraries do before,
/// such as those of MPI, is not the program's. Opening a file to read it is not counted; opening one without a name is
/// "tmpfile", opening another process's draft "part". Writing to a standard descriptor is not counted, so that messages
/// are seen.
///
/// SIGSEGV has a handler before main begins, as with libraries of MPI that use UCX.
#undef _FILE_OFFSET_BITS  // open and open64 are two functions here
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace
{

struct rule {
  std::string_view call;
  int turn = 0;
  char what = '-';
  int number = 0;
};

/// Takes the text up to `end` from the front of another one, and `end` with it.
std::string_view cut(std::string_view& text, char end)
{
  const std::string_view part = text.substr(0, text.find(end));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

int number_in(std::string_view text)
{
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<rule> read_rules()
{
  std::vector<rule> rules;
  const char* const text = std::getenv("FAULTS");
  for (std::string_view rest = text != nullptr ? text : ""; !rest.empty();) {
    std::string_view one = cut(rest, ' ');
    const std::string_view call = cut(one, ':');
    const int turn = number_in(cut(one, ':'));
    if (!one.empty()) rules.push_back({call, turn, one[0], number_in(one.substr(1))});
  }
  return rules;
}

constexpr std::string_view names[] = {"open", "tmpfile", "part",  "write", "pwrite", "fsync",  "rename",
                                      "link", "unlink",  "chmod", "chown", "mkdir",  "thread", "any"};
std::atomic<int> counts[std::size(names)];

using main_function = int (*)(int, char**, char**);
main_function main_of_program = nullptr;
std::atomic<bool> main_began = false;

int begin_main(int count, char** words, char** environment)
{
  main_began = true;
  return main_of_program(count, words, environment);
}

void handle_crash(int signal, siginfo_t*, void*)
{
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

void take_note(int) {}

/// As UCX does, which Open MPI loads: one handler hands its signal on, the other returns.
[[gnu::constructor]] void handle_signals()
{
  struct sigaction by {};
  by.sa_sigaction = handle_crash;
  by.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSEGV, &by, nullptr);
  std::signal(SIGHUP, take_note);
}

int count(std::string_view name) { return ++counts[std::find(names, std::end(names) - 1, name) - names]; }

void log(std::string_view name)
{
  const char* const path = std::getenv("FAULTS_LOG");
  if (path == nullptr) return;
  const std::string line = std::string(name) + "\n";
  const long file = ::syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  ::syscall(SYS_write, file, line.data(), line.size());
  ::syscall(SYS_close, file);
}

/// The rule for the call that is about to be made.
rule rule_for(std::string_view name)
{
  static const std::vector<rule> rules = read_rules();
  if (!main_began) return {};
  log(name);
  const int turn = count(name), turn_of_all = count("any");
  for (const rule& r : rules)
    if (r.turn == 0 || (r.call == name && r.turn == turn) || (r.call == "any" && r.turn == turn_of_all))
      if (r.call == name || r.call == "any") return r;
  return {};
}

/// Makes a system call, or what the rules make of it.
template <class... Arguments>
int made(std::string_view name, long number, Arguments... arguments)
{
  const rule now = rule_for(name);
  if (now.what == 'b') ::raise(now.number);
  if (now.what == 'e') {
    errno = now.number;
    return -1;
  }
  const long result = ::syscall(number, arguments...);
  const int reason = errno;
  if (now.what == 'a') ::raise(now.number);
  errno = reason;
  return static_cast<int>(result);
}

/// Writes `size` bytes by write(size), or what the rules make of it.
template <class Write>
ssize_t written(std::string_view name, size_t size, Write write)
{
  const rule now = rule_for(name);
  if (now.what == 'b') ::raise(now.number);
  if (now.what == 'e') {
    errno = now.number;
    return -1;
  }
  const ssize_t result = write(now.what == 'h' ? (size + 1) / 2 : size);
  if (now.what == 'a') ::raise(now.number);
  return result;
}

int open_at(int folder, const char* path, int flags, mode_t mode)
{
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT | O_PATH)) == 0)
    return static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
  const bool part = (flags & O_CREAT) == 0 && std::string_view(path).find("/.potential-map-") != std::string_view::npos;
  return made(unnamed ? "tmpfile" : part ? "part" : "open", SYS_openat, folder, path, flags, mode);
}

/// The mode among the arguments of an open, which has one only if it may create a file.
mode_t mode_in(int flags, std::va_list& arguments)
{
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...)
{
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = mode_in(flags, more);
  va_end(more);
  return open_at(folder, path, flags, mode);
}

[[gnu::alias("open")]] int open64(const char* path, int flags, ...);
[[gnu::alias("openat")]] int openat64(int folder, const char* path, int flags, ...);

ssize_t write(int file, const void* bytes, size_t size)
{
  if (file <= STDERR_FILENO) return ::syscall(SYS_write, file, bytes, size);
  return written("write", size, [&](size_t part) { return ::syscall(SYS_write, file, bytes, part); });
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset)
{
  return written("pwrite", size, [&](size_t part) { return ::syscall(SYS_pwrite64, file, bytes, part, offset); });
}
[[gnu::alias("pwrite")]] ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset);

int fsync(int file) { return made("fsync", SYS_fsync, file); }

int rename(const char* from, const char* to) noexcept
{
  return made("rename", SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int folder, const char* from, int other, const char* to) noexcept
{
  return made("rename", SYS_renameat2, folder, from, other, to, 0);
}

int link(const char* from, const char* to) noexcept
{
  return made("link", SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int folder, const char* from, int other, const char* to, int flags) noexcept
{
  return made("link", SYS_linkat, folder, from, other, to, flags);
}

int unlink(const char* path) noexcept { return made("unlink", SYS_unlinkat, AT_FDCWD, path, 0); }
int unlinkat(int folder, const char* path, int flags) noexcept
{
  return made("unlink", SYS_unlinkat, folder, path, flags);
}

int fchmod(int file, mode_t mode) noexcept { return made("chmod", SYS_fchmod, file, mode); }
int fchown(int file, uid_t owner, gid_t group) noexcept { return made("chown", SYS_fchown, file, owner, group); }
int mkdir(const char* path, mode_t mode) noexcept { return made("mkdir", SYS_mkdirat, AT_FDCWD, path, mode); }

int pthread_create(pthread_t* started, const pthread_attr_t* how, void* (*run)(void*), void* with) noexcept
{
  static const auto next = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
  const rule now = rule_for("thread");
  if (now.what == 'b') ::raise(now.number);
  if (now.what == 'e') return now.number;
  const int result = next(started, how, run, with);
  if (now.what == 'a') ::raise(now.number);
  return result;
}

/// What glibc's start code calls with the program's main.
int __libc_start_main(main_function main, int count, char** words, void (*begin)(), void (*end)(), void (*unload)(),
                      void* stack)
{
  const auto next = reinterpret_cast<decltype(&__libc_start_main)>(::dlsym(RTLD_NEXT, "__libc_start_main"));
  main_of_program = main;
  return next(begin_main, count, words, begin, end, unload, stack);
}

}  // extern "C"
