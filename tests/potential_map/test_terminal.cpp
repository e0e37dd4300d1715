// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the program says before and during its work, and what it refuses as too much.
#include <doctest/doctest.h>

#include <unistd.h>
#include <limits>

#include <cstdio>

#include "options/limits.hpp"
#include "options/options.hpp"
#include "program.hpp"
#include "terminal/progress.hpp"
#include "text/quantity.hpp"

using namespace potential_map;

namespace
{

/// What a bar writes to a file in place of the terminal.
std::string written_by(bool wanted, double pause)
{
  const scratch folder;
  const int old = ::dup(STDERR_FILENO);
  std::FILE* file = std::fopen((folder / "err").c_str(), "w");
  ::dup2(::fileno(file), STDERR_FILENO);
  {
    progress_bar bar(wanted, pause);
    for (const double share : {0.0, 0.25, 1.0}) bar.show(share);
  }
  std::fflush(stderr);
  ::dup2(old, STDERR_FILENO);
  ::close(old);
  std::fclose(file);
  return folder.read("err");
}

}  // namespace

TEST_CASE("progress has the time left")
{
  CHECK(progress_text(0.25, 4) == "25 % done, 12 s left");
  CHECK(progress_text(0, 4) == "0 % done");
  CHECK(progress_text(0.5, 7200 * 3) == "50 % done, 6 h left");
}

TEST_CASE("progress that is no terminal's is lines, now and then, unless it is not wanted")
{
  CHECK(written_by(true, 0).starts_with("potential-map: 0 % done\npotential-map: 25 % done, "));
  CHECK(written_by(true, 3600).empty());
  CHECK(written_by(false, 0).empty());
}

TEST_CASE("quantities are short")
{
  CHECK(short_number(4240) == "4.24 k");
  CHECK(short_number(2e12) + "B" == "2 TB");
  CHECK(duration(0.012) == "0.012 s");
  CHECK(duration(90) == "90 s");
  CHECK(duration(600) == "10 min");
  CHECK(duration(4 * 86400) == "4 days");
  CHECK(duration(1e9) == "31.7 years");
}

TEST_CASE("days of work and full disks are refused")
{
  CHECK_NOTHROW(check_time({method::direct, "", 1e12, 86400, 1e6}));
  CHECK_NOTHROW(check_time({method::direct, "", 1e12, 2 * 86400, 1e6}));
  CHECK_THROWS(check_time({method::direct, "", 1e12, 2 * 86400 + 1, 1e6}));
  CHECK(message_of([] {
          check_time({method::direct, "", 1e16, 4 * 86400, 1e6});
        }) ==
        "the map would take 4 days (10 Ppairs, by the estimate): give a larger --spacing, --method mesh or a --cutoff, "
        "or add --force");
  CHECK_NOTHROW(check_disk("map.dx", 1e9, 1e9));
  CHECK(message_of([] { check_disk("map.dx", 2e9, 1e9); }) ==
        "map.dx would take about 2 GB (1 GB is free there): name an output on another disk or in another format, or "
        "add --force");
  const gridfold::lattice where{{0, 0, 0}, 1, {10, 10, 10}};
  CHECK(file_bytes(map_format::npy, where, precision::twice) == 8000);
  CHECK(file_bytes(map_format::mrc, where, precision::twice) == 4000);
  CHECK(file_bytes(map_format::cube, where, precision::twice) == 13000);
  CHECK(file_bytes(map_format::dx, where, precision::single) == 11000);
  CHECK(file_bytes(map_format::dx, where, precision::twice) == 19000);
  CHECK(file_bytes(map_format::npy, where, precision::single) == 4000);
  CHECK(file_bytes(map_format::ccp4, where, precision::twice) == 4000);
  CHECK(free_bytes("map.dx") > 0);
  CHECK(free_bytes("/dev/null") == std::numeric_limits<double>::infinity());
}

TEST_CASE("--force goes on")
{
  CHECK(read_options({"atoms.pqr", "-o", "map.dx", "--force"}).force);
  CHECK(!read_options({"atoms.pqr", "-o", "map.dx"}).force);
}

TEST_CASE("the summary begins with an estimate")
{
  const scratch folder;
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "1 1 1 2\n2 2 2 1\n");
  const result done = run_program(folder, "atoms.txt -o map.npy --device host --shape 50 --spacing 1");
  CHECK(contains(done.out, "\nestimate  250 kpairs, "));
  CHECK(contains(done.out, " s, 500 kB of memory, 500 kB of output\n"));
}

TEST_CASE("atoms come from the standard input")
{
  const scratch folder;
  const std::string rest = " --device host --shape 3 --spacing 1 --quiet -o ";
  [[maybe_unused]] const auto file = folder.file("atoms.txt", "0.5 0.5 0.5 1\n");
  CHECK(run_program(folder, "atoms.txt" + rest + "file.npy").code == 0);
  CHECK(run_program(folder, "-" + rest + "stream.npy <atoms.txt").code == 0);
  CHECK(folder.read("file.npy") == folder.read("stream.npy"));
  CHECK(contains(run_program(folder, "-" + rest + "none.npy </dev/null").err, "the standard input is empty"));
  const result wrong = run_program(folder, "-" + rest + "none.npy", "echo 1 2 x 3 | ");
  CHECK(contains(wrong.err, "standard input:1: "));
}
