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

TEST_CASE("a table without rows can be written")
{
  CHECK(written([](auto& to) { gf::print(to, gf::table{}); }) == "variant\n");
  CHECK(written([](auto& to) { gf::write_json(to, gf::table{}); }) ==
        "{\n  \"context\": {},\n  \"unit\": \"\",\n  \"rows\": [\n  ],\n  \"notes\": [\n  ]\n}\n");
}
