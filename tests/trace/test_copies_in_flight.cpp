// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/copies_in_flight.hpp>

#include <doctest/doctest.h>

#include <gridfold/trace/request.hpp>

namespace gf = gridfold;
namespace tracing = gf::tracing;

TEST_CASE("a copied word is in flight until its stage is awaited")
{
  tracing::shadow_memory shadow(4, true);
  tracing::moment at;
  at.now = at.barrier = at.lanes_met = at.block_began = at.launch_began = 1;
  tracing::copies_in_flight copies;
  const auto copy = [&](std::uint64_t word) {
    at.copies = true;
    shadow.touch(word, gf::access_kind::store, at);
    at.copies = false;
    copies.add(shadow, word);
  };
  const auto is_in_flight = [&](std::uint64_t word) { return shadow.touch(word, gf::access_kind::load, at).in_flight; };
  copy(0);
  copies.end_stage(1);
  copy(1);
  CHECK(is_in_flight(0));
  copies.end_stage(1);
  CHECK_FALSE(is_in_flight(0));
  CHECK(is_in_flight(1));
  copies.end_stage(0);
  CHECK_FALSE(is_in_flight(1));
}
