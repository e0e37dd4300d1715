// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/verb.hpp>

#include <doctest/doctest.h>

#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variants.hpp>
#include <type_traits>

namespace gf = gridfold;

namespace
{

/// A verb of a user's, which only gathers, and has no use for accumulations nor tiles.
struct smooth {
  static constexpr gf::fixed_text name() { return "smooth"; }
  template <class V>
  static constexpr bool uses_axes =
      gf::uses_only<V, gf::axis::decomposition, gf::axis::assignment, gf::axis::coarsening>;
  template <class V>
  static constexpr bool has_kernel = std::is_same_v<typename V::decomposition, gf::gather>;
  template <bool, class V>
  static constexpr bool check()
  {
    return has_kernel<V>;
  }
};

}  // namespace

TEST_CASE("a verb supports the variants of its axes that it has kernels for")
{
  static_assert(gf::supports<smooth, gf::variant<gf::gather, gf::coarsen<4>>>);
  static_assert(!gf::supports<smooth, gf::variant<gf::scatter>>);
  static_assert(!gf::supports<smooth, gf::variant<gf::gather, gf::compensated>>);
  static_assert(!gf::supports<smooth, gf::variant<gf::gather, gf::tile<gf::padded<1>>>>);
  static_assert(!gf::supports<smooth, gf::gather>);
}

TEST_CASE("a thread has up to 32,768 items")
{
  using most = gf::variant<gf::coarsen<256, 128>>;
  static_assert(gf::supports<smooth, most> && gf::policy::variant_argument<smooth, most>::has_few_items);
  static_assert(!gf::supports<smooth, gf::variant<gf::coarsen<32769>>>);
}

TEST_CASE("supported keeps the supported variants of a list, in order")
{
  using all = gf::cross<gf::list<gf::scatter, gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<2, 1>>;
  static_assert(std::is_same_v<gf::supported<smooth, all>, gf::list<gf::variant<gf::coarsen<2>>, gf::variant<>>>);
}

TEST_CASE("verbs are named as winners are stored") { CHECK(gf::verb::lattice_sum::name() == "lattice_sum"); }
