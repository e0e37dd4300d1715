// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// nvcc's machine code for a source line.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A loop whose body nvcc has unrolled. Rounds run in groups: of the remaining rounds the largest power of two, up to
/// `copies`. The remainder modulo 4 runs one by one, before or after the groups.
struct unrolled_loop {
  int copies = 0;
  bool rest_first = false;
};

/// nvcc's loads or stores of global or shared memory on a source line.
struct line_accesses {
  int count = 0;                  ///< number of instructions
  int narrowest = 0, widest = 0;  ///< bytes of each
  bool in_loop = false;           ///< whether one of them is in a loop
  int bytes_in_loops = 0;         ///< bytes of those in loops
  std::string base{};             ///< the register that all addresses consist of, with an offset; empty if they differ
  std::vector<int> offsets{}, widths{};  ///< of each

  /// Adds an access of so many bytes to an address, as "desc[UR4][R2.64+0x14]".
  void add(int bytes, const std::string& address)
  {
    narrowest = count == 0 ? bytes : std::min(narrowest, bytes);
    widest = std::max(widest, bytes);
    const std::size_t end = address.rfind(']'), begin = address.rfind('[') + 1, plus = address.find('+', begin);
    const std::string own = end == std::string::npos ? "" : address.substr(begin, std::min(plus, end) - begin);
    base = count == 0 || base == own ? own : "";
    offsets.push_back(plus < end ? static_cast<int>(std::strtol(address.c_str() + plus + 1, nullptr, 16)) : 0);
    widths.push_back(bytes);
    ++count;
  }
  /// Bytes of all accesses.
  [[nodiscard]] int bytes() const { return std::accumulate(widths.begin(), widths.end(), 0); }
  /// Number of accesses of so many bytes.
  [[nodiscard]] int number_of(int bytes) const
  {
    return static_cast<int>(std::count(widths.begin(), widths.end(), bytes));
  }
  /// Offsets and bytes of nvcc's accesses to an aligned vector of so many bytes, if all are narrower.
  [[nodiscard]] std::map<int, int> pieces_of(int vector) const
  {
    std::map<int, int> pieces;
    for (std::size_t n = 0; widest < vector && n < offsets.size(); ++n)
      pieces[(offsets[n] % vector + vector) % vector] = widths[n];
    return pieces;
  }
  /// Whether nvcc leaves out a piece of a struct, which begins at the base: it copies other pieces, each once.
  [[nodiscard]] bool is_without(int offset, int piece, int bytes) const
  {
    return count * piece < bytes && narrowest == piece && widest == piece && !in_loop && !base.empty() &&
           std::all_of(
               offsets.begin(), offsets.end(),
               [&](int o) { return o >= 0 && o < bytes && std::count(offsets.begin(), offsets.end(), o) == 1; }) &&
           std::find(offsets.begin(), offsets.end(), offset) == offsets.end();
  }
};

/// nvcc's global atomic operations on a source line, or in a kernel.
struct line_atomics {
  int combined = 0, single = 0;  ///< for several lanes, and for one

  [[nodiscard]] bool any() const { return combined + single > 0; }
  /// Whether one lane makes all of them for the lanes with its address: nvcc combines their values.
  [[nodiscard]] bool combine() const { return combined > 0 && single == 0; }
};

/// nvcc's machine code for a source line of a kernel.
struct compiled_line {
  line_accesses global_loads{}, global_stores{}, shared_loads{}, shared_stores{};
  line_atomics atomics{};
  int widest_load = 0, widest_store = 0;     ///< bytes of the line's widest accesses to shared memory; 0: none
  const compiled_line* with = nullptr;       ///< a line whose stores of vectors contain words that this line stores
  const compiled_line* loaded_by = nullptr;  ///< a line whose loads of vectors contain words that this line loads
  unrolled_loop loop{};                      ///< the loop around the line; without copies if it is not unrolled
  bool ends_kernel = false;                  ///< lanes that have left a loop reach the line together, and then end
  int behind_exit = 0;            ///< number of its loads in front of which lanes end, by a condition of a later line
  bool is_before_exit = false;    ///< whether accesses stand in front of such an end
  bool is_left_to_apart = false;  ///< lanes that leave a loop reach the line one after another, and then end

  [[nodiscard]] const compiled_line& with_loads() const { return loaded_by == nullptr ? *this : *loaded_by; }
  [[nodiscard]] const compiled_line& with_stores() const { return with == nullptr ? *this : *with; }
  [[nodiscard]] int loads() const { return global_loads.count + shared_loads.count; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
