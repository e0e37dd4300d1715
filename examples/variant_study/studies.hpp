// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The studies, one a kernel. Each is compiled by g++ for the CPU and by nvcc for the GPU.
#pragma once

#include <gridfold/error.hpp>

#include "processor.hpp"

namespace study
{
inline namespace STUDY_SIDE
{

gf::table coulomb(const request& what);
gf::table transpose(const request& what);
gf::table reduce(const request& what);
gf::table multiply(const request& what);
gf::table neighbors(const request& what);
gf::table copy(const request& what);

/// The study of the kernel that is asked for.
inline gf::table study_here(const request& what)
{
  using studying = gf::table (*)(const request&);
  constexpr studying of[] = {coulomb, transpose, reduce, multiply, neighbors, copy};
  for (std::size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k] == what.kernel) return of[k](what);
  throw gf::error("there is no study of " + what.kernel + " (the kernels are others): ask for --help");
}

}  // namespace STUDY_SIDE
}  // namespace study
