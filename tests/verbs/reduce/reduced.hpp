// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs a reduction on the executor that a test is compiled for.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <gridfold/reduce.hpp>
#include <type_traits>

#include "../../support/executor_memory.hpp"

namespace test
{

namespace gf = gridfold;

/// A value of T that no test's reduction returns: every byte is 0x5a.
template <class T>
T poison()
{
  T value;
  std::memset(static_cast<void*>(&value), 0x5a, sizeof(T));
  return value;
}

/// Whether a variant's reductions need scratch.
template <class V>
inline constexpr bool takes_scratch =
    std::is_same_v<typename V::decomposition, gf::gather> || std::is_same_v<typename V::exchange, gf::exchange_global>;

/// reduce<V> of a view, into a poisoned Out; `blocks` is the most that may share the work, where there is scratch.
template <class V, class Out, class In, class Op>
Out reduced(const In& in, const Op& op, int blocks = gf::default_reduce_blocks)
{
  const executor on{};
  memory<Out> out({poison<Out>()});
  if constexpr (takes_scratch<V>) {
    auto scratch = gf::make_reduce_scratch<V, typename In::value_type, Op>(on, blocks);
    gf::reduce<V>(on, in, out.span(), op, scratch);
  } else {
    gf::reduce<V>(on, in, out.span(), op);
  }
  return out.values().front();
}

/// Whether two values are bitwise equal.
template <class T>
bool same_bits(const T& a, const T& b)
{
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

}  // namespace test
