// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A table of the code addresses that access memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <gridfold/trace_cuda/device_memory.hpp>
#include <gridfold/trace_cuda/request_shape.hpp>
#include <gridfold/trace_cuda/source_text.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// How an atomic operation is made.
struct atomic_form {
  bool block_scope = false;      ///< atomic only for the threads of its block
  bool loops_in_shared = false;  ///< in shared memory a loop of a load and a compare-and-swap
  bool compares = false;         ///< a compare-and-swap
};

/// An access in the code, by the return address of the compiler's call of a hook, and its last target.
class access_code {
 public:
  const void* pc = nullptr;
  access_kind does = access_kind::load;
  int bytes = 0;
  count_doubts may_differ{};
  bool loops_in_shared =
      false;  ///< an atomic operation that is a loop of a load and a compare-and-swap in shared memory
  /// Whether this is one of several accesses that nvcc merges into one vector. The first one counts; the others are in
  /// its `rest`.
  enum class part_of { unknown, none, first, rest } part = part_of::unknown;
  bool is_joined = false;            ///< whether only nvcc's code shows that it is a vector
  int counted = 0;                   ///< bytes of nvcc's access; 0 for a copy, which its address decides
  std::uint64_t offset = 0;          ///< offset of the vector's first access in it
  std::uint64_t last = 0;            ///< the last address that it accessed
  std::uint64_t begin = 1, end = 0;  ///< the last range that it accessed
  device_range* range = nullptr;
  std::optional<std::string> array{};              ///< name in the source, once looked up
  std::optional<source_assignment> assigned{};     ///< a store's assignment in the source, once looked up
  std::optional<const compiled_line*> compiled{};  ///< nvcc's machine code of its line, once looked up
  request_shape before{};                          ///< its last request
  /// Its sites, by memory and bytes of an access.
  struct counted_site {
    const watched_memory* memory;
    int bytes, number;
    count_doubts may_differ{};
  };
  std::vector<counted_site> sites{};
};

/// The access codes of a launch, by address, kind and bytes: a hash table whose elements never move.
class access_table {
 public:
  access_code& at(const void* pc, access_kind does, int bytes)
  {
    std::size_t slot = slot_of(pc, bytes);
    for (; slots_[slot] != nullptr; slot = next(slot)) {
      access_code& known = *slots_[slot];
      if (known.pc == pc && known.bytes == bytes && known.does == does) return known;
    }
    return add(slot, pc, does, bytes);
  }
  void remove_all()
  {
    slots_.assign(slots_.size(), nullptr);
    codes_ = {};
  }
  [[nodiscard]] std::size_t size() const { return codes_.size(); }

 private:
  [[gnu::noinline]] access_code& add(std::size_t slot, const void* pc, access_kind does, int bytes)
  {
    if (codes_.size() * 2 >= slots_.size()) {
      grow();
      return at(pc, does, bytes);
    }
    access_code& code = codes_.emplace_back();
    code.pc = pc;
    code.bytes = code.counted = bytes;
    code.does = does;
    slots_[slot] = &code;
    return code;
  }
  /// The number of slots is a power of two.
  [[nodiscard]] std::size_t slot_of(const void* pc, int bytes) const
  {
    const auto address = reinterpret_cast<std::uint64_t>(pc);
    return (address ^ address >> 12 ^ static_cast<unsigned>(bytes) * 0x9e37u) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  void grow()
  {
    slots_.assign(slots_.size() * 2, nullptr);
    for (access_code& code : codes_) {
      std::size_t slot = slot_of(code.pc, code.bytes);
      while (slots_[slot] != nullptr) slot = next(slot);
      slots_[slot] = &code;
    }
  }

  std::vector<access_code*> slots_ = std::vector<access_code*>(1 << 12, nullptr);
  std::deque<access_code> codes_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
