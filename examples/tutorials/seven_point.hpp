// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A user's kernel: the seven-point stencil, the second differences of a field in three dimensions.
// [header]
#pragma once
#include <cstdint>
#include <gridfold/gridfold.hpp>
#include <gridfold/view/lanes.hpp>
namespace gf = gridfold;

/// out(z, y, x) = the sum of the six neighbours of in(z, y, x) minus 6 in(z, y, x), at all points with six neighbours.
template <class Variant, class In, class Out>
struct seven_point {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = gf::nothing_shared;
  using element = typename Out::value_type;
  static constexpr int items = Variant::coarsening::x;

  In in;
  Out out;

  /// The grid for the inner points of a field of this shape.
  static gf::shape3 grid(gf::shape3 field)
  {
    return {gf::ceil_div(field.x - 2, block_shape::x * items), gf::ceil_div(field.y - 2, block_shape::y), field.z - 2};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    using lanes = typename Block::template lanes<element, items>;
    const gf::index3 at = block.index();
    const std::int64_t last = in.extent(2) - 1;
    block.each_thread([&](auto t) {
      const std::int64_t x = 1 + (at.x * block_shape::x + t.x) * items, y = 1 + at.y * block_shape::y + t.y;
      if (y + 1 >= in.extent(1)) return;
      gf::over_lanes<lanes>(x, x + items < last ? x + items : last,
                            [&]<class Lanes>(std::int64_t i) { set<Lanes>(at.z + 1, y, i); });
    });
  }

 private:
  /// The stencil at a point, and at its neighbours along x in the other lanes.
  template <class Lanes>
  GRIDFOLD_HD void set(std::int64_t z, std::int64_t y, std::int64_t x) const
  {
    const auto at = [&](int k, int j, int i) { return gf::load_lanes<Lanes>(in, z + k, y + j, x + i); };
    const Lanes around = at(0, 0, -1) + at(0, 0, 1) + at(0, -1, 0) + at(0, 1, 0) + at(-1, 0, 0) + at(1, 0, 0);
    gf::store_lanes(out, around - Lanes(6) * at(0, 0, 0), z, y, x);
  }
};

struct seven_point_verb {
  template <class V>
  static constexpr bool uses_axes = gf::uses_only<V, gf::axis::coarsening, gf::axis::block>;
  template <class V>
  static constexpr bool has_kernel = V::coarsening::y == 1;
};

/// Applies the stencil to the inner points of a field of (z, y, x); other points stay unchanged.
template <class V, class Executor, class In, class Out>
void apply_seven_point(const Executor& on, const In& in, const Out& out)
{
  static_assert(gf::supports<seven_point_verb, V>,
                "apply_seven_point has no such variant (threads own neighbours along x): give coarsen<X>, block<X, Y>");
  const gf::shape3 field{in.extent(2), in.extent(1), in.extent(0)};
  if (field.x < 3 || field.y < 3 || field.z < 3) return;
  on.require_access(in.data_handle(), "input elements");
  on.require_access(out.data_handle(), "output elements");
  auto from = on.argument(in, "in", gf::role::input);
  auto to = on.argument(out, "out", gf::role::update);
  using kernel = seven_point<V, decltype(from), decltype(to)>;
  on.run(kernel{from, to}, kernel::grid(field));
}
// [header]
