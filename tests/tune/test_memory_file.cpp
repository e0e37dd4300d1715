// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tuning file: other files are not changed, and whatever fails, it has the old contents or the new.
#include <gridfold/tune/memory_file.hpp>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <gridfold/tune/memory.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"
#include "warnings.hpp"

namespace
{

namespace gf = gridfold;
namespace fs = std::filesystem;
using names = std::vector<std::string>;

const gf::tuning_key stored_key{"transpose", "f32", 20};
const gf::machine stored_machine{"GPU A", "cuda 9.0"}, there{"GPU B", "cuda 9.0"};
const std::string header = "gridfold tuning 1\n", good = header + "transpose\tf32\t20\tGPU A\tcuda 9.0\tgood\t0.25\n";

/// The warnings when a memory at this path is made and then stores a winner.
names told_of(const std::string& path)
{
  test::warnings heard;
  gf::tuning_memory memory(path, heard.collect());
  memory.remember(stored_key, there, "anew", 1);
  CHECK(memory.find_exactly(stored_key, there) == "anew");  // in this process at least
  return heard.told;
}

/// Checks that a memory refuses this path, with one warning when it is made and one when it stores a winner.
void check_refused(const std::string& path, const std::string& why)
{
  CAPTURE(path);
  const names told = told_of(path);
  REQUIRE(told.size() == 2);
  for (const std::string& what : told) {
    CAPTURE(what);
    CHECK(test::explains(what, why));
  }
}

struct ::stat status_of(const std::string& path)
{
  struct ::stat about {};
  REQUIRE(::lstat(path.c_str(), &about) == 0);
  return about;
}

/// Whether a path is the same file, with the same mode, written last at the same time.
bool untouched(const struct ::stat& before, const struct ::stat& after)
{
  return before.st_ino == after.st_ino && before.st_mode == after.st_mode && before.st_rdev == after.st_rdev &&
         before.st_size == after.st_size && before.st_mtim.tv_sec == after.st_mtim.tv_sec &&
         before.st_mtim.tv_nsec == after.st_mtim.tv_nsec;
}

/// The status of a child process that calls f, as from waitpid; 0 if f returns true.
int status_of_child(const std::function<bool()>& f)
{
  const pid_t child = ::fork();
  if (child == 0) ::_exit(f() ? 0 : 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

/// Gives up root's rights, which override file modes.
void become_somebody_else()
{
  if (::geteuid() != 0) return;
  REQUIRE(::setgid(65534) == 0);
  REQUIRE(::setuid(65534) == 0);
}

}  // namespace

TEST_CASE("a path that is not a regular file is left alone, and nothing is created beside it")
{
  const scratch folder;
  const auto at = [&](const std::string& name) { return (folder / name).string(); };
  REQUIRE(::mkfifo(at("fifo").c_str(), 0666) == 0);
  REQUIRE(::mkdir(at("folder").c_str(), 0777) == 0);
  ::sockaddr_un address{AF_UNIX, {}};
  at("socket").copy(address.sun_path, sizeof(address.sun_path) - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  REQUIRE(::bind(socket, reinterpret_cast<const ::sockaddr*>(&address), sizeof(address)) == 0);
  ::close(socket);
  names kinds = {"fifo", "folder", "socket"};
  if (::mknod(at("null").c_str(), S_IFCHR | 0666, ::makedev(1, 3)) == 0) kinds.push_back("null");  // as root
  const names before = folder.names();

  for (const std::string& kind : kinds) {
    const struct ::stat old = status_of(at(kind));
    check_refused(at(kind), at(kind) + " is not used (it is not a regular file)");
    CHECK(untouched(old, status_of(at(kind))));
    CHECK(folder.names() == before);
  }
  check_refused(at("new/"), "not a regular file");
  CHECK(folder.names() == before);
}

TEST_CASE("/dev/null is refused")
{
  if (::geteuid() == 0) return;  // where this fails, root would lose it
  check_refused("/dev/null", "not a regular file");
}

TEST_CASE("a file with another first line is left alone, and nothing is created beside it")
{
  const std::string texts[] = {
      "\n",
      "x",
      "GIF89a",
      std::string(10'000, '\0'),
      std::string(10'000, 'g'),
      "gridfold",
      "gridfold tuning",
      "gridfold tuning ",
      "gridfold tuning \n" + good,
      "gridfold tuning one\n",
      "gridfold tuning 1 notes\n",
      "gridfold tuning -1\n",
      "gridfold tuning 1.5\n",
      "gridfold tuning 99999999999\n",
      "gridfold tuning notes: what to do tomorrow\n",
      "Gridfold Tuning 1\n",
      " " + good,
      "\n" + good,
      "\xef\xbb\xbf" + good,
      "{\"gridfold tuning 1\n\": 3}",
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    const scratch folder;
    const std::string path = folder.file("t", text);
    const struct ::stat old = status_of(path);
    check_refused(path, path + " is not used (it does not begin with \"gridfold tuning 1\"");
    CHECK(untouched(old, status_of(path)));
    CHECK(folder.read("t") == text);
    CHECK(folder.names() == names{"t"});
    test::warnings heard;
    gf::tuning_memory memory("", heard.collect());
    CHECK(test::explains(test::message_of([&] { memory.preload(path); }), "does not begin with"));
    CHECK(test::explains(test::message_of([&] { gf::tuning::write_winners(path, {}); }), "does not begin with"));
    memory.move_to(path);
    REQUIRE(heard.told.size() == 1);
    CHECK(test::explains(heard.told[0], "does not begin with"));
    CHECK(folder.read("t") == text);
  }
}

TEST_CASE("an empty file is taken as a new one")
{
  const scratch folder;
  CHECK(told_of(folder.file("t", "")).empty());
  CHECK(gf::tuning_memory(folder / "t").find(stored_key, there) == "anew");
}

TEST_CASE("a symbolic link is followed")
{
  const scratch folder;
  fs::create_directory(folder / "data");
  (void)folder.file("data/real", good);
  fs::create_symlink("data/second", folder / "first");  // relative to where the link lies
  fs::create_symlink(folder / "data/real", folder / "data/second");
  CHECK(told_of(folder / "first").empty());
  CHECK(fs::is_symlink(folder / "first"));
  CHECK(fs::is_symlink(folder / "data/second"));
  CHECK_FALSE(fs::is_symlink(folder / "data/real"));
  CHECK(gf::tuning_memory(folder / "data/real").find_exactly(stored_key, stored_machine) == "good");
  CHECK(gf::tuning_memory(folder / "data/real").find_exactly(stored_key, there) == "anew");
  CHECK(folder.names() == names{"data", "first"});  // the lock lies beside the file, for all its names
}

TEST_CASE("a symbolic link to nothing makes the file that it leads to")
{
  const scratch folder;
  fs::create_symlink("new/real", folder / "t");
  CHECK(told_of(folder / "t").empty());
  CHECK(fs::is_symlink(folder / "t"));
  CHECK(fs::is_regular_file(fs::symlink_status(folder / "new/real")));
}

TEST_CASE("a symbolic link to another kind of file is refused")
{
  const scratch folder;
  (void)folder.file("notes", "my notes\n");
  fs::create_symlink("notes", folder / "t");
  check_refused(folder / "t", "does not begin with");
  fs::create_symlink("/dev/full", folder / "full");
  check_refused(folder / "full", "not a regular file");
  fs::create_symlink("circle", folder / "circle");
  check_refused(folder / "circle", "cannot be read");
  CHECK(folder.read("notes") == "my notes\n");
  CHECK(folder.names() == names{"circle", "full", "notes", "t"});
}

TEST_CASE("a tuning file that cannot be read is kept as .bad before a new one is written")
{
  const std::string texts[] = {"gridfold tuning 2\nwhatever it holds\n",
                               "gridfold tuning 20",
                               "gridfold tuning 0\n" + good,
                               header + "nonsense\n",
                               header + std::string(5000, '\0'),
                               good.substr(0, good.size() - 1)};
  for (const std::string& text : texts) {
    CAPTURE(text);
    const scratch folder;
    const std::string path = folder.file("t", text);
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    CHECK(told_of(path).size() == 2);
    CHECK(folder.read("t.bad") == text);
    CHECK((status_of(path + ".bad").st_mode & 07777) == 0640);
    CHECK(folder.names() == names{"t", "t.bad", "t.lock"});
    CHECK(gf::tuning_memory(path).find_exactly(stored_key, there) == "anew");
  }
}

TEST_CASE("a file with a readable line is not kept as .bad")
{
  const scratch folder;
  CHECK(told_of(folder.file("t", good + "nonsense\n")).size() == 2);
  CHECK(folder.names() == names{"t", "t.lock"});
  CHECK(gf::tuning_memory(folder / "t").find_exactly(stored_key, stored_machine) == "good");
}

TEST_CASE("an earlier .bad is replaced only if it is a tuning file")
{
  const scratch folder;
  const std::string path = folder.file("t", "gridfold tuning 3\n");
  (void)folder.file("t.bad", "gridfold tuning 2\n");
  CHECK(told_of(path).size() == 2);
  CHECK(folder.read("t.bad") == "gridfold tuning 3\n");
  (void)folder.file("t", "gridfold tuning 3\n");
  (void)folder.file("t.bad", "my notes\n");
  const names told = told_of(path);
  REQUIRE(told.size() == 3);
  CHECK(test::explains(told[2], "t.bad is not used (it does not begin"));
  CHECK(folder.read("t") == "gridfold tuning 3\n");
  CHECK(folder.read("t.bad") == "my notes\n");
}

TEST_CASE("the mode of a file is kept, and a new one has what umask says")
{
  const scratch folder;
  for (const mode_t mode : {0600u, 0640u, 0666u, 0755u}) {
    CAPTURE(mode);
    const std::string path = folder.file("t", good);
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    CHECK(told_of(path).empty());
    CHECK((status_of(path).st_mode & 07777) == mode);
  }
  const mode_t mask = ::umask(0026);
  CHECK(told_of(folder / "new").empty());
  ::umask(mask);
  CHECK((status_of(folder / "new").st_mode & 07777) == 0640);
}

TEST_CASE("a file keeps its owner")
{
  if (::geteuid() != 0) return;
  const scratch folder;
  const std::string path = folder.file("t", good);
  REQUIRE(::chown(path.c_str(), 65534, 65533) == 0);
  CHECK(told_of(path).empty());
  CHECK(status_of(path).st_uid == 65534);
  CHECK(status_of(path).st_gid == 65533);
}

TEST_CASE("a file that may not be written or not be read stays as it is")
{
  const scratch folder;
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  for (const mode_t mode : {0444u, 0222u, 0000u}) {
    CAPTURE(mode);
    const std::string path = folder.file("t", good);
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    CHECK(status_of_child([&] {
            become_somebody_else();
            const names told = told_of(path);
            return !told.empty() && test::explains(told.back(), mode == 0444 ? "cannot be written" : "cannot be read");
          }) == 0);
    CHECK(folder.names() == names{"t"});
    REQUIRE(::chmod(path.c_str(), 0666) == 0);
    CHECK(folder.read("t") == good);
  }
}

TEST_CASE("a limit on the size of files is an error, and leaves the old file and no other")
{
  for (const rlim_t limit : {0u, 1u, 50u, static_cast<unsigned>(good.size())}) {
    CAPTURE(limit);
    const scratch folder;
    const std::string path = folder.file("t", good);
    CHECK(status_of_child([&] {
            const ::rlimit most{limit, RLIM_INFINITY};
            if (::setrlimit(RLIMIT_FSIZE, &most) != 0) return false;
            const names told = told_of(path);  // where SIGXFSZ comes, the child ends by it
            return told.size() == 1 && test::explains(told[0], "File too large");
          }) == 0);
    CHECK(folder.read("t") == good);
    CHECK(folder.names() == names{"t", "t.lock"});
  }
}

TEST_CASE("a copy that does not fit leaves the file as it was")
{
  const scratch folder;
  const std::string text = "gridfold tuning 2\n" + std::string(1000, 'x'), path = folder.file("t", text);
  CHECK(status_of_child([&] {
          const ::rlimit most{500, RLIM_INFINITY};
          return ::setrlimit(RLIMIT_FSIZE, &most) == 0 && told_of(path).size() == 3;
        }) == 0);
  CHECK(folder.read("t") == text);
  CHECK(folder.names() == names{"t", "t.lock"});
}

TEST_CASE("too many open files are an error, and leave the file as it was")
{
  const scratch folder;
  const std::string path = folder.file("t", good);
  CHECK(status_of_child([&] {
          gf::tuning_memory memory(path);
          const ::rlimit most{0, 0};
          if (::setrlimit(RLIMIT_NOFILE, &most) != 0) return false;
          return told_of(path).size() == 2;
        }) == 0);
  CHECK(folder.read("t") == good);
  CHECK(folder.names() == names{"t"});
}

TEST_CASE("with a closed standard stream nothing is printed into a file")
{
  const scratch folder;
  const std::string path = folder.file("t", good + "nonsense\n");
  CHECK(status_of_child([&] {
          for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
          const auto print = [](const std::string& what) {
            for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
              if (::write(stream, what.data(), what.size()) > 0) ::_exit(2);
          };
          gf::tuning_memory(path, print)
              .remember(stored_key, there, "anew", 1);  // told of the damaged line under the lock
          return true;
        }) == 0);
  CHECK(folder.read("t.lock").empty());
  CHECK(gf::tuning_memory(path).find_exactly(stored_key, there) == "anew");
}

TEST_CASE("temporary files of an earlier process with this process id are not touched")
{
  const scratch folder;
  const std::string path = folder.file("t", good);
  CHECK(status_of_child([&] {
          const std::string mine = "t." + std::to_string(::getpid()) + '.';
          (void)folder.file(mine + '0', "left");
          (void)folder.file(mine + '1', "left too");
          return told_of(path).empty() && folder.read(mine + '0') == "left" && folder.read(mine + '1') == "left too";
        }) == 0);
  CHECK(folder.names().size() == 4);
}

TEST_CASE("a process that is killed leaves the old file or the new one")
{
  const scratch folder;
  const std::string path = folder / "t";
  std::size_t known = 0;
  for (int times = 0; times < 30; ++times) {
    const pid_t child = ::fork();
    if (child == 0) {
      gf::tuning_memory memory(path);
      for (int n = 0;; ++n)
        memory.remember({"kernel", "f32", (7 * times + n) % 50}, stored_machine, std::string(2000, 'v'), 1);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(2000 + 311 * times));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    CHECK(told_of(path).empty());
    const std::size_t before = std::exchange(known, gf::tuning::read_winners(path).value().size());
    CHECK(known >= before);
  }
  CHECK(known > 2);  // or no child came to writing
}

TEST_CASE("processes that write by two names of a file lose nothing")
{
  const scratch folder;
  fs::create_symlink("t", folder / "link");
  constexpr int processes = 6, winners = 15;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    children.push_back(::fork());
    if (children.back() == 0) {
      test::warnings heard;
      for (int w = 0; w < winners; ++w)
        gf::tuning_memory(folder / (p % 2 == 0 ? "t" : "link"), heard.collect())
            .remember({"kernel " + std::to_string(p), "f32", w}, stored_machine, "v", 1);
      ::_exit(heard.told.empty() ? 0 : 1);
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(gf::tuning::read_winners(folder / "t").value().size() == processes * winners);
  CHECK(folder.names() == names{"link", "t", "t.lock"});
}
