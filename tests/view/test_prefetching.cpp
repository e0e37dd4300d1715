// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/prefetching.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/copy.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "../support/executor_memory.hpp"

#ifdef __CUDACC__  // it needs the CUDA Toolkit's headers, and is 0 for other compilers
#include <cuda/annotated_ptr>
#endif

namespace test_prefetching
{

namespace gf = gridfold;

namespace
{

/// Three numbers, which no single instruction loads.
struct triple {
  float x, y, z;
  bool operator==(const triple&) const = default;
};

template <class T>
T number(int n)
{
  if constexpr (std::is_same_v<T, triple>)
    return {static_cast<float>(n), 0.5f, static_cast<float>(-n)};
  else
    return static_cast<T>(3 * n + 1);
}

/// Copies elements of a prefetching view in vectors of Width.
template <int Width, class T>
bool copies()
{
  constexpr int size = 53;
  std::vector<T> numbers;
  for (int n = 0; n < size; ++n) numbers.push_back(number<T>(n));
  const test::memory<T> from(numbers);
  test::memory<T> to(std::vector<T>(numbers.size()));
  using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;
  using input = cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>;
  using fold = gf::variant<gf::prefetching, gf::vectors<Width>, gf::coarsen<Width>, gf::block<8>>;
  gf::copy<fold>(test::executor{}, input(from.data(), size), vector(to.data(), size));
  return to.values() == numbers;
}

}  // namespace

TEST_CASE_TEMPLATE("prefetching loads give the elements, of every size, alone and in vectors", T, unsigned char, short,
                   float, double, triple)
{
  CHECK(copies<1, T>());
  CHECK(copies < sizeof(T) <= 8 ? 2 : 1, T > ());
}

#ifdef __CUDACC__
TEST_CASE("the priority of prefetching loads is CCCL's")
{
  CHECK(gf::detail::evicted_last ==
        static_cast<std::uint64_t>(cuda::access_property(cuda::access_property::persisting{}, 1.0f)));
}
#endif

}  // namespace test_prefetching
