// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ownership of items by threads, measured in the kernels: every term is 1 and every write is an addition, so that a
/// point's value is the number of times it was computed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/variants.hpp>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/pairwise.hpp"

namespace test_ownership
{

namespace gf = gridfold;

namespace
{

/// The charge, at any distance.
struct charge_alone {
  template <class S, class T>
  GRIDFOLD_HD S operator()(S charge, const T& /*r2*/) const
  {
    return charge;
  }
};

/// An element to which assignment adds.
struct counted_element {
  float& element;
  GRIDFOLD_HD operator float() const { return element; }
  GRIDFOLD_HD void operator=(float term) const { gf::atomic_element<float>(element) += term; }
  GRIDFOLD_HD void operator+=(float term) const { *this = term; }
};

struct counted_accessor {
  using offset_policy = counted_accessor;
  using element_type = float;
  using reference = counted_element;
  using data_handle_type = float*;
  GRIDFOLD_HD reference access(float* p, std::size_t i) const { return {p[i]}; }
  GRIDFOLD_HD float* offset(float* p, std::size_t i) const { return p + i; }
};

using counted_view =
    cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>, cuda::std::layout_right, counted_accessor>;

/// How often each pair of the lattice and `sources` sources was computed, summed over the sources. Reading beyond the
/// sources would add much more.
template <class V>
std::vector<float> times_computed(gf::shape3 shape, std::size_t sources)
{
  std::vector<gf::source<float>> charges(sources, {-9, -9, -9, 1});
  charges.push_back({-9, -9, -9, 1000});
  const test::memory<gf::source<float>> inputs(charges);
  test::memory<float> counts(std::vector<float>(static_cast<std::size_t>(shape.count()), 0.0f));
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = shape};
  gf::lattice_sum<V>(test::executor{}, cuda::std::span(inputs.data(), sources), where,
                     counted_view(counts.data(), shape.z, shape.y, shape.x), charge_alone{});
  return counts.values();
}

template <class Variants>
void check_each_pair_is_computed_once(std::size_t sources)
{
  const auto expected = static_cast<float>(sources);
  test::for_each_combination(test::pairwise<Variants>{}, [&]<class V>() {
    for (const gf::shape3 shape : {gf::shape3{1, 1, 1}, gf::shape3{31, 5, 2}, gf::shape3{257, 67, 3}}) {
      CAPTURE(V::name());
      CAPTURE(shape.x);
      const std::vector<float> times = times_computed<V>(shape, sources);
      CHECK(std::all_of(times.begin(), times.end(), [&](float n) { return n == expected; }));
    }
  });
}

using assignments = gf::list<gf::contiguous, gf::interleaved>;
// Other tests run these kernels on the device for every coarsening: this list has the maps that are easiest to get
// wrong.
#ifdef __CUDACC__
using coarsenings = gf::list<gf::coarsen<4, 2>, gf::coarsen<8, 4>>;
using blocks = gf::list<gf::block<7, 3>, gf::block<32, 4>>;
using scatter_coarsenings = gf::coarsenings<3>;
#else
using coarsenings = gf::list<gf::coarsen<1>, gf::coarsen<3>, gf::coarsen<4, 2>, gf::coarsen<8, 4>>;
using blocks = gf::list<gf::block<1, 1>, gf::block<7, 3>, gf::block<32, 4>>;
using scatter_coarsenings = gf::coarsenings<1, 3>;
#endif

}  // namespace

TEST_CASE("gather computes every point of a ragged lattice exactly once")
{
  check_each_pair_is_computed_once<
      gf::cross<gf::list<gf::gather>, assignments, coarsenings, gf::list<gf::global>, blocks>>(1);
}

TEST_CASE("scatter adds every source to every point exactly once")
{
  check_each_pair_is_computed_once<
      gf::cross<gf::list<gf::scatter>, assignments, scatter_coarsenings, gf::list<gf::global>, blocks>>(131);
}

}  // namespace test_ownership
