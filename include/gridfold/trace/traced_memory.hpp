// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A view's memory as a recorder watches it.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/executor.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/shadow_memory.hpp>
#include <string>

namespace gridfold
{

class recorder;

/// What a view's memory is: `bytes` from `begin` on, touched in words; addresses count from `origin`.
struct memory_span {
  memory_kind memory;
  const void* begin;
  std::size_t bytes;
  int word;               ///< the bytes of an element's words
  std::int64_t elements;  ///< words that elements of the view have: those of an output are to be written
  const void* origin = nullptr;
};

/// A view's memory under a recorder's eyes.
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

  /// Notes an access of the running thread. False if it is outside the view, and must not take place.
  bool note(access_kind does, const void* at, int bytes);

  /// Where it is now: the next block's shared memory, or the next launch's constant memory.
  void moves_to(const void* begin, const void* origin)
  {
    span_.begin = begin;
    span_.origin = origin;
  }

 private:
  friend recorder;
  static constexpr int sizes = 5;  // words of 1, 2, 4, 8 and 16 bytes

  /// Whether this is a view's memory watched before, if only elsewhere.
  [[nodiscard]] bool is(const std::string& name, const memory_span& other) const
  {
    return name_ == name && span_.memory == other.memory && span_.bytes == other.bytes && span_.word == other.word &&
           (span_.memory != memory_kind::in_global || span_.begin == other.begin);
  }
  /// Watched again: what an output or scratch holds is forgotten.
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

  [[nodiscard]] std::size_t word() const { return static_cast<std::size_t>(span_.word); }
  [[nodiscard]] std::uint64_t offset_of(const void* at) const { return distance(span_.begin, at); }
  [[nodiscard]] std::uint64_t place_of(const void* at) const { return distance(span_.origin, at); }
  [[nodiscard]] bool contains(std::uint64_t offset, int bytes) const
  {
    return offset < span_.bytes && span_.bytes - offset >= static_cast<std::size_t>(bytes);
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

}  // namespace gridfold
