// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random transposes and copies against the definition.
#pragma once

#include <cstdint>
#include <cstring>
#include <gridfold/copy.hpp>
#include <gridfold/transpose.hpp>
#include <string>
#include <vector>

#include "../support/elements.hpp"
#include "draw.hpp"
#include "placement.hpp"

namespace test
{

/// Runs `move(executor, in, out)` between two placements, and compares the whole memory of the output with that written
/// by `expect(in, out)`. Returns the error; empty if it is correct.
template <class T, std::size_t Rank, class Move, class Expect>
std::string wrong_move(const placement<Rank>& from, const placement<Rank>& to, Move move, Expect expect)
{
  const std::vector<T> in = elements<T>(from.size());
  std::vector<T> out = poison<T>(to.size()), expected = out;
  on_executor(in, out, [&](auto on, const T* data, T* result) { move(on, from.view(data), to.view(result)); });
  expect(from.view(in.data()), to.view(expected.data()));
  return std::memcmp(out.data(), expected.data(), out.size() * sizeof(T)) == 0
             ? ""
             : "wrong from " + from.name() + " to " + to.name() + ", bytes: " + std::to_string(sizeof(T));
}

template <class V, class T>
std::string wrong_transpose(std::mt19937& generator)
{
  const std::int64_t batches = random_extent(generator, 4), rows = random_extent(generator, 70),
                     columns = random_extent(generator, 70);
  return wrong_move<T>(
      random_placement<3>({batches, rows, columns}, generator),
      random_placement<3>({batches, columns, rows}, generator),
      [](auto on, const auto& in, const auto& out) { gf::transpose<V>(on, in, out); },
      [=](const auto& in, const auto& out) {
        for (std::int64_t b = 0; b < batches; ++b)
          for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j) out(b, j, i) = in(b, i, j);
      });
}

template <class V, class Pattern, class T>
std::string wrong_copy(std::mt19937& generator)
{
  const std::int64_t size = random_extent(generator, 3000);
  return wrong_move<T>(
      random_placement<1>({size}, generator), random_placement<1>({size}, generator),
      [](auto on, const auto& in, const auto& out) { gf::copy<V, Pattern>(on, in, out); },
      [=](const auto& in, const auto& out) {
        for (std::int64_t n = 0; n < size; ++n) out(n) = in(std::is_same_v<Pattern, gf::broadcast> ? 0 : n);
      });
}

using element_types = gf::list<std::uint8_t, std::uint16_t, float, double, quad>;
using load_spaces = gf::list<gf::global, gf::read_only, gf::prefetching>;
using every_assignment =
    gf::list<gf::contiguous, gf::interleaved, draw::shuffled_items, gf::list<draw::shuffled_items, gf::vectors<2>>,
             gf::list<gf::interleaved, gf::vectors<2>>, gf::list<gf::interleaved, gf::vectors<4>>>;

template <std::uint64_t N>
struct transpose_case {
  using tiles = gf::list<gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>, gf::tile<gf::padded<3>>, gf::aligned_tile,
                         gf::list<gf::aligned_tile, gf::raster<2>>, gf::list<gf::aligned_tile, gf::raster_by_columns>,
                         gf::tile<gf::swizzled>>;
  using variant =
      draw::variant<N, draw::decompositions, every_assignment,
                    gf::list<gf::coarsen<1>, gf::coarsen<4, 1>, gf::coarsen<2, 3>, gf::coarsen<4, 4>>,
                    gf::join<load_spaces, tiles>, gf::list<gf::block<1, 7>, gf::block<8, 5>, gf::block<32, 2>>>;
  static constexpr bool value = gf::supports<gf::verb::transpose, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_transpose<variant, draw::one_of<N + 6, element_types>>(generator);
  }
};

template <std::uint64_t N>
struct copy_case {
  using variant = draw::variant<N, draw::gathering, every_assignment, gf::coarsenings<1, 3, 4, 10>, load_spaces,
                                gf::list<gf::block<1>, gf::block<32>, gf::block<9, 5>, gf::block<128>>>;
  using pattern = draw::one_of<N + 7, gf::list<gf::sequential, gf::permuted, gf::offset, gf::strided, gf::broadcast>>;
  static constexpr bool value = gf::supports<gf::verb::copy, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_copy<variant, pattern, draw::one_of<N + 6, element_types>>(generator);
  }
};

}  // namespace test
