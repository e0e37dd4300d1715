// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A request: the memory accesses of one instruction of a warp, which rules convert to costs.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/exec/block.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The kind of an access.
enum class access_kind { load, store, atomic };

/// The accessed memory. Local memory lies in global memory, with each word of a thread beside the same word of other
/// lanes.
enum class memory_kind { in_global, in_shared, in_constant, in_local };

inline const char* name_of(access_kind does)
{
  return does == access_kind::load ? "load" : does == access_kind::store ? "store" : "atomic";
}
inline const char* name_of(memory_kind memory)
{
  return memory == memory_kind::in_global     ? "global"
         : memory == memory_kind::in_shared   ? "shared"
         : memory == memory_kind::in_constant ? "constant"
                                              : "local";
}

/// The lanes of a warp that execute one instruction together, the number of bytes that each accesses, and their byte
/// addresses (in shared memory, offsets from its beginning).
struct request {
  int bytes = 0;
  std::uint32_t active = 0;
  std::uint64_t address[warp_threads] = {};
  access_kind does = access_kind::load;

  [[nodiscard]] bool has(int lane) const { return (active >> lane & 1u) != 0; }
  [[nodiscard]] int lanes() const { return __builtin_popcount(active); }
  void add(int lane, std::uint64_t where)
  {
    active |= 1u << lane;
    address[lane] = where;
  }
  /// The request of the lanes [first, last) only.
  [[nodiscard]] request part(int first, int last) const
  {
    request some = *this;
    some.active &= last - first == warp_threads ? ~0u : ((1u << (last - first)) - 1) << first;
    return some;
  }
};

namespace tracing
{

/// A sorted set of numbers, faster than std::set for the few elements of a request.
class small_set {
 public:
  void insert(std::uint64_t value)
  {
    sorted_ = sorted_ && (size_ == 0 || value_[size_ - 1] <= value);
    if (size_ == 0 || value_[size_ - 1] != value) value_[size_++] = value;
  }
  /// The number of elements.
  int size()
  {
    sort();
    return size_;
  }
  const std::uint64_t* begin() { return sort(), value_; }
  const std::uint64_t* end() { return begin() + size_; }

 private:
  void sort()
  {
    if (sorted_) return;
    std::sort(value_, value_ + size_);
    size_ = static_cast<int>(std::unique(value_, value_ + size_) - value_);
    sorted_ = true;
  }

  /// Upper bound of the pieces of a request: an unaligned word of 16 bytes lies in at most five pieces of 4 bytes.
  std::uint64_t value_[5 * warp_threads];
  int size_ = 0;
  bool sorted_ = true;
};

/// The segments that a request touches: of `Bytes` bytes, at multiples of Bytes.
template <int Bytes>
small_set pieces_of(const request& r)
{
  small_set touched;
  for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
    const int lane = __builtin_ctz(lanes);
    const std::uint64_t last = (r.address[lane] + static_cast<std::uint64_t>(r.bytes) - 1) / Bytes;
    for (std::uint64_t piece = r.address[lane] / Bytes; piece <= last; ++piece) touched.insert(piece);
  }
  return touched;
}

/// The different addresses of a request.
inline small_set addresses_of(const request& r)
{
  small_set named;
  for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) named.insert(r.address[__builtin_ctz(lanes)]);
  return named;
}

/// Calls f(request) for the first lane of every address, then for the second lane of each address that has one, and so
/// on.
template <class F>
void for_each_turn(const request& r, F f)
{
  std::uint32_t lanes[warp_threads] = {};
  for (int lane = 0; lane < warp_threads; ++lane) {
    if (!r.has(lane)) continue;
    int before = 0;
    for (int other = 0; other < lane; ++other) before += r.has(other) && r.address[other] == r.address[lane];
    lanes[before] |= 1u << lane;
  }
  request turn = r;
  for (int n = 0; n < warp_threads && lanes[n] != 0; ++n) {
    turn.active = lanes[n];
    f(turn);
  }
}

/// The number of different bytes in accesses of `width` bytes to these addresses.
inline std::int64_t distinct_bytes(small_set& addresses, int width)
{
  std::int64_t bytes = 0;
  std::uint64_t end = 0;
  for (std::uint64_t first : addresses) {
    const std::uint64_t last = first + static_cast<std::uint64_t>(width);
    bytes += static_cast<std::int64_t>(last - std::max(first, std::min(end, last)));
    end = last;
  }
  return bytes;
}
/// The number of different bytes that a request asks for.
inline std::int64_t distinct_bytes(const request& r)
{
  small_set addresses = addresses_of(r);
  return distinct_bytes(addresses, r.bytes);
}

}  // namespace tracing

}  // namespace gridfold::inline GRIDFOLD_ABI
