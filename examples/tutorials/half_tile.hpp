// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A user's memory space: inputs in shared memory, in half their bytes.
// [header]
#pragma once
#include <concepts>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <gridfold/gridfold.hpp>
namespace gf = gridfold;

/// A float, or a struct of floats, in half of its bytes: the upper half of each float (bfloat16).
template <class T>
struct alignas(alignof(T) / 2) halves {
  using floats = cuda::std::array<unsigned, sizeof(T) / 4>;
  std::uint16_t upper[sizeof(T) / 4];

  halves() = default;
  GRIDFOLD_HD explicit halves(const T& of)
  {
    const auto bits = cuda::std::bit_cast<floats>(of);
    for (unsigned n = 0; n < bits.size(); ++n) upper[n] = std::uint16_t(bits[n] >> 16);
  }
  GRIDFOLD_HD explicit operator T() const
  {
    floats bits;
    for (unsigned n = 0; n < bits.size(); ++n) bits[n] = unsigned(upper[n]) << 16;
    return cuda::std::bit_cast<T>(bits);
  }
};
template <class T>
concept made_of_floats = std::same_as<T, float> || std::same_as<T, gf::atom>;

/// Tiles of `Items` inputs in shared memory, packed to half of their bytes.
template <int Items>
struct half_tile : gf::read_by_tiles<half_tile<Items>, Items> {
  static constexpr gf::fixed_text name() { return gf::fixed_text("half:") + Items; }
  template <made_of_floats T>
  using element = halves<T>;
};
// [header]
