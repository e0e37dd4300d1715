// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/place_sums.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/view/triples.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace
{

namespace gf = gridfold;

template <class T>
using row = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// Sums at sorted atoms that name the atom, in a random order.
struct named_sums {
  std::vector<int> order;
  std::vector<float> potentials;
  std::vector<gf::packed3<float>> fields;

  named_sums(int count, std::mt19937& generator) : order(static_cast<std::size_t>(count))
  {
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), generator);
    for (const int n : order) {
      const auto of = static_cast<float>(n);
      potentials.push_back(of);
      fields.push_back({of + 0.25f, of + 0.5f, of + 0.75f});
    }
  }
};

/// Whether the sums are where their atoms are, potentials alone and with fields, of another type.
template <class Executor>
bool are_placed(const Executor& on, const named_sums& sums)
{
  const int count = static_cast<int>(sums.order.size());
  std::vector<double> potentials(sums.order.size(), -1), alone = potentials;
  std::vector<gf::aligned3<double>> fields(sums.order.size());
  auto order = on.argument(row<const int>(sums.order.data(), count), "order", gf::role::input);
  auto from = on.argument(row<const float>(sums.potentials.data(), count), "sorted potentials", gf::role::input);
  auto fields_from =
      on.argument(row<const gf::packed3<float>>(sums.fields.data(), count), "sorted fields", gf::role::input);
  const auto place = [&](std::vector<double>& out, auto from_fields, auto to_fields) {
    auto to = on.argument(row<double>(out.data(), count), "potentials", gf::role::output);
    using text = gf::kernel::place_sums<decltype(order), decltype(from), decltype(from_fields), decltype(to),
                                        decltype(to_fields)>;
    on.run(text{{}, order, from, from_fields, to, to_fields}, text::grid(count));
  };
  place(potentials, fields_from,
        on.argument(row<gf::aligned3<double>>(fields.data(), count), "fields", gf::role::output));
  place(alone, gf::kernel::no_fields{}, gf::kernel::no_fields{});
  for (std::size_t n = 0; n < sums.order.size(); ++n) {
    const auto of = static_cast<double>(n);
    const auto& f = fields[n];
    if (potentials[n] != of || alone[n] != of || f.x != of + 0.25 || f.y != of + 0.5 || f.z != of + 0.75) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("sums at sorted atoms move to their atoms")
{
  std::mt19937 generator(test::seed());
  for (const int count : {1, 127, 128, 1000}) CHECK(are_placed(gf::host{}, named_sums(count, generator)));
}

TEST_CASE("the traced kernel that moves sums has no faults")
{
  std::mt19937 generator(test::seed());
  const gf::trace on;
  CHECK(are_placed(on, named_sums(300, generator)));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}
