// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

namespace test_lattice_sum_own_assignment
{

namespace
{

/// A thread's items run backwards through an interleaved block.
struct backwards {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    return (items - 1 - item) * threads + thread;
  }
  static constexpr gridfold::fixed_text name() { return "backwards"; }
};

}  // namespace

TEST_CASE("a user-defined assignment works for gather and scatter")
{
  namespace gf = gridfold;
  const test::sums::problem<float> p(test::sums::primes, 255);
  test::sums::check<gf::variant<gf::gather, backwards, gf::coarsen<4, 2>, gf::global, gf::block<7, 3>>,
                    gf::rsqrt::approx>(p);
  test::sums::check<gf::variant<gf::scatter, backwards, gf::coarsen<4>, gf::global, gf::block<7, 3>>,
                    gf::rsqrt::approx>(p);
}

}  // namespace test_lattice_sum_own_assignment
