// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <gridfold/trace/executor.hpp>
#include <string>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("each order runs every block, warp and lane once")
{
  using gf::running_order;
  for (const running_order order : {running_order::ascending, running_order::descending, running_order::scattered}) {
    for (const std::int64_t count : {1, 2, 31, 32, 1000, 7907, 7919, 3 * 7919}) {
      std::vector<std::int64_t> numbers;
      for (std::int64_t n = 0; n < count; ++n) numbers.push_back(gf::tracing::number_in(order, n, count));
      std::sort(numbers.begin(), numbers.end());
      for (std::int64_t n = 0; n < count; ++n) REQUIRE(numbers[static_cast<std::size_t>(n)] == n);
    }
    // A multiple of both primes.
    constexpr std::int64_t count = 7907 * 7919, zero = 0, first = 7907, second = 7919;
    CHECK(gf::tracing::number_in(order, zero, count) != gf::tracing::number_in(order, first, count));
    CHECK(gf::tracing::number_in(order, zero, count) != gf::tracing::number_in(order, second, count));
  }
}

TEST_CASE("a request for an unknown site throws an error that lists the sites")
{
  gf::aligned_vector<float> x(64);
  const gf::trace on;
  const auto p = on.argument(x.data(), 64, "x");
  CHECK(test::message_of([&] { (void)on.report().site("x"); }).find("(it has none at all)") != std::string::npos);
  on.for_each_thread<gf::block<64>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] += 1; });
  const std::string several = test::message_of([&] { (void)on.report().site("x"); });
  CHECK(several.find("several sites 'x'") != std::string::npos);
  CHECK(several.find("x (load, 4 bytes), x (store, 4 bytes)") != std::string::npos);
  CHECK(test::message_of([&] { (void)on.report().view("y"); }).find("no site 'y'") != std::string::npos);
  CHECK(on.report().view("x").accesses == 128);
  CHECK(on.report().site("x", gf::access_kind::load, 4).requests == 2);
}

TEST_CASE("counts are added and subtracted one by one, and rates are of their two counts")
{
  const gf::access_counts a{.requests = 10,
                            .accesses = 200,
                            .addresses = 3000,
                            .bytes_asked = 40000,
                            .transactions = 500000,
                            .bytes_moved = 6000000,
                            .wavefronts = 70000000,
                            .conflicts = 800000000,
                            .collisions = 9000000000};
  const gf::access_counts b{.requests = 1,
                            .accesses = 2,
                            .addresses = 3,
                            .bytes_asked = 4,
                            .transactions = 5,
                            .bytes_moved = 6,
                            .wavefronts = 7,
                            .conflicts = 8,
                            .collisions = 9};
  const auto check = [&](const gf::access_counts& c, std::int64_t sign) {
    CHECK((c.requests == 10 + sign && c.accesses == 200 + 2 * sign && c.addresses == 3000 + 3 * sign));
    CHECK((c.bytes_asked == 40000 + 4 * sign && c.transactions == 500000 + 5 * sign &&
           c.bytes_moved == 6000000 + 6 * sign));
    CHECK((c.wavefronts == 70000000 + 7 * sign && c.conflicts == 800000000 + 8 * sign));
    CHECK(c.collisions == 9000000000 + 9 * sign);
  };
  check(a + b, 1);
  check(a - b, -1);
  CHECK((b.degree() == 4.0 / 6 && b.transactions_per_request() == 5 && b.wavefronts_per_request() == 7));
  CHECK((b.addresses_per_request() == 3 && b.lanes_per_request() == 2));
  const gf::access_counts none;
  CHECK((none.degree() == 1 && none.transactions_per_request() == 0 && none.lanes_per_request() == 0));
}

TEST_CASE("sites as comma-separated values")
{
  gf::aligned_vector<double> x(32);
  const gf::trace on;
  const auto p = on.argument(x.data(), 32, "x");
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = 1; });
  CHECK(on.report().csv() ==
        "kernel,file,line,space,access,bytes,requests,sectors,wavefronts,array,lanes,bytes_asked,bytes_moved,conflicts,"
        "collisions,addresses,may_differ\n,,0,global,store,8,1,8,0,x,32,256,256,0,0,32,\n");
}

TEST_CASE("names of any length and with any character keep lines and fields apart")
{
  const gf::trace on;
  gf::aligned_vector<float> x(32);
  std::vector<std::string> names;
  for (const int length : {0, 1, 19, 20, 21, 60, 66, 70, 90, 120, 300})
    names.push_back(std::string(static_cast<std::size_t>(length), 'a'));
  for (const char* odd : {"y, \"squared\"", "two\nlines", "r\rn", "\x01\x1f", "\xff\xc3", "h\xc3\xb6he"})
    names.emplace_back(odd);
  std::vector<gf::aligned_vector<float>> memory(names.size(), gf::aligned_vector<float>(32));
  for (std::size_t n = 0; n < names.size(); ++n) {
    const auto p = on.argument(memory[n].data(), 32, names[n].c_str());
    on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) { p[t.rank] = 1; });
  }
  const auto report = on.report();
  const std::string table = report.table(), csv = report.csv();
  CHECK(std::count(table.begin(), table.end(), '\n') == static_cast<std::ptrdiff_t>(names.size() + 1));
  CHECK(table.back() == '\n');
  // Fields are read by the rules of RFC 4180.
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t n = 0; n < csv.size(); ++n) {
    const char c = csv[n];
    if (c == '"' && quoted && csv[n + 1] == '"')
      rows.back().back() += csv[++n];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.push_back({""});
    else
      rows.back().back() += c;
  }
  REQUIRE(rows.size() == names.size() + 2);  // and the end
  for (std::size_t n = 0; n < names.size(); ++n) {
    CHECK(rows[n + 1].size() == 17);
    CHECK(rows[n + 1][9] == names[n]);
    CHECK(table.find("\n" + names[n].substr(0, names[n].find_first_of("\n\r\x01\xff"))) != std::string::npos);
  }
}

TEST_CASE("ratios are of the counts, and none is divided by zero")
{
  gf::access_counts counts;
  CHECK(counts.degree() == 1);
  CHECK(counts.lanes_per_request() == 0);
  counts = {.requests = 2, .accesses = 48, .bytes_asked = 96, .transactions = 6, .bytes_moved = 192};
  CHECK(counts.degree() == 0.5);
  CHECK(counts.lanes_per_request() == 24);
  CHECK(counts.transactions_per_request() == 3);
  CHECK((counts + counts).accesses == 96);
  CHECK((counts - counts).bytes_moved == 0);
}
