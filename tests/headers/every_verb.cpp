// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Calls every verb with an executor, policies, elements, containers, views, an interaction and an operation from a
/// namespace that has functions of every name that the library might call, the verbs' too, which take anything.
/// Compiled in many ways and not run: if a call in the library was not qualified, argument-dependent lookup would find
/// these too, and the call would be ambiguous or deleted.
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

/// A container.
template <class T>
struct own_numbers {
  std::vector<T> values;
  [[nodiscard]] T* data() { return values.data(); }
  [[nodiscard]] const T* data() const { return values.data(); }
  [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// An accessor policy of views.
template <class T>
struct own_accessor : cuda::std::default_accessor<T> {
  using offset_policy = own_accessor;
  own_accessor() = default;
  template <class U>
  GRIDFOLD_HD own_accessor(const cuda::std::default_accessor<U>&)
  {
  }
};

/// An executor.
struct own_host : gridfold::host {};

struct own_assignment : gridfold::interleaved {
  static constexpr gridfold::fixed_text name() { return "own"; }
};

struct own_pattern : gridfold::sequential {};

/// An operation whose result is promoted: int of shorts.
struct promoting {
  GRIDFOLD_HD int operator()(short a, short b) const { return a + b; }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return 0;
  }
};

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
#define hostile(name)                                                             \
  template <class... T, class... A>                                               \
  void name(A&&...) = delete;                                                     \
  template <class... T, class A>                                                  \
  void name(const A&) = delete;                                                   \
  template <class... T, class A, class B>                                         \
  void name(const A&, const B&) = delete;                                         \
  template <class... T, class A, class B, class C>                                \
  void name(const A&, const B&, const C&) = delete;                               \
  template <class... T, class A, class B, class C, class D>                       \
  void name(const A&, const B&, const C&, const D&) = delete;                     \
  template <class... T, class A, class B, class C, class D, class E>              \
  void name(const A&, const B&, const C&, const D&, const E&) = delete;           \
  template <class... T, class A, class B, class C, class D, class E, class F>     \
  void name(const A&, const B&, const C&, const D&, const E&, const F&) = delete; \
  template <class T, class A>                                                     \
  void name(const A&) = delete;                                                   \
  template <class T, class A, class B>                                            \
  void name(const A&, const B&) = delete;                                         \
  template <class T, class A, class B, class C>                                   \
  void name(const A&, const B&, const C&) = delete;                               \
  template <class T, class A, class B, class C, class D>                          \
  void name(const A&, const B&, const C&, const D&) = delete;                     \
  template <class T, class A, class B, class C, class D, class E>                 \
  void name(const A&, const B&, const C&, const D&, const E&) = delete;
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

template <class T, int Rank, class Accessor>
using view = cuda::std::mdspan<T, cuda::std::dextents<int, Rank>, cuda::std::layout_right, Accessor>;
template <class T, class Accessor = hostile::own_accessor<T>>
using vector = view<T, 1, Accessor>;
template <class T, class Accessor = hostile::own_accessor<T>>
using matrix = view<T, 2, Accessor>;
template <class T>
using plain = cuda::std::default_accessor<T>;
using hostile::quantity;

template <class Executor>
[[maybe_unused]] void sum_lattices(const Executor& on, const hostile::own_numbers<gf::atom>& atoms,
                                   const view<float, 3, hostile::own_accessor<float>>& out)
{
  const gf::lattice where;
  const gf::lattice_view<float> plain_out;
  const hostile::inverse_square pair;
  gf::lattice_sum<fold<gf::gather, gf::constant>>(on, atoms, where, out, pair);
  gf::lattice_sum<fold<gf::gather, gf::shared, gf::coarsen<2>, gf::compensated>>(on, atoms, where, out, pair);
  gf::lattice_sum<fold<gf::scatter, gf::global>>(on, atoms, where, plain_out,
                                                 gf::coulomb<gf::rsqrt::ieee, gf::singularity::infinite>{});
  gf::lattice_sum(on, atoms, where, gf::add_to(out), gf::coulomb<gf::rsqrt::approx, gf::singularity::infinite>{});
  gf::lattice_sum(on, atoms, where, out, pair);
  gf::potential_map<fold<gf::gather, gf::read_only>>(on, atoms, where, out);
  gf::potential_map(on, atoms, where, out);
  auto cells = gf::make_cells<gf::atom>(on, gf::cells_around(where, 3, 8), 8);
  gf::sort_into_cells(on, atoms, cells);
  gf::sort_into_cells(on, atoms, hostile::own_numbers<int>{}, cells);
  gf::cutoff_sum<
      gf::variant<hostile::own_assignment, gf::coarsen<2>, gf::shared_tile<64>, gf::planes<4>, gf::block<4, 8>>>(
      on, cells.cells(), where, out, gf::cut(pair, 3));
  gf::cutoff_sum<gf::variant<gf::scatter, hostile::own_assignment, gf::coarsen<2>, gf::block<4, 8>>>(
      on, cells.cells(), where, plain_out, gf::cut(pair, 3));
  gf::cutoff_sum(on, cells.cells(), where, out, gf::shifted(pair, 3));
  gf::cutoff_sum(on, cells.cells(), where, gf::add_to(out), gf::shifted(pair, 3));
}

template <class Executor>
[[maybe_unused]] void sum_points(const Executor& on, const hostile::own_numbers<gf::atom>& atoms,
                                 hostile::own_numbers<float>& out)
{
  const hostile::inverse_square pair;
  const gf::positions points(out, out, out);
  gf::point_sum<fold<gf::gather, gf::shared>>(on, atoms, points, out, pair);
  gf::point_sum(on, atoms, points, gf::add_to(out), pair);
}

template <class Executor>
[[maybe_unused]] void move_elements(const Executor& on, quantity* in, quantity* out)
{
  const vector<quantity> from(in, 4), to(out, 4);
  const vector<quantity, plain<quantity>> plain_from(in, 4);
  const hostile::larger larger;
  const vector<const int, plain<const int>> few(nullptr, 0);
  gf::histogram(on, few, vector<int>(nullptr, 4), gf::value_bins<4>());
  gf::histogram<fold<gf::scatter, gf::exchange_shared>>(on, vector<const int>(nullptr, 0),
                                                        gf::add_to(vector<int>(nullptr, 4)), gf::value_bins<4>());
  gf::copy<fold<gf::gather, gf::read_only>, hostile::own_pattern>(on, plain_from, to);
  gf::copy<gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<4>>>(on, from, to);
  gf::copy(on, plain_from, to);
  gf::transform<fold<gf::gather, gf::read_only>, hostile::own_pattern>(on, cuda::std::tuple(plain_from, plain_from), to,
                                                                       larger);
  gf::transform(on, cuda::std::tuple(plain_from, plain_from), to, larger);
  const matrix<quantity> rows(in, 2, 2), columns(out, 2, 2);
  gf::transpose<fold<gf::gather, gf::global>>(on, rows, columns);
  gf::transpose<fold<gf::scatter, gf::tile<gf::padded<1>>>>(on, rows, columns);
  gf::transpose(on, matrix<quantity, plain<quantity>>(in, 2, 2), columns);
  using wide = gf::source<double>;  // aligned to 32 bytes
  const matrix<wide, plain<wide>> none(nullptr, 0, 0);
  gf::transpose(on, none, none);
}

template <class Executor>
[[maybe_unused]] void combine_elements(const Executor& on, hostile::own_numbers<quantity>& in, quantity* out)
{
  const vector<quantity> to(out, 1);
  const hostile::larger larger;
  using gather = fold<gf::gather, gf::exchange_registers>;
  auto scratch = gf::make_reduce_scratch<gather, quantity, hostile::larger>(on);
  gf::reduce<gather>(on, in, to, larger, scratch);
  gf::reduce<fold<gf::scatter, gf::exchange_shared>>(on, in, to, larger);
  auto any_scratch = gf::make_reduce_scratch<quantity, hostile::larger>(on);
  gf::reduce(on, in, to, larger, any_scratch);
  const std::vector<short> few(3);
  std::vector<short> of_few(1);
  auto few_scratch = gf::make_reduce_scratch<gather, short, hostile::promoting>(on);
  gf::reduce<gather>(on, few, of_few, hostile::promoting{}, few_scratch);
  const hostile::own_numbers<float> numbers;
  (void)(gf::sum_of(on, numbers) + gf::minimum_of(on, numbers) + gf::maximum_of(on, numbers));
}

template <class Executor>
[[maybe_unused]] void use_numbers(const Executor& on, double* data, const hostile::own_numbers<double>& axis)
{
  const matrix<double, plain<double>> a(data, 2, 2), b(data + 4, 2, 2);
  const matrix<double> c(data + 8, 2, 2);
  gf::multiply<fold<gf::gather, gf::shared_tile<8>>>(on, a, b, c);
  gf::multiply<gf::variant<gf::block<16, 8>, gf::warp<8, 4>>>(on, a, b, c);
  gf::multiply(on, a, b, c);
  const gf::positions points(axis, axis, axis);
  auto verlet = gf::make_verlet_list<double, 3>(on, gf::cells_in({0, 0, 0}, {1, 1, 1}, 2, 8), {1.5, 0.5}, 8, 4);
  gf::neighbors(on, points, verlet, gf::pairs::once{});
  gf::neighbors(on, points, 1.5, verlet.list());
  gf::neighbors<fold<gf::scatter, gf::read_only>>(on, points, 1.5, verlet.list());
  gf::sort_neighbors(on, verlet.list());
  gf::needs_rebuild(on, points, verlet);
}

template <class Executor>
[[maybe_unused]] void list_neighbors(const Executor& on, const hostile::own_numbers<double>& axis)
{
  (void)gf::neighbors<fold<gf::gather, gf::global>>(on, gf::positions(axis, axis), 1.5);
  (void)gf::neighbors(on, gf::positions(axis, axis, axis), 1.5, gf::pairs::once{});
}

template <class Executor>
[[maybe_unused]] void use_ranks(const gf::local_ranks::member& by, const hostile::own_numbers<gf::atom>& atoms,
                                hostile::own_numbers<quantity>& in, quantity* out)
{
  const gf::ranks on{Executor{}, by};
  const gf::lattice where;
  const gf::partition slabs(where.shape, on.size());
  const auto map = gf::view_of(static_cast<float*>(nullptr), slabs.shape(on.rank()));
  gf::lattice_sum<fold<gf::gather, gf::global>>(on, atoms, where, slabs, map, hostile::inverse_square{});
  gf::lattice_sum(on, atoms, where, slabs, gf::add_to(map), hostile::inverse_square{});
  const hostile::own_numbers<float> axis;
  gf::point_sum<fold<gf::gather, gf::shared>>(on, atoms, gf::positions(axis, axis, axis), std::vector<float>(),
                                              hostile::inverse_square{});
  using gather = fold<gf::gather, gf::exchange_registers>;
  auto scratch = gf::make_reduce_scratch<gather, quantity, hostile::larger>(on);
  gf::reduce<gather>(on, in, slabs, vector<quantity>(out, 1), hostile::larger{}, scratch);
  (void)gf::all_gather(on, in);
}

template <class Executor>
[[maybe_unused]] constexpr auto every_verb = std::tuple(&sum_lattices<Executor>, &sum_points<Executor>,
                                                        &move_elements<Executor>, &combine_elements<Executor>,
                                                        &use_numbers<Executor>);

}  // namespace

template <class Verb, class... T>
struct gridfold::default_rule<hostile::own_host, Verb, T...> : gridfold::default_rule<gridfold::host, Verb, T...> {
};

[[maybe_unused]] const auto on_host =
    std::tuple(every_verb<gf::host>, every_verb<hostile::own_host>, &list_neighbors<gf::host>, &use_ranks<gf::host>);
#ifdef __CUDACC__
[[maybe_unused]] const auto on_device =
    std::tuple(every_verb<gf::device>, &list_neighbors<gf::device>, &use_ranks<gf::device>);
#endif
