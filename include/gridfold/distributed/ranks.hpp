// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The executor of several ranks: an executor for each, and a transport between them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/moved.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/transport.hpp>
#include <gridfold/exec/executor.hpp>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Runs verbs on all ranks of a transport: each rank computes its part with an executor of its own.
///
///   gf::ranks on{gf::device{stream}, gf::nccl{communicator}};
///
/// Every rank calls the same verbs in the same order. A verb ends by asking all ranks for errors: if some rank has one,
/// all ranks throw `error` with the message of the lowest such rank, "rank 2: ...". They also throw if ranks call
/// different verbs, or pass different lattices, partitions, scratches or meshes. Asking is a barrier of the ranks' host
/// threads; it does not wait for work on a stream, except with nccl. An error outside of verbs reaches the other ranks
/// within together(), and with local_ranks.
template <class Executor, class Transport>
class ranks {
  static_assert(executor<Executor>,
                "gridfold: the first argument of ranks is no executor (each rank computes with one): pass host or "
                "device");
  static_assert(transport_for<Transport, Executor>,
                "gridfold: the second argument of ranks is no transport (it lacks rank, size, all_gather, exchange "
                "or agree): pass a member of local_ranks, mpi or nccl");

 public:
  /// \param local this rank's executor; it and the transport are copied
  ranks(const Executor& local, const Transport& by) : local_(local), by_(by) {}

  /// This rank's executor.
  [[nodiscard]] const Executor& local() const { return local_; }
  [[nodiscard]] const Transport& transport() const { return by_; }
  [[nodiscard]] int rank() const { return by_.rank(); }
  [[nodiscard]] int size() const { return by_.size(); }

  /// Calls work() on every rank and then waits for all ranks' host threads. If it throws on any rank, all ranks throw
  /// `error` with the text of the lowest such rank. If it calls verbs, all ranks must call them.
  template <class Work>
  void together(const Work& work, distributed::fingerprint arguments = distributed::fingerprint("together")) const
  {
    by_.agree(distributed::failure_of(rank(), work), arguments.value());
  }

  /// Copies counts[r] elements of each rank r to `whole` on every rank, in rank order, as the transport's all_gather
  /// does: in the order of the executor's stream, which `local_ranks` and `mpi` synchronise. Call it within together(),
  /// which passes the transport's errors to all ranks.
  /// \param part this rank's elements, beside `whole` or in their place there; may be null if their count is 0
  /// \param counts one for each rank, the same on all ranks
  /// \param whole room for all
  template <class T>
  void all_gather(const T* part, cuda::std::span<const std::int64_t> counts, T* whole) const
  {
    static_assert(std::is_trivially_copyable_v<T>,
                  "gridfold: what ranks exchange is not trivially copyable (it travels as bytes): use a plain struct");
    std::vector<std::int64_t> bytes(counts.begin(), counts.end());
    for (std::int64_t& count : bytes) count *= static_cast<std::int64_t>(sizeof(T));
    by_.all_gather(local_, reinterpret_cast<const std::byte*>(part), bytes, reinterpret_cast<std::byte*>(whole));
  }

  /// Copies parts[r] to each rank r, and to `whole` the counts[r] elements that each rank r has for this one, in rank
  /// order, as the transport's exchange does. Parts may overlap each other. Synchronises as all_gather does. Call it
  /// within together().
  /// \param parts one for each rank
  /// \param counts the sizes of the parts that the ranks have for this one
  /// \param whole room for all
  template <class T>
  void exchange(cuda::std::span<const cuda::std::span<const T>> parts, cuda::std::span<const std::int64_t> counts,
                T* whole) const
  {
    static_assert(std::is_trivially_copyable_v<T>,
                  "gridfold: what ranks exchange is not trivially copyable (it travels as bytes): use a plain struct");
    std::vector<const_bytes> bytes;
    for (const cuda::std::span<const T>& part : parts)
      bytes.emplace_back(reinterpret_cast<const std::byte*>(part.data()), part.size() * sizeof(T));
    std::vector<std::int64_t> sizes(counts.begin(), counts.end());
    for (std::int64_t& size : sizes) size *= static_cast<std::int64_t>(sizeof(T));
    by_.exchange(local_, bytes, sizes, reinterpret_cast<std::byte*>(whole));
  }

 private:
  Executor local_;
  Transport by_;
};

namespace distributed
{

/// Zeros in memory of the executor of each rank.
template <class T, class Executor, class Transport>
auto zeros_together(const ranks<Executor, Transport>& on, std::size_t size)
{
  using memory = decltype(on.local().template zeros<T>(size));
  std::optional<memory> zeros;
  on.together([&] { zeros.emplace(on.local().template zeros<T>(size)); });
  return memory(gridfold::core::moved(*zeros));
}

}  // namespace distributed

namespace detail
{

/// Exchanges one number per rank, through memory of the executors.
template <class Executor, class Transport>
std::vector<std::int64_t> gathered_counts(const ranks<Executor, Transport>& on, std::int64_t mine)
{
  const std::vector<std::int64_t> ones(static_cast<std::size_t>(on.size()), 1);
  std::vector<std::int64_t> counts(ones.size());
  auto whole = distributed::zeros_together<std::int64_t>(on, ones.size());
  std::int64_t* const at = whole.data();
  on.together([&] { on.local().copy(&mine, at + on.rank(), 1); });
  on.together([&] {
    on.all_gather(at + on.rank(), ones, at);
    on.local().copy(at, counts.data(), counts.size());
    on.local().wait();
  });
  return counts;
}

}  // namespace detail

namespace distributed
{

/// Sends equally many numbers to each rank, and receives that many from each, through memory of the executors.
template <class Executor, class Transport>
std::vector<std::int64_t> exchanged_counts(const ranks<Executor, Transport>& on,
                                           const std::vector<std::int64_t>& for_ranks)
{
  const std::size_t each = for_ranks.size() / static_cast<std::size_t>(on.size());
  const std::vector<std::int64_t> counts(static_cast<std::size_t>(on.size()), static_cast<std::int64_t>(each));
  std::vector<std::int64_t> of_ranks(for_ranks.size());
  auto out = distributed::zeros_together<std::int64_t>(on, for_ranks.size());
  auto in = distributed::zeros_together<std::int64_t>(on, for_ranks.size());
  on.together([&] { on.local().copy(for_ranks.data(), out.data(), for_ranks.size()); });
  on.together([&] {
    std::vector<cuda::std::span<const std::int64_t>> parts;
    for (std::size_t r = 0; r < counts.size(); ++r) parts.emplace_back(out.data() + r * each, each);
    on.template exchange<std::int64_t>(parts, counts, in.data());
    on.local().copy(in.data(), of_ranks.data(), of_ranks.size());
    on.local().wait();
  });
  return of_ranks;
}

}  // namespace distributed

/// Collects the elements of all ranks, in rank order, in memory of each rank's executor: for example distributed
/// sources, for a sum over all. Returns an array of the executor, as its zeros() makes it, with data() and size().
/// Synchronises to exchange the numbers of elements. Throws `error` on all ranks if memory runs out on one.
///
/// \param mine a container or span of this rank's elements, in memory that the executor reads; may be empty
template <class Executor, class Transport, class Elements>
auto all_gather(const ranks<Executor, Transport>& on, const Elements& mine)
{
  using element = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(mine))>>;
  const auto counts = detail::gathered_counts(on, static_cast<std::int64_t>(std::size(mine)));
  std::size_t all = 0;
  for (const std::int64_t count : counts) all += static_cast<std::size_t>(count);
  auto whole = distributed::zeros_together<element>(on, all);
  on.together([&] { on.all_gather(std::data(mine), cuda::std::span<const std::int64_t>(counts), whole.data()); });
  return whole;
}

}  // namespace gridfold::inline GRIDFOLD_ABI
