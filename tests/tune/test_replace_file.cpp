// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/replace_file.hpp>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"

namespace gf = gridfold;
namespace fs = std::filesystem;

TEST_CASE("a file is replaced by one of its mode, and nothing else is left in the folder")
{
  const scratch folder;
  const std::string path = folder / "winners";
  gf::tuning::replace_file(path, "first", path);
  CHECK(folder.read("winners") == "first");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  gf::tuning::replace_file(path, "second", path);
  CHECK(folder.read("winners") == "second");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(folder.names() == std::vector<std::string>{"winners"});
}

TEST_CASE("a new file has the mode that the process gives its files")
{
  const scratch folder;
  for (const mode_t mask : {0, 022, 077, 0}) {
    const std::string name = "winners" + std::to_string(mask), path = folder / name;
    const mode_t before = ::umask(mask);
    gf::tuning::replace_file(path, "text", path);
    (void)::umask(before);
    CHECK(static_cast<unsigned>(fs::status(path).permissions()) == (0666u & ~mask));
    fs::remove(path);
  }
}

TEST_CASE("what cannot be written is an error, and the folder is as before")
{
  const scratch folder;
  const std::string path = folder / "missing" / "winners";
  CHECK(test::explains(test::message_of([&] { gf::tuning::replace_file(path, "text", path); }), "cannot be written"));
  CHECK(folder.names().empty());
}

TEST_CASE("a text larger than the process may write is an error, and what may be written is")
{
  const scratch folder;
  const std::string path = folder / "winners";
  struct ::rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  struct ::rlimit least = before;
  least.rlim_cur = 1000;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &least) == 0);
  const std::string fits = test::message_of([&] { gf::tuning::replace_file(path, std::string(1000, 'x'), path); }),
                    larger = test::message_of([&] { gf::tuning::replace_file(path, std::string(1001, 'y'), path); });
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(fits.empty());
  CHECK(test::explains(larger, "cannot be written"));
  CHECK(folder.read("winners") == std::string(1000, 'x'));
  CHECK(folder.names() == std::vector<std::string>{"winners"});
}

TEST_CASE("symbolic links are followed, and missing folders are made")
{
  const scratch folder;
  fs::create_symlink("target", folder / "link");
  CHECK(gf::tuning::followed(folder / "link") == (folder / "target").string());
  CHECK(gf::tuning::followed(folder / "plain") == (folder / "plain").string());
  gf::tuning::make_folders(folder / "a" / "b" / "file");
  CHECK(fs::is_directory(folder / "a" / "b"));
  CHECK_FALSE(fs::exists(folder / "a" / "b" / "file"));
}
