// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/access_counter.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>

namespace gf = gridfold;
namespace tracing = gridfold::tracing;
using found = tracing::access_counter::access_is;

namespace
{

int first_array[64], second_array[64];

std::uint64_t address_of(const int& element) { return reinterpret_cast<std::uint64_t>(&element); }

}  // namespace

TEST_CASE("an access is in memory, beside it, or one that no thread survives")
{
  tracing::cuda_machine machine;
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  machine.begin(session);
  const auto memory = gf::tracing::device_memory::allocated(256, "x", gf::role::update);
  machine.memory().add(memory);
  tracing::access_counter counter(machine);
  counter.begin_launch("f");
  auto& code = counter.code_at(&first_array, gf::access_kind::load, 4);
  CHECK(counter.locate(code, memory.begin, {}) == found::inside);
  CHECK(counter.locate(code, memory.end - 4, {}) == found::inside);
  CHECK(counter.locate(code, memory.end - 2, {}) == found::outside);
  CHECK(counter.locate(code, memory.begin - 8, {}) == found::outside);
  CHECK(counter.locate(code, 16, {{1, 2, 3}, 7}) == found::illegal);
  const gf::trace_report report = session.record.report();
  REQUIRE(report.faults().size() == 2);
  CHECK(report.faults()[0].view == "x");
  CHECK(report.faults()[0].count == 2);
  CHECK(report.faults()[1].view == "(a null pointer)");
  CHECK(report.faults()[1].thread == 7);
  CHECK(report.faults()[1].block.y == 2);
  std::free(memory.allocated);
}

TEST_CASE("a request to two arrays counts at each")
{
  tracing::cuda_machine machine;
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  machine.begin(session);
  tracing::access_counter counter(machine);
  counter.begin_launch("f");
  auto& code = counter.code_at(&first_array, gf::access_kind::load, 4);
  gf::kept_request r;
  r.active = 0xff;
  for (int lane = 0; lane < 8; ++lane) r.address[lane] = address_of(lane < 3 ? first_array[lane] : second_array[lane]);
  counter.count(code, r, {0, 0, 0}, 0);
  const gf::trace_report report = session.record.report();
  CHECK(report.site("first_array").requests == 1);
  CHECK(report.site("first_array").accesses == 3);
  CHECK(report.site("second_array").accesses == 5);
}
