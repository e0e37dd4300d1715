// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Finds accesses to structs that nvcc merges into vectors, while the host compiler reports members or bytes.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/debug_types.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The structs that a copy of `bytes` bytes may consist of. Structs handled by value are in memory only where a cast
/// puts them; they are considered if pointers and arrays lead to no struct that is large enough.
inline std::vector<struct_shape> structs_in_memory(const std::vector<struct_shape>& structs, std::uint64_t bytes)
{
  std::vector<struct_shape> found;
  for (const struct_shape& s : structs)
    if (!s.by_value && s.bytes >= bytes) found.push_back(s);
  return found.empty() ? structs : found;
}

/// Bytes per access of nvcc's copy of `bytes` bytes in a function that uses these structs: vectors if a struct's
/// alignment allows for them, else the widest scalars of a struct, which may be a packed one's. 0 if no struct has this
/// size and scalars of at most `largest` bytes.
inline int piece_of_copy(const std::vector<struct_shape>& structs, std::uint64_t bytes, std::uint64_t largest = 16)
{
  std::uint64_t piece = 0;
  for (const struct_shape& s : structs) {
    if (s.bytes != bytes || s.widest > largest) continue;
    const std::uint64_t own = s.has_vectors() ? std::min<std::uint64_t>(16, s.alignment) : s.widest;
    piece = piece == 0 ? own : std::min(piece, own);
  }
  // Other accesses that the host's compiler reports as unaligned are those of a packed struct's members.
  for (const struct_shape& s : structs)
    if (piece == 0 && s.is_packed && s.bytes > bytes) piece = s.alignment;
  return static_cast<int>(piece);
}

/// Bytes of the vectors that access members of `scalar` to `largest` bytes over `span` bytes; `scalar` if there are
/// none.
inline int vector_of_members(const std::vector<struct_shape>& structs, std::uint64_t span, std::uint64_t scalar,
                             std::uint64_t largest)
{
  if (const int exact = piece_of_copy(structs, span, largest); exact != 0)
    return std::max(exact, static_cast<int>(scalar));
  std::uint64_t width = 0;
  for (const struct_shape& s : structs) {
    if (s.bytes < span) continue;
    if (!s.has_vectors() && s.widest == scalar) return static_cast<int>(scalar);
    if (s.has_vectors()) width = width == 0 ? s.alignment : std::min(width, s.alignment);
  }
  return static_cast<int>(std::max(scalar, std::min<std::uint64_t>(16, width)));
}

/// Examines a thread's accesses in order, each code once. Accesses of one expression and one basic block at ascending
/// addresses are the members of a copied struct.
class merged_accesses {
 public:
  /// Whether nvcc leaves out a member of a copied struct: without(code, struct's address, member's offset, bytes).
  using left_out = std::function<bool(access_code&, std::uint64_t, int, int)>;

  /// nvcc's machine code for the line of an access; nullptr if unknown.
  using code_of_line = std::function<const compiled_line*(access_code&)>;

  explicit merged_accesses(cuda_machine& machine, left_out without = {}, code_of_line compiled = {})
      : machine_(machine), without_(gridfold::core::moved(without)), compiled_(gridfold::core::moved(compiled))
  {
  }

  void begin_launch()
  {
    members_.resize(0);
    loaded_.resize(0);
    loads_.resize(0);
    (words_.clear)();
  }
  [[nodiscard]] bool is_open() const { return !members_.empty(); }
  [[gnu::noinline]] void add(access_code& code, std::uint64_t address)
  {
    if (!members_.empty() && !continues(code, address)) end();
    members_.emplace_back(&code, address);
  }
  /// Decides about the accesses since the last call.
  void end()
  {
    if (!members_.empty()) decide();
  }

 private:
  using member = std::pair<access_code*, std::uint64_t>;

  [[gnu::noinline]] void decide()
  {
    for (auto& [code, address] : members_) code->part = access_code::part_of::none;
    if (members_.size() > 1) {
      merge();
      leave_out();
    }
    if (members_[0].first->does == access_kind::load) join_earlier();
    members_.resize(0);
  }
  /// Leaves out the members that nvcc does not copy.
  void leave_out()
  {
    const std::uint64_t begin = members_[0].second,
                        span = members_.back().second + bytes_of(members_.back().first) - begin;
    for (auto& [code, address] : members_)
      if (without_ && code->part == access_code::part_of::none &&
          without_(*code, begin, static_cast<int>(address - begin), static_cast<int>(span)))
        code->part = access_code::part_of::rest;
  }
  static std::uint64_t bytes_of(const access_code* code) { return static_cast<std::uint64_t>(code->bytes); }
  [[nodiscard]] static bool is_one_expression(const line_entry& a, const line_entry& b)
  {
    return a.line > 0 && a.line == b.line && a.column == b.column && a.file == b.file;
  }
  [[nodiscard]] bool continues(const access_code& code, std::uint64_t address) const
  {
    const auto& [before, last] = members_.back();
    if (code.does != before->does || code.does == access_kind::atomic ||
        address < last + static_cast<unsigned>(before->bytes) || address - last > 16)
      return false;
    return is_one_expression(machine_.entry_of(code.pc), machine_.entry_of(before->pc));
  }
  void merge()
  {
    std::uint64_t scalar = 16, largest = 0;
    for (const auto& [code, address] : members_) {
      scalar = std::min(scalar, bytes_of(code));
      largest = std::max(largest, bytes_of(code));
    }
    const std::uint64_t begin = members_[0].second,
                        span = members_.back().second + bytes_of(members_.back().first) - begin;
    const std::vector<struct_shape> structs = structs_in_memory(machine_.structs_near(members_[0].first->pc), span);
    const auto width = static_cast<std::uint64_t>(vector_of_members(structs, span, scalar, largest));
    if (width <= scalar) return;
    const bool copies = copies_whole(structs);
    // A whole struct begins at its first member; for a part of a struct, the address determines the beginning of the
    // vector.
    const std::uint64_t origin = piece_of_copy(structs, span, largest) != 0 ? begin : begin / width * width;
    for (std::size_t first = 0, next = 0; first < members_.size(); first = next) {
      const std::uint64_t window = (members_[first].second - origin) / width;
      std::uint64_t covered = 0;
      for (; next < members_.size() && (members_[next].second - origin) / width == window; ++next)
        covered += bytes_of(members_[next].first);
      const bool stores = members_[first].first->does == access_kind::store;
      if (!copies && (next - first < 2 || (covered != width && stores))) continue;
      for (std::size_t n = first; n < next; ++n) members_[n].first->part = access_code::part_of::rest;
      access_code& code = *members_[first].first;
      code.part = access_code::part_of::first;
      code.counted = static_cast<int>(width);
      code.offset = members_[first].second - origin - window * width;
    }
  }

  /// If only a branch uses members, g++ loads them in the branch, and nvcc loads the whole vector before it. Two or
  /// more such members indicate a vector; a single one may be an element of an array of scalars.
  void join_earlier()
  {
    for (auto& [code, address] : members_) {
      if (code->part == access_code::part_of::rest) continue;
      const line_entry here = machine_.entry_of(code->pc);
      for (const auto& [there, earlier] : loads_)
        if (is_one_expression(here, there) && join(*earlier, *code, address)) break;
      if (code->part == access_code::part_of::none) join_as_compiled(*code, address);
      if (code->part != access_code::part_of::rest) loads_.emplace_back(here, code);
    }
  }
  /// Joins a load with an earlier one of a vector that nvcc loads on the earlier one's line: instead of both if it is
  /// the same line, else if the line has no load for this one.
  void join_as_compiled(access_code& code, std::uint64_t address)
  {
    words_[&code] = {address};
    const compiled_line* const line = compiled_ ? compiled_(code) : nullptr;
    const device_range* const range = line == nullptr ? nullptr : machine_.memory().find(address);
    if (range == nullptr || range->kind != memory_kind::in_global) return;
    for (auto before = loads_.rbegin(); before != loads_.rend(); ++before) {
      access_code& earlier = *before->second;
      const compiled_line* const vectors = compiled_(earlier);
      if (vectors == nullptr || earlier.range != range) continue;
      const line_accesses& made = vectors->global_loads;
      const int width = earlier.part == access_code::part_of::first ? earlier.counted : made.widest;
      const auto bytes = static_cast<std::uint64_t>(width);
      const bool is_spare = line == vectors
                                ? earlier.is_joined || vectors_on(*vectors, width) < made.number_of(width)
                                : made.narrowest > earlier.bytes && line->global_loads.narrowest != code.bytes;
      std::vector<std::uint64_t>& words = words_[&earlier];
      if (width <= code.bytes || width <= earlier.bytes || earlier.last / bytes != address / bytes || !is_spare ||
          std::find(words.begin(), words.end(), address) != words.end() || !is_aligned(code, bytes))
        continue;
      words.push_back(address);
      earlier.part = access_code::part_of::first;
      earlier.counted = width;
      earlier.offset = earlier.last % bytes;
      earlier.is_joined = true;
      earlier.sites.resize(0);
      code.part = access_code::part_of::rest;
      return;
    }
  }
  /// Number of a line's loads of so many bytes in the source.
  int vectors_on(const compiled_line& line, int bytes)
  {
    return static_cast<int>(std::count_if(loads_.begin(), loads_.end(), [&](const auto& load) {
      return compiled_(*load.second) == &line && load.second->counted == bytes;
    }));
  }
  /// Whether the function of an access uses a struct of this alignment.
  bool is_aligned(const access_code& code, std::uint64_t bytes)
  {
    const std::vector<struct_shape> structs = machine_.structs_near(code.pc);
    return std::any_of(structs.begin(), structs.end(), [&](const struct_shape& s) { return s.alignment >= bytes; });
  }
  static bool join(access_code& earlier, access_code& code, std::uint64_t address)
  {
    const bool is_whole = earlier.part == access_code::part_of::first;
    if (!is_whole && code.part != access_code::part_of::first) return false;
    const access_code& vector = is_whole ? earlier : code;
    const std::uint64_t begin = (is_whole ? earlier.last : address) - vector.offset,
                        other = is_whole ? address : earlier.last;
    if (other - begin >= static_cast<std::uint64_t>(vector.counted)) return false;
    if (!is_whole) {
      earlier.part = access_code::part_of::first;
      earlier.counted = code.counted;
      earlier.offset = other - begin;
      earlier.sites.resize(0);
    }
    code.part = access_code::part_of::rest;
    return true;
  }
  /// Whether the members are the complete struct, stored as loaded: then nvcc copies the padding with them. If some of
  /// them have changed, nvcc stores the members and the padding one by one.
  bool copies_whole(const std::vector<struct_shape>& structs)
  {
    std::uint64_t data = 0;
    std::string values;
    for (const auto& [code, address] : members_) {
      data += bytes_of(code);
      values += std::to_string(address - members_[0].second) + ":";
      values.append(reinterpret_cast<const char*>(address), bytes_of(code));
    }
    if (members_[0].first->does != access_kind::store) {
      loaded_.push_back(values);
      if (loaded_.size() > most_loaded) loaded_.pop_front();
      return false;
    }
    return std::find(loaded_.begin(), loaded_.end(), values) != loaded_.end() &&
           std::any_of(structs.begin(), structs.end(),
                       [&](const struct_shape& s) { return s.has_vectors() && s.data == data; });
  }

  static constexpr std::size_t most_loaded = 8;

  cuda_machine& machine_;
  left_out without_;
  code_of_line compiled_;
  std::vector<member> members_;
  std::deque<std::string> loaded_;  ///< the values of the last structs with loaded members
  /// The launch's loads that represent vectors or themselves.
  std::vector<std::pair<line_entry, access_code*>> loads_;
  std::map<const access_code*, std::vector<std::uint64_t>> words_;  ///< addresses that a vector of nvcc's code contains
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
