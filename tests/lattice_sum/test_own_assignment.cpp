// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_variants.hpp"

namespace
{

/// A thread's items run backwards through an interleaved block.
struct backwards {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    return (items - 1 - item) * threads + thread;
  }
  static std::string name() { return "backwards"; }
};

}  // namespace

TEST_CASE("an assignment of a user's own folds a gather and a scatter")
{
  namespace gf = gridfold;
  const test::problem<float> p(test::primes, 255);
  test::check<gf::variant<gf::gather, backwards, gf::coarsen<4, 2>, gf::global, gf::block<7, 3>>, gf::fast>(p);
  test::check<gf::variant<gf::scatter, backwards, gf::coarsen<4>, gf::global, gf::block<7, 3>>, gf::fast>(p);
}
