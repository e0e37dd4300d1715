// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/device_memory.hpp>

#include <doctest/doctest.h>

namespace tracing = gridfold::tracing;

TEST_CASE("ranges are found by addresses in them and near them")
{
  tracing::device_memory memory;
  memory.add({1000, 1100, nullptr, gridfold::memory_kind::in_global, "a"});
  memory.add({1200, 1300, nullptr, gridfold::memory_kind::in_global, "b"});
  CHECK(memory.find(1099)->name == "a");
  CHECK(memory.find(1100) == nullptr);
  CHECK(memory.nearest(1120, 64)->name == "a");
  CHECK(memory.nearest(1190, 64)->name == "b");
  CHECK(memory.nearest(1500, 64) == nullptr);
  memory.add({1050, 1250, nullptr, gridfold::memory_kind::in_global, "c"});
  CHECK(memory.find(1010) == nullptr);
  CHECK(memory.find(1260) == nullptr);
  memory.remove(1050);
  CHECK(memory.find(1060) == nullptr);
}

TEST_CASE("the name of an array in a call")
{
  CHECK(tracing::name_in_call("&x, n * sizeof(float)") == "x");
  CHECK(tracing::name_in_call("(void**)&d_in, bytes") == "d_in");
  CHECK(tracing::name_in_call("(void **) &(s.data[2]), 4") == "s.data[2]");
}
