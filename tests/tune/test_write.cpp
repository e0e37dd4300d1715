// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <gridfold/tune/error_of.hpp>
#include <gridfold/tune/print.hpp>
#include <gridfold/tune/terminal_progress.hpp>
#include <gridfold/tune/write.hpp>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "../support/error_message.hpp"

namespace
{

namespace gf = gridfold;

gf::table sample()
{
  gf::table table{.context = {{"kernel", "copy, twice"}}, .unit = "B/s", .rows = {}, .notes = {"Say \"no\"."}};
  table.rows.push_back({.variant = "gather/8",
                        .result = gf::outcome::timed,
                        .reason = "",
                        .seconds = 0.00125,
                        .spread = 0.01,
                        .runs = 12,
                        .rate = 4.25e12,
                        .share_of_floor = 0.885,
                        .error = 0.0,
                        .takes = {.registers = 32, .shared_bytes = 0, .occupancy = 0.75},
                        .more = {{"coalescing", 1}}});
  table.rows.push_back({.variant = "gather/1/longer",
                        .result = gf::outcome::wrong,
                        .reason = "its error is inf",
                        .error = std::numeric_limits<double>::infinity()});
  return table;
}

template <class Write>
std::string written(Write write)
{
  std::ostringstream text;
  write(text);
  return text.str();
}

}  // namespace

TEST_CASE("people get aligned columns with units, without those that nobody fills")
{
  CHECK(
      written([](auto& to) { gf::print(to, sample()); }) ==
      "kernel: copy, twice\n"
      "variant              time  spread  runs       speed  of floor  error  registers  shared  occupancy  coalescing\n"
      "gather/8         1.250 ms    1.0%    12  4.250 TB/s     88.5%      0         32     0 B      75.0%           1\n"
      "gather/1/longer                                                  inf                                            "
      "wrong: its error is inf\n"
      "note: Say \"no\".\n");
  gf::table bare = sample();
  bare.rows[0].takes = {};
  bare.rows[0].more.clear();
  bare.unit.clear();
  const std::string text = written([&](auto& to) { gf::print(to, bare); });
  for (const char* absent : {"registers", "shared", "occupancy", "coalescing", "speed"})
    CHECK(text.find(absent) == std::string::npos);
}

TEST_CASE("numbers have the letter of their thousands")
{
  CHECK(gf::detail::scaled(3.9961e12) == "3.996 T");
  CHECK(gf::detail::scaled(999) == "999.0 ");
  CHECK(gf::detail::scaled(1000) == "1.000 k");
  CHECK(gf::detail::scaled(2.5e-6) == "2.500 µ");
  CHECK(gf::detail::scaled(0) == "0.000 ");
  CHECK(gf::detail::scaled(4e-10) == "0.4000 n");
}

TEST_CASE("CSV quotes what it must, and leaves unknown numbers empty")
{
  CHECK(written([](auto& to) { gf::write_csv(to, sample()); }) ==
        "kernel,variant,result,seconds,spread,runs,per_second,share_of_floor,error,registers,shared_bytes,occupancy,"
        "coalescing,unit,reason\n"
        "\"copy, twice\",gather/8,timed,0.00125,0.01,12,4.25e+12,0.885,0,32,0,0.75,1,B/s,\n"
        "\"copy, twice\",gather/1/longer,wrong,,,,,,inf,,,,,B/s,its error is inf\n");
  const std::string rows = written([](auto& to) { gf::write_csv(to, sample(), false); });
  CHECK(rows.rfind("\"copy, twice\",gather/8", 0) == 0);
  gf::table unnamed = sample();
  unnamed.context[0].second.clear();
  CHECK(written([&](auto& to) { gf::write_csv(to, unnamed, false); }).rfind(",gather/8,timed", 0) == 0);
}

TEST_CASE("JSON escapes what it must, and has null for what is no number")
{
  gf::table table = sample();
  table.rows[0].variant = "a\"b\\c\n";
  CHECK(written([&](auto& to) { gf::write_json(to, table); }) ==
        R"({
  "context": {"kernel": "copy, twice"},
  "unit": "B/s",
  "rows": [
    {"variant": "a\"b\\c\u000a", "result": "timed", "seconds": 0.00125, "spread": 0.01, "runs": 12, )"
        R"("per_second": 4.25e+12, "share_of_floor": 0.885, "error": 0, "registers": 32, "shared_bytes": 0, )"
        R"("occupancy": 0.75, "coalescing": 1, "reason": ""},
    {"variant": "gather/1/longer", "result": "wrong", "seconds": null, "spread": null, "runs": null, )"
        R"("per_second": null, "share_of_floor": null, "error": null, "registers": null, "shared_bytes": null, )"
        R"("occupancy": null, "coalescing": null, "reason": "its error is inf"}
  ],
  "notes": [
    "Say \"no\"."
  ]
}
)");
}

TEST_CASE("a table without rows can be written")
{
  CHECK(written([](auto& to) { gf::print(to, gf::table{}); }) == "variant\n");
  CHECK(written([](auto& to) { gf::write_json(to, gf::table{}); }) ==
        "{\n  \"context\": {},\n  \"unit\": \"\",\n  \"rows\": [\n  ],\n  \"notes\": [\n  ]\n}\n");
}

TEST_CASE("progress is a line with the time left")
{
  CHECK(gf::progress_line({3, 10, "gather/8", 75.4}) == "[3/10] gather/8, 1:15 left");
  CHECK(gf::progress_line({0, 10, "gather/8", 0}) == "[0/10] gather/8");
}

TEST_CASE("the largest error is a share of the largest magnitude")
{
  const std::vector<float> got = {1, -2.5f, 4};
  CHECK(gf::largest_error(got, std::vector<double>{1, -2, 4}) == 0.125);
  CHECK(gf::largest_error(got, got) == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  CHECK(gf::largest_error(std::vector<double>{nan, 1}, std::vector<double>{1, 1}) == infinity);
  CHECK(gf::largest_error(std::vector<double>{1, 1}, std::vector<double>{1, infinity}) == infinity);
  CHECK(gf::largest_error(std::vector<double>{infinity, 1}, std::vector<double>{infinity, 1}) == 0);
  CHECK(gf::largest_error(std::vector<double>{0.1}, std::vector<double>{0}) == infinity);
  CHECK(test::explains(test::message_of([&] { gf::largest_error(got, std::vector<double>{1}); }), "3 numbers"));
}
