// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/compiled_accesses.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("requests count by the loads, stores and atomic operations of their line")
{
  const std::string at = "\t//## File \"/a/kernels.cu\", line ";
  const auto instruction = [](const std::string& text) { return "        /*0010*/   " + text + " ;\n"; };
  std::istringstream text(".text.f:\n" + at + "3\n" + instruction("LDG.E.64 R4, desc[UR4][R2.64]") + at + "4\n" +
                          instruction("STG.E desc[UR4][R2.64], R4") + at + "5\n" +
                          instruction("VOTEU.ANY UR6, UPT, PT") +
                          instruction("@P0 REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5"));
  const tracing::code_listing listing(text);
  const tracing::compiled_kernel& kernel = *listing.kernel("f");
  const auto line = [&](int n) { return *kernel.at("kernels.cu", n); };
  tracing::device_range memory;
  memory.begin = 4096;
  memory.end = 8192;
  gf::request r;
  for (int lane = 0; lane < 32; ++lane) r.add(lane, 4096 + 8 * static_cast<std::uint64_t>(lane) + 4);
  int issued = 0;
  const auto issue = [&](tracing::access_code&, const gf::request&, int) { ++issued; };
  const auto no_branch = [](tracing::access_code&) { return false; };
  tracing::access_code load, store, atomic;
  load.bytes = load.counted = store.bytes = store.counted = atomic.bytes = atomic.counted = 4;
  store.does = gf::access_kind::store;
  atomic.does = gf::access_kind::atomic;
  tracing::compiled_accesses accesses;
  const tracing::compiled_line loads = line(3), stores = line(4), atomics = line(5);
  gf::request wider = r;
  CHECK(accesses.bytes_of(load, wider, 0, memory, kernel, loads, no_branch, issue) == 8);
  CHECK(wider.address[3] == r.address[3] - 4);
  CHECK(accesses.bytes_of(store, r, 0, memory, kernel, stores, no_branch, issue) == 0);
  CHECK(issued == 0);
  accesses.end_interval(issue);
  CHECK(issued == 1);
  CHECK(accesses.bytes_of(atomic, r, 0, memory, kernel, atomics, no_branch, issue) == 4);
  CHECK(r.active == ~0u);
  for (int lane = 0; lane < 32; ++lane) r.address[lane] = 4096;
  CHECK(accesses.bytes_of(atomic, r, 0, memory, kernel, atomics, no_branch, issue) == 4);
  CHECK(r.active == 1);
  memory.kind = gf::memory_kind::in_constant;
  CHECK(accesses.bytes_of(load, r, 0, memory, kernel, loads, no_branch, issue) == 4);
}

TEST_CASE("stores of both branches are one if the else's line has none, however many the other line has")
{
  tracing::compiled_line first, second;
  for (int n = 0; n < 2; ++n) first.shared_stores.add(4, "[R2]");
  tracing::device_range memory;
  memory.begin = 4096;
  memory.end = 8192;
  memory.kind = gf::memory_kind::in_shared;
  tracing::access_code then, otherwise;
  then.bytes = then.counted = otherwise.bytes = otherwise.counted = 4;
  then.does = otherwise.does = gf::access_kind::store;
  const auto requests = [&](bool is_branch) {
    std::vector<std::uint32_t> all;
    const auto issue = [&](tracing::access_code&, const gf::request& r, int) { all.push_back(r.active); };
    const auto is_other = [&](const tracing::access_code& before) {
      CHECK(&before == &then);
      return is_branch;
    };
    tracing::compiled_accesses accesses;
    gf::request one, other;
    for (int lane = 0; lane < 32; ++lane)
      (lane % 3 == 0 ? one : other).add(lane, 4096 + 4 * static_cast<std::uint64_t>(lane));
    CHECK(accesses.bytes_of(then, one, 0, memory, {}, first, is_other, issue) == 0);
    CHECK(accesses.bytes_of(otherwise, other, 0, memory, {}, second, is_other, issue) == 0);
    accesses.end_interval(issue);
    return all;
  };
  CHECK(requests(true) == std::vector<std::uint32_t>{~0u});
  CHECK(requests(false).size() == 2);
}
