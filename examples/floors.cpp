// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program floors: the highest throughput that variants of the lattice sum can have on an NVIDIA H200, and the unit
/// that limits it, from operations counted in the kernel, without a GPU.
#include <cstdio>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/model/verb_floors.hpp>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

namespace
{

template <int X, int Y, class Space, class Accumulation = gf::plain>
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<X, Y>, Space, gf::block<16, 8>, Accumulation>;
using scatter = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<4>, gf::global, gf::block<16, 8>>;

/// Prints the instructions of one pair by unit, and the floor.
template <class V, class T, class Interaction>
void print(const char* what, const Interaction& pair)
{
  const gf::instructions each = gf::instructions_of_pair<V, T>(pair);
  const gf::time_floor floor = gf::lattice_sum_floor<V, T>(pair, gf::h200);
  std::printf("%-48s %-16s %5.2f %6.2f %6.2f %6.2f %7.2f  %-6s %6.2f\n", V::name().c_str(), what, each.mufu, each.fma,
              each.fp64, each.l1, each.issued(), gf::name_of(floor.binds).c_str(), floor.per_second() / 1e12);
}

}  // namespace

int main()
{
  std::printf("%-48s %-16s %5s %6s %6s %6s %7s  %-6s %6s\n", "variant", "interaction", "mufu", "fma", "fp64", "l1",
              "issued", "binds", "Tp/s");
  const gf::coulomb<gf::rsqrt::approx> fast;
  const gf::coulomb<gf::rsqrt::ieee> exact;
  print<fold<1, 1, gf::read_only>, float>("fast", fast);
  print<fold<8, 4, gf::read_only>, float>("fast", fast);
  print<fold<8, 4, gf::read_only>, float>("mixed:1/4", gf::coulomb<gf::rsqrt::mixed<1, 4>>{});
  print<fold<8, 4, gf::read_only>, float>("mixed:5/16", gf::coulomb<gf::rsqrt::mixed<5, 16>>{});
  print<fold<8, 6, gf::constant>, float>("mixed:5/16", gf::coulomb<gf::rsqrt::mixed<5, 16>>{});
  print<fold<1, 1, gf::constant>, float>("exact", exact);
  print<fold<4, 1, gf::shared>, float>("exact", exact);
  print<fold<8, 1, gf::shared_tile<512>, gf::compensated>, float>("fast", fast);
  print<fold<8, 1, gf::shared_tile<512>, gf::wide<double>>, float>("fast", fast);
  print<fold<4, 2, gf::shared>, double>("fast, double", fast);
  print<fold<8, 4, gf::constant>, double>("fast, double", fast);
  print<scatter, float>("fast", fast);
}
