// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory of a traced view.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/executor.hpp>
#include <gridfold/trace/fault.hpp>
#include <gridfold/trace/kept_request.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/shadow_memory.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

class recorder;

/// A range of memory: `bytes` bytes from `begin` on, accessed in words; addresses count from `origin`.
struct memory_span {
  memory_kind memory;
  const void* begin;
  std::size_t bytes;
  int word;               ///< bytes of the words in which elements are accessed
  std::int64_t elements;  ///< number of words of the view's elements; the kernel has to write all words of an output
  const void* origin = nullptr;
  std::size_t element_bytes = 0;        ///< bytes of an element; 0: elements are words
  std::vector<std::int64_t> extents{};  ///< as in traced_memory_shape; empty for a row of elements
  std::vector<std::int64_t> strides{};
};

/// The memory of a view, with its shadow and sites.
class watched_memory {
 public:
  watched_memory(recorder& by, const std::string& name, role as, const memory_span& span)
      : by_(by),
        name_(name),
        role_(as),
        span_(span),
        shadow_((span.bytes + word() - 1) / word(), span.memory == memory_kind::in_shared)
  {
    std::fill_n(&site_[0][0], 3 * sizes, -1);
  }

  /// Records an access of the running thread. Returns false if it is outside the view or misaligned; the access must
  /// then be skipped. `block_scope`: the access is atomic only for the threads of its block. `word`: the index of the
  /// word in its element.
  bool note(access_kind does, const void* at, int bytes, bool block_scope = false, int word = 0);

  /// Sets a new location: the next block's shared memory, or the next launch's constant memory.
  void moves_to(const void* begin, const void* origin)
  {
    span_.begin = begin;
    span_.origin = origin;
  }
  /// Sets a new location and shape, for a view of memory that was watched before.
  void moves_to(const memory_span& span)
  {
    const int word = span_.word;
    span_ = span;
    refine(word, false);
  }

  /// Bytes of the words in which an element of `size` bytes is accessed, if its type is aligned to `aligned` bytes. In
  /// shared memory nvcc knows the beginning of an array, so an element's size determines its alignment.
  [[nodiscard]] int word_bytes(const void* at, int aligned, std::size_t size) const
  {
    const auto fits = [&](int bytes) {
      return bytes <= 16 && size % static_cast<unsigned>(bytes) == 0 &&
             place_of(at) % static_cast<unsigned>(bytes) == 0;
    };
    if (span_.memory == memory_kind::in_shared)
      while (fits(2 * aligned)) aligned *= 2;
    return aligned;
  }

 private:
  friend recorder;
  static constexpr int sizes = 5;  // words of 1, 2, 4, 8 and 16 bytes

  /// Whether this is the memory of a view watched before, possibly at another location.
  [[nodiscard]] bool is(const std::string& name, const memory_span& other) const
  {
    return name_ == name && span_.memory == other.memory && span_.bytes == other.bytes &&
           other.word % span_.word == 0 && (span_.memory != memory_kind::in_global || span_.begin == other.begin);
  }
  /// Uses words of at most `bytes` bytes from now on, because accesses are narrower than the span's words.
  void refine(int bytes, bool shadow_too = true)
  {
    if (bytes >= span_.word) return;
    if (shadow_too) shadow_.split(word() / static_cast<std::size_t>(bytes));
    span_.elements *= span_.word / bytes;
    span_.word = bytes;
  }
  /// Marks the elements of an output or scratch as uninitialised.
  void becomes(role as)
  {
    role_ = as;
    if (as == role::output || as == role::scratch) shadow_.forget();
  }
  [[nodiscard]] bool is_filled() const { return role_ == role::input || role_ == role::update; }
  [[nodiscard]] std::int64_t unwritten() const
  {
    const std::int64_t owed = role_ == role::output ? span_.elements : 0;
    return std::max<std::int64_t>(0, owed - static_cast<std::int64_t>(shadow_.written()));
  }

  [[nodiscard]] traced_memory_shape shape() const
  {
    const std::size_t element = span_.element_bytes != 0 ? span_.element_bytes : word();
    const auto row = static_cast<std::int64_t>(span_.bytes / element);
    return {name_,        span_.memory, distance(span_.origin, span_.begin),
            span_.bytes,  element,      span_.extents.empty() ? std::vector<std::int64_t>{row} : span_.extents,
            span_.strides};
  }

  [[nodiscard]] std::size_t word() const { return static_cast<std::size_t>(span_.word); }
  [[nodiscard]] std::uint64_t offset_of(const void* at) const { return distance(span_.begin, at); }
  [[nodiscard]] std::uint64_t place_of(const void* at) const { return distance(span_.origin, at); }
  [[nodiscard]] bool contains(std::uint64_t offset, int bytes) const
  {
    return offset < span_.bytes && span_.bytes - offset >= static_cast<std::size_t>(bytes);
  }
  /// The fault of an access's address, `outside` or `misaligned`, if any.
  [[nodiscard]] std::optional<fault_kind> misplaced(const void* at, int bytes) const
  {
    if (!contains(offset_of(at), bytes)) return fault_kind::outside;
    // Accesses and words have 1, 2, 4, 8 or 16 bytes, so a mask and a shift replace divisions.
    if ((place_of(at) & (static_cast<std::uint64_t>(bytes) - 1)) != 0) return fault_kind::misaligned;
    return {};
  }
  static std::uint64_t distance(const void* from, const void* to)
  {
    return reinterpret_cast<std::uint64_t>(to) - reinterpret_cast<std::uint64_t>(from);
  }

  recorder& by_;
  std::string name_;
  role role_;
  memory_span span_;
  shadow_memory shadow_;
  int site_[3][sizes];
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
