// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The gain from rings of tiles on the device. Sums: variants with one tile of sources and with rings, on lattices that
/// fill the device many times over, once, and only in part. Matrix products: by how their rings are filled and by the
/// shape of a warp, beside cuBLAS. Usage: stages_device MOLECULE.pqr [Google Benchmark's options]
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>

#include "../support/benchmark_main.hpp"
#include "../support/device_timing.hpp"
#include "../support/workload.hpp"
#include "timed_products.cuh"
#include "timed_sums.cuh"

namespace
{

namespace gf = gridfold;

using rings = gf::list<gf::stages<1>, gf::stages<2>, gf::stages<3>, gf::stages<4>>;
using tiles = gf::list<gf::shared_tile<64>, gf::shared_tile<128>, gf::shared_tile<512>>;

template <class Coarsening, class Block, class Tiles = tiles>
using folds =
    gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::list<Coarsening>, Tiles, rings, gf::list<Block>>;

template <int Depth, class Block, class... Ring>
using product = gf::variant<gf::vectors<4>, gf::coarsen<8, 8>, Block, gf::raster<8>, gf::shared_tile<Depth>, Ring...>;
using wide = gf::block<16, 8>;
template <class Block, class... More>
using turning = product<32, Block, gf::stages<2>, gf::through_registers, More...>;
using products =
    gf::list<product<32, wide>, product<32, wide, gf::stages<2>>, product<16, wide, gf::stages<4>>, turning<wide>,
             turning<wide, gf::warp<8, 4>>, turning<wide, gf::warp<4, 8>>, turning<gf::block<16, 16>, gf::warp<8, 4>>>;

void time_layouts(int side)
{
  using bench::column_major, bench::row_major;
  const auto on = std::make_shared<const bench::operands>(side);
  bench::time_products<products, row_major, row_major>(on, on->exact_product<row_major, row_major>());
  bench::time_products<products, column_major, row_major>(on, on->exact_product<column_major, row_major>());
}

template <class T>
auto molecule_on_device(const char* file, const gf::shape3& shape)
{
  return std::make_shared<bench::on_device<T>>(bench::molecule_in<T>(file, shape));
}

void register_all(const char* molecule)
{
  bench::describe_device();
  const auto large = molecule_on_device<float>(molecule, {256, 256, 256});
  bench::time_variants<gf::rsqrt::approx, folds<gf::coarsen<8>, gf::block<16, 8>>>(large);
  bench::time_variants<gf::rsqrt::mixed<9, 32>, folds<gf::coarsen<8, 5>, gf::block<16, 4>>>(large);
  bench::time_variants<gf::rsqrt::mixed<5, 16>, gf::list<gf::variant<gf::coarsen<8, 6>, gf::constant, gf::block<32>>>>(
      large);
  const auto medium = molecule_on_device<float>(molecule, {64, 64, 64});
  bench::time_variants<gf::rsqrt::approx, folds<gf::coarsen<2>, gf::block<8, 8>>>(medium);
  bench::time_variants<gf::rsqrt::approx, folds<gf::coarsen<4>, gf::block<8, 8>>>(medium);
  const auto small = molecule_on_device<float>(molecule, {32, 32, 32});
  bench::time_variants<gf::rsqrt::approx, folds<gf::coarsen<1>, gf::block<16, 16>>>(small);
  bench::time_variants<gf::rsqrt::approx, folds<gf::list<gf::coarsen<1>, gf::slices<4>>, gf::block<16, 16>>>(small);
  const auto twice = molecule_on_device<double>(molecule, {256, 256, 128});
  bench::time_variants<gf::rsqrt::approx, folds<gf::coarsen<4, 2>, gf::block<32, 2>>>(twice);
  time_layouts(4096);
}

}  // namespace

int main(int argc, char** argv) { return bench::run_with_molecule(argc, argv, register_all); }
