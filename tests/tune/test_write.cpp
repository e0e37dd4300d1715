// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/write.hpp>

#include <doctest/doctest.h>

#include <gridfold/tune/print.hpp>
#include <string>

#include "sample_table.hpp"

namespace gf = gridfold;
using test::sample_table, test::written;

TEST_CASE("CSV quotes what it must, and leaves unknown numbers empty")
{
  CHECK(written([](auto& to) { gf::write_csv(to, sample_table()); }) ==
        "kernel,variant,result,seconds,spread,runs,per_second,share_of_floor,error,registers,shared_bytes,occupancy,"
        "coalescing,unit,reason\n"
        "\"copy, twice\",gather/8,timed,0.00125,0.01,12,4.25e+12,0.885,0,32,42,0.75,1,B/s,\n"
        "\"copy, twice\",gather/1/longer,wrong,,,,,,inf,,,,,B/s,its error is inf\n");
  const std::string rows = written([](auto& to) { gf::write_csv(to, sample_table(), false); });
  CHECK(rows.rfind("\"copy, twice\",gather/8", 0) == 0);
  gf::table unnamed = sample_table();
  unnamed.context[0].second.clear();
  CHECK(written([&](auto& to) { gf::write_csv(to, unnamed, false); }).rfind(",gather/8,timed", 0) == 0);
}

TEST_CASE("JSON escapes what it must, and has null for NaN")
{
  gf::table table = sample_table();
  table.rows[0].variant = "a\"b\\c\n";
  CHECK(written([&](auto& to) { gf::write_json(to, table); }) ==
        R"({
  "context": {"kernel": "copy, twice"},
  "unit": "B/s",
  "rows": [
    {"variant": "a\"b\\c\u000a", "result": "timed", "seconds": 0.00125, "spread": 0.01, "runs": 12, )"
        R"("per_second": 4.25e+12, "share_of_floor": 0.885, "error": 0, "registers": 32, "shared_bytes": 42, )"
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

TEST_CASE("no name occurs twice, in a row, in the context or in a line of CSV")
{
  gf::table table = sample_table();
  table.rows[0].more = {{"seconds", 5}, {"reason", 6}, {"variant", 7}, {"unit", 8}, {"own", 9}};
  table.context = {{"kernel", "a"}, {"kernel", "b"}, {"kernel (2)", "c"}, {"variant", "d"}, {"own", "e"}};
  const std::string json = written([&](auto& to) { gf::write_json(to, table); });
  CHECK(json.find(R"x({"kernel": "a", "kernel (2)": "b", "kernel (2) (2)": "c", "variant": "d", "own": "e"})x") !=
        std::string::npos);
  CHECK(json.find(R"x("own": 9, "reason (2)": 6, "seconds (2)": 5, "unit (2)": 8, "variant (2)": 7, "reason": "")x") !=
        std::string::npos);
  const std::string csv = written([&](auto& to) { gf::write_csv(to, table); });
  CHECK(csv.rfind("kernel,kernel (2),kernel (2) (2),variant (3),own (2),variant,result,seconds,", 0) == 0);
  CHECK(csv.find(",own,reason (2),seconds (2),unit (2),variant (2),unit,reason\n") != std::string::npos);
}

TEST_CASE("texts that are no UTF-8 or have line ends leave JSON valid and rows of a printed table one line")
{
  gf::table table = sample_table();
  table.rows[1].reason = "a\nb\xff";
  CHECK(written([&](auto& to) { gf::write_json(to, table); }).find("a\\u000ab\xef\xbf\xbd") != std::string::npos);
  const std::string text = written([&](auto& to) { gf::print(to, table); });
  CHECK(text.find("wrong: a b\xef\xbf\xbd\n") != std::string::npos);
}

TEST_CASE("a table without rows can be written")
{
  CHECK(written([](auto& to) { gf::print(to, gf::table{}); }) == "variant\n");
  CHECK(written([](auto& to) { gf::write_json(to, gf::table{}); }) ==
        "{\n  \"context\": {},\n  \"unit\": \"\",\n  \"rows\": [\n  ],\n  \"notes\": [\n  ]\n}\n");
}
