// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Instructions: converts a kernel's operations to instructions of the device, by unit.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/model/operation_counts.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Instructions of one thread by the unit that executes them; `other` instructions (loads, integers, comparisons,
/// branches) only take an issue slot.
struct instructions {
  double mufu = 0, fma = 0, fp64 = 0, other = 0;
  /// Words of 4 bytes per thread through the L1 cache or shared memory; an access of a warp counts at least 32.
  double l1 = 0;

  [[nodiscard]] constexpr double issued() const { return mufu + fma + fp64 + other; }

  friend constexpr instructions operator+(const instructions& a, const instructions& b)
  {
    return {a.mufu + b.mufu, a.fma + b.fma, a.fp64 + b.fp64, a.other + b.other, a.l1 + b.l1};
  }
  friend constexpr instructions operator*(double n, const instructions& a)
  {
    return {n * a.mufu, n * a.fma, n * a.fp64, n * a.other, n * a.l1};
  }
};

namespace detail
{

/// Costs of operations that take several instructions: from machine code of nvcc 13.0 for sm_90 without fast-math
/// flags, for ordinary numbers, without constants and calls that the compiler may hoist.
struct operation_costs {
  instructions square_root, division, reciprocal_root, exponential, exponential_base2;
};
/// In order: square root: MUFU.RSQ, 2 FMUL, 2 FFMA. Division: MUFU.RCP, 5 FFMA. Reciprocal square root: MUFU.RSQ. exp:
/// MUFU.EX2, FADD, FMUL, 4 FFMA. 2^x: MUFU.EX2. `other` is range checks of two instructions or FCHK, the three
/// instructions of a branch with reconvergence (BSSY, BRA, BSYNC), and a shift.
inline constexpr operation_costs float_costs{{.mufu = 1, .fma = 4, .other = 5},
                                             {.mufu = 1, .fma = 5, .other = 4},
                                             {.mufu = 1},
                                             {.mufu = 1, .fma = 6, .other = 1},
                                             {.mufu = 1}};
/// In order: square root: MUFU.RSQ64H, 3 DMUL, 5 DFMA. Division: MUFU.RCP64H, DMUL, 7 DFMA and an FFMA for the check.
/// Reciprocal square root: MUFU.RSQ64H, 2 DMUL, 3 DFMA. exp: DADD, 14 DFMA. 2^x: 3 DADD, DMUL, 12 DFMA.
inline constexpr operation_costs double_costs{{.mufu = 1, .fp64 = 8, .other = 5},
                                              {.mufu = 1, .fma = 1, .fp64 = 8, .other = 5},
                                              {.mufu = 1, .fp64 = 5, .other = 5},
                                              {.fp64 = 15, .other = 5},
                                              {.fp64 = 16, .other = 5}};

constexpr instructions instructions_of(const operation_counts& counts, const operation_costs& costs,
                                       const instructions& simple)
{
  const auto times = [](std::int64_t n, const instructions& cost) { return static_cast<double>(n) * cost; };
  return times(counts.additions + counts.subtractions + counts.multiplications - counts.fusions, simple) +
         times(counts.square_roots, costs.square_root) + times(counts.divisions, costs.division) +
         times(counts.reciprocal_roots, costs.reciprocal_root) + times(counts.exponentials, costs.exponential) +
         times(counts.exponentials_base2, costs.exponential_base2) + times(counts.comparisons, {.other = 1}) +
         times(counts.rough_roots, {.other = 1});
}

}  // namespace detail

/// The least instructions of counted arithmetic, without loads, indices and loops. Conversions between float and double
/// run on the MUFU (F2F; CUDA C++ Programming Guide, throughput of arithmetic instructions: 16 per clock on 9.0).
constexpr instructions instructions_of(const kernel_counts& counts)
{
  return detail::instructions_of(counts.in_float, detail::float_costs, {.fma = 1}) +
         detail::instructions_of(counts.in_double, detail::double_costs, {.fp64 = 1}) +
         static_cast<double>(counts.conversions) * instructions{.mufu = 1} +
         static_cast<double>(counts.atomics) * instructions{.other = 1, .l1 = 1};
}

}  // namespace gridfold::inline GRIDFOLD_ABI
