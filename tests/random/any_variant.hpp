// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random variants of every verb: sizes between the smallest and the largest that a policy takes, all
/// policies of an axis, and at times one that the verb has no use for. A case's `value` says whether its verb supports
/// what was drawn.
#pragma once

#include <cstdint>
#include <gridfold/histogram.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/transform.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cells.hpp"
#include "combinations.hpp"
#include "draw.hpp"
#include "moves.hpp"
#include "neighborhoods.hpp"
#include "sums.hpp"

namespace draw
{

/// A size from 1 to Most, as often small as large, and every other time a power of two.
template <std::uint64_t N, int Most>
constexpr int size = [] {
  int exponents = 1;
  while (exponents < 30 && 1 << exponents <= Most) ++exponents;
  const int power = 1 << number(N) % static_cast<unsigned>(exponents);
  const auto more = static_cast<int>(number(N + 1) % static_cast<unsigned>(power));
  return number(N + 2) % 2 == 0 || power + more > Most ? power : power + more;
}();

/// The most items of a thread along x and y, and in a line. nvcc takes minutes for the loops of hundreds, unrolled.
#ifdef __CUDACC__
inline constexpr int most_x = 16, most_y = 4, most_in_line = 32;
#else
inline constexpr int most_x = 64, most_y = 16, most_in_line = 256;
#endif

/// One-to-one for an even number of threads only.
struct in_pairs {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return threads % 2 == 0 ? item * threads + thread : item * threads;
  }
  static constexpr gf::fixed_text name() { return "in_pairs"; }
};

template <std::uint64_t N>
using any_decomposition = one_of<N, gf::list<gf::gather, gf::scatter>>;
template <std::uint64_t N>
using any_assignment =
    one_of<N, gf::list<gf::contiguous, gf::contiguous, gf::interleaved, gf::interleaved, gf::interleaved, in_pairs>>;
template <std::uint64_t N>
using any_coarsening = gf::coarsen<size<N, most_x>, number(N + 3) % 2 == 0 ? 1 : size<N + 4, most_y>>;
template <std::uint64_t N>
using any_line = gf::coarsen<size<N, most_in_line>, number(N + 3) % 16 == 0 ? 2 : 1>;
template <std::uint64_t N>
using any_vectors = gf::vectors<number(N) % 2 == 0 ? 1 : size<N + 1, 16>>;
template <std::uint64_t N>
using any_direct = one_of<N, gf::list<gf::global, gf::read_only, gf::prefetching>>;
template <std::uint64_t N>
using any_input = one_of<N, gf::list<any_direct<N + 1>, any_direct<N + 1>, gf::shared_tile<size<N + 2, 8192>>,
                                     gf::shared_tile<size<N + 2, 512>>, gf::shared_tile<size<N + 2, 512>>,
                                     gf::constant_chunk<size<N + 2, 4096>>, gf::source_bins<size<N + 2, 64>>>>;
template <std::uint64_t N>
using any_exchange =
    one_of<N, gf::list<gf::exchange_registers, gf::exchange_shared, gf::exchange_dynamic_shared, gf::exchange_global>>;
template <std::uint64_t N>
using any_layout = one_of<N, gf::list<gf::unpadded, gf::padded<size<N + 1, 64>>, gf::swizzled>>;
template <std::uint64_t N>
using any_tile = one_of<N, gf::list<gf::untiled, gf::tile<any_layout<N + 1>>, gf::aligned_tile, gf::fitted_tile>>;
template <std::uint64_t N>
using any_loading = one_of<N, gf::list<gf::corner_turning, gf::corner_turning, gf::row_by_row, gf::through_registers>>;
template <std::uint64_t N>
using any_stages = gf::stages<number(N) % 2 == 0 ? 1 : size<N + 1, 8>>;
template <std::uint64_t N>
using any_raster =
    one_of<N, gf::list<gf::raster<1>, gf::raster<1>, gf::raster<size<N + 1, 64>>, gf::raster_by_columns>>;
template <std::uint64_t N>
using any_slices = gf::slices<number(N) % 2 == 0 ? 1 : size<N + 1, 16>>;
template <std::uint64_t N>
using any_planes = gf::planes<number(N) % 2 == 0 ? 1 : size<N + 1, 32>>;
template <std::uint64_t N>
using any_culling = one_of<N, gf::list<gf::cull_by_block, gf::cull_by_block, gf::cull_by_warp>>;
template <std::uint64_t N>
using any_block = gf::block<size<N, 1024>, size<N + 3, 1024 / size<N, 1024>>>;
template <std::uint64_t N>
using any_row = gf::block<size<N, 1024>, number(N + 3) % 4 == 0 ? size<N + 4, 1024 / size<N, 1024>> : 1>;
template <std::uint64_t N>
using any_warp = one_of<N, gf::list<gf::warp_by_rows, gf::warp_by_rows, gf::warp<4, 8>, gf::warp<16, 2>>>;
template <std::uint64_t N>
using any_accumulation = one_of<N, gf::list<gf::plain, gf::plain, gf::compensated, gf::wide<double>>>;

/// Draws of one case, which take the numbers from N on.
inline constexpr std::uint64_t most_of_any = 128;

template <template <std::uint64_t> class Case, std::uint64_t First, class Numbers>
struct any_list;
template <template <std::uint64_t> class Case, std::uint64_t First, std::size_t... N>
struct any_list<Case, First, std::index_sequence<N...>> {
  using type = gf::list<Case<First + N * most_of_any>...>;
};
/// Case<N> for so many draws N, as a list.
template <template <std::uint64_t> class Case, std::uint64_t First, std::size_t Count>
using any_cases = typename any_list<Case, First, std::make_index_sequence<Count>>::type;

}  // namespace draw

namespace test
{

using numbers = gf::list<float, double>;

template <std::uint64_t N>
struct any_lattice_sum {
  using variant = gf::variant<draw::any_decomposition<N>, draw::any_assignment<N + 1>, draw::any_coarsening<N + 2>,
                              draw::any_input<N + 12>, draw::any_stages<N + 22>, draw::any_loading<N + 26>,
                              draw::any_slices<N + 27>, draw::any_block<N + 32>, draw::any_accumulation<N + 45>>;
  using T = draw::one_of<N + 46, numbers>;
  static constexpr bool value = gf::supports<gf::verb::lattice_sum, variant, T>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_lattice_sum<variant, T, draw::one_of<N + 47, pairs>>(generator);
  }
};

template <std::uint64_t N>
struct any_point_sum {
  using slices = draw::any_slices<N + 27>;
  using block = draw::one_of<N + 31, gf::list<draw::any_row<N + 32>, gf::block<draw::size<N + 32, 64>, slices::count>>>;
  using variant =
      gf::variant<gf::gather, draw::any_assignment<N + 1>, draw::any_line<N + 2>, draw::any_input<N + 12>,
                  draw::any_stages<N + 22>, draw::any_loading<N + 26>, slices, block, draw::any_accumulation<N + 45>>;
  using T = draw::one_of<N + 46, numbers>;
  static constexpr bool value = gf::supports<gf::verb::point_sum, variant, T>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_point_sum<variant, T, draw::one_of<N + 47, pairs>>(generator);
  }
};

template <std::uint64_t N>
struct any_cutoff_sum {
  using variant = gf::variant<draw::any_decomposition<N>, draw::any_assignment<N + 1>, draw::any_coarsening<N + 2>,
                              draw::any_input<N + 12>, draw::any_planes<N + 22>, draw::any_culling<N + 26>,
                              draw::any_block<N + 32>, draw::any_accumulation<N + 45>>;
  using T = draw::one_of<N + 46, numbers>;
  static constexpr bool value = gf::supports<gf::verb::cutoff_sum, variant, T>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_cutoff_sum<variant, T, draw::one_of<N + 48, gf::list<gf::boundary::open, gf::boundary::periodic>>,
                            draw::one_of<N + 47, gf::list<cut_pair, shifted_pair, tapered_pair>>>(generator);
  }
};

template <std::uint64_t N>
struct any_transpose {
  using variant = gf::variant<draw::any_decomposition<N>, draw::any_assignment<N + 1>, draw::any_coarsening<N + 2>,
                              draw::any_vectors<N + 10>, draw::any_direct<N + 16>, draw::any_tile<N + 17>,
                              draw::any_raster<N + 30>, draw::any_block<N + 36>>;
  using T = draw::one_of<N + 46, element_types>;
  static constexpr bool value = gf::supports<gf::verb::transpose, variant, T>;
  static std::string run(std::mt19937& generator) { return wrong_transpose<variant, T>(generator); }
};

template <std::uint64_t N>
struct any_copy {
  using variant = gf::variant<draw::any_assignment<N + 1>, draw::any_line<N + 2>, draw::any_vectors<N + 10>,
                              draw::any_direct<N + 16>, draw::any_block<N + 36>>;
  using T = draw::one_of<N + 46, element_types>;
  static constexpr bool value = gf::supports<gf::verb::copy, variant, T>;
  static std::string run(std::mt19937& generator) { return wrong_copy<variant, gf::sequential, T>(generator); }
};

template <std::uint64_t N>
struct any_reduction {
  using variant = gf::variant<draw::any_decomposition<N>, draw::any_assignment<N + 1>, draw::any_line<N + 2>,
                              draw::any_vectors<N + 10>, draw::any_exchange<N + 16>, draw::any_block<N + 36>,
                              draw::any_accumulation<N + 45>>;
  using T = draw::one_of<N + 46, gf::list<float, double, int>>;
  using operation = draw::one_of<N + 47, gf::list<gf::sum, gf::sum, gf::minimum, gf::maximum>>;
  static constexpr bool value = gf::supports<gf::verb::reduce, variant, T, operation>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_reduction<variant, T, operation, draw::one_of<N + 48, gf::list<as_span, as_view>>>(generator);
  }
};

template <std::uint64_t N>
struct any_product {
  using layouts = gf::list<cuda::std::layout_right, cuda::std::layout_left>;
  using variant =
      gf::variant<draw::any_assignment<N + 1>, draw::any_coarsening<N + 2>, draw::any_vectors<N + 10>,
                  draw::one_of<N + 15, gf::list<draw::any_direct<N + 16>, gf::shared_tile<draw::size<N + 16, 128>>,
                                                gf::shared_tile<draw::size<N + 16, 32>>>>,
                  draw::any_stages<N + 22>, draw::any_loading<N + 26>, draw::any_raster<N + 30>,
                  draw::any_block<N + 36>, draw::any_warp<N + 42>, draw::any_accumulation<N + 49>>;
  using T = draw::one_of<N + 46, gf::list<float, double, int>>;
  static constexpr bool value = gf::supports<gf::verb::multiply, variant, T>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_product<variant, T, draw::one_of<N + 52, layouts>, draw::one_of<N + 53, layouts>,
                         draw::one_of<N + 54, layouts>, int>(generator);
  }
};

template <std::uint64_t N>
struct any_neighbors {
  using variant = gf::variant<draw::any_decomposition<N>, draw::any_assignment<N + 1>, draw::any_line<N + 2>,
                              draw::any_input<N + 12>, draw::any_block<N + 36>>;
  using T = draw::one_of<N + 46, numbers>;
  static constexpr bool value = gf::supports<gf::verb::neighbors, variant, T>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_neighbors<variant, T, 3, cuda::std::layout_right, gf::pairs::twice>(generator);
  }
};

/// The error of a histogram of random integers; empty if it is correct.
template <class V, class T, int Bins>
std::string wrong_histogram(std::mt19937& generator)
{
  const std::int64_t size = random_extent(generator, 5000);
  const auto place = random_placement<1>({size}, generator);
  std::vector<T> elements(place.size());
  std::vector<unsigned> expected(static_cast<std::size_t>(Bins));
  const auto view = place.view(elements.data());
  for (std::int64_t n = 0; n < size; ++n) {
    view(n) = static_cast<T>(random_int(generator, 0, 120));
    if (static_cast<int>(view(n)) < Bins) ++expected[static_cast<std::size_t>(view(n))];
  }
  const memory<T> there(elements);
  memory<unsigned> counts(std::vector<unsigned>(static_cast<std::size_t>(Bins), 7u));
  gf::histogram<V>(executor{}, place.view(there.data()), cuda::std::mdspan(counts.data(), Bins),
                   gf::value_bins<Bins>());
  return counts.values() == expected ? "" : "wrong of " + place.name();
}

template <std::uint64_t N>
struct any_histogram {
  using variant =
      gf::variant<gf::scatter, draw::any_assignment<N + 1>, draw::any_coarsening<N + 2>, draw::any_vectors<N + 10>,
                  draw::any_exchange<N + 16>, draw::any_direct<N + 17>, draw::any_block<N + 36>>;
  using T = draw::one_of<N + 46, gf::list<std::uint8_t, int>>;
  static constexpr int bins = draw::size<N + 47, 100'000>;
  static constexpr bool value = gf::supports<gf::verb::histogram, variant, T, gf::value_bins<bins>>;
  static std::string run(std::mt19937& generator) { return wrong_histogram<variant, T, bins>(generator); }
};

/// Twice a number, and one.
struct twice_and_one {
  template <class T>
  GRIDFOLD_HD T operator()(T value) const
  {
    return static_cast<T>(T(2) * value + T(1));
  }
};

/// The error of a transform of random numbers; empty if it is correct.
template <class V, class T>
std::string wrong_transform(std::mt19937& generator)
{
  const std::int64_t size = random_extent(generator, 3000);
  return wrong_move<T>(
      random_placement<1>({size}, generator), random_placement<1>({size}, generator),
      [](auto on, const auto& in, const auto& out) {
        gf::transform<V>(on, cuda::std::tuple(in), out, twice_and_one{});
      },
      [=](const auto& in, const auto& out) {
        for (std::int64_t n = 0; n < size; ++n) out(n) = twice_and_one{}(in(n));
      });
}

template <std::uint64_t N>
struct any_transform {
  using variant = gf::variant<draw::any_assignment<N + 1>, draw::any_line<N + 2>, draw::any_vectors<N + 10>,
                              draw::any_direct<N + 16>, draw::any_block<N + 36>>;
  using T = draw::one_of<N + 46, gf::list<std::uint16_t, float, double>>;
  static constexpr bool value = gf::supports<gf::verb::transform, variant, T>;
  static std::string run(std::mt19937& generator) { return wrong_transform<variant, T>(generator); }
};

/// Calls `f.template operator()<Case>(verb)` for Count draws of every verb.
template <std::size_t Count, class F>
void for_each_drawn(F&& f)
{
  const auto each = [&]<class... C>(gf::list<C...>, const char* verb) { (f.template operator()<C>(verb), ...); };
  each(draw::any_cases<any_lattice_sum, 100'000, Count>{}, "lattice_sum");
  each(draw::any_cases<any_point_sum, 200'000, Count>{}, "point_sum");
  each(draw::any_cases<any_cutoff_sum, 300'000, Count>{}, "cutoff_sum");
  each(draw::any_cases<any_transpose, 400'000, Count>{}, "transpose");
  each(draw::any_cases<any_copy, 500'000, Count>{}, "copy");
  each(draw::any_cases<any_reduction, 600'000, Count>{}, "reduce");
  each(draw::any_cases<any_product, 700'000, Count>{}, "multiply");
  each(draw::any_cases<any_neighbors, 800'000, Count>{}, "neighbors");
  each(draw::any_cases<any_histogram, 900'000, Count>{}, "histogram");
  each(draw::any_cases<any_transform, 1'000'000, Count>{}, "transform");
}

}  // namespace test
