// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A lattice with its values.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <exception>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <vector>

namespace gridfold
{

/// A lattice and its values in host memory.
template <class T>
struct field {
  lattice where;
  std::vector<T> values;

  /// Allocates a zero for every point. Throws `error` if the lattice is invalid or memory runs out.
  GRIDFOLD_ABI_TAG explicit field(const lattice& points) : where(points)
  {
    where.check();
    try {
      values.resize(static_cast<std::size_t>(where.shape.count()));
    } catch (const std::exception&) {
      throw error({"no memory for ", where.shape.count(), " values of ", sizeof(T),
                   " bytes (the lattice is too large for this machine): give a smaller shape or a larger spacing"});
    }
  }

  GRIDFOLD_ABI_TAG field(const field&) = default;
  GRIDFOLD_ABI_TAG field(field&&) noexcept = default;
  GRIDFOLD_ABI_TAG field& operator=(const field&) = default;
  GRIDFOLD_ABI_TAG field& operator=(field&&) noexcept = default;
  GRIDFOLD_ABI_TAG ~field() = default;

  /// The values, indexed by (z, y, x).
  GRIDFOLD_ABI_TAG lattice_view<T> view() { return gridfold::view_of(values.data(), where.shape); }
  GRIDFOLD_ABI_TAG lattice_view<const T> view() const { return gridfold::view_of(values.data(), where.shape); }
};

}  // namespace gridfold
