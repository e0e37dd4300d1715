// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/traced_view.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <gridfold/trace/executor.hpp>

namespace gf = gridfold;

TEST_CASE("a traced pointer has the operations of a pointer")
{
  gf::aligned_vector<int> memory{10, 20, 30, 40};
  const gf::trace on;
  const gf::tracing::traced_pointer<int> p = on.argument(memory.data(), 4, "p");
  const gf::tracing::traced_pointer<const int> c = p;
  CHECK(*p == 10);
  CHECK(c[2] == 30);
  CHECK(*(p + 3) == 40);
  CHECK((p + 3) - p == 3);
  CHECK(*((p + 3) - 1) == 30);
  p[0] = p[1];
  p[1] += 1;
  p[2] -= 1;
  p[3] *= 2;
  auto q = p;
  *++q /= 7;
  CHECK(q == p + 1);
  CHECK(memory == gf::aligned_vector<int>{20, 3, 29, 80});
  CHECK(on.report().sites().empty());  // no access was in a kernel
}

TEST_CASE("elements of a traced view are read, written and changed, and each access is counted")
{
  gf::aligned_vector<float> memory(32, 3);
  const cuda::std::mdspan<float, cuda::std::dextents<int, 1>> view(memory.data(), 32);
  const gf::trace on;
  const auto traced = on.argument(view, "numbers", gf::role::update);
  on.for_each_thread<gf::block<32>>({1, 1, 1}, [&](gf::index3, gf::thread t) { traced(t.rank) *= 2; });
  CHECK(memory == gf::aligned_vector<float>(32, 6));
  CHECK(on.report().site("numbers", gf::access_kind::load).accesses == 32);
  CHECK(on.report().site("numbers", gf::access_kind::store).accesses == 32);
}

TEST_CASE("an element outside its view is zero, and is not written")
{
  gf::aligned_vector<int> memory = {1, 2, 3, 4};
  const gf::trace on;
  const auto p = on.argument(memory.data(), 2, "two", gf::role::update);
  on.for_each_thread<gf::block<1>>({1, 1, 1}, [&](gf::index3, gf::thread) {
    p[2] = 7;
    CHECK(p[3] == 0);
  });
  CHECK(memory == gf::aligned_vector<int>{1, 2, 3, 4});
  CHECK(on.report().faults().size() == 1);
}
