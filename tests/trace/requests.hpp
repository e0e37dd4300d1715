// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Requests of a warp by their lanes' addresses, and checks of what rules make of them.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>

namespace test
{

namespace gf = gridfold;

/// The request in which lane t of [first, last) asks for `bytes` bytes at address(t).
template <class Address>
gf::request asks(int bytes, Address address, int first = 0, int last = 32)
{
  gf::request r;
  r.bytes = bytes;
  for (int t = first; t < last; ++t) r.add(t, static_cast<std::uint64_t>(address(t)));
  return r;
}

template <class Rule>
void check_cost(const gf::request& r, std::int64_t transactions, std::int64_t bytes)
{
  const gf::traffic cost = Rule::cost(r);
  CHECK(cost.transactions == transactions);
  CHECK(cost.bytes == bytes);
}

template <class Rule = gf::banks<32>>
void check_waves(const gf::request& r, std::int64_t wavefronts, std::int64_t conflicts)
{
  const gf::bank_cost cost = Rule::cost(r);
  CHECK(cost.wavefronts == wavefronts);
  CHECK(cost.conflicts == conflicts);
}

}  // namespace test
