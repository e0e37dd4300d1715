// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The data that a trace keeps for pictures: the first requests of each site, the shape of each view, and the memory's
/// units.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/segments.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A request with the warp that made it and its cost by the trace's rules.
struct kept_request : request {
  index3 block{0, 0, 0};
  int first_thread = 0;    ///< rank in the block of lane 0
  traffic moved{};         ///< global memory
  bank_cost banks{};       ///< shared memory
  int lanes_at_once = 32;  ///< shared memory: number of lanes served together
};

/// The memory of a traced view: its place and the arrangement of its elements.
struct traced_memory_shape {
  std::string view;
  memory_kind memory = memory_kind::in_global;
  std::uint64_t begin = 0;              ///< address of the first byte, in the addresses of requests
  std::size_t bytes = 0;                ///< size in bytes, from the first to the last
  std::size_t element_bytes = 0;        ///< of one element
  std::vector<std::int64_t> extents{};  ///< elements along each index; the last index runs fastest in pictures
  std::vector<std::int64_t> strides{};  ///< elements from one index to the next; empty: elements lie in the order of
                                        ///< the extents
};

/// The units in which the rules of a trace count; 0 if a rule does not name its own.
struct memory_units {
  int segment_bytes = 0;          ///< of the transfers of global memory
  int banks = 0, bank_bytes = 0;  ///< of shared memory
};

namespace tracing
{

/// The rules of a trace as functions, with their units.
struct rule_set {
  traffic (*global)(const request&);
  bank_cost (*shared)(const request&);
  int (*lanes_at_once)(const request&) = nullptr;
  memory_units units{};
};

template <class Global, class Shared>
constexpr rule_set rules_of()
{
  rule_set rules{&Global::cost, &Shared::cost};
  if constexpr (requires { Global::segment_bytes; }) rules.units.segment_bytes = Global::segment_bytes;
  if constexpr (requires { Shared::bank_bytes; }) {
    rules.lanes_at_once = &Shared::lanes_at_once;
    rules.units.banks = Shared::count;
    rules.units.bank_bytes = Shared::bank_bytes;
  }
  return rules;
}

}  // namespace tracing

}  // namespace gridfold::inline GRIDFOLD_ABI
