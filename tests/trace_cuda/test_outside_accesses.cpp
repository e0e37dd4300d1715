// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/outside_accesses.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <gridfold/trace_cuda/session.hpp>
#include <random>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("an access beside an array is a fault with the array's name, its element, and the thread")
{
  std::mt19937 random(test::seed());
  tracing::cuda_machine machine;
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  machine.begin(session);
  const auto memory = tracing::device_memory::allocated(256, "x", gf::role::update);
  tracing::outside_accesses outside(machine);
  outside.begin_launch(session.record, "f");
  tracing::access_code code;
  code.pc = &code;
  code.bytes = 4;
  const int element = 64 + static_cast<int>(random() % 1000), rank = static_cast<int>(random() % 1024);
  const auto block = static_cast<unsigned>(random() % 100);
  outside.add(code, &memory, memory.begin + 4 * static_cast<std::uint64_t>(element), {{block, 2, 3}, rank});
  outside.add(code, nullptr, 8, {{0, 0, 0}, 0});
  outside.add(code, nullptr, 1 << 20, {{0, 0, 0}, 0});
  const gf::trace_report report = session.record.report();
  REQUIRE(report.faults().size() == 3);
  CHECK(report.faults()[0].kind == gf::fault_kind::outside);
  CHECK(report.faults()[0].view == "x");
  CHECK(report.faults()[0].element == element);
  CHECK(report.faults()[0].block.x == block);
  CHECK(report.faults()[0].thread == rank);
  CHECK(report.faults()[1].view == "(a null pointer)");
  CHECK(report.faults()[2].view == "(memory that is not the device's)");
  std::free(memory.allocated);
}

TEST_CASE("an address in no shared array is in no other array than the source names")
{
  tracing::cuda_machine machine;
  tracing::outside_accesses outside(machine);
  tracing::access_code code;
  tracing::device_range global{};
  global.kind = gf::memory_kind::in_global;
  CHECK(outside.other_array(code, nullptr, 4096) == nullptr);
  CHECK(outside.other_array(code, &global, 4096) == nullptr);
}
