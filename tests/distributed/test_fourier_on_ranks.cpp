// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/fourier_on_ranks.hpp>

#include <doctest/doctest.h>

#ifdef __CUDACC__
#include <gridfold/distributed/cufft.cuh>
#else
#include <gridfold/distributed/fftw.hpp>
#endif
#include <vector>

#include "../support/seed.hpp"
#include "on_each_rank.hpp"
#include "transforms_on_ranks.hpp"

namespace ranks_tests
{

TEST_CASE_TEMPLATE("ranks transform as one rank does, also primes and fewer planes or rows than ranks", T, float,
                   double)
{
  const unsigned random = test::seed();
  for (int ranks = test::small_tests() ? 3 : 1; ranks <= (test::small_tests() ? 3 : 5); ++ranks) {
    CAPTURE(ranks);
    const auto wrong = on_each_rank(
        ranks, [&](const auto& on) { return wrong_transforms<T>(on, random + static_cast<unsigned>(ranks)); });
    CHECK(wrong == std::vector<int>(static_cast<std::size_t>(ranks), 0));
  }
}

TEST_CASE("a transform that fails on one rank is an error on all, which go on")
{
  for (int ranks = 1; ranks <= 3; ++ranks)
    for (const bool right : on_each_rank(ranks, [](const auto& on) { return int{failures_are_thrown(on)}; }))
      CHECK(right);
}

}  // namespace ranks_tests
