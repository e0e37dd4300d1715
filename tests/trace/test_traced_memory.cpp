// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/traced_memory.hpp>

#include <doctest/doctest.h>

#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/recorder.hpp>
#include <gridfold/trace/segments.hpp>

namespace gf = gridfold;
namespace tracing = gf::tracing;

TEST_CASE("memory that moves is the memory of one view")
{
  tracing::recorder by(tracing::rules_of<gf::sectors, gf::banks<32>>(), gf::running_order::ascending);
  int first[32] = {}, second[32] = {};
  const auto span_of = [](int* data) {
    return tracing::memory_span{gf::memory_kind::in_shared, data, sizeof first, 4, 0, data};
  };
  tracing::watched_memory& memory = by.watch("tile", gf::role::scratch, span_of(first));
  CHECK(&by.watch("tile", gf::role::scratch, span_of(second)) == &memory);
  by.begin_launch();
  by.begin_block({0, 0, 0}, 1);
  by.begin_interval();
  by.run_warp(0, 1, [&](int) {
    CHECK(memory.note(gf::access_kind::store, second + 31, 4));
    CHECK_FALSE(memory.note(gf::access_kind::store, second + 32, 4));
  });
  memory.moves_to(first, first);
  by.run_warp(0, 1, [&](int) { CHECK(memory.note(gf::access_kind::load, first + 31, 4)); });
  by.end_launch();
  CHECK(by.report().view("tile").accesses == 2);
}
