// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The structs that a function uses, from a program's DWARF entries (versions 4 and 5).
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/byte_reader.hpp>
#include <gridfold/trace_cuda/debug_forms.hpp>
#include <string_view>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A struct's size and alignment in bytes, and the size of its widest scalar.
struct struct_shape {
  std::uint64_t bytes = 0, alignment = 1, widest = 1;
  std::uint64_t data = 0;  ///< bytes of its scalars, without padding
  bool by_value = false;   ///< whether neither a pointer nor an array leads to it
  bool is_packed = false;  ///< whether its members lie closer than their alignments allow: then these count not

  /// Whether nvcc copies it by vectors: its alignment exceeds that of its members.
  [[nodiscard]] bool has_vectors() const { return alignment > widest; }
  friend bool operator==(const struct_shape&, const struct_shape&) = default;
};

/// Entries of functions, variables and types.
class debug_types {
 public:
  debug_types() = default;
  debug_types(std::string_view info, std::string_view abbreviations, std::string_view addresses)
      : entries_(entries_of(info, abbreviations, addresses))
  {
  }

  /// The structs that the function at a file address uses: its parameters and variables, their pointees, and their
  /// members.
  [[nodiscard]] std::vector<struct_shape> shapes_near(std::uint64_t address) const
  {
    std::vector<struct_shape> found;
    const std::size_t function = function_at(address);
    if (function == entries_.size()) return found;
    for (std::size_t n = function + 1; n < entries_.size() && entries_[n].depth > entries_[function].depth; ++n)
      if (entries_[n].tag == tag::variable || entries_[n].tag == tag::parameter) add_shapes(found, type_of(n), true, 3);
    return found;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] std::size_t function_at(std::uint64_t address) const
  {
    std::size_t best = entries_.size();
    for (std::size_t n = 0; n < entries_.size(); ++n) {
      const debug_entry& e = entries_[n];
      if (e.tag == tag::function && e.low != 0 && address >= e.low && address < e.high) best = n;
    }
    return best;
  }
  [[nodiscard]] std::size_t entry_at(std::uint64_t offset) const
  {
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), offset,
                                        [](const debug_entry& e, std::uint64_t o) { return e.offset < o; });
    return found == entries_.end() || found->offset != offset ? none
                                                              : static_cast<std::size_t>(found - entries_.begin());
  }
  /// The entry of the type of a variable or member; the origin of an inlined variable has it.
  [[nodiscard]] std::size_t type_of(std::size_t n) const
  {
    for (int hops = 0; hops < 4 && n != none; ++hops) {
      if (entries_[n].type != 0) return entry_at(entries_[n].type);
      if (entries_[n].origin == 0) return none;
      n = entry_at(entries_[n].origin);
    }
    return none;
  }
  /// A type without pointers, arrays, qualifiers and aliases.
  [[nodiscard]] std::size_t plain(std::size_t n, bool through_pointers) const
  {
    for (int hops = 0; hops < 16 && n != none; ++hops) {
      const std::uint64_t t = entries_[n].tag;
      if (tag::is_pointer(t) && !through_pointers) return n;
      if (!tag::is_pointer(t) && !tag::is_alias(t)) return n;
      n = type_of(n);
    }
    return none;
  }
  void add_shapes(std::vector<struct_shape>& found, std::size_t type, bool by_value, int depth) const
  {
    const std::size_t n = plain(type, true);
    if (n == none || !tag::is_struct(entries_[n].tag)) return;
    struct_shape shape = shape_of(n, 4), other = shape;
    shape.by_value = by_value && is_value(type);
    other.by_value = !shape.by_value;
    if (const auto known = std::find(found.begin(), found.end(), other); known != found.end())
      known->by_value = false;
    else if (std::find(found.begin(), found.end(), shape) == found.end())
      found.push_back(shape);
    if (depth > 0)
      for_members(n, [&](std::size_t member) { add_shapes(found, type_of(member), shape.by_value, depth - 1); });
  }
  /// Whether a type is neither a pointer nor an array.
  [[nodiscard]] bool is_value(std::size_t n) const
  {
    for (int hops = 0; hops < 16 && n != none; ++hops) {
      const std::uint64_t t = entries_[n].tag;
      if (tag::is_pointer(t) || t == tag::array) return false;
      if (!tag::is_alias(t)) break;
      n = type_of(n);
    }
    return true;
  }
  /// Number of elements of a type's arrays; 1 without an array.
  [[nodiscard]] std::uint64_t elements_of(std::size_t n) const
  {
    std::uint64_t elements = 1;
    for (int hops = 0; hops < 16 && n != none && tag::is_alias(entries_[n].tag); ++hops) {
      if (entries_[n].tag == tag::array)
        for (std::size_t m = n + 1; m < entries_.size() && entries_[m].depth > entries_[n].depth; ++m)
          if (entries_[m].tag == tag::extent) elements *= entries_[m].elements;
      n = type_of(n);
    }
    return elements;
  }
  template <class F>
  void for_members(std::size_t n, F f) const
  {
    for (std::size_t m = n + 1; m < entries_.size() && entries_[m].depth > entries_[n].depth; ++m)
      if (entries_[m].depth == entries_[n].depth + 1 &&
          (entries_[m].tag == tag::member || entries_[m].tag == tag::base))
        f(m);
  }
  [[nodiscard]] struct_shape shape_of(std::size_t n, int depth) const
  {
    struct_shape shape{entries_[n].bytes};
    std::uint64_t places = shape.bytes;
    for_members(n, [&](std::size_t member) {
      const std::size_t type = plain(type_of(member), false);
      if (type == none || depth == 0) return;
      const std::uint64_t scalar = tag::is_pointer(entries_[type].tag) ? 8 : entries_[type].bytes;
      const struct_shape part =
          tag::is_struct(entries_[type].tag) ? shape_of(type, depth - 1) : struct_shape{scalar, scalar, scalar, scalar};
      places |= entries_[member].location;
      shape.is_packed = shape.is_packed || part.is_packed ||
                        entries_[member].location % std::max<std::uint64_t>(1, part.alignment) != 0;
      shape.widest = std::max(shape.widest, part.widest);
      shape.alignment = std::max(shape.alignment, part.alignment);
      shape.data += elements_of(type_of(member)) * part.data;
    });
    shape.is_packed = shape.is_packed || shape.bytes % shape.alignment != 0;
    if (shape.is_packed)
      shape.alignment = shape.widest = std::max<std::uint64_t>(1, std::min(shape.widest, places & -places));
    shape.alignment = std::max(shape.alignment, entries_[n].alignment);
    return shape;
  }

  std::vector<debug_entry> entries_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
