// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <gridfold/neighbors.hpp>
#include <random>

#include "predict/predictions.hpp"

namespace study
{

void part(const request& what, results& of)
{
  constexpr std::int64_t count = 512, capacity = 96;
  constexpr double edge = 10, cutoff = 2.4;  // about thirty neighbours
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, edge);
  gf::aligned_vector<float> at[3];
  for (auto& axis : at)
    for (std::int64_t n = 0; n < count; ++n) axis.push_back(place(generator));
  gf::aligned_vector<int> counts(count), indices(count * capacity);
  trace_all<neighbors_variants>(what, of, [&]<class V>(const gf::trace& on) {
    gf::neighbors<V>(on, gf::positions(at[0], at[1], at[2]), cutoff,
                     gf::neighbor_list<>(counts.data(), indices.data(), count, capacity));
  });
}

}  // namespace study
