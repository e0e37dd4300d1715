// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/memory.hpp>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"
#include "warnings.hpp"

namespace
{

namespace gf = gridfold;

const gf::tuning_key key{"transpose", "f32", 20};
const gf::machine here{"GPU A", "cuda 9.0"}, sibling{"GPU B", "cuda 9.0"}, stranger{"GPU C", "cuda 8.0"};

/// Sets an environment variable, or unsets it, while it lives.
class environment {
 public:
  environment(const char* name, const char* value) : name_(name)
  {
    if (const char* old = std::getenv(name)) old_ = old;
    set(value);
  }
  environment(const environment&) = delete;
  ~environment() { set(old_ ? old_->c_str() : nullptr); }

 private:
  void set(const char* value) { value != nullptr ? ::setenv(name_, value, 1) : ::unsetenv(name_); }
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace

TEST_CASE("the file's path is from the environment, else in the cache folder")
{
  const environment home("HOME", "/home/someone");
  {
    const environment asked("GRIDFOLD_TUNING", nullptr), cache("XDG_CACHE_HOME", nullptr);
    CHECK(gf::default_tuning_path() == "/home/someone/.cache/gridfold/tuning.txt");
  }
  const environment cache("XDG_CACHE_HOME", "/caches");
  {
    const environment asked("GRIDFOLD_TUNING", nullptr);
    CHECK(gf::default_tuning_path() == "/caches/gridfold/tuning.txt");
  }
  {
    const environment asked("GRIDFOLD_TUNING", "/shared/winners");
    CHECK(gf::default_tuning_path() == "/shared/winners");
  }
  const environment asked("GRIDFOLD_TUNING", "off");
  CHECK(gf::default_tuning_path().empty());
}

TEST_CASE("a stored winner is found by later objects")
{
  const scratch folder;
  const std::string path = folder / "a/b/tuning.txt";
  test::warnings heard;
  {
    gf::tuning_memory memory(path, heard.collect());
    CHECK_FALSE(memory.find(key, here).has_value());
    memory.remember(key, here, "gather/interleaved/1", 0.25);
    CHECK(memory.find(key, here) == "gather/interleaved/1");
  }
  const gf::tuning_memory later(path, heard.collect());
  CHECK(later.find(key, here) == "gather/interleaved/1");
  CHECK(later.find_exactly(key, here) == "gather/interleaved/1");
  CHECK(folder.read("a/b/tuning.txt") ==
        "gridfold tuning 1\ntranspose\tf32\t20\tGPU A\tcuda 9.0\tgather/interleaved/1\t0.25\n");
  CHECK(heard.told.empty());
}

TEST_CASE("keys differ by kernel, types and bucket")
{
  gf::tuning_memory memory("");
  memory.remember(key, here, "this", 1);
  CHECK_FALSE(memory.find({"copy", "f32", 20}, here).has_value());
  CHECK_FALSE(memory.find({"transpose", "f64", 20}, here).has_value());
  CHECK_FALSE(memory.find({"transpose", "f32", 21}, here).has_value());
  CHECK(memory.find({"transpose", "f32", 20}, here) == "this");
}

TEST_CASE("a machine's own winner precedes one of its capability, and no other is used")
{
  gf::tuning_memory memory("");
  memory.remember(key, sibling, "the sibling's", 1);
  CHECK(memory.find(key, here) == "the sibling's");
  CHECK_FALSE(memory.find_exactly(key, here).has_value());
  CHECK_FALSE(memory.find(key, stranger).has_value());
  memory.remember(key, here, "its own", 1);
  memory.remember(key, sibling, "the sibling's second", 1);
  CHECK(memory.find(key, here) == "its own");
  CHECK(memory.find(key, sibling) == "the sibling's second");
}

TEST_CASE("a new winner takes the place of the old one")
{
  const scratch folder;
  gf::tuning_memory memory(folder / "t");
  memory.remember(key, here, "old", 2);
  memory.remember(key, here, "new", 1);
  CHECK(memory.find(key, here) == "new");
  CHECK(folder.read("t").find("\told\t") == std::string::npos);
}

TEST_CASE("concurrent additions by others are kept")
{
  const scratch folder;
  gf::tuning_memory first(folder / "t"), second(folder / "t");
  first.remember(key, here, "first", 1);
  second.remember(key, sibling, "second", 1);
  const gf::tuning_memory later(folder / "t");
  CHECK(later.find_exactly(key, here) == "first");
  CHECK(later.find_exactly(key, sibling) == "second");
}

TEST_CASE("a file that cannot be written is a warning, and the winner is known in memory")
{
  const scratch folder;
  (void)folder.file("file", "");
  test::warnings heard;
  gf::tuning_memory memory(folder / "file/tuning.txt", heard.collect());
  memory.remember(key, here, "this", 1);
  REQUIRE(heard.told.size() == 1);
  CHECK(test::explains(heard.told[0], "cannot be written"));
  CHECK(memory.find(key, here) == "this");
}

TEST_CASE("without a path nothing is written")
{
  const scratch folder;
  const environment asked("GRIDFOLD_TUNING", "off");
  gf::tuning_memory memory;
  CHECK(memory.path().empty());
  memory.remember(key, here, "this", 1);
  CHECK(memory.find(key, here) == "this");
}

TEST_CASE("preloaded winners do not replace known ones")
{
  const scratch folder;
  gf::tuning_memory shipped(folder / "shipped");
  shipped.remember(key, here, "shipped", 1);
  shipped.remember(key, stranger, "shipped too", 1);
  gf::tuning_memory memory("");
  memory.remember(key, here, "known", 1);
  memory.preload(folder / "shipped");
  CHECK(memory.find(key, here) == "known");
  CHECK(memory.find(key, stranger) == "shipped too");
  CHECK(test::explains(test::message_of([&] { memory.preload(folder.file("bad", "nonsense")); }), "is not used"));
}

TEST_CASE("a memory can be moved to another file")
{
  const scratch folder;
  gf::tuning_memory memory("");
  memory.remember(key, here, "this", 1);
  memory.move_to(folder / "new");
  memory.remember(key, stranger, "that", 1);
  const gf::tuning_memory later(folder / "new");
  CHECK(later.find(key, here) == "this");
  CHECK(later.find(key, stranger) == "that");
}

TEST_CASE("many processes remember at once, and nothing is lost or damaged")
{
  const scratch folder;
  constexpr int processes = 8, winners = 25;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    children.push_back(::fork());
    if (children.back() == 0) {
      bool warned = false;
      const auto warn = [&](const std::string&) { warned = true; };
      for (int w = 0; w < winners; ++w) {
        gf::tuning_memory memory(folder / "t", warn);  // reads while others write
        memory.remember({"kernel " + std::to_string(p), "f32", w}, here, "variant " + std::to_string(w), 1);
      }
      ::_exit(warned ? 1 : 0);
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const gf::tuning_memory all(folder / "t");
  int missing = 0;
  for (int p = 0; p < processes; ++p)
    for (int w = 0; w < winners; ++w)
      missing += all.find_exactly({"kernel " + std::to_string(p), "f32", w}, here) != "variant " + std::to_string(w);
  CHECK(missing == 0);
}
