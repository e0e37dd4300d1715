// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program crystals: the energy of cubes of rock salt, from the potential at every ion due to all others. The ions
/// are both sources and points; the singularity policy omits each ion at its own position. Prints the energy per pair
/// of ions, which for an infinite crystal is minus Madelung's constant (examples/madelung.cpp).
#include <cstddef>
#include <cstdio>
#include <cuda/std/span>
#include <exception>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/point_sum.hpp>
#include <vector>

#include "support/processor.hpp"
#include "support/size_argument.hpp"

namespace
{

namespace gf = gridfold;

/// The potential at each ion due to all others.
template <class Processor>
std::vector<float> potentials(const Processor& at, const std::vector<gf::source<float>>& ions)
{
  std::vector<float> x, y, z;
  for (const auto& ion : ions) x.push_back(ion.x), y.push_back(ion.y), z.push_back(ion.z);
  using numbers = typename Processor::template array<float>;
  typename Processor::template array<gf::source<float>> sources(ions);
  numbers px(x), py(y), pz(z), out(x);
  const auto all = [&](auto& array) { return cuda::std::span(array.data(), ions.size()); };
  gf::point_sum(at.on, all(sources), gf::positions(all(px), all(py), all(pz)), all(out), gf::coulomb<>{});
  return out.values();
}

/// Ions of alternating charges +1 and -1, neighbours at distance 1.
std::vector<gf::source<float>> cube(int side)
{
  std::vector<gf::source<float>> ions;
  for (int k = 0; k < side; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i)
        ions.push_back({float(i), float(j), float(k), (i + j + k) % 2 == 0 ? 1.0f : -1.0f});
  return ions;
}

template <class Processor>
void show_all(const Processor& at, std::int64_t most)
{
  std::printf("on %s\n%6s %8s\n", Processor::name, "ions", "energy");
  for (int side = 2; side <= most; side *= 2) {
    const auto ions = cube(side);
    const std::vector<float> potential = potentials(at, ions);
    double energy = 0;
    for (std::size_t n = 0; n < ions.size(); ++n) energy += ions[n].charge * potential[n] / 2;
    std::printf("%6zu %8.4f\n", ions.size(), energy / (static_cast<double>(ions.size()) / 2));
  }
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    const std::int64_t most = example::size_argument(argc, argv, "MOST IONS ALONG AN EDGE", 32, 256);
    example::on_processor([&](const auto& at) { show_all(at, most); });
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "crystals: %s\n", wrong.what());
    return 1;
  }
}
