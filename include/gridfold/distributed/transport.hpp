// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transports: they move data between ranks.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <exception>
#include <gridfold/core/error.hpp>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Bytes in memory of an executor, which a transport reads.
using const_bytes = cuda::std::span<const std::byte>;

/// A transport connects the ranks of a program. Its copies are a handle to a communicator that the user brings:
///   rank(), size()                       this rank's number, and how many ranks there are
///   all_gather(on, part, counts, whole)  copies the parts of all ranks, counts[r] bytes of rank r, to `whole` on every
///                                        rank, in rank order. `part` and `whole` are memory of the executor `on`, in
///                                        the order of its stream. `part` lies outside of `whole` or in its place
///                                        there, or is null. A rank that throws still serves the others.
///   exchange(on, parts, counts, whole)   copies parts[r] to rank r, for every r, and to `whole` the parts that the
///                                        ranks have for this one, counts[r] bytes of rank r, in rank order. All are
///                                        memory of the executor `on`, in the order of its stream. Parts may overlap
///                                        each other, not `whole`. A rank that throws still serves the
///                                        others.
///   agree(failure, arguments)            waits for all ranks; if `failure` is not empty on some, throws `error` with
///                                        the text of the lowest such rank on every rank; else if `arguments`, a number
///                                        from 0 on, is not the same on all, throws arguments_differ() on every rank
/// All ranks make the same calls in the same order. The counts of all_gather are the same on all; those of exchange
/// are the sizes of the parts that the others have for this rank.
template <class T, class Executor>
concept transport_for = std::copy_constructible<T> &&
    requires(const T& by, const Executor& on, std::byte* data, cuda::std::span<const std::int64_t> counts,
             cuda::std::span<const const_bytes> parts, const std::string& failure)
{
  {
    by.rank()
    } -> std::convertible_to<int>;
  {
    by.size()
    } -> std::convertible_to<int>;
  by.all_gather(on, data, counts, data);
  by.exchange(on, parts, counts, data);
  by.agree(failure, std::int64_t{});
};

namespace distributed
{

/// Copies parts to host memory and replaces them by the copies, which are complete once the executor has synchronised.
template <class Executor>
void copy_to_host(const Executor& on, std::vector<const_bytes>& parts, std::vector<std::byte>& memory)
{
  std::size_t all = 0;
  for (const const_bytes& part : parts) all += part.size();
  memory.resize(all);
  std::byte* to = memory.data();
  for (const_bytes& part : parts) {
    on.copy(part.data(), to, part.size());
    part = {to, part.size()};
    to += part.size();
  }
}

/// The text of an error of one rank, as all ranks report it.
inline std::string failure_of_rank(int rank, const std::string& what)
{
  return "rank " + std::to_string(rank) + ": " + what;
}

/// The error that all ranks throw if their calls or arguments differ.
inline agreed_error arguments_differ()
{
  return agreed_error(
      "ranks disagree about a call (its verb, lattice, partition or scratch is another on some ranks, whose exchanges "
      "would not match): make the same calls with the same arguments on every rank");
}

/// Calls work(); returns the text of its failure, empty if there is none.
template <class Work>
std::string failure_of(int rank, const Work& work)
{
  try {
    work();
  } catch (const agreed_error& e) {
    return e.what();
  } catch (const std::exception& e) {
    return distributed::failure_of_rank(rank, e.what());
  } catch (...) {
    return distributed::failure_of_rank(
        rank,
        "something was thrown (it is no std::exception, so that its text is unknown): throw "
        "a std::exception on ranks");
  }
  return {};
}

}  // namespace distributed

}  // namespace gridfold::inline GRIDFOLD_ABI
