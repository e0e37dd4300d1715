// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Calls every verb with policies, elements, an interaction and an operation from a namespace that has functions of
/// every name that the library might call, which take anything. Compiled in many ways and not run: if a call in the
/// library was not qualified, argument-dependent lookup would find these too, and the call would be ambiguous or
/// deleted.
#include <gridfold/distributed.hpp>
#include <gridfold/gridfold.hpp>
#include <utility>
#include <vector>

namespace hostile
{

struct quantity {
  float value;
  friend bool operator==(const quantity&, const quantity&) = default;
};

struct own_assignment : gridfold::interleaved {
  static constexpr gridfold::fixed_text name() { return "own"; }
};

struct own_pattern : gridfold::sequential {};

struct larger {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return a.value < b.value ? b : a;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return {};
  }
};

struct inverse_square {
  template <class T>
  GRIDFOLD_HD T operator()(T charge, T r2) const
  {
    return charge / r2;
  }
};

// NOLINTBEGIN
template <class A, class B>
void operator,(const A&, const B&) = delete;
#define hostile(name)                                    \
  template <class... T, class... A>                      \
  void name(A&&...) = delete;                            \
  template <class A>                                     \
  void name(const A&) = delete;                          \
  template <class A, class B>                            \
  void name(const A&, const B&) = delete;                \
  template <class A, class B, class C>                   \
  void name(const A&, const B&, const C&) = delete;      \
  template <class T, class A>                            \
  void name(const A&) = delete;                          \
  template <class T, class A, class B>                   \
  void name(const A&, const B&) = delete;                \
  template <class T, class A, class B, class C>          \
  void name(const A&, const B&, const C&) = delete;      \
  template <class T, class A, class B, class C, class D> \
  void name(const A&, const B&, const C&, const D&) = delete;
#include "hostile_names.inc"
#undef hostile
// NOLINTEND

}  // namespace hostile

namespace
{

namespace gf = gridfold;

// [version]
static_assert(gridfold::version >= gridfold::version_number{0, 2, 0});
// [version]

template <class Decomposition, class Space, class Coarsening = gf::coarsen<2>, class Accumulation = gf::plain>
using fold = gf::variant<Decomposition, hostile::own_assignment, Coarsening, Space, gf::block<32>, Accumulation>;

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;
template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<int, 2>>;

template <class Executor>
[[maybe_unused]] void sum_lattices(const Executor& on, const std::vector<gf::atom>& atoms, gf::lattice_view<float> out)
{
  const gf::lattice where;
  gf::lattice_sum<fold<gf::gather, gf::constant>>(on, atoms, where, out, hostile::inverse_square{});
  gf::lattice_sum<fold<gf::gather, gf::shared, gf::coarsen<2>, gf::compensated>>(on, atoms, where, out,
                                                                                 hostile::inverse_square{});
  gf::lattice_sum<fold<gf::scatter, gf::global>>(on, atoms, where, out,
                                                 gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>{});
  gf::potential_map<fold<gf::gather, gf::read_only>>(on, atoms, where, out);
  const std::vector<float> axis;
  gf::point_sum<fold<gf::gather, gf::shared>>(on, atoms, gf::positions(axis, axis, axis), std::vector<float>(),
                                              hostile::inverse_square{});
  auto cells = gf::make_cells<gf::atom>(on, gf::cells_around(where, 3, 8), 8);
  gf::sort_into_cells(on, atoms, cells);
  gf::cutoff_sum<
      gf::variant<hostile::own_assignment, gf::coarsen<2>, gf::shared_tile<64>, gf::planes<4>, gf::block<4, 8>>>(
      on, cells.cells(), where, out, gf::cut(hostile::inverse_square{}, 3));
  gf::cutoff_sum<gf::variant<gf::scatter, hostile::own_assignment, gf::coarsen<2>, gf::block<4, 8>>>(
      on, cells.cells(), where, out, gf::cut(hostile::inverse_square{}, 3));
  gf::cutoff_sum(on, cells.cells(), where, out, gf::shifted(hostile::inverse_square{}, 3));
  gf::cutoff_sum(on, cells.cells(), where, gf::add_to(out), gf::shifted(hostile::inverse_square{}, 3));
  gf::lattice_sum(on, atoms, where, gf::add_to(out), gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>{});
}

template <class Executor>
[[maybe_unused]] void move_elements(const Executor& on, hostile::quantity* in, hostile::quantity* out)
{
  using hostile::quantity;
  gf::histogram(on, vector<const int>(nullptr, 0), vector<int>(nullptr, 4), gf::value_bins<4>());
  gf::copy<fold<gf::gather, gf::read_only>, hostile::own_pattern>(on, vector<quantity>(in, 4),
                                                                  vector<quantity>(out, 4));
  gf::copy<gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<4>>>(on, vector<quantity>(in, 4),
                                                                    vector<quantity>(out, 4));
  gf::transform<fold<gf::gather, gf::read_only>, hostile::own_pattern>(
      on, cuda::std::tuple(vector<quantity>(in, 4), vector<quantity>(in, 4)), vector<quantity>(out, 4),
      hostile::larger{});
  gf::transpose<fold<gf::gather, gf::global>>(on, matrix<quantity>(in, 2, 2), matrix<quantity>(out, 2, 2));
  gf::transpose<fold<gf::scatter, gf::tile<gf::padded<1>>>>(on, matrix<quantity>(in, 2, 2),
                                                            matrix<quantity>(out, 2, 2));
  using wide = gf::source<double>;  // aligned to 32 bytes
  gf::transpose(on, matrix<wide>(nullptr, 0, 0), matrix<wide>(nullptr, 0, 0));
}

template <class Executor>
[[maybe_unused]] void combine_elements(const Executor& on, std::vector<hostile::quantity>& in, hostile::quantity* out)
{
  using gather = fold<gf::gather, gf::exchange_registers>;
  auto scratch = gf::make_reduce_scratch<gather, hostile::quantity, hostile::larger>(on);
  gf::reduce<gather>(on, in, vector<hostile::quantity>(out, 1), hostile::larger{}, scratch);
  gf::reduce<fold<gf::scatter, gf::exchange_shared>>(on, in, vector<hostile::quantity>(out, 1), hostile::larger{});
}

template <class Executor>
[[maybe_unused]] void use_numbers(const Executor& on, double* data, const std::vector<double>& axis)
{
  const matrix<double> a(data, 2, 2), b(data + 4, 2, 2), c(data + 8, 2, 2);
  gf::multiply<fold<gf::gather, gf::shared_tile<8>>>(on, a, b, c);
  gf::multiply<gf::variant<gf::block<16, 8>, gf::warp<8, 4>, gf::registers<64>>>(on, a, b, c);
  (void)gf::neighbors<fold<gf::gather, gf::global>>(on, gf::positions(axis, axis), 1.5);
  (void)gf::neighbors<fold<gf::scatter, gf::read_only>>(on, gf::positions(axis, axis, axis), 1.5);
  (void)gf::neighbors(on, gf::positions(axis, axis, axis), 1.5, gf::pairs::once{});
  auto verlet = gf::make_verlet_list<double, 3>(on, gf::cells_in({0, 0, 0}, {1, 1, 1}, 2, 8), {1.5, 0.5}, 8, 4);
  gf::neighbors(on, gf::positions(axis, axis, axis), verlet, gf::pairs::once{});
  gf::sort_neighbors(on, verlet.list());
  gf::needs_rebuild(on, gf::positions(axis, axis, axis), verlet);
}

template <class Executor>
[[maybe_unused]] void use_ranks(const gf::local_ranks::member& by, const std::vector<gf::atom>& atoms,
                                std::vector<hostile::quantity>& in, hostile::quantity* out)
{
  const gf::ranks on{Executor{}, by};
  const gf::lattice where;
  const gf::partition slabs(where.shape, on.size());
  const auto map = gf::view_of(static_cast<float*>(nullptr), slabs.shape(on.rank()));
  gf::lattice_sum<fold<gf::gather, gf::global>>(on, atoms, where, slabs, map, hostile::inverse_square{});
  gf::lattice_sum(on, atoms, where, slabs, gf::add_to(map), hostile::inverse_square{});
  const std::vector<float> axis;
  gf::point_sum<fold<gf::gather, gf::shared>>(on, atoms, gf::positions(axis, axis, axis), std::vector<float>(),
                                              hostile::inverse_square{});
  using gather = fold<gf::gather, gf::exchange_registers>;
  auto scratch = gf::make_reduce_scratch<gather, hostile::quantity, hostile::larger>(on);
  gf::reduce<gather>(on, in, slabs, vector<hostile::quantity>(out, 1), hostile::larger{}, scratch);
  (void)gf::all_gather(on, in);
}

template <class Executor>
[[maybe_unused]] constexpr auto every_verb = std::tuple(&sum_lattices<Executor>, &move_elements<Executor>,
                                                        &combine_elements<Executor>, &use_numbers<Executor>,
                                                        &use_ranks<Executor>);

}  // namespace

[[maybe_unused]] const auto on_host = every_verb<gf::host>;
#ifdef __CUDACC__
[[maybe_unused]] const auto on_device = every_verb<gf::device>;
#endif
