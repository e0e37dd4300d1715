// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random reductions and products, of integers so small that every sum is exact in every type.
#pragma once

#include <cstdint>
#include <gridfold/multiply.hpp>
#include <gridfold/reduce.hpp>
#include <string>
#include <vector>

#include "../support/matrices.hpp"
#include "../verbs/reduce/reduced.hpp"
#include "draw.hpp"
#include "placement.hpp"

namespace test
{

/// How a reduction sees its elements: as a span that begins anywhere, or as a view with a stride.
struct as_span {
  static placement<1> place(std::int64_t size, std::mt19937& generator)
  {
    using extents = placement<1>::extents;
    return {{extents(size), cuda::std::array<std::int64_t, 1>{1}}, random_int(generator, 0, 5)};
  }
  template <class T>
  static auto view(const placement<1>& place, const T* data)
  {
    return cuda::std::span<const T>(data + place.before, static_cast<std::size_t>(place.mapping.extents().extent(0)));
  }
};
struct as_view {
  static placement<1> place(std::int64_t size, std::mt19937& generator)
  {
    return random_placement<1>({size}, generator);
  }
  template <class T>
  static auto view(const placement<1>& place, const T* data)
  {
    return place.view(data);
  }
};

/// The error of a reduction of random elements; empty if it is correct.
template <class V, class T, class Op, class Seen>
std::string wrong_reduction(std::mt19937& generator)
{
  const std::int64_t size = random_int(generator, 0, 9) == 0 ? 0 : random_extent(generator, 20000);
  const auto place = Seen::place(size, generator);
  std::vector<T> elements(place.size());
  const auto view = place.view(elements.data());
  T expected = Op::template identity<T>();
  for (std::int64_t n = 0; n < size; ++n) {
    view(n) = static_cast<T>(random_int(generator, -500, 500));
    expected = Op{}(expected, T(view(n)));
  }
  const memory<T> there(elements);
  const int blocks = static_cast<int>(random_int(generator, 1, 40));
  const T* data = there.data();
  return reduced<V, T>(Seen::view(place, data), Op{}, blocks) == expected
             ? ""
             : "wrong of " + place.name() + ", blocks: " + std::to_string(blocks);
}

/// The error of a product of random matrices; empty if it is correct.
template <class V, class T, class LayoutA, class LayoutB, class LayoutC, class Index>
std::string wrong_product(std::mt19937& generator)
{
  const std::int64_t m = random_extent(generator, 70), n = random_extent(generator, 70),
                     k = random_int(generator, 0, 9) == 0 ? 0 : random_extent(generator, 90);
  matrix<T> a(m, k, T(0)), b(k, n, T(0));
  for (auto* elements : {&a.memory, &b.memory})
    for (T& e : *elements) e = static_cast<T>(random_int(generator, -9, 9));
  const matrix<T> c = multiplied<V, LayoutA, LayoutB, LayoutC, T, Index>(a, b);

  const auto left = a.template view<LayoutA>();
  const auto right = b.template view<LayoutB>();
  const auto product = c.template view<LayoutC>();
  std::size_t wrong = !c.guards_hold(no_product<T>);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      T expected = 0;
      for (std::int64_t l = 0; l < k; ++l) expected += left(i, l) * right(l, j);
      wrong += !(product(i, j) == expected);
    }
  return wrong == 0 ? ""
                    : std::to_string(wrong) + " wrong, m, k, n: " + std::to_string(m) + ", " + std::to_string(k) +
                          ", " + std::to_string(n);
}

template <std::uint64_t N>
struct reduce_case {
  using operation = draw::one_of<N + 7, gf::list<gf::sum, gf::sum, gf::minimum, gf::maximum>>;
  using accumulations =
      std::conditional_t<std::is_same_v<operation, gf::sum>, draw::accumulations, gf::list<gf::plain>>;
  using variant = draw::variant<
      N, draw::decompositions, gf::list<gf::contiguous, gf::interleaved, draw::shuffled_items>,
      gf::list<gf::coarsen<1>, gf::coarsen<4>, gf::list<gf::coarsen<2>, gf::vectors<4>>,
               gf::list<gf::coarsen<2>, gf::vectors<3>>>,
      gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared, gf::exchange_registers>,
      gf::list<gf::block<1>, gf::block<32>, gf::block<9, 5>, gf::block<128>>, accumulations>;
  static constexpr bool value = gf::supports<gf::verb::reduce, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_reduction<variant, draw::one_of<N + 6, gf::list<float, double>>, operation,
                           draw::one_of<N + 8, gf::list<as_span, as_view>>>(generator);
  }
};

template <std::uint64_t N>
struct product_case {
  using layouts = gf::list<cuda::std::layout_right, cuda::std::layout_left>;
  using variant =
      draw::variant<N, draw::gathering,
                    gf::list<gf::contiguous, gf::interleaved, draw::shuffled_items,
                             gf::list<gf::interleaved, gf::vectors<4>>, gf::list<draw::shuffled_items, gf::vectors<2>>>,
                    gf::list<gf::coarsen<1>, gf::coarsen<4>, gf::coarsen<3, 2>, gf::coarsen<2, 5>>,
                    gf::list<gf::global, gf::read_only, gf::shared_tile<5>, gf::shared_tile<16>,
                             gf::list<gf::shared_tile<8>, gf::row_by_row>, gf::list<gf::shared_tile<4>, gf::stages<2>>,
                             gf::list<gf::shared_tile<16>, gf::stages<4>>>,
                    gf::list<gf::block<1>, gf::block<8, 4>, gf::block<9, 5>, gf::block<16, 8>,
                             gf::list<gf::block<16, 8>, gf::warp<8, 4>>, gf::list<gf::block<12, 8>, gf::warp<4, 8>>>,
                    draw::accumulations>;
  static constexpr bool value = gf::supports<gf::verb::multiply, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_product<variant, draw::one_of<N + 6, gf::list<float, double>>, draw::one_of<N + 7, layouts>,
                         draw::one_of<N + 8, layouts>, draw::one_of<N + 9, layouts>,
                         draw::one_of<N + 10, gf::list<int, std::int64_t>>>(generator);
  }
};

}  // namespace test
