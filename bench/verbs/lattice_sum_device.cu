// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coulomb sums on the device: all variants, the textbook's kernels by the library and by hand, and the ceilings in one
/// run; and sums of other interactions. Maps by hand are checked before they are timed.
/// Usage: lattice_sum_device MOLECULE.pqr [Google Benchmark's options]
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../peers/textbook.hpp"
#include "../support/benchmark_main.hpp"
#include "../support/ceilings.hpp"
#include "../support/device_timing.hpp"
#include "../support/workload.hpp"
#include "timed_sums.cuh"

namespace
{

namespace gf = gridfold;
using bench::on_device, bench::shared_work, bench::time_variants;

/// Times a kernel of the textbook by hand, after checking its map. Like the textbook's, it adds to the map.
void time_textbook(const shared_work<float>& on, textbook::figure which, const char* name)
{
  // The textbook's kernels have no origin: atoms are shifted by it.
  auto atoms = std::make_shared<std::vector<gf::source<float>>>(on->work.sources);
  const gf::lattice& where = on->work.where;
  for (auto& a : *atoms) {
    a.x -= static_cast<float>(where.origin.x);
    a.y -= static_cast<float>(where.origin.y);
    a.z -= static_cast<float>(where.origin.z);
  }
  const auto time = [&](const char* arithmetic, auto launch) {
    const std::string label = on->label() + "textbook " + name + " " + arithmetic;
    const auto work = [on, atoms, which, launch] {
      const gf::lattice& l = on->work.where;
      launch(which, on->map.data(), int(l.shape.x), int(l.shape.y), int(l.shape.z), float(l.spacing.x),
             float(l.spacing.y), float(l.spacing.z), &atoms->front().x, int(atoms->size()));
    };
    gf::cuda_check(cudaMemset(on->map.data(), 0, on->map.size() * sizeof(float)), "clearing a map");
    work();
    bench::check_textbook(label, on->work, on->map, on->expected);
    bench::time_on_device(label, "pairs/s", on->work.pairs(), work);
  };
  time("IEEE", textbook::ieee::launch);
  time("fast-math", textbook::fast_math::launch);
}

template <class T, class Step>
void time_ceiling(const char* name)
{
  const int blocks = bench::ceiling_blocks();
  auto out = std::make_shared<gf::device_buffer<T>>(static_cast<std::size_t>(blocks) * bench::ceiling_threads);
  bench::time_on_device(std::string("ceiling/") + name, "operations/s", bench::ceiling_operations(), [out, blocks] {
    bench::keep_busy<T, Step><<<blocks, bench::ceiling_threads>>>(out->data());
    gf::cuda_check(cudaGetLastError(), "launching a ceiling");
  });
}

/// The textbook's gathers by the library, for comparison with the kernels by hand.
using gathers_of_the_textbook = gf::list<figures::figure_18_6, figures::figure_18_8, figures::figure_18_10>;
using scatter_of_the_textbook = gf::list<figures::figure_18_5>;

using gathering = gf::list<gf::gather>;
using assignments = gf::list<gf::contiguous, gf::interleaved>;
using spaces = gf::list<gf::constant, gf::global, gf::read_only, gf::shared>;
using factors = gf::join<gf::coarsenings<1, 2, 4, 8, 16>,
                         gf::list<gf::coarsen<4, 2>, gf::coarsen<4, 4>, gf::coarsen<8, 2>, gf::coarsen<8, 4>>>;
/// Wide enough for coalesced rows, narrow enough that 16 points per thread do not overhang a lattice of 256.
using table_block = gf::list<gf::block<16, 8>>;

using every_gather = gf::cross<gathering, assignments, factors, spaces, table_block>;
using every_exact_gather =
    gf::cross<gathering, assignments, gf::coarsenings<1, 4, 16>, gf::list<gf::constant, gf::shared>, table_block>;
using every_scatter = gf::cross<gf::list<gf::scatter>, assignments, gf::coarsenings<1, 4, 16>,
                                gf::list<gf::constant, gf::global>, table_block>;

/// Variants near the best one, with other blocks, tiles of sources and factors.
template <int Factor, class Tiles, class Blocks>
using folds_of = gf::cross<gathering, gf::list<gf::interleaved>, gf::coarsenings<Factor>, Tiles, Blocks>;
using tile = gf::list<gf::shared_tile<512>>;
using neighbours = gf::join<
    folds_of<8, tile,
             gf::list<gf::block<16, 8>, gf::block<32, 2>, gf::block<8, 8>, gf::block<16, 4>, gf::block<32, 4>>>,
    folds_of<8, gf::list<gf::shared_tile<128>, gf::shared_tile<800>, gf::shared_tile<1024>>,
             gf::list<gf::block<16, 8>>>,
    folds_of<16, tile, gf::list<gf::block<16, 8>, gf::block<16, 4>>>>;

/// Variants with a part of the reciprocal square roots in software.
using mixed_folds = gf::join<
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<8, 4>>, gf::list<gf::read_only>, table_block>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<8, 5>>, gf::list<gf::shared_tile<512>>,
              gf::list<gf::block<16, 4>>>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<8, 4>, gf::coarsen<4, 8>, gf::coarsen<8, 6>>,
              gf::list<gf::constant>, gf::list<gf::block<32, 1>>>>;
template <class T>
void time_shares(const shared_work<T>& on)
{
  time_variants<gf::rsqrt::approx, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<1, 8>, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<3, 16>, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<1, 4>, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<9, 32>, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<5, 16>, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<11, 32>, mixed_folds>(on);
  time_variants<gf::rsqrt::mixed<3, 8>, mixed_folds>(on);
}

template <class Accumulation>
using best_with =
    gf::variant<gf::gather, gf::interleaved, gf::coarsen<8>, gf::shared_tile<512>, gf::block<16, 8>, Accumulation>;
using accurate = gf::list<best_with<gf::compensated>, best_with<gf::wide<double>>>;
using doubles = gf::join<
    gf::cross<gathering, gf::list<gf::interleaved>,
              gf::join<gf::coarsenings<1, 2, 4, 8>, gf::list<gf::coarsen<4, 2>, gf::coarsen<2, 4>>>,
              gf::list<gf::constant, gf::read_only, gf::shared>, gf::list<gf::block<32, 2>>>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 2>, gf::coarsen<8, 4>>,
              gf::list<gf::constant_chunk<500>, gf::shared_tile<512>>, gf::list<gf::block<32, 1>, gf::block<32, 4>>>>;

/// Interactions with an exponential, by the default variant and by the best variant with `rsqrt::mixed`.
using other_folds = gf::join<
    folds_of<8, tile, table_block>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<8, 4>>, gf::list<gf::read_only>, table_block>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<8, 6>>, gf::list<gf::constant>,
              gf::list<gf::block<32, 1>>>>;

template <class T>
void time_others(const bench::workload<T>& work)
{
  constexpr double kappa = bench::usual_kappa;
  const auto screened = std::make_shared<on_device<T>>(work, gf::yukawa<>{.kappa = kappa});
  time_variants<other_folds>(screened, gf::yukawa<>{.kappa = kappa});
  if constexpr (std::is_same_v<T, float>) {
    time_variants<other_folds>(screened, gf::yukawa<gf::rsqrt::mixed<5, 16>>{.kappa = kappa});
    time_variants<other_folds>(screened, gf::yukawa<gf::rsqrt::mixed<1, 2>>{.kappa = kappa});
  }
  const gf::gaussian_density smeared(bench::usual_width);
  time_variants<other_folds>(std::make_shared<on_device<T>>(work, smeared), smeared);
}

void register_all(const char* molecule)
{
  bench::describe_device();
  time_ceiling<float, bench::mufu_step>("MUFU.RSQ");
  time_ceiling<float, bench::two_mufu_step>("MUFU.RSQ and MUFU.EX2");
  time_ceiling<float, bench::fma_step>("FFMA");
  time_ceiling<double, bench::dfma_step>("DFMA");

  const auto sample = std::make_shared<on_device<float>>(bench::molecule_in<float>(molecule, {256, 256, 256}));
  time_textbook(sample, textbook::figure::gather_18_6, "Fig. 18.6");
  time_textbook(sample, textbook::figure::contiguous_18_8, "Fig. 18.8");
  time_textbook(sample, textbook::figure::interleaved_18_10, "Fig. 18.10");
  time_variants<gathers_of_the_textbook>(sample, figures::charge_over_sqrtf{});
  time_variants<gf::rsqrt::approx, gathers_of_the_textbook>(sample);
  time_variants<gf::rsqrt::ieee, every_exact_gather>(sample);
  time_variants<gf::rsqrt::approx, every_gather>(sample);
  time_variants<gf::rsqrt::approx, neighbours>(sample);
  time_variants<gf::rsqrt::approx, accurate>(sample);
  time_shares(sample);
  time_others(sample->work);

  const auto slab = std::make_shared<on_device<float>>(bench::molecule_in<float>(molecule, {256, 256, 4}));
  time_textbook(slab, textbook::figure::scatter_18_5, "Fig. 18.5");
  time_variants<scatter_of_the_textbook>(slab, figures::charge_over_sqrtf{});
  time_variants<gf::rsqrt::approx, gf::join<scatter_of_the_textbook, every_scatter>>(slab);

  const auto random = std::make_shared<on_device<float>>(bench::random_in<float>({512, 512, 128}, 4000));
  time_variants<gf::rsqrt::approx, neighbours>(random);
  time_shares(random);

  const auto twice = std::make_shared<on_device<double>>(bench::molecule_in<double>(molecule, {256, 256, 128}));
  time_variants<gf::rsqrt::approx, doubles>(twice);
  time_others(twice->work);
}

}  // namespace

int main(int argc, char** argv) { return bench::run_with_molecule(argc, argv, register_all); }
