// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shared memory: banks of four bytes, and the wavefronts that a request takes when lanes access different words of one
/// bank.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <string>

namespace gridfold
{

/// The wavefronts of a request to shared memory, and those it would take without bank conflicts.
struct bank_cost {
  std::int64_t wavefronts = 0, conflicts = 0;
};

/// `Count` banks of four bytes; requests are served `Lanes` lanes at a time. A wavefront reads one word of each bank;
/// lanes that read one word share it. Words of 8 bytes are served by half the lanes at a time and words of 16 bytes by
/// a quarter, or twice as many if all lanes read in pairs (lane t with t^1, or t with t^2), as counted on an H200.
template <int Count, int Lanes = warp_threads>
struct banks {
  static bank_cost cost(const request& r)
  {
    int together = Lanes * 4 / std::max(4, std::min(r.bytes, 16));
    if (r.bytes > 4 && (is_paired(r, 1) || is_paired(r, 2))) together *= 2;
    bank_cost sum;
    for (int first = 0; first < warp_threads; first += together) {
      const int wavefronts = deepest(r.part(first, first + together));
      sum.wavefronts += wavefronts;
      sum.conflicts += std::max(0, wavefronts - 1);
    }
    return sum;
  }
  static std::string name() { return std::to_string(Count) + " banks"; }

 private:
  /// The largest number of words requested from one bank.
  static int deepest(const request& r)
  {
    int words[Count] = {}, most = 0;
    for (std::uint64_t word : tracing::pieces_of<4>(r)) most = std::max(most, ++words[word % Count]);
    return most;
  }
  static bool is_paired(const request& r, int distance)
  {
    for (int lane = 0; lane < warp_threads; ++lane)
      if (r.has(lane) && r.has(lane ^ distance) && r.address[lane] != r.address[lane ^ distance]) return false;
    return true;
  }
};

}  // namespace gridfold
