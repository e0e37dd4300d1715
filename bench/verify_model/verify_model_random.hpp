// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random cases of verify_model: variants, element types, layouts and shapes drawn at random, from the
/// seed RANDOM_VARIANTS. A program takes RANDOM_CASES of them from number RANDOM_FIRST on, so that many can be compiled
/// side by side.
#pragma once

#include <cstdint>
#include <random>

#include "../../tests/random/draw.hpp"
#include "verify_model_problems.hpp"

namespace verify
{

using draw::one_of;

/// Random integers at run time, equal in every program.
class dice {
 public:
  explicit dice(std::uint64_t seed) : generator_(seed) {}
  std::int64_t between(std::int64_t least, std::int64_t most)
  {
    return least + static_cast<std::int64_t>(generator_() % static_cast<std::uint64_t>(most - least + 1));
  }
  double part() { return static_cast<double>(between(0, 1 << 20)) / (1 << 20); }

 private:
  std::mt19937_64 generator_;
};

using line_blocks = gf::list<gf::block<32>, gf::block<45>, gf::block<64>, gf::block<96>, gf::block<128>, gf::block<160>,
                             gf::block<224>, gf::block<256>, gf::block<24, 8>, gf::block<512>, gf::block<1024>>;
using plane_blocks =
    gf::list<gf::block<32, 4>, gf::block<16, 16>, gf::block<32, 8>, gf::block<24, 8>, gf::block<8, 5>, gf::block<16, 6>,
             gf::block<8, 8>, gf::block<64, 2>, gf::block<160>, gf::block<32, 32>, gf::block<20, 12>>;
using assignments = gf::list<gf::contiguous, gf::interleaved>;
using vector_assignments =
    gf::list<gf::contiguous, gf::interleaved, gf::list<gf::contiguous, gf::vectors<2>>,
             gf::list<gf::interleaved, gf::vectors<2>>, gf::list<gf::interleaved, gf::vectors<4>>>;
using layouts = gf::list<cuda::std::layout_right, cuda::std::layout_left>;

template <class V>
constexpr bool is_gather = std::is_same_v<typename V::decomposition, gf::gather>;

// Cases. Each takes its policies and types from the draws N, N + 1, ..., and its shape from dice.

/// Stands for an element type: triples of floats with an array for each component.
struct in_components {};

template <std::uint64_t N>
struct copy_case {
  using variant = draw::variant<N, draw::gathering, vector_assignments, gf::coarsenings<1, 2, 3, 4, 6, 8, 16>,
                                gf::list<gf::global, gf::read_only>, line_blocks>;
  using element = one_of<N + 6, gf::list<float, float, double, int, std::uint8_t, std::uint16_t, gf::packed3<float>,
                                         gf::packed3<double>, gf::aligned3<float>, in_components>>;
  using pattern = one_of<N + 7, gf::list<gf::sequential, gf::sequential, gf::sequential, gf::permuted, gf::offset,
                                         gf::strided, gf::broadcast>>;
  static constexpr bool components = std::is_same_v<element, in_components>;
  static constexpr bool value =
      gf::supports<gf::verb::copy, variant> && !(components && std::is_same_v<typename variant::input, gf::read_only>);

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    const std::int64_t size = of.between(1, 20000);
    if constexpr (components)
      problem.template copy_components<variant, float>(size);
    else
      problem.template copy<variant, pattern, element>(size, of.between(0, 3) == 0 ? 1 : 0);
  }
};

template <std::uint64_t N>
struct transpose_case {
  using tiles = gf::list<gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>, gf::tile<gf::padded<2>>,
                         gf::tile<gf::padded<4>>, gf::tile<gf::swizzled>>;
  using variant =
      draw::variant<N, draw::decompositions, vector_assignments,
                    gf::list<gf::coarsen<1>, gf::coarsen<2>, gf::coarsen<4, 1>, gf::coarsen<1, 4>, gf::coarsen<2, 3>,
                             gf::coarsen<3, 2>, gf::coarsen<4, 4>, gf::coarsen<2, 8>, gf::coarsen<8, 2>>,
                    gf::join<gf::list<gf::global, gf::read_only>, tiles>, plane_blocks>;
  using element = one_of<N + 6, gf::list<float, float, double, int, std::uint8_t, std::uint16_t>>;
  static constexpr int columns = variant::block::x * variant::coarsening::x,
                       rows = variant::block::y * variant::coarsening::y;
  static constexpr bool is_swizzled = std::is_same_v<typename variant::tile, gf::tile<gf::swizzled>>;
  static constexpr bool value = gf::supports<gf::verb::transpose, variant> &&
                                (rows + 32) * (columns + 4) * static_cast<int>(sizeof(element)) <= 48 * 1024 &&
                                (!is_swizzled || (columns & (columns - 1)) == 0);

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    const std::int64_t of_four = of.between(0, 1) == 0 ? 4 : 1;  // rows of whole vectors, or of any length
    problem.template transpose<variant, element>(of.between(1, 300 / of_four) * of_four,
                                                 of.between(1, 300 / of_four) * of_four);
  }
};

using inputs = gf::list<gf::constant_chunk<37>, gf::constant, gf::global, gf::read_only, gf::shared_tile<19>,
                        gf::shared_tile<64>, gf::shared>;

/// Sources within the extents, or beyond them along z, where no block has a source near its points.
template <class T>
std::vector<gf::source<T>> random_sources(dice& of, gf::shape3 shape)
{
  std::vector<gf::source<T>> sources(static_cast<std::size_t>(of.between(1, 150)));
  const bool behind = of.between(0, 1) == 0;
  const auto along = [&](std::int64_t size) { return static_cast<T>(of.part() * static_cast<double>(size)); };
  for (auto& s : sources) s = {along(shape.x), along(shape.y), behind ? T(-1.5) : along(shape.z), T(1)};
  return sources;
}

template <std::uint64_t N, class Decompositions, class Coarsenings, class Accumulations>
struct lattice_sum_draw {
  using variant = draw::variant<N, Decompositions, assignments, Coarsenings, inputs,
                                gf::join<line_blocks, plane_blocks>, Accumulations>;
  using element = one_of<N + 6, gf::list<float, double>>;
  static constexpr bool value = gf::supports<gf::verb::lattice_sum, variant>;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    const std::int64_t most = is_gather<variant> ? 200 : 40;
    const gf::shape3 shape{of.between(1, most), of.between(1, most / 4), of.between(1, 3)};
    problem.template lattice_sum<variant, element>(shape, random_sources<element>(of, shape));
  }
};
template <std::uint64_t N>
using gathered_sum_case = lattice_sum_draw<
    N, draw::gathering,
    gf::list<gf::coarsen<1>, gf::coarsen<2>, gf::coarsen<3>, gf::coarsen<4>, gf::coarsen<8>, gf::coarsen<16>,
             gf::coarsen<4, 2>, gf::coarsen<5, 2>, gf::coarsen<3, 3>, gf::coarsen<8, 4>, gf::coarsen<1, 4>>,
    draw::accumulations>;
template <std::uint64_t N>
using scattered_sum_case =
    lattice_sum_draw<N, gf::list<gf::scatter>, gf::coarsenings<1, 2, 3, 4, 7, 8>, gf::list<gf::plain>>;

template <std::uint64_t N, class Decompositions, class Coarsenings, class Inputs, class Blocks, class Accumulations>
struct cutoff_sum_draw {
  using variant = draw::variant<N, Decompositions, assignments, Coarsenings, Inputs, Blocks, Accumulations>;
  using element = one_of<N + 6, gf::list<float, double>>;
  using boundary = one_of<N + 7, gf::list<gf::boundary::open, gf::boundary::open, gf::boundary::periodic>>;
  static constexpr bool value = gf::supports<gf::verb::cutoff_sum, variant>;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    const gf::shape3 shape{of.between(1, 40), of.between(1, 20), of.between(1, 9)};
    // A periodic lattice of one plane has an image at every unit of length.
    const double cutoff = 0.5 + 4 * of.part();
    problem.template cutoff_sum<variant, element, boundary>(shape, random_sources<element>(of, shape), cutoff);
  }
};
using cutoff_blocks =
    gf::list<gf::list<gf::planes<8>, gf::block<2, 32>>, gf::list<gf::planes<8>, gf::block<2, 16>>,
             gf::list<gf::planes<4>, gf::block<4, 8>>, gf::list<gf::planes<3>, gf::block<5, 9>>, gf::block<32>,
             gf::list<gf::planes<2>, gf::block<8, 12>>, gf::list<gf::planes<8>, gf::block<1, 32>>>;
using culling_blocks = gf::join<cutoff_blocks, gf::list<gf::list<gf::planes<8>, gf::cull_by_warp, gf::block<4, 16>>,
                                                        gf::list<gf::planes<4>, gf::cull_by_warp, gf::block<8, 16>>,
                                                        gf::list<gf::planes<3>, gf::cull_by_warp, gf::block<16, 6>>,
                                                        gf::list<gf::planes<4>, gf::block<8, 16>>>>;
using cutoff_coarsenings = gf::list<gf::coarsen<1>, gf::coarsen<2>, gf::coarsen<4>, gf::coarsen<4, 2>,
                                    gf::coarsen<2, 3>, gf::coarsen<4, 4>, gf::coarsen<1, 8>>;
template <std::uint64_t N>
using culled_sum_case =
    cutoff_sum_draw<N, draw::gathering, cutoff_coarsenings, gf::list<gf::shared_tile<131>, gf::shared_tile<256>>,
                    culling_blocks, draw::accumulations>;
template <std::uint64_t N>
using cells_sum_case = cutoff_sum_draw<N, draw::gathering, cutoff_coarsenings, gf::list<gf::global, gf::read_only>,
                                       cutoff_blocks, draw::accumulations>;
template <std::uint64_t N>
using bins_sum_case =
    cutoff_sum_draw<N, draw::gathering, cutoff_coarsenings, gf::list<gf::source_bins<1>, gf::source_bins<8>>,
                    cutoff_blocks, draw::accumulations>;
template <std::uint64_t N>
using scattered_cells_case =
    cutoff_sum_draw<N, gf::list<gf::scatter>, gf::coarsenings<1, 2, 3, 4>, gf::list<gf::global, gf::read_only>,
                    gf::list<gf::block<32>, gf::block<32, 4>, gf::block<8, 16>, gf::block<16, 8>, gf::block<4, 8>,
                             gf::block<64, 2>, gf::block<5, 7>, gf::block<1, 64>>,
                    gf::list<gf::plain>>;

template <std::uint64_t N>
struct point_sum_case {
  using variant = draw::variant<N, draw::gathering, assignments, gf::coarsenings<1, 2, 3, 4, 5, 8, 16>, inputs,
                                line_blocks, draw::accumulations>;
  using element = one_of<N + 6, gf::list<float, double>>;
  static constexpr bool value = gf::supports<gf::verb::point_sum, variant>;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    problem.template point_sum<variant, element>(of.between(1, 4000), random_sources<element>(of, {97, 97, 97}));
  }
};

template <std::uint64_t N>
struct reduce_case {
  using element = one_of<N + 6, gf::list<float, float, double, int>>;
  using operation = one_of<N + 7, gf::list<gf::sum, gf::sum, gf::minimum, gf::maximum>>;
  static constexpr bool is_rounded = std::is_floating_point_v<element>;
  using accumulations =
      std::conditional_t<std::is_same_v<operation, gf::sum> && is_rounded, draw::accumulations, gf::list<gf::plain>>;
  using variant =
      draw::variant<N, draw::decompositions, assignments,
                    gf::list<gf::coarsen<1>, gf::coarsen<3>, gf::coarsen<4>, gf::coarsen<8>, gf::coarsen<16>,
                             gf::list<gf::coarsen<1>, gf::vectors<2>>, gf::list<gf::coarsen<2>, gf::vectors<4>>,
                             gf::list<gf::coarsen<4>, gf::vectors<4>>, gf::list<gf::coarsen<3>, gf::vectors<8>>>,
                    gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared,
                             gf::exchange_registers, gf::exchange_registers>,
                    line_blocks, accumulations>;
  /// Atomic minima and maxima of floating-point numbers are loops of compare-and-swap, whose number of repetitions
  /// depends on other blocks.
  static constexpr bool value = gf::supports<gf::verb::reduce, variant> &&
                                (is_gather<variant> || std::is_same_v<operation, gf::sum> || !is_rounded);

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    problem.template reduce<variant, element, operation>(of.between(1, of.between(0, 1) == 0 ? 3000 : 200000),
                                                         static_cast<int>(of.between(1, 40)), of.between(0, 3));
  }
};

template <std::uint64_t N>
struct multiply_case {
  using element = one_of<N + 6, gf::list<float, float, double, int>>;
  using variant =
      draw::variant<N, draw::gathering, vector_assignments,
                    gf::list<gf::coarsen<1>, gf::coarsen<2>, gf::coarsen<4>, gf::coarsen<4, 4>, gf::coarsen<3, 2>,
                             gf::coarsen<2, 5>, gf::coarsen<8, 4>, gf::coarsen<8, 8>>,
                    gf::list<gf::global, gf::read_only, gf::shared_tile<5>, gf::shared_tile<8>, gf::shared_tile<16>,
                             gf::shared_tile<32>, gf::list<gf::shared_tile<8>, gf::row_by_row>,
                             gf::list<gf::shared_tile<16>, gf::row_by_row>>,
                    plane_blocks,
                    std::conditional_t<std::is_floating_point_v<element>, draw::accumulations, gf::list<gf::plain>>>;
  /// Bytes of the tiles of both operands, whose rows are padded by 16 bytes.
  static constexpr std::size_t shared_bytes()
  {
    constexpr std::size_t lines =
        variant::block::y * variant::coarsening::y + variant::block::x * variant::coarsening::x;
    if constexpr (gf::policy::tiled_input<typename variant::input>)
      return variant::input::tile * (lines * sizeof(element) + 32);
    else
      return 0;
  }
  static constexpr bool value = gf::supports<gf::verb::multiply, variant> && shared_bytes() <= 48 * 1024;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    problem.template multiply<variant, element, one_of<N + 7, layouts>, one_of<N + 8, layouts>, one_of<N + 9, layouts>>(
        of.between(1, 150), of.between(1, 150), of.between(1, 150));
  }
};

template <std::uint64_t N>
struct neighbors_case {
  using variant =
      draw::variant<N, draw::decompositions, assignments, gf::coarsenings<1, 2, 3, 4, 8>,
                    gf::list<gf::global, gf::read_only, gf::shared_tile<37>, gf::shared_tile<64>, gf::shared>,
                    line_blocks>;
  using element = one_of<N + 6, gf::list<float, double>>;
  static constexpr std::size_t dimensions = draw::number(N + 8) % 2 + 2;
  static constexpr bool value = gf::supports<gf::verb::neighbors, variant>;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    std::vector<element> along[dimensions];
    for (std::int64_t size = of.between(1, 700); size > 0; --size)
      for (auto& axis : along) axis.push_back(static_cast<element>(of.part()));
    const int capacity = static_cast<int>(of.between(1, 40));
    problem.template neighbors<variant, one_of<N + 7, layouts>>(along, 0.05 + 0.2 * of.part(), capacity);
  }
};

/// Random particles in a unit box.
template <std::uint64_t N>
struct cell_neighbors_case {
  using element = one_of<N, gf::list<float, double>>;
  using boundary = one_of<N + 1, gf::list<gf::boundary::open, gf::boundary::periodic>>;
  using pairs = one_of<N + 2, gf::list<gf::pairs::twice, gf::pairs::once>>;
  static constexpr std::size_t dimensions = draw::number(N + 4) % 2 + 2;
  static constexpr bool value = true;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    std::vector<element> along[dimensions];
    for (std::int64_t size = of.between(1, 3000); size > 0; --size)
      for (auto& axis : along) axis.push_back(static_cast<element>(of.part()));
    const int capacity = static_cast<int>(of.between(1, 40));
    problem.template cell_neighbors<boundary, pairs, one_of<N + 3, layouts>>(along, 0.05 + 0.2 * of.part(), capacity);
  }
};

template <std::uint64_t N>
struct sort_case {
  using element = one_of<N, gf::list<float, double>>;
  using boundary = one_of<N + 1, gf::list<gf::boundary::open, gf::boundary::periodic>>;
  static constexpr bool value = true;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    std::vector<gf::source<element>> sources(static_cast<std::size_t>(of.between(1, 5000)));
    const auto along = [&] { return static_cast<element>(10 * of.part()); };
    for (auto& s : sources) s = {along(), along(), along(), element(1)};
    problem.template sort_into_cells<boundary>(sources, {10, 10, 10}, 0.5 + of.part());
  }
};

template <std::uint64_t N>
struct histogram_case {
  using variant =
      draw::variant<N, gf::list<gf::scatter>, vector_assignments,
                    gf::list<gf::coarsen<1>, gf::coarsen<3>, gf::coarsen<4, 2>, gf::coarsen<4, 4>, gf::coarsen<1, 8>>,
                    gf::list<gf::list<gf::global, gf::exchange_global>, gf::list<gf::read_only, gf::exchange_global>,
                             gf::list<gf::global, gf::exchange_shared>, gf::list<gf::read_only, gf::exchange_shared>>,
                    line_blocks>;
  using element = one_of<N + 6, gf::list<std::uint8_t, std::uint16_t, int, std::int64_t>>;
  using bins = one_of<N + 7, gf::list<std::integral_constant<int, 5>, std::integral_constant<int, 64>,
                                      std::integral_constant<int, 97>, std::integral_constant<int, 256>>>;
  static constexpr bool value = gf::supports<gf::verb::histogram, variant>;

  template <class Place>
  static void run(problems<Place>& problem, dice& of)
  {
    problem.template histogram<variant, bins::value, element>(of.between(1, 20000), of.between(0, 3));
  }
};

/// Case<N>, or the next one that has a kernel.
template <template <std::uint64_t> class Case, std::uint64_t N>
struct first_legal
    : std::conditional_t<Case<N>::value, std::type_identity<Case<N>>, first_legal<Case, N + draw::most>> {
};

template <std::uint64_t N, template <std::uint64_t> class... Case>
struct taken_in_turn;
template <std::uint64_t N, template <std::uint64_t> class First, template <std::uint64_t> class... Rest>
struct taken_in_turn<N, First, Rest...> : taken_in_turn<N - 1, Rest..., First> {
};
template <template <std::uint64_t> class First, template <std::uint64_t> class... Rest>
struct taken_in_turn<0, First, Rest...> {
  template <std::uint64_t N>
  using type = typename first_legal<First, N>::type;
};

/// The N-th random case.
template <std::uint64_t N>
using random_case =
    typename taken_in_turn<N % 17, copy_case, transpose_case, gathered_sum_case, reduce_case, multiply_case,
                           neighbors_case, point_sum_case, cell_neighbors_case, transpose_case, scattered_sum_case,
                           reduce_case, histogram_case, culled_sum_case, cells_sum_case, bins_sum_case,
                           scattered_cells_case, sort_case>::template type<N * 1000>;

template <class Place>
class cases {
 public:
  explicit cases(Place& place) : problem_(place) {}

  void run_all()
  {
    [&]<std::uint64_t... N>(std::integer_sequence<std::uint64_t, N...>) { (run<RANDOM_FIRST + N>(), ...); }
    (std::make_integer_sequence<std::uint64_t, RANDOM_CASES>());
  }

 private:
  template <std::uint64_t N>
  void run()
  {
    dice of(draw::number(N * 1000));
    random_case<N>::run(problem_, of);
  }

  problems<Place> problem_;
};

}  // namespace verify
