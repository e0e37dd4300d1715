// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/compiled_accesses.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <sstream>
#include <string>

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
  tracing::access_code load, store, atomic;
  load.bytes = load.counted = store.bytes = store.counted = atomic.bytes = atomic.counted = 4;
  store.does = gf::access_kind::store;
  atomic.does = gf::access_kind::atomic;
  tracing::compiled_accesses accesses;
  const tracing::compiled_line loads = line(3), stores = line(4), atomics = line(5);
  gf::request wider = r;
  CHECK(accesses.bytes_of(load, wider, 0, memory, kernel, loads, issue) == 8);
  CHECK(wider.address[3] == r.address[3] - 4);
  CHECK(accesses.bytes_of(store, r, 0, memory, kernel, stores, issue) == 0);
  CHECK(issued == 0);
  accesses.end_interval(issue);
  CHECK(issued == 1);
  CHECK(accesses.bytes_of(atomic, r, 0, memory, kernel, atomics, issue) == 4);
  CHECK(r.active == ~0u);
  for (int lane = 0; lane < 32; ++lane) r.address[lane] = 4096;
  CHECK(accesses.bytes_of(atomic, r, 0, memory, kernel, atomics, issue) == 4);
  CHECK(r.active == 1);
  memory.kind = gf::memory_kind::in_constant;
  CHECK(accesses.bytes_of(load, r, 0, memory, kernel, loads, issue) == 4);
}
