// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared memory: banks, and the wavefronts that a request takes when lanes access different words of one bank. Source:
/// CUDA C++ Programming Guide, "Shared Memory" of each compute capability.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/trace/request.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The number of wavefronts of a shared memory request, and the number without bank conflicts.
struct bank_cost {
  std::int64_t wavefronts = 0, conflicts = 0;
};

/// `Count` banks of `Width` bytes; requests are served `Lanes` lanes at a time. A wavefront reads one word of each
/// bank; lanes that read one word share it. Of wider accesses fewer lanes are served at a time: with 4-byte banks half
/// of the lanes for 8 bytes and a quarter for 16 bytes. Twice as many are served if lanes load in pairs (lane t with
/// t^1, or t with t^2, as far as both are active). Hardware counters show this. `banks<32, 32, 8>` is the 8-byte mode
/// of compute capability 3.x.
template <int Count, int Lanes = warp_threads, int Width = 4>
struct banks {
  static_assert(Width == 4 || Width == 8,
                "gridfold: there are no banks of this width (GPUs have banks of 4 bytes or, of compute capability 3.x, "
                "of 8): give 4 or 8");
  static constexpr int count = Count, bank_bytes = Width;
  /// Number of lanes of a request that are served together.
  static int lanes_at_once(const request& r)
  {
    const int together = Lanes * Width / std::max(Width, std::min(r.bytes, 16));
    const bool in_pairs = r.does == access_kind::load && r.bytes > Width && (is_paired(r, 1) || is_paired(r, 2));
    return in_pairs ? 2 * together : together;
  }
  static bank_cost cost(const request& r)
  {
    const int together = lanes_at_once(r);
    bank_cost sum;
    for (int first = 0; first < warp_threads; first += together) {
      const int wavefronts = deepest(r.part(first, first + together));
      sum.wavefronts += wavefronts;
      sum.conflicts += std::max(0, wavefronts - 1);
    }
    return sum;
  }
  static constexpr fixed_text name()
  {
    return fixed_text(Count) + " banks" + (Width == 4 ? "" : fixed_text(" of ") + Width + " bytes");
  }

 private:
  /// The largest number of words requested from one bank.
  static int deepest(const request& r)
  {
    int words[Count] = {}, most = 0;
    for (std::uint64_t word : tracing::pieces_of<Width>(r)) most = std::max(most, ++words[word % Count]);
    return most;
  }
  static bool is_paired(const request& r, int distance)
  {
    for (int lane = 0; lane < warp_threads; ++lane)
      if (r.has(lane) && r.has(lane ^ distance) && r.address[lane] != r.address[lane ^ distance]) return false;
    return true;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
