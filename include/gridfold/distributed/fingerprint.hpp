// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A hash of a call's arguments, by which ranks detect that their arguments differ.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cstring>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/distributed/partition.hpp>
#include <string_view>

namespace gridfold::inline GRIDFOLD_ABI::distributed
{

/// A hash (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/) of a verb's name and of arguments that have to be equal
/// on all ranks. Arguments are hashed in a fixed order. Unequal arguments have equal hashes with a probability of
/// 2^-63.
class fingerprint {
 public:
  constexpr explicit fingerprint(std::string_view verb)
  {
    for (const char c : verb) mix(static_cast<unsigned char>(c));
  }

  [[nodiscard]] fingerprint of(std::int64_t number) const
  {
    fingerprint all = *this;
    for (int byte = 0; byte < 8; ++byte) all.mix(static_cast<std::uint64_t>(number) >> 8 * byte & 0xff);
    return all;
  }
  [[nodiscard]] fingerprint of(double number) const
  {
    std::int64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return of(bits);
  }
  [[nodiscard]] fingerprint of(const shape3& shape) const { return of(shape.x).of(shape.y).of(shape.z); }
  [[nodiscard]] fingerprint of(const lattice& where) const
  {
    const auto& [origin, spacing, shape] = where;
    return of(origin.x).of(origin.y).of(origin.z).of(spacing.x).of(spacing.y).of(spacing.z).of(shape);
  }
  template <class Boundary>
  [[nodiscard]] fingerprint of(const cell_box<Boundary>& box) const
  {
    const box_tilt tilt = box.vectors().tilt;
    return of(lattice{box.origin, box.edge, box.shape}).of(tilt.xy).of(tilt.xz).of(tilt.yz);
  }
  [[nodiscard]] fingerprint of(const partition& slabs) const
  {
    fingerprint all = of(slabs.whole()).of(static_cast<std::int64_t>(slabs.axis())).of(slabs.step());
    for (int rank = 0; rank < slabs.ranks(); ++rank) all = all.of(slabs.end(rank));
    return all;
  }

  /// Less than 2^63, so that transports may exchange it and its negative as signed numbers.
  [[nodiscard]] constexpr std::int64_t value() const { return static_cast<std::int64_t>(hash_ >> 1); }

 private:
  constexpr void mix(std::uint64_t byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ull; }

  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::distributed
