// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Registers: how many of them a thread may have.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// As many as leave the SM room for the threads that the kernel asks for (kernel_traits::min_resident_threads). The
/// default.
struct registers_by_kernel {
  using axis = axis::registers;
  static constexpr int most = 0;
  static constexpr fixed_text name() { return "registers_by_kernel"; }
};

/// At most so many, and no more than the SM has for the block (`__maxnreg__`; CUDA C++ Programming Guide, "Maximum
/// Number of Registers per Thread"). With fewer registers more threads are resident, but values for which there is no
/// register go through memory. Host and tracer have no such limit.
template <int Most>
struct registers {
  static_assert(Most >= 24 && Most <= 255,
                "gridfold: a thread cannot have so many registers (24 at least, 255 at most): give registers a number "
                "from 24 to 255");
  using axis = axis::registers;
  static constexpr int most = Most;
  static constexpr fixed_text name() { return fixed_text("registers:") + Most; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
