// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Maps whose memory is ready.
#pragma once

#include <cstddef>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>

#include "output/huge_pages.hpp"

namespace potential_map
{

/// A map of zeros, in memory that several threads clear.
template <class T>
gridfold::field<T> empty_map(const gridfold::lattice& where, int threads)
{
  where.check();
  const auto points = static_cast<std::size_t>(where.shape.count());
  gridfold::field<T> map{gridfold::lattice{}};
  map.where = where;
  reserve_in_huge_pages(map.values, points, threads);
  map.values.resize(points);
  return map;
}

}  // namespace potential_map
