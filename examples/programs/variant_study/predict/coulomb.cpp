// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <type_traits>

#include "predict/predictions.hpp"

namespace study
{

void part(const request& what, results& of)
{
  trace_all<coulomb_variants>(what, of, []<class V>(const gf::trace& on) {
    // Enough sources for a scatter's threads, or points for a gather's, to fill warps.
    constexpr bool scatters = std::is_same_v<typename V::decomposition, gf::scatter>;
    constexpr gf::shape3 shape = scatters ? gf::shape3{32, 4, 1} : gf::shape3{256, 32, 1};
    const gf::aligned_vector<gf::source<float>> sources(scatters ? 512 : 32, {1, 2, -3, 1});
    gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
    gf::lattice_sum<V>(on, sources, gf::lattice{{}, {1}, shape}, gf::view_of(map.data(), shape), gf::coulomb<>{});
  });
}

}  // namespace study
