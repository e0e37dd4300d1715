// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A kernel of one warp that writes and reads shared memory at a stride, for tests of pictures.
#pragma once

#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/executor.hpp>

namespace test
{

/// Lane t accesses element (t * stride) % 700 of a tile that begins 20 bytes, for double 24, behind the storage's.
template <class T>
struct shared_kernel {
  using block_shape = gridfold::block<32>;
  struct shared_storage {
    T before[20 / sizeof(T) + (sizeof(T) > 4)];
    T tile[700];
  };
  int stride;
  T* out;

  template <class Block>
  void operator()(Block& block) const
  {
    auto tile = block.shared(gridfold::member<&shared_storage::tile>{});
    block.each_thread([&](auto t) { tile[t.rank * stride % 700] = T{1}; });
    block.each_thread([&](auto t) { *out = static_cast<T>(tile[t.rank * stride % 700]); });
  }
};

/// The trace of this kernel.
template <class T, class Trace = gridfold::trace>
gridfold::trace_report traced_tile(int stride)
{
  T out{};
  const Trace on;
  on.run(shared_kernel<T>{stride, &out}, {1, 1, 1});
  return on.report();
}

}  // namespace test
