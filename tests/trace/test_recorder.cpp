// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/recorder.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <random>
#include <vector>

#include "support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gf::tracing;

namespace
{

struct traced_array {
  alignas(256) int numbers[64] = {};
  tracing::recorder by{tracing::rules_of<gf::sectors, gf::banks<32>>(), gf::running_order::ascending};

  tracing::watched_memory& watch(gf::role as)
  {
    return by.watch("numbers", as, {gf::memory_kind::in_global, numbers, sizeof numbers, 4, 64});
  }
};

}  // namespace

TEST_CASE("accesses of a warp between two barriers are one request")
{
  traced_array of;
  tracing::watched_memory& memory = of.watch(gf::role::output);
  of.by.begin_launch();
  of.by.begin_block({0, 0, 0}, 64);
  of.by.begin_interval();
  for (const int first : {0, 32})
    of.by.run_warp(first, first + 32,
                   [&](int rank) { CHECK(memory.note(gf::access_kind::store, of.numbers + rank, 4)); });
  of.by.end_launch();
  const gf::trace_report report = of.by.report();
  CHECK(report.site("numbers").requests == 2);
  CHECK(report.site("numbers").degree() == 1);
  CHECK(report.faults().empty());
}

TEST_CASE("what an output lacks, and what is outside, are faults")
{
  traced_array of;
  tracing::watched_memory& memory = of.watch(gf::role::output);
  of.by.begin_launch();
  of.by.begin_block({0, 0, 0}, 1);
  of.by.begin_interval();
  of.by.run_warp(0, 1, [&](int) { CHECK_FALSE(memory.note(gf::access_kind::store, of.numbers + 64, 4)); });
  of.by.end_launch();
  const auto faults = of.by.report().faults();
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].kind == gf::fault_kind::outside);
  CHECK(faults[0].element == 64);
  CHECK(faults[1].kind == gf::fault_kind::never_written);
  CHECK(faults[1].count == 64);
}

TEST_CASE("every element that an output lacks is counted, in each of its kernels")
{
  for (int written = 0; written <= 64; ++written) {
    traced_array of;
    tracing::watched_memory& memory = of.watch(gf::role::output);
    of.by.begin_launch();
    of.by.begin_block({0, 0, 0}, 1);
    of.by.begin_interval();
    of.by.run_warp(0, 1, [&](int) {
      for (int n = 0; n < written; ++n) CHECK(memory.note(gf::access_kind::store, of.numbers + n, 4));
    });
    of.by.end_launch();
    const auto missing = [](const std::vector<gf::fault>& faults) {
      std::int64_t count = 0;
      for (const gf::fault& f : faults) count += f.kind == gf::fault_kind::never_written ? f.count : 1000;
      return count;
    };
    CHECK(missing(of.by.report().faults()) == 64 - written);
    CHECK(of.by.report().faults().size() == (written < 64 ? 1 : 0));
    // Named again, for another kernel, it lacks all anew.
    of.watch(gf::role::output);
    CHECK(missing(of.by.report().faults()) == 64 - written + 64);
  }
}

TEST_CASE("outside of kernels nothing is recorded, and a view is watched once")
{
  traced_array of;
  tracing::watched_memory& memory = of.watch(gf::role::update);
  CHECK(memory.note(gf::access_kind::load, of.numbers, 4));
  CHECK(of.by.report().sites().empty());
  CHECK(&of.watch(gf::role::update) == &memory);
}

TEST_CASE("accesses by views and accesses that a compiler reports have one set of faults")
{
  struct access {
    gf::access_kind does;
    int at, bytes;
    bool block_scope;
  };
  std::mt19937 random(test::seed());
  std::size_t found = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::vector<access>> of_thread(64);
    for (auto& accesses : of_thread)
      for (unsigned n = random() % 4; n > 0; --n)
        accesses.push_back(
            {static_cast<gf::access_kind>(random() % 3), static_cast<int>(random() % 66), 4, random() % 2 == 0});
    const auto faults = [&](auto run) {
      traced_array of;
      const bool constant = round % 5 == 4;
      auto& memory = constant ? of.by.watch("numbers", gf::role::input,
                                            {gf::memory_kind::in_constant, of.numbers, sizeof of.numbers, 4, 64})
                              : of.watch(gf::role::scratch);
      of.by.begin_launch();
      for (std::int64_t b = 0; b < 2; ++b) {
        of.by.begin_block({b, 0, 0}, 64);
        for (int interval = 0; interval < 2; ++interval) {
          of.by.begin_interval();
          for (const int first : {0, 32}) run(of, memory, first);
        }
      }
      of.by.end_launch();
      std::vector<std::string> texts;
      for (const gf::fault& f : of.by.report().faults()) texts.push_back(f.text());
      return texts;
    };
    const auto by_views = faults([&](traced_array& of, tracing::watched_memory& memory, int first) {
      of.by.run_warp(first, first + 32, [&](int rank) {
        for (const access& a : of_thread[static_cast<std::size_t>(rank)])
          memory.note(a.does, of.numbers + a.at, a.bytes, a.block_scope);
      });
    });
    const auto by_reports = faults([&](traced_array& of, tracing::watched_memory& memory, int first) {
      for (int rank = first; rank < first + 32; ++rank) {
        of.by.resume_thread(rank, 0);
        for (const access& a : of_thread[static_cast<std::size_t>(rank)])
          of.by.check(memory, a.does, of.numbers + a.at, a.bytes, a.block_scope, [] { return gf::source_place{}; });
      }
    });
    CHECK(by_views == by_reports);
    found += by_views.size();
  }
  CHECK(found > 50);
}
