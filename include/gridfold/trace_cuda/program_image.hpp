// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The running program's own file: its functions and variables by address, and its debug information.
#pragma once

#include <gridfold/core/config.hpp>

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Demangles a name: "int f<3>(float*)::s". Other names stay as they are.
inline std::string demangled(const std::string& symbol)
{
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 ? text : symbol;
  std::free(text);
  return name;
}

/// A function's name without parameters: "f<3>" for "void f<3>(float*)".
inline std::string without_parameters(std::string name)
{
  int depth = 0;
  std::size_t end = name.size();
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += (name[i] == ')') - (name[i] == '(');
    if (name[i] == '(' && depth == 0) {
      end = i;
      break;
    }
  }
  name.resize(end);
  depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += (name[i] == '>' || name[i] == ')') - (name[i] == '<' || name[i] == '(');
    if (name[i] == ' ' && depth == 0) return name.substr(i + 1);
  }
  return name;
}

/// A variable or function of the program.
struct program_symbol {
  enum class kind { variable, constant, thread_local_variable, function };
  kind of;
  std::uint64_t begin;  ///< its address; for a thread_local variable, the offset in the program's thread-local storage
  std::uint64_t bytes;
  std::string mangled;
};

/// Reads the program's file once: 64-bit ELF.
class program_image {
 public:
  program_image()
  {
    std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
    const std::streamoff size = file.tellg();
    if (size > 0) file_.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    file.read(file_.data(), static_cast<std::streamsize>(file_.size()));
    file_.resize(static_cast<std::size_t>(file.gcount()));
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* self) {
          static_cast<program_image*>(self)->base_ = info->dlpi_addr;
          return 1;  // the program comes first
        },
        this);
    if (file_.size() < sizeof(Elf64_Ehdr) || std::memcmp(file_.data(), ELFMAG, SELFMAG) != 0) return;
    read_sections();
    read_symbols();
  }

  /// All symbols, functions and variables, by address.
  [[nodiscard]] const std::vector<program_symbol>& symbols() const { return symbols_; }

  /// The function at an address; nullptr if it is unknown.
  [[nodiscard]] const program_symbol* function_at(const void* at) const
  {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    for (const program_symbol& s : symbols_)
      if (s.of == program_symbol::kind::function && address >= s.begin &&
          address < s.begin + std::max<std::uint64_t>(s.bytes, 1))
        return &s;
    return nullptr;
  }

  /// The contents of a section; empty if there is none of this name.
  [[nodiscard]] std::string_view section(std::string_view name) const
  {
    for (const Elf64_Shdr& s : sections_)
      if (name_of(s) == name && s.sh_type != SHT_NOBITS) return contents(s);
    return {};
  }

  /// The running program's addresses minus the addresses in its file.
  [[nodiscard]] std::uint64_t base() const { return base_; }

 private:
  void read_sections()
  {
    Elf64_Ehdr header;
    std::memcpy(&header, file_.data(), sizeof(header));
    sections_.resize(header.e_shnum);
    if (header.e_shoff + sections_.size() * sizeof(Elf64_Shdr) > file_.size()) {
      sections_ = {};
      return;
    }
    std::memcpy(sections_.data(), file_.data() + header.e_shoff, sections_.size() * sizeof(Elf64_Shdr));
    if (header.e_shstrndx < sections_.size()) names_ = contents(sections_[header.e_shstrndx]);
  }

  void read_symbols()
  {
    for (const Elf64_Shdr& table : sections_) {
      if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections_.size()) continue;
      const std::string_view text = contents(table), strings = contents(sections_[table.sh_link]);
      for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= text.size(); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, text.data() + at, sizeof(symbol));
        add(symbol, strings);
      }
    }
    std::sort(symbols_.begin(), symbols_.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  }

  void add(const Elf64_Sym& s, std::string_view strings)
  {
    if (s.st_shndx == SHN_UNDEF || s.st_shndx >= sections_.size() || s.st_name >= strings.size()) return;
    const int type = ELF64_ST_TYPE(s.st_info);
    const std::string name = strings.data() + s.st_name;
    if (type == STT_TLS)
      symbols_.push_back({program_symbol::kind::thread_local_variable, s.st_value, s.st_size, name});
    else if (type == STT_FUNC)
      symbols_.push_back({program_symbol::kind::function, s.st_value + base_, s.st_size, name});
    else if (type == STT_OBJECT && s.st_size > 0)
      symbols_.push_back({is_constant(s) ? program_symbol::kind::constant : program_symbol::kind::variable,
                          s.st_value + base_, s.st_size, name});
  }

  /// Whether a variable is `__constant__`, by its section (gridfold_cuda/qualifiers.hpp).
  [[nodiscard]] bool is_constant(const Elf64_Sym& s) const
  {
    return name_of(sections_[s.st_shndx]).starts_with("gridfold_constant");
  }
  [[nodiscard]] std::string_view name_of(const Elf64_Shdr& s) const
  {
    return s.sh_name < names_.size() ? names_.data() + s.sh_name : std::string_view();
  }
  [[nodiscard]] std::string_view contents(const Elf64_Shdr& s) const
  {
    if (s.sh_type == SHT_NOBITS || s.sh_offset + s.sh_size > file_.size()) return {};
    return {file_.data() + s.sh_offset, s.sh_size};
  }

  std::vector<char> file_;
  std::vector<Elf64_Shdr> sections_;
  std::string_view names_;
  std::vector<program_symbol> symbols_;
  std::uint64_t base_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
