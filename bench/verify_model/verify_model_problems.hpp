// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Small problems of every verb. Each is a case of verify_model for any variant; the committed and the random cases use
/// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/copy.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/histogram.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/point_sum.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/view/point_view.hpp>
#include <gridfold/view/triples.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace verify
{

namespace gf = gridfold;

template <class T, std::size_t Rank, class Layout = cuda::std::layout_right>
using view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, Rank>, Layout>;

template <class T>
std::vector<T> numbers(std::int64_t size)
{
  std::vector<T> result(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = static_cast<T>(static_cast<int>(i % 97));
  return result;
}

/// Any number of extents as text: "left x right".
template <class... Extent>
std::string times(std::int64_t first, Extent... more)
{
  std::string text = std::to_string(first);
  (text.append("x").append(std::to_string(more)), ...);
  return text;
}

/// The name of an element type in a case: its size in bytes and a letter for its kind.
template <class T>
std::string element_name()
{
  const char* kind = std::is_floating_point_v<T> ? "f" : std::is_integral_v<T> ? "i" : "v";
  return std::string(kind).append(std::to_string(sizeof(T)));
}

template <class Op>
std::string operation_name()
{
  return std::is_same_v<Op, gf::sum> ? "sum" : std::is_same_v<Op, gf::minimum> ? "minimum" : "maximum";
}

template <class Layout>
std::string layout_name()
{
  return std::is_same_v<Layout, cuda::std::layout_left> ? "column-major" : "row-major";
}

template <class Boundary>
std::string boundary_name()
{
  return Boundary::is_periodic ? "periodic" : "open";
}

/// A Place has an executor `on`, `memory(elements)`, whose result has a `data()` that the executor can access, and
/// `begin(name)`, which starts the case with that name.
template <class Place>
class problems {
 public:
  explicit problems(Place& place) : place_(place) {}

  /// Vectors that begin `past` elements after an aligned address.
  template <class V, class Pattern, class T>
  void copy(std::int64_t size, std::int64_t past = 0)
  {
    begin<V>("copy", {Pattern::name(), element_name<T>(), std::to_string(size) + "+" + std::to_string(past)});
    auto from = place_.memory(std::vector<T>(static_cast<std::size_t>(size + past)));
    auto to = place_.memory(std::vector<T>(static_cast<std::size_t>(size + past)));
    gf::copy<V, Pattern>(place_.on, view<const T, 1>(from.data() + past, size), view<T, 1>(to.data() + past, size));
  }

  template <class V, class T>
  void copy_components(std::int64_t size)
  {
    begin<V>("copy", {"components", element_name<T>(), std::to_string(size)});
    auto from = place_.memory(numbers<T>(3 * size)), to = place_.memory(numbers<T>(3 * size));
    gf::copy<V>(place_.on, gf::components(static_cast<const T*>(from.data()), size), gf::components(to.data(), size));
  }

  template <class V, class T>
  void transpose(std::int64_t rows, std::int64_t columns)
  {
    begin<V>("transpose", {element_name<T>(), times(rows, columns)});
    auto from = place_.memory(numbers<T>(rows * columns)), to = place_.memory(numbers<T>(rows * columns));
    gf::transpose<V>(place_.on, view<const T, 2>(from.data(), rows, columns), view<T, 2>(to.data(), columns, rows));
  }

  /// A lattice of spacing 1 around the origin, and sources.
  template <class V, class T>
  void lattice_sum(gf::shape3 shape, const std::vector<gf::source<T>>& sources)
  {
    begin<V>("lattice_sum", {element_name<T>(), times(shape.x, shape.y, shape.z), std::to_string(sources.size())});
    auto map = place_.memory(numbers<T>(shape.count()));
    const gf::lattice where{{}, {1}, shape};
    with_sources<V>(sources, [&](const auto& readable) {
      gf::lattice_sum<V>(place_.on, readable, where, gf::view_of(map.data(), shape), gf::coulomb<>{});
    });
  }

  /// A lattice of spacing 1 around the origin, and sources sorted into cells by the host: in a periodic box that the
  /// lattice fills, or in an open box around it.
  template <class V, class T, class Boundary>
  void cutoff_sum(gf::shape3 shape, const std::vector<gf::source<T>>& sources, double cutoff)
  {
    begin<V>("cutoff_sum", {boundary_name<Boundary>(), element_name<T>(), times(shape.x, shape.y, shape.z),
                            std::to_string(sources.size())});
    const auto count = static_cast<std::int64_t>(sources.size());
    const gf::lattice where{{}, {1}, shape};
    auto list = gf::make_cells<gf::source<T>>(gf::host{}, box_of<Boundary>(where, cutoff, count), count);
    gf::sort_into_cells(gf::host{}, sources, list);
    const auto sorted = list.cells();
    const auto there = place_.memory(std::vector<gf::source<T>>(sorted.sorted.begin(), sorted.sorted.end()));
    const auto begins = place_.memory(std::vector<int>(sorted.begin.begin(), sorted.begin.end()));
    auto map = place_.memory(numbers<T>(shape.count()));
    gf::cutoff_sum<V>(place_.on,
                      gf::cells<gf::source<T>, Boundary>{
                          sorted.box, {begins.data(), sorted.begin.size()}, {there.data(), sources.size()}, {}},
                      where, gf::view_of(map.data(), shape), gf::cut(gf::coulomb<>{}, cutoff));
  }

  /// Points on a line, and sources.
  template <class V, class T>
  void point_sum(std::int64_t points, const std::vector<gf::source<T>>& sources)
  {
    begin<V>("point_sum", {element_name<T>(), std::to_string(points), std::to_string(sources.size())});
    auto x = place_.memory(numbers<T>(points)), y = place_.memory(numbers<T>(points)),
         z = place_.memory(numbers<T>(points)), out = place_.memory(numbers<T>(points));
    const auto size = static_cast<std::size_t>(points);
    using axis = cuda::std::span<const T>;
    with_sources<V>(sources, [&](const auto& readable) {
      gf::point_sum<V>(place_.on, readable,
                       gf::positions(axis(x.data(), size), axis(y.data(), size), axis(z.data(), size)),
                       cuda::std::span<T>(out.data(), size), gf::coulomb<>{});
    });
  }

  /// A vector that begins `past` elements after an aligned address, reduced by at most `blocks` blocks.
  template <class V, class T, class Op>
  void reduce(std::int64_t size, int blocks, std::int64_t past = 0)
  {
    begin<V>("reduce", {operation_name<Op>(), element_name<T>(), std::to_string(size) + "+" + std::to_string(past),
                        std::to_string(blocks) + " blocks"});
    auto from = place_.memory(numbers<T>(size + past)), to = place_.memory(numbers<T>(1));
    const view<const T, 1> in(from.data() + past, size);
    const cuda::std::span<T> out(to.data(), 1);
    if constexpr (std::is_same_v<typename V::decomposition, gf::scatter> &&
                  !std::is_same_v<typename V::exchange, gf::exchange_global>) {
      gf::reduce<V>(place_.on, in, out, Op{});
    } else {
      auto scratch = gf::make_reduce_scratch<V, T, Op>(place_.on, blocks);
      gf::reduce<V>(place_.on, in, out, Op{}, scratch);
    }
  }

  template <class V, class T, class LayoutA, class LayoutB, class LayoutC>
  void multiply(std::int64_t m, std::int64_t k, std::int64_t n)
  {
    begin<V>("multiply", {element_name<T>(), times(m, k, n), layout_name<LayoutA>(), layout_name<LayoutB>(),
                          layout_name<LayoutC>()});
    auto a = place_.memory(numbers<T>(m * k)), b = place_.memory(numbers<T>(k * n)),
         c = place_.memory(numbers<T>(m * n));
    gf::multiply<V>(place_.on, view<const T, 2, LayoutA>(a.data(), m, k), view<const T, 2, LayoutB>(b.data(), k, n),
                    view<T, 2, LayoutC>(c.data(), m, n));
  }

  /// Particles by their coordinates along each axis.
  template <class V, class Layout, class T, std::size_t Dimensions>
  void neighbors(const std::vector<T> (&along)[Dimensions], double cutoff, int capacity)
  {
    const std::size_t size = along[0].size();
    begin<V>("neighbors", {element_name<T>(), std::to_string(Dimensions) + "d", std::to_string(size),
                           std::to_string(capacity) + " at most", layout_name<Layout>()});
    auto counts = place_.memory(std::vector<int>(size)),
         indices = place_.memory(std::vector<int>(size * static_cast<std::size_t>(capacity)));
    const gf::neighbor_list<Layout> list(counts.data(), indices.data(), static_cast<std::int64_t>(size), capacity);
    [&]<std::size_t... D>(std::index_sequence<D...>)
    {
      const decltype(place_.memory(along[0])) there[] = {place_.memory(along[D])...};
      gf::neighbors<V>(place_.on, gf::positions(cuda::std::span<const T>(there[D].data(), size)...), cutoff, list);
    }
    (std::make_index_sequence<Dimensions>());
  }

  /// Particles in a unit box, by their coordinates along each axis, sorted into cells by the host.
  template <class Boundary, class Pairs, class Layout, class T, std::size_t Dimensions>
  void cell_neighbors(const std::vector<T> (&along)[Dimensions], double cutoff, int capacity)
  {
    using point = gf::view::point<T, static_cast<int>(Dimensions)>;
    const std::size_t size = along[0].size();
    begin("neighbors_by_cells", {boundary_name<Boundary>(), Pairs::each_once ? "once" : "twice", element_name<T>(),
                                 std::to_string(Dimensions) + "d", std::to_string(size),
                                 std::to_string(capacity) + " at most", layout_name<Layout>()});
    const auto count = static_cast<std::int64_t>(size);
    gf::cell_box<Boundary> box = gf::cells_in<Boundary>({0, 0, 0}, {1, 1, 1}, cutoff, count);
    if (Dimensions == 2) box.shape.z = 1;
    auto list_of_cells = gf::make_cells<point>(gf::host{}, box, count);
    [&]<std::size_t... D>(std::index_sequence<D...>)
    {
      gf::sort_into_cells(gf::host{}, gf::positions(cuda::std::span<const T>(along[D].data(), size)...), list_of_cells);
    }
    (std::make_index_sequence<Dimensions>());
    const auto from = list_of_cells.cells();
    const auto sorted = place_.memory(std::vector<point>(from.sorted.begin(), from.sorted.end()));
    const auto begins = place_.memory(std::vector<int>(from.begin.begin(), from.begin.end())),
               index = place_.memory(std::vector<int>(from.index.begin(), from.index.end()));
    auto counts = place_.memory(std::vector<int>(size)),
         indices = place_.memory(std::vector<int>(size * static_cast<std::size_t>(capacity)));
    gf::neighbors(place_.on,
                  gf::cells<point, Boundary>{
                      box, {begins.data(), from.begin.size()}, {sorted.data(), size}, {index.data(), size}},
                  cutoff, gf::neighbor_list<Layout>(counts.data(), indices.data(), count, capacity), Pairs{});
  }

  /// All launches of a sort of sources in a box of these lengths.
  template <class Boundary, class T>
  void sort_into_cells(const std::vector<gf::source<T>>& sources, const gf::vec3& lengths, double cutoff)
  {
    const auto count = static_cast<std::int64_t>(sources.size());
    const auto box = gf::cells_in<Boundary>({0, 0, 0}, lengths, cutoff, count);
    begin("sort_into_cells", {boundary_name<Boundary>(), element_name<T>(),
                              times(box.shape.x, box.shape.y, box.shape.z), std::to_string(count)});
    const auto there = place_.memory(sources);
    auto list = gf::make_cells<gf::source<T>>(place_.on, box, count);
    gf::sort_into_cells(place_.on, cuda::std::span<const gf::source<T>>(there.data(), sources.size()), list);
  }

  /// A vector of elements from 0 to 96 that begins `past` elements after an aligned address; some elements lie in bins.
  template <class V, int Count, class T>
  void histogram(std::int64_t size, std::int64_t past)
  {
    begin<V>("histogram",
             {element_name<T>(), std::to_string(size) + "+" + std::to_string(past), std::to_string(Count) + " bins"});
    const auto from = place_.memory(numbers<T>(size + past));
    auto counts = place_.memory(std::vector<int>(static_cast<std::size_t>(Count)));
    gf::histogram<V>(place_.on, view<const T, 1>(from.data() + past, size), view<int, 1>(counts.data(), Count),
                     gf::value_bins<Count>{});
  }

 private:
  void begin(std::string name, std::initializer_list<std::string> words)
  {
    for (const std::string& word : words) name.append(" ").append(word);
    place_.begin(name);
  }
  template <class V>
  void begin(std::string name, std::initializer_list<std::string> words)
  {
    for (const std::string& word : words) name.append(" ").append(word);
    begin(name, {V::name()});
  }

  template <class Boundary>
  static gf::cell_box<Boundary> box_of(const gf::lattice& where, double cutoff, std::int64_t sources)
  {
    if constexpr (Boundary::is_periodic)
      return gf::cells_in<Boundary>(
          where.origin,
          {static_cast<double>(where.shape.x), static_cast<double>(where.shape.y), static_cast<double>(where.shape.z)},
          cutoff, sources);
    else
      return gf::cells_around(where, cutoff, sources);
  }

  /// Calls sum(sources) with sources in memory that the variant's input policy reads.
  template <class V, class T, class Sum>
  void with_sources(const std::vector<gf::source<T>>& sources, Sum sum)
  {
    if constexpr (V::input::read_by_host) {
      sum(sources);
    } else {
      const auto there = place_.memory(sources);
      sum(cuda::std::span<const gf::source<T>>(there.data(), sources.size()));
    }
  }

  Place& place_;
};

}  // namespace verify
