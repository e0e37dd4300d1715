// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A map in slabs: the planes and the processor of each rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/distributed/partition.hpp>
#include <new>
#include <string>
#include <vector>

#include "engine/parts.hpp"
#include "engine/processes.hpp"

namespace potential_map
{

/// The ranks of a job: threads of this process, each with a GPU or a share of the host's threads; or processes.
class job_ranks {
 public:
  /// Throws gridfold::error if fewer GPUs exist than requested, or for both processes and threads.
  job_ranks(const job& what, bool device, const processes& by)
      : device_(device),
        local_(threads_for(what, device)),
        first_(by.rank() * local_),
        slabs_(slabs_for(what, by.size() * local_))
  {
    if (by.size() > 1 && local_ > 1)
      throw gridfold::error("mpirun has started " + std::to_string(by.size()) +
                            " processes (each is one rank, with one GPU): leave out --gpus and --ranks");
    if (device && by.size() > 1) use_device(by.rank_of_machine() % device_count());
    if (!device) threads_ = local_ == 1 ? what.threads : std::max(1, threads_of_host(what.threads) / local_);
  }

  /// The planes of all ranks. Rank 0 always has some; the last ranks have none if there are more ranks than planes.
  [[nodiscard]] const gridfold::partition& slabs() const { return slabs_; }
  /// The first rank of a process, and one past its last.
  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int end() const { return first_ + local_; }
  [[nodiscard]] int count() const { return slabs_.ranks(); }

  /// Calls compute(rank, slab) for each rank of this process whose slab is not empty, all concurrently. Throws the
  /// error of the lowest rank.
  /// \param where the prepared lattice
  /// \param values, field of the first rank's first plane; the field may be null
  template <class T, class Compute>
  void each(const gridfold::lattice& where, T* values, gridfold::packed3<T>* field, const Compute& compute) const
  {
    const auto one = [&](int rank) {
      const gridfold::shape3 shape = where.shape;
      const std::int64_t offset = (slabs_.begin(rank) - slabs_.begin(first_)) * shape.y * shape.x;
      if (slabs_.is_empty(rank)) return;
      try {
        compute(rank, slab<T>{slabs_.part(where, rank), values + offset, threads_,
                              field == nullptr ? nullptr : field + offset});
      } catch (const std::bad_alloc&) {
        throw gridfold::error(
            "no memory (the molecule or the map is too large for this machine): give a larger --spacing, or fewer "
            "ranks");
      }
    };
    if (local_ == 1) return one(first_);
    gridfold::local_ranks(local_).run([&](const gridfold::local_ranks::member& by) {
      if (device_) use_device(by.rank());
      one(first_ + by.rank());
    });
  }

 private:
  static int threads_for(const job& what, bool device)
  {
    if (!device) return std::max(what.ranks, 1);
    if (what.ranks > device_count())
      throw gridfold::error(std::to_string(what.ranks) + " GPUs were asked for (the CUDA runtime has " +
                            std::to_string(device_count()) + "): give --gpus all, or fewer");
    return what.ranks == 0 ? device_count() : what.ranks;
  }

  static gridfold::partition slabs_for(const job& what, int ranks)
  {
    const std::int64_t step = what.cutoff > 0 || what.how == method::mesh ? planes_of_tile : 1;
    const std::int64_t steps = gridfold::ceil_div(what.where.shape.z, step);
    std::vector<double> weights(static_cast<std::size_t>(ranks), 0);
    std::fill_n(weights.begin(), std::min<std::int64_t>(steps, ranks), 1);
    return {what.where.shape, weights, gridfold::along::z, step};
  }

  bool device_;
  int local_, first_, threads_ = 0;
  gridfold::partition slabs_;
};

}  // namespace potential_map
