// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Source lines of code addresses, from a program's DWARF line tables (versions 2 to 5).
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/trace_cuda/byte_reader.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A place in the source. Line 0 means unknown.
struct line_entry {
  std::uint64_t address = 0;
  int file = -1, line = 0, column = 0;
};

/// The line tables of a program, by addresses in its file.
class line_table {
 public:
  line_table(std::string_view lines, std::string_view strings, std::string_view line_strings)
      : strings_(strings), line_strings_(line_strings)
  {
    while (!lines.empty()) {
      byte_reader unit{lines};
      std::uint64_t bytes = unit.number(4);
      const bool wide = bytes == 0xffffffff;
      if (wide) bytes = unit.number(8);
      if (bytes == 0 || bytes > unit.text.size()) break;
      read_unit({unit.text.substr(0, bytes)}, wide ? 8 : 4);
      lines = unit.text.substr(bytes);
    }
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const line_entry& a, const line_entry& b) { return a.address < b.address; });
  }

  /// The last entry at or before an address; line 0 if there is none.
  [[nodiscard]] line_entry at(std::uint64_t address) const
  {
    auto next = std::upper_bound(rows_.begin(), rows_.end(), address,
                                 [](std::uint64_t a, const line_entry& row) { return a < row.address; });
    return next == rows_.begin() ? line_entry{} : *--next;
  }
  /// The last entry at or before an address that lies in the program's own text, not in a header of the compiler or of
  /// the CUDA shim.
  [[nodiscard]] line_entry in_program(std::uint64_t address) const
  {
    const line_entry found = at(address);
    line_entry own = found;
    for (int tries = 64; tries > 0 && own.line > 0 && is_system(own.file); --tries) own = at(own.address - 1);
    return is_system(own.file) ? found : own;
  }
  [[nodiscard]] const std::string& file(int number) const
  {
    static const std::string unknown = "?";
    return number >= 0 && static_cast<std::size_t>(number) < files_.size() ? files_[static_cast<std::size_t>(number)]
                                                                           : unknown;
  }

 private:
  [[nodiscard]] bool is_system(int number) const
  {
    const std::string& path = file(number);
    return path == "?" || path.starts_with("/usr/") || path.find("/gridfold_cuda/") != std::string::npos;
  }

  /// The header of a unit's table.
  struct header {
    std::uint64_t version = 0, shortest = 1, most = 1;
    std::int64_t line_base = 0;
    std::uint64_t line_range = 1, first_special = 1;
    std::vector<std::uint64_t> operands{};
    int first_file = 0;  ///< index in files_ of this unit's files, minus the number of its first file
  };

  void read_unit(byte_reader unit, std::size_t offset_bytes)
  {
    header h;
    h.version = unit.number(2);
    if (h.version < 2 || h.version > 5) return;
    std::size_t address_bytes = 8;
    if (h.version == 5) {
      address_bytes = unit.number(1);
      unit.skip(1);
    }
    const std::uint64_t header_bytes = unit.number(offset_bytes);
    byte_reader program = unit;
    program.skip(header_bytes);
    h.shortest = unit.number(1);
    if (h.version >= 4) h.most = std::max<std::uint64_t>(1, unit.number(1));
    unit.skip(1);
    h.line_base = static_cast<std::int8_t>(unit.number(1));
    h.line_range = std::max<std::uint64_t>(1, unit.number(1));
    h.first_special = unit.number(1);
    for (std::uint64_t n = 1; n < h.first_special; ++n) h.operands.push_back(unit.number(1));
    if (h.version == 5)
      read_files_5(unit, h, offset_bytes);
    else
      read_files(unit, h);
    run(program, h, address_bytes);
  }

  void read_files(byte_reader& unit, header& h)
  {
    std::vector<std::string> folders = {""};
    for (std::string folder = unit.string(); !folder.empty(); folder = unit.string()) folders.push_back(folder);
    h.first_file = static_cast<int>(files_.size()) - 1;  // files are numbered from 1
    for (std::string file = unit.string(); !file.empty(); file = unit.string()) {
      add_file(folders, unit.leb(), file);
      unit.leb();
      unit.leb();
    }
  }
  void read_files_5(byte_reader& unit, header& h, std::size_t offset_bytes)
  {
    std::vector<std::string> folders;
    read_entries(unit, offset_bytes, [&](const std::string& path, std::uint64_t) { folders.push_back(path); });
    h.first_file = static_cast<int>(files_.size());
    read_entries(unit, offset_bytes,
                 [&](const std::string& path, std::uint64_t folder) { add_file(folders, folder, path); });
  }
  template <class F>
  void read_entries(byte_reader& unit, std::size_t offset_bytes, F f) const
  {
    constexpr std::uint64_t path_code = 1, folder_code = 2;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> format(unit.number(1));
    for (auto& [code, form] : format) {
      code = unit.leb();
      form = unit.leb();
    }
    for (std::uint64_t count = unit.leb(); count > 0 && !unit.text.empty(); --count) {
      std::string path;
      std::uint64_t folder = 0;
      for (const auto& [code, form] : format) {
        std::string text;
        const std::uint64_t value = read_form(unit, form, offset_bytes, text);
        if (code == path_code) path = text;
        if (code == folder_code) folder = value;
      }
      f(path, folder);
    }
  }
  std::uint64_t read_form(byte_reader& unit, std::uint64_t form, std::size_t offset_bytes, std::string& text) const
  {
    const auto from = [](std::string_view all, std::uint64_t at) {
      return at < all.size() ? byte_reader{all.substr(at)}.string() : std::string();
    };
    switch (form) {
      case 0x08:
        text = unit.string();
        return 0;  // string
      case 0x0e:
        text = from(strings_, unit.number(offset_bytes));
        return 0;  // strp
      case 0x1f:
        text = from(line_strings_, unit.number(offset_bytes));
        return 0;  // line_strp
      case 0x0b:
        return unit.number(1);  // data1
      case 0x05:
        return unit.number(2);  // data2
      case 0x06:
        return unit.number(4);  // data4
      case 0x07:
        return unit.number(8);  // data8
      case 0x0f:
        return unit.leb();  // udata
      case 0x1e:
        unit.skip(16);
        return 0;  // data16
      case 0x09:
        unit.skip(unit.leb());
        return 0;  // block
      default:
        unit.text = {};
        return 0;
    }
  }
  void add_file(const std::vector<std::string>& folders, std::uint64_t folder, const std::string& file)
  {
    const bool whole = file.starts_with('/') || folder >= folders.size() || folders[folder].empty();
    std::string path = whole ? file : folders[folder] + "/" + file;
    // A unit's own folder has number 0, and its relative paths stay relative.
    if (!path.starts_with('/') && !folders.empty() && !folders[0].empty()) path = folders[0] + "/" + path;
    files_.push_back(path);
  }

  /// Runs a line number program (DWARF 5, section 6.2.5).
  void run(byte_reader program, const header& h, std::size_t address_bytes)
  {
    line_entry row;
    std::int64_t file = 1, line = 1;
    std::uint64_t column = 0, address = 0;
    const auto add_row = [&](bool ends) {
      row = {address, ends ? -1 : h.first_file + static_cast<int>(file), ends ? 0 : static_cast<int>(line),
             static_cast<int>(column)};
      rows_.push_back(row);
    };
    const auto advance = [&](std::uint64_t operations) { address += h.shortest * operations / h.most; };
    const auto reset = [&] { file = line = 1, column = address = 0; };
    while (!program.text.empty()) {
      const std::uint64_t code = program.number(1);
      if (code >= h.first_special) {
        advance((code - h.first_special) / h.line_range);
        line += h.line_base + static_cast<std::int64_t>((code - h.first_special) % h.line_range);
        add_row(false);
      } else if (code == 0) {
        const std::uint64_t bytes = program.leb();
        byte_reader extended{program.text.substr(0, bytes)};
        program.skip(bytes);
        switch (extended.number(1)) {
          case 1:
            add_row(true);
            reset();
            break;
          case 2:
            address = extended.number(address_bytes);
            break;
          default:
            break;
        }
      } else {
        switch (code) {
          case 1:
            add_row(false);
            break;
          case 2:
            advance(program.leb());
            break;
          case 3:
            line += program.signed_leb();
            break;
          case 4:
            file = static_cast<std::int64_t>(program.leb());
            break;
          case 5:
            column = program.leb();
            break;
          case 8:
            advance((255 - h.first_special) / h.line_range);
            break;
          case 9:
            address += program.number(2);
            break;
          case 6:
          case 7:
          case 10:
          case 11:
            break;
          default:
            for (std::uint64_t n = 0; n < h.operands[code - 1]; ++n) program.leb();
        }
      }
    }
  }

  std::string_view strings_, line_strings_;
  std::vector<std::string> files_;
  std::vector<line_entry> rows_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
