// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measure/floors.hpp"

#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/model/verb_floors.hpp>
#include <gridfold/policy/variant.hpp>

namespace study
{

namespace gf = gridfold;

namespace
{

/// The studied variants with the fewest instructions besides the arithmetic.
using sum_variant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<16>, gf::constant, gf::block<16, 8>>;
using product_variant =
    gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 8>, gf::shared_tile<16>, gf::block<16, 16>>;

work_floor told(const gf::time_floor& of, double pieces = 1) { return {of.seconds / pieces, gf::name_of(of.binds)}; }

}  // namespace

std::optional<work_floor> floor_of(const std::string& kernel, const gf::device_rates& rates)
{
  if (kernel == "coulomb") return told(gf::lattice_sum_floor<sum_variant, float>(gf::coulomb<>{}, rates));
  if (kernel == "copy" || kernel == "transpose") return told(gf::copy_floor(rates));
  if (kernel == "reduce") return told(gf::reduce_floor<float>(rates));
  if (kernel == "multiply") return told(gf::multiply_floor<product_variant, float>(rates), 2);
  return std::nullopt;
}

}  // namespace study
