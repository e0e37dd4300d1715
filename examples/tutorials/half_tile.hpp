// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A user's memory space: atoms in shared memory, in half their bytes.
// [header]
#pragma once
#include <concepts>
#include <cstdint>
#include <cuda/std/bit>
#include <gridfold/gridfold.hpp>
namespace gf = gridfold;

/// An atom whose numbers are the upper halves of floats (bfloat16).
struct alignas(8) half_atom {
  std::uint16_t x, y, z, charge;
  GRIDFOLD_HD static std::uint16_t half(float of) { return std::uint16_t(cuda::std::bit_cast<unsigned>(of) >> 16); }
  GRIDFOLD_HD static float whole(std::uint16_t of) { return cuda::std::bit_cast<float>(unsigned(of) << 16); }
  GRIDFOLD_HD explicit operator gf::atom() const { return {whole(x), whole(y), whole(z), whole(charge)}; }
};

/// Tiles of `Atoms` atoms in shared memory, packed to half of their bytes.
template <int Atoms>
struct half_tile : gf::read_in_place<half_tile<Atoms>> {
  static constexpr gf::fixed_text name() { return gf::fixed_text("half:") + Atoms; }

  template <std::same_as<gf::atom> T, int Stages>
  struct storage {  // shared memory of a block
    half_atom tile[Atoms];
  };
  template <int Stages, class Block, class Inputs, class Use>
  static GRIDFOLD_HD void for_each_stage(Block& block, const Inputs& atoms, Use use)
  {
    auto&& tile = block.shared(gf::member<&Block::shared_storage::tile>{});
    for (int first = 0, size = atoms.extent(0); first < size; first += Atoms) {
      const int count = size - first < Atoms ? size - first : Atoms;
      block.each_thread([&](auto t) {  // threads load the tile together; a barrier follows
        for (int i = t.rank; i < count; i += Block::threads) {
          const gf::atom a = atoms(first + i);
          tile[i] =
              half_atom{half_atom::half(a.x), half_atom::half(a.y), half_atom::half(a.z), half_atom::half(a.charge)};
        }
      });
      block.each_thread([&](auto t) { use(t, gf::as_view_of<gf::atom>(tile, count)); });
    }
  }
};
// [header]
