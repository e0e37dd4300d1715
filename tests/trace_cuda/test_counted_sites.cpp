// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/counted_sites.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("requests count at the site of their memory and bytes, with the doubts about them")
{
  tracing::cuda_machine machine;
  alignas(128) static float x[32], y[32];
  tracing::cuda_session session(tracing::rules_of<gf::sectors, gf::banks<32>>());
  machine.begin(session);
  const auto range_of = [&](const float* at, const char* name) {
    const auto begin = reinterpret_cast<std::uint64_t>(at);
    machine.memory().add({begin, begin + sizeof x, nullptr, gf::memory_kind::in_global, name});
    tracing::device_range& range = *machine.memory().find(begin);
    machine.watch(range);
    return &range;
  };
  const tracing::device_range* const ranges[] = {range_of(x, "x"), range_of(y, "y")};
  tracing::counted_sites sites(machine);
  sites.begin_launch(session.record, "kernel");
  tracing::access_code code;
  code.pc = x;
  for (int n = 0; n < 6; ++n) {
    gf::kept_request r;
    for (int lane = 0; lane < 8; ++lane) r.add(lane, ranges[n % 2]->begin + 4 * static_cast<unsigned>(lane));
    code.may_differ.rounds = n > 3;
    sites.count(*ranges[n % 2], code, r, 4, 0);
  }
  const gf::trace_report report = session.record.report();
  for (const char* name : {"x", "y"}) {
    CHECK(report.site(name).requests == 3);
    CHECK(report.site(name).transactions == 3);
    CHECK(report.site(name).may_differ.words() == "rounds");
  }
  machine.end(session);
}
