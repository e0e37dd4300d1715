// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads the entries of DWARF debug information (versions 4 and 5).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/byte_reader.hpp>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Tags of entries (DWARF 5, section 7.5.3).
struct tag {
  static constexpr std::uint64_t array = 0x01, parameter = 0x05, member = 0x0d, base = 0x1c, extent = 0x21,
                                 function = 0x2e, variable = 0x34;
  static bool is_struct(std::uint64_t t) { return t == 0x02 || t == 0x13 || t == 0x17; }
  static bool is_pointer(std::uint64_t t) { return t == 0x0f || t == 0x10 || t == 0x42; }
  /// Arrays, type names, const, volatile, restrict and atomic.
  static bool is_alias(std::uint64_t t)
  {
    return t == array || t == 0x16 || t == 0x26 || t == 0x35 || t == 0x37 || t == 0x47;
  }
};

/// The used attributes of an entry; 0 if an attribute is missing. Offsets are relative to the section.
struct debug_entry {
  std::uint64_t offset = 0, tag = 0;
  int depth = 0;
  std::uint64_t bytes = 0, alignment = 0, type = 0, origin = 0, low = 0, high = 0;
  std::uint64_t elements = 0;  ///< of an array's extent
  std::uint64_t location = 0;  ///< of a member in its struct
};

namespace detail
{

/// The attributes of one kind of entries.
struct abbreviation {
  struct attribute {
    std::uint64_t name, form;
    std::int64_t value;
  };
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<attribute> attributes{};
};

inline std::map<std::uint64_t, abbreviation> abbreviations_of(byte_reader in)
{
  constexpr std::uint64_t implicit_const = 0x21;
  std::map<std::uint64_t, abbreviation> all;
  for (std::uint64_t code = in.leb(); code != 0; code = in.leb()) {
    abbreviation& a = all[code];
    a.tag = in.leb();
    a.has_children = in.number(1) != 0;
    for (;;) {
      const std::uint64_t name = in.leb(), form = in.leb();
      const std::int64_t value = form == implicit_const ? in.signed_leb() : 0;
      if ((name == 0 && form == 0) || in.text.empty()) break;
      a.attributes.push_back({name, form, value});
    }
  }
  return all;
}

/// A unit of entries.
class debug_unit {
 public:
  std::uint64_t begin = 0, address_base = 8;
  std::uint64_t version = 0;
  std::size_t offset_bytes = 4, address_bytes = 8;
  std::string_view addresses{};

  /// The value of an attribute; references become offsets in the section. Unknown forms end the text.
  std::uint64_t value(byte_reader& in, std::uint64_t form, std::int64_t implicit) const
  {
    switch (form) {
      case 0x01:  // address
        return in.number(address_bytes);
      case 0x0b:
      case 0x0c:
      case 0x25:  // data1, flag, strx1
        return in.number(1);
      case 0x05:
      case 0x26:  // data2, strx2
        return in.number(2);
      case 0x27:  // strx3
        return in.number(3);
      case 0x06:
      case 0x28:  // data4, strx4
        return in.number(4);
      case 0x07:
      case 0x20:  // data8, ref_sig8
        return in.number(8);
      case 0x11:
      case 0x12:
      case 0x14:  // ref1, ref2, ref8
        return begin + in.number(form == 0x11 ? 1 : form == 0x12 ? 2 : 8);
      case 0x13:  // ref4
        return begin + in.number(4);
      case 0x15:  // ref_udata
        return begin + in.leb();
      case 0x0e:
      case 0x1f:
      case 0x10:
      case 0x17:  // strp, line_strp, ref_addr, sec_offset
        return in.number(offset_bytes);
      case 0x0f:
      case 0x1a:
      case 0x22:
      case 0x23:  // udata, strx, loclistx, rnglistx
        return in.leb();
      case 0x0d:  // sdata
        return static_cast<std::uint64_t>(in.signed_leb());
      case 0x19:  // flag_present
        return 1;
      case 0x21:  // implicit_const
        return static_cast<std::uint64_t>(implicit);
      case 0x1b:  // addrx
        return address(in.leb());
      case 0x29:
      case 0x2a:
      case 0x2b:
      case 0x2c:  // addrx1 to addrx4
        return address(in.number(static_cast<std::size_t>(form - 0x28)));
      default:
        skip(in, form);
        return 0;
    }
  }

 private:
  static void skip(byte_reader& in, std::uint64_t form)
  {
    switch (form) {
      case 0x08:  // string
        in.string();
        break;
      case 0x1e:  // data16
        in.skip(16);
        break;
      case 0x09:
      case 0x18:  // block, exprloc
        in.skip(in.leb());
        break;
      case 0x0a:
      case 0x03:
      case 0x04:  // block1, block2, block4
        in.skip(in.number(form == 0x0a ? 1 : form == 0x03 ? 2 : 4));
        break;
      default:
        in.text = {};
    }
  }
  [[nodiscard]] std::uint64_t address(std::uint64_t index) const
  {
    byte_reader table{addresses};
    table.skip(address_base + index * address_bytes);
    return table.number(address_bytes);
  }
};

inline debug_entry read_entry(byte_reader& in, const abbreviation& kind, debug_unit& unit)
{
  debug_entry e;
  e.tag = kind.tag;
  bool relative = false;
  for (const auto& [name, form, implicit] : kind.attributes) {
    const std::uint64_t value = unit.value(in, form, implicit);
    switch (name) {
      case 0x0b:
        e.bytes = value;
        break;
      case 0x11:
        e.low = value;
        break;
      case 0x12:
        e.high = value;
        relative = form != 0x01 && form != 0x1b && (form < 0x29 || form > 0x2c);
        break;
      case 0x2f:  // upper_bound
        e.elements = value + 1;
        break;
      case 0x37:  // count
        e.elements = value;
        break;
      case 0x31:
      case 0x47:  // abstract_origin, specification
        e.origin = value;
        break;
      case 0x38:
        e.location = value;
        break;
      case 0x49:
        e.type = value;
        break;
      case 0x73:  // addr_base
        unit.address_base = value;
        break;
      case 0x88:
        e.alignment = value;
        break;
      default:
        break;
    }
  }
  if (relative) e.high += e.low;
  return e;
}

}  // namespace detail

/// All entries of a program, by offset.
inline std::vector<debug_entry> entries_of(std::string_view info, std::string_view abbreviations,
                                           std::string_view addresses)
{
  std::vector<debug_entry> all;
  std::map<std::uint64_t, std::map<std::uint64_t, detail::abbreviation>> kinds_at;
  for (std::string_view rest = info; !rest.empty();) {
    byte_reader in{rest};
    detail::debug_unit unit;
    unit.begin = info.size() - rest.size();
    unit.addresses = addresses;
    std::uint64_t bytes = in.number(4);
    if (bytes == 0xffffffff) {
      bytes = in.number(8);
      unit.offset_bytes = 8;
    }
    if (bytes == 0 || bytes > in.text.size()) break;
    rest = in.text.substr(bytes);
    in.text = in.text.substr(0, bytes);
    unit.version = in.number(2);
    if (unit.version < 4 || unit.version > 5) continue;
    const std::uint64_t type = unit.version == 5 ? in.number(1) : 1;
    if (unit.version == 5) unit.address_bytes = in.number(1);
    const std::uint64_t table = in.number(unit.offset_bytes);
    if (unit.version == 4) unit.address_bytes = in.number(1);
    if (type != 1 || table >= abbreviations.size()) continue;
    const auto [kinds, is_new] = kinds_at.try_emplace(table);
    if (is_new) kinds->second = detail::abbreviations_of({abbreviations.substr(table)});
    for (int depth = 0; !in.text.empty();) {
      const std::uint64_t offset = info.size() - rest.size() - in.text.size();
      const std::uint64_t code = in.leb();
      if (code == 0) {
        --depth;
        continue;
      }
      const auto kind = kinds->second.find(code);
      if (kind == kinds->second.end()) break;
      all.push_back(detail::read_entry(in, kind->second, unit));
      all.back().offset = offset;
      all.back().depth = depth;
      depth += kind->second.has_children;
    }
  }
  return all;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
