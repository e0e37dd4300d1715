// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds the memory that CUDA kernels access, and counts their requests.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/branch_stores.hpp>
#include <gridfold/trace_cuda/compiled_accesses.hpp>
#include <gridfold/trace_cuda/counted_sites.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/merged_accesses.hpp>
#include <gridfold/trace_cuda/merged_requests.hpp>
#include <gridfold/trace_cuda/outside_accesses.hpp>
#include <gridfold/trace_cuda/source_branches.hpp>
#include <optional>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Finds the memory of each access, and counts the requests of warps by memory and line.
class access_counter {
 public:
  explicit access_counter(cuda_machine& machine) : machine_(machine) {}

  void begin_launch(const std::string& kernel)
  {
    record_ = &machine_.session().record;
    kernel_ = kernel;
    const std::optional<code_listing>& listing = machine_.session().compiled;
    listing_ = listing ? &*listing : nullptr;
    compiled_ = listing_ == nullptr ? nullptr : listing_->kernel(kernel);
    codes_.remove_all();
    sites_.begin_launch(*record_, kernel);
    outside_.begin_launch(*record_, kernel);
    accesses_.begin_launch();
    branches_.begin_launch();
    source_.begin_launch();
  }
  /// Called when a block's threads have reached a barrier or ended.
  void end_interval()
  {
    merged_.end_all([&](access_code& code, const request& r, int bytes, const merged_requests::group& of) {
      count_merged(code, r, bytes, of.first_thread);
    });
    accesses_.end_interval(unmerged{*this});
    branches_.end_interval(unmerged{*this});
    ++interval_;
  }
  /// nvcc's machine code for the line of an access; nullptr if unknown.
  const compiled_line* compiled(access_code& code)
  {
    if (!code.compiled) {
      // The launch's text may name an alias; the address of the kernel's code gives its actual name.
      if (listing_ != nullptr)
        if (const compiled_kernel* const own = listing_->kernel(machine_.function_at(code.pc)); own != nullptr)
          compiled_ = own;
      const source_place at = machine_.place_of(code.pc, kernel_);
      code.compiled = compiled_ == nullptr ? nullptr : compiled_->at(at.file, at.line);
      if (*code.compiled == nullptr && compiled_ != nullptr &&
          (compiled_->has(at.file) || (code.does == access_kind::atomic && compiled_->atomics().any())))
        code.compiled = &no_accesses_;
    }
    return *code.compiled;
  }

  access_code& code_at(const void* pc, access_kind does, int bytes) { return codes_.at(pc, does, bytes); }

  /// The place of an access: `illegal` means that it cannot be made.
  enum class access_is { inside, outside, illegal };
  /// Finds the memory of an access. If the kernel may not access it, adds a fault of the thread.
  access_is locate(access_code& code, std::uint64_t address, const thread_place& by)
  {
    if (address >= code.begin && address + static_cast<unsigned>(code.bytes) <= code.end) return access_is::inside;
    return locate_anew(code, address, by);
  }

  /// Counts a request, in parts if lanes access different memory.
  void count(access_code& code, kept_request& r, index3 block, int first_thread, unrolled_round round = {})
  {
    if (code.part == access_code::part_of::rest) return;
    if (code.part == access_code::part_of::first) move_to_vectors(code, r, block, first_thread);
    for (std::uint32_t rest = r.active; rest != 0;) {
      const int first = __builtin_ctz(rest);
      locate(code, r.address[first], {block, first_thread + first});
      const std::uint32_t inside = lanes_in(code.range->begin, code.range->end, r, rest);
      if (inside == 0) break;
      if (inside == r.active) return count_in(*code.range, code, r, {nullptr, 0, first_thread, block, round});
      kept_request part = r;
      part.active = inside;
      count_in(*code.range, code, part, {nullptr, 0, first_thread, block, round});
      rest &= ~inside;
    }
  }

  /// Bytes per access of nvcc's copy of `bytes` bytes: by the structs of the function, or one vector, or words by the
  /// address's alignment.
  int piece_of(const void* pc, access_kind does, const void* at, int bytes, bool by_vectors)
  {
    access_code& copy = codes_.at(pc, does, bytes);
    if (copy.part == access_code::part_of::unknown) {
      copy.part = access_code::part_of::none;
      const auto whole = static_cast<std::uint64_t>(bytes);
      copy.counted = piece_of_copy(structs_in_memory(machine_.structs_near(pc), whole), whole);
      if (copy.counted == 0 && by_vectors) copy.counted = bytes;
    }
    const auto address = reinterpret_cast<std::uint64_t>(at) | static_cast<unsigned>(bytes);
    const int piece = copy.counted != 0 ? copy.counted : address % 4 == 0 ? 4 : address % 2 == 0 ? 2 : 1;
    codes_.at(pc, does, piece).part = access_code::part_of::none;
    return piece;
  }
  /// Whether nvcc leaves out the piece at `offset` of a struct of `bytes` bytes, which begins at an address of global
  /// memory.
  bool is_without(access_code& code, std::uint64_t begin, int offset, int bytes)
  {
    if (listing_ == nullptr || bytes <= code.bytes || code.does == access_kind::atomic) return false;
    const compiled_line* const line = compiled(code);
    if (line == nullptr || !(code.does == access_kind::load ? line->global_loads : line->global_stores)
                                .is_without(offset, code.bytes, bytes))
      return false;
    const device_range* const range = machine_.memory().find(begin);
    return range != nullptr && range->kind == memory_kind::in_global;
  }

 private:
  [[gnu::cold, gnu::noinline]] access_is locate_anew(access_code& code, std::uint64_t address, const thread_place& by)
  {
    const auto bytes = static_cast<unsigned>(code.bytes);
    device_range* range = machine_.memory().find(address);
    if (const device_range* const meant = outside_.other_array(code, range, address); meant != nullptr) {
      outside_.add(code, meant, address, by);
      return access_is::outside;
    }
    if (range != nullptr && address + bytes <= range->end) {
      machine_.watch(*range);
      code.range = range;
      code.begin = range->begin;
      code.end = range->end;
      return access_is::inside;
    }
    if (range == nullptr) range = machine_.memory().nearest(address, device_memory::margin);
    const bool known = range != nullptr && !range->is_ignored;
    outside_.add(code, known ? range : nullptr, address, by);
    const bool harmless = known && (range->allocated != nullptr || range->kind == memory_kind::in_shared);
    return harmless ? access_is::outside : access_is::illegal;
  }
  /// Counts a request to a range, or keeps it for a vector.
  void count_in(const device_range& range, access_code& code, kept_request& r, merged_requests::group of)
  {
    if (code.loops_in_shared && range.kind == memory_kind::in_shared) count_loads_of_loop(code, r, of.first_thread);
    if (listing_ != nullptr && compiled(code) != nullptr) {
      code.may_differ.apart = compiled(code)->is_left_to_apart;
      if (range.kind == memory_kind::in_global && code.does != access_kind::atomic && is_in_pieces(range, code, r, of))
        return;
      const int bytes = accesses_.bytes_of(
          code, r, of.first_thread, range, *compiled_, *compiled(code),
          [&](access_code& before) { return source_.are_of_one_if(before, code); }, unmerged{*this});
      if (bytes == 0) return;
      if (bytes != code.counted) return issue(range, code, r, bytes, of.first_thread);
    } else {
      const request_shape now(r, interval_, of.first_thread);
      add_doubts(code.may_differ, now, code.before, code.counted,
                 range.kind == memory_kind::in_shared && code.does != access_kind::atomic);
      code.before = now;
      if (code.does == access_kind::store && is_kept_for_branch(range, code, r, of.first_thread)) return;
    }
    of.width = merged_width(code, range, of.round);
    if (of.width <= code.counted) return issue(range, code, r, code.counted, of.first_thread);
    keep(range, code, r, of);
  }
  /// Whether nvcc's accesses on the line are narrower than the source's, which counts as these then: only those members
  /// of a vector that the kernel uses, or words that may not be aligned.
  bool is_in_pieces(const device_range& range, const access_code& code, const kept_request& r,
                    const merged_requests::group& of)
  {
    const compiled_line& line = **code.compiled;
    const line_accesses& made = code.does == access_kind::load ? line.global_loads : line.global_stores;
    if (made.count == 0 || made.widest >= code.counted) return false;
    for (const auto& [offset, bytes] : made.pieces_of(code.counted)) {
      access_code& piece = codes_.at(code.pc, code.does, bytes);
      piece.part = access_code::part_of::none;
      kept_request own = r;
      for (std::uint64_t& address : own.address) address += static_cast<unsigned>(offset);
      count_in(range, piece, own, of);
    }
    return true;
  }
  /// Whether a store is kept as one that the other branch of an `if` may make, too. If so, the next store adds its
  /// lanes.
  [[gnu::noinline]] bool is_kept_for_branch(const device_range& range, access_code& code, request& r, int first_thread)
  {
    if (range.kind != memory_kind::in_global && range.kind != memory_kind::in_shared) return false;
    const bool is_computed = source_.assignment_of(code).is_computed;
    const auto are_one = [&](access_code& before, const line_accesses*) {
      return is_computed && source_.are_of_one_if(before, code);
    };
    return branches_.join(code, r, first_thread, nullptr, is_computed, are_one, unmerged{*this});
  }
  /// Counts the loads of an atomic operation that is a loop of a load and a compare-and-swap.
  [[gnu::noinline]] void count_loads_of_loop(const access_code& code, const request& r, int first_thread)
  {
    access_code& load = codes_.at(code.pc, access_kind::load, code.bytes);
    load.may_differ.by_time = code.may_differ.by_time;
    // Between the load and the compare-and-swap, another warp may change the word.
    if (code.may_differ.by_time && machine_.session().order == running_order::scattered)
      count_merged(load, r, code.bytes, first_thread);
    for (const std::uint32_t lanes : lanes_by_round(r)) {
      request loads = r;
      loads.active = lanes;
      if (lanes != 0) count_merged(load, loads, code.bytes, first_thread);
    }
  }
  /// Keeps a request for a vector.
  [[gnu::noinline]] void keep(const device_range& range, access_code& code, const request& r, merged_requests::group of)
  {
    const compiled_line& line = *compiled(code);
    of.line = code.does == access_kind::load ? &line.with_loads() : &line.with_stores();
    merged_.add(code, r, of, range.begin,
                [&](access_code& merged, const request& wider, int bytes, const merged_requests::group& group) {
                  count_merged(merged, wider, bytes, group.first_thread);
                });
  }
  /// Bytes of the vectors into which nvcc merges neighbouring words on the code's line; 0 if it merges none.
  int merged_width(access_code& code, const device_range& range, const unrolled_round& round)
  {
    if (listing_ == nullptr || range.kind != memory_kind::in_shared || code.counted < 4 ||
        code.does == access_kind::atomic || (round.part != unrolled_round::no_loop && !round.is_copied()))
      return 0;
    const compiled_line* const line = compiled(code);
    if (line == nullptr) return 0;
    return code.does == access_kind::load ? line->with_loads().widest_load : line->with_stores().widest_store;
  }
  /// Counts a request that merges with no other.
  struct unmerged {
    access_counter& counter;
    void operator()(access_code& code, const request& r, int first_thread, const line_accesses* = nullptr) const
    {
      counter.count_merged(code, r, code.counted, first_thread);
    }
  };
  void count_merged(access_code& code, const request& r, int bytes, int first_thread)
  {
    const device_range* const range = machine_.memory().find(r.address[__builtin_ctz(r.active)]);
    if (range == nullptr) return;
    kept_request wider{r};
    issue(*range, code, wider, bytes, first_thread);
  }
  void issue(const device_range& range, access_code& code, kept_request& r, int bytes, int first_thread)
  {
    sites_.count(range, code, r, bytes, first_thread);
  }
  /// Replaces the first member's addresses by the vector's.
  [[gnu::noinline]] void move_to_vectors(const access_code& code, request& r, index3 block, int first_thread)
  {
    const auto width = static_cast<std::uint64_t>(code.counted);
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
      std::uint64_t& address = r.address[__builtin_ctz(lanes)];
      address -= code.offset;
      const device_range* const range = machine_.memory().find(address);
      if (address % width != 0 && range != nullptr && !code.is_joined)
        record_->add_fault({fault_kind::misaligned, range->name, 1,
                            static_cast<std::int64_t>((address - range->begin) / width), block,
                            first_thread + __builtin_ctz(lanes), fault::another, machine_.place_of(code.pc, kernel_)});
    }
  }

  cuda_machine& machine_;
  recorder* record_ = nullptr;
  std::string kernel_;
  const code_listing* listing_ = nullptr;      ///< nvcc's machine code of the kernels, if known
  const compiled_kernel* compiled_ = nullptr;  ///< this kernel in it
  compiled_line no_accesses_;                  ///< of lines without accesses in files that have some
  merged_requests merged_;
  compiled_accesses accesses_;
  branch_stores branches_;
  source_branches source_{machine_};
  access_table codes_;
  std::int64_t interval_ = 0;
  counted_sites sites_{machine_};
  outside_accesses outside_{machine_};
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
