// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory that a CUDA kernel may access, by address: arrays that were registered or allocated, and the variables of
/// the program.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gridfold/trace/aligned_vector.hpp>
#include <gridfold/trace/recorder.hpp>
#include <gridfold/trace_cuda/program_image.hpp>
#include <map>
#include <memory>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A range of addresses that kernels may access.
struct device_range {
  std::uint64_t begin = 0, end = 0;
  watched_memory* memory = nullptr;
  memory_kind kind = memory_kind::in_global;
  std::string name{};
  void* allocated = nullptr;  ///< the pointer to free
  role as = role::scratch;
  std::string function{};   ///< the kernel of a shared array
  bool is_ignored = false;  ///< threadIdx and other variables that are not memory on a GPU
};

/// Ranges that do not overlap, by address.
class device_memory {
 public:
  /// Free space on both sides of an allocation, so that an access slightly outside of it does no harm.
  static constexpr std::size_t margin = 4096;

  device_range& add(const device_range& range)
  {
    // Removes earlier ranges at these addresses.
    auto old = ranges_.lower_bound(range.begin);
    while (old != ranges_.end() && old->second.begin < range.end) ranges_.extract(old++);
    if (old = ranges_.lower_bound(range.begin); old != ranges_.begin() && (--old)->second.end > range.begin)
      ranges_.extract(old);
    return ranges_[range.begin] = range;
  }
  void remove(std::uint64_t begin) { ranges_.extract(begin); }

  /// The range that contains an address; nullptr if there is none.
  [[nodiscard]] device_range* find(std::uint64_t address)
  {
    auto next = ranges_.upper_bound(address);
    if (next == ranges_.begin() || address >= (--next)->second.end) return nullptr;
    return &next->second;
  }
  /// The range nearest to an address, at most `distance` bytes away.
  [[nodiscard]] device_range* nearest(std::uint64_t address, std::uint64_t distance)
  {
    auto next = ranges_.upper_bound(address);
    device_range* best = nullptr;
    if (next != ranges_.end() && next->second.begin - address <= distance) {
      best = &next->second;
      distance = next->second.begin - address;
    }
    if (next != ranges_.begin() && address - (--next)->second.end < distance) best = &next->second;
    return best;
  }
  template <class F>
  void for_each(F f)
  {
    for (auto& [begin, range] : ranges_) f(range);
  }

  /// Zeroed memory, aligned as by cudaMalloc, with a margin.
  static device_range allocated(std::size_t bytes, const std::string& name, role as)
  {
    constexpr std::uint64_t alignment = device_alignment_bytes;
    void* const memory = std::calloc(1, bytes + 2 * margin + alignment);
    if (memory == nullptr) return {};
    const std::uint64_t begin =
        (reinterpret_cast<std::uint64_t>(memory) + margin + alignment - 1) / alignment * alignment;
    return {begin, begin + bytes, nullptr, memory_kind::in_global, name, memory, as};
  }

 private:
  std::map<std::uint64_t, device_range> ranges_;
};

/// The name "x" in the call's text "(void**)&x, n * sizeof(float)".
inline std::string name_in_call(const char* call)
{
  std::string name;
  int depth = 0;
  for (const char* c = call; *c != '\0' && !(*c == ',' && depth == 0); ++c) {
    depth += (*c == '(' || *c == '[' || *c == '<') - (*c == ')' || *c == ']' || *c == '>');
    name += *c;
  }
  if (const auto cast = name.rfind("*)"); cast != std::string::npos) name = name.substr(cast + 2);
  std::erase_if(name, [](char c) { return c == '&' || c == ' ' || c == '(' || c == ')'; });
  return name.empty() ? "memory" : name;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
