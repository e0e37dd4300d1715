// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/line_table.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <gridfold/trace_cuda/program_image.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

[[gnu::noinline]] const void* here() { return __builtin_return_address(0); }

}  // namespace

TEST_CASE("the line of a call in this file")
{
  const tracing::program_image image;
  const tracing::line_table lines(image.section(".debug_line"), image.section(".debug_str"),
                                  image.section(".debug_line_str"));
  const void* const code = here();
  const int line = __LINE__ - 1;
  const tracing::line_entry found = lines.in_program(reinterpret_cast<std::uint64_t>(code) - image.base() - 1);
  CHECK(found.line == line);
  CHECK(lines.file(found.file).ends_with("tests/trace_cuda/test_line_table.cpp"));
}

TEST_CASE("a table that ends early, or is none, has no lines")
{
  CHECK(tracing::line_table({}, {}, {}).at(1).line == 0);
  const char garbage[] = "\x30\0\0\0\5\0\10\0\377\377\377\377 garbage garbage garbage garbage garbage";
  CHECK(tracing::line_table({garbage, sizeof(garbage)}, {}, {}).at(1).line == 0);
  CHECK(tracing::line_table({}, {}, {}).file(7) == "?");
}

namespace
{

using tracing::line_entry;

/// Writes line tables as DWARF 2 to 5 define them, with random encodings of what is asked for.
class table_writer {
 public:
  explicit table_writer(std::mt19937& random) : random_(random) {}

  /// One unit: files 0, 1, ... of a version's numbers, and sequences of rows by ascending address, each of which ends
  /// at its last one.
  void unit(int version, bool wide, const std::vector<std::vector<line_entry>>& sequences)
  {
    const int shortest = 1 << random_() % 2, base = -5 + static_cast<int>(random_() % 4),
              range = 10 + static_cast<int>(random_() % 5), special = 10 + static_cast<int>(random_() % 6);
    std::string head = number(static_cast<std::uint64_t>(shortest), 1);
    if (version >= 4) head += number(1, 1);
    head += number(1, 1) + number(static_cast<std::uint64_t>(base), 1) + number(static_cast<std::uint64_t>(range), 1) +
            number(static_cast<std::uint64_t>(special), 1);
    const int operands[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2, 3};  // of opcodes 1 to 12, and of two made up
    for (int code = 1; code < special; ++code) head += number(static_cast<std::uint64_t>(operands[code - 1]), 1);
    head += version == 5 ? files_5(wide) : files();
    std::string text = number(static_cast<std::uint64_t>(version), 2);
    if (version == 5) text += number(8, 1) + number(0, 1);
    text += number(head.size(), wide ? 8 : 4) + head;
    for (const std::vector<line_entry>& rows : sequences)
      text += program(version, shortest, base, range, special, rows);
    if (wide) lines += number(0xffffffff, 4);
    lines += number(text.size(), wide ? 8 : 4) + text;
  }

  std::string lines, strings = "no file", line_strings = "none either";
  std::vector<std::string> names, paths;  ///< of the next unit's files, and all that were written

 private:
  static std::string number(std::uint64_t value, int bytes)
  {
    std::string text;
    for (int b = 0; b < bytes; ++b) text += static_cast<char>(value >> 8 * b & 0xff);
    return text;
  }
  static std::string leb(std::uint64_t value)
  {
    std::string text;
    for (; value >= 0x80; value >>= 7) text += static_cast<char>(value % 0x80 + 0x80);
    return text + static_cast<char>(value);
  }
  static std::string signed_leb(std::int64_t value)
  {
    std::string text;
    for (; value < -64 || value >= 64; value >>= 7) text += static_cast<char>((value & 0x7f) + 0x80);
    return text + static_cast<char>(value & 0x7f);
  }
  /// A text ended by a zero.
  static std::string ended(const std::string& text) { return text + std::string(1, 0); }
  bool by_chance(unsigned one_in) { return random_() % one_in == 0; }

  std::string files()
  {
    std::string text = ended("inner") + ended("/outer") + ended("");
    const std::string folders[] = {"", "inner/", "/outer/"};
    for (const std::string& name : names) {
      const std::uint64_t folder = random_() % 3;
      text += ended(name) + leb(folder) + leb(random_()) + leb(random_() % 100);
      paths.push_back(folders[folder] + name);
    }
    return text + ended("");
  }
  std::string files_5(bool wide)
  {
    const auto path = [&](const std::string& name, int form) {
      if (form == 0x08) return ended(name);
      std::string& all = form == 0x0e ? strings : line_strings;
      all = ended(all);
      const std::size_t at = all.size();
      all += name;
      return number(at, wide ? 8 : 4);
    };
    const auto path_form = [&] { return std::array{0x08, 0x0e, 0x1f}[random_() % 3]; };
    int form = path_form();
    std::string text = number(1, 1) + leb(1) + leb(static_cast<std::uint64_t>(form)) + leb(2) + path("/work", form) +
                       path("inner", form);
    // Besides path and folder, entries have what this library passes over: time, size, sum, block.
    const std::pair<int, int> noise[] = {{3, 0x0f}, {4, 0x06}, {5, 0x1e}, {6, 0x09}, {7, 0x07}};
    const auto other = noise[random_() % 5];
    form = path_form();
    const auto folder_form = std::array{0x0b, 0x05, 0x0f}[random_() % 3];
    text += number(3, 1);
    for (const auto& [code, as] : {std::pair{1, form}, other, {2, folder_form}})
      text += leb(static_cast<std::uint64_t>(code)) + leb(static_cast<std::uint64_t>(as));
    text += leb(names.size());
    for (const std::string& name : names) {
      const std::uint64_t folder = random_() % 2;
      text += path(name, form);
      if (other.second == 0x0f) text += leb(random_());
      if (other.second == 0x06) text += number(random_(), 4);
      if (other.second == 0x07) text += number(random_(), 8);
      if (other.second == 0x1e) text += std::string(16, 'm');
      if (other.second == 0x09) text += leb(3) + "abc";
      text += folder_form == 0x0f ? leb(folder) : number(folder, folder_form == 0x0b ? 1 : 2);
      paths.push_back(folder == 0 ? "/work/" + name : "/work/inner/" + name);
    }
    return text;
  }

  std::string program(int version, int shortest, int base, int range, int special, const std::vector<line_entry>& rows)
  {
    std::string text;
    std::uint64_t address = rows.front().address;
    if (address != 0) text += number(0, 1) + leb(9) + number(2, 1) + number(address, 8);
    int line = 1, column = 0, file = 1;
    const int first = version == 5 ? 0 : 1;
    for (std::size_t n = 0; n + 1 < rows.size(); ++n) {
      const line_entry& row = rows[n];
      if (row.file + first != file) text += number(4, 1) + leb(static_cast<std::uint64_t>(file = row.file + first));
      if (row.column != column) text += number(5, 1) + leb(static_cast<std::uint64_t>(column = row.column));
      for (const int code : {6, 7, 10, 11})  // statements, blocks, prologues and epilogues
        if (code < special && by_chance(8)) text += number(static_cast<std::uint64_t>(code), 1);
      if (special > 12 && by_chance(8)) text += number(12, 1) + leb(random_());
      if (special > 13 && by_chance(8)) text += number(13, 1) + leb(random_()) + leb(random_());
      if (by_chance(8)) text += number(0, 1) + leb(3) + number(4, 1) + leb(200);  // a discriminator
      const auto step = [&] { return (row.address - address) / static_cast<std::uint64_t>(shortest); };
      const std::uint64_t by_constant = static_cast<std::uint64_t>((255 - special) / range);
      if (by_chance(3) && step() >= by_constant) {
        text += number(8, 1);
        address += by_constant * static_cast<std::uint64_t>(shortest);
      }
      const std::uint64_t code =
          static_cast<std::uint64_t>(special + row.line - line - base) + static_cast<std::uint64_t>(range) * step();
      if (row.line - line >= base && row.line - line < base + range && code <= 255) {
        text += number(code, 1);
      } else {
        text += by_chance(2) ? number(9, 1) + number(row.address - address, 2) : number(2, 1) + leb(step());
        text += number(3, 1) + signed_leb(row.line - line) + number(1, 1);
      }
      address = row.address;
      line = row.line;
    }
    return text + number(9, 1) + number(rows.back().address - address, 2) + number(0, 1) + leb(1) + number(1, 1);
  }

  std::mt19937& random_;
};

/// Rows of ascending, even addresses; the last one is the end.
std::vector<line_entry> random_rows(std::mt19937& random, std::uint64_t begin, std::size_t files)
{
  std::vector<line_entry> rows;
  int line = 1;
  for (std::size_t count = 2 + random() % 40; rows.size() < count;
       begin += 2 + random() % (random() % 8 ? 20 : 2000) * 2) {
    line = std::max(1, line + static_cast<int>(random() % 30) - 10 + (random() % 9 == 0 ? 900 : 0));
    rows.push_back({begin, static_cast<int>(random() % files), line, static_cast<int>(random() % 300)});
  }
  return rows;
}

}  // namespace

TEST_CASE("tables of every version, in any encoding, give each address its row")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 60; ++turn) {
    table_writer writer(random);
    struct sequence {
      std::vector<line_entry> rows;
      std::size_t first_file;
    };
    std::vector<sequence> all;
    std::uint64_t begin = 0x1000;
    for (std::size_t units = 1 + random() % 4; units-- > 0;) {
      writer.names.clear();
      for (std::size_t files = 1 + random() % 5; writer.names.size() < files;)
        writer.names.push_back("f" + std::to_string(random() % 1000) + ".cpp");
      const std::size_t before = writer.paths.size();
      std::vector<std::vector<line_entry>> sequences;
      for (std::size_t count = 1 + random() % 3; sequences.size() < count;) {
        sequences.push_back(random_rows(random, begin, writer.names.size()));
        begin = sequences.back().back().address + 50;
        all.push_back({sequences.back(), before});
      }
      writer.unit(2 + static_cast<int>(random() % 4), random() % 3 == 0, sequences);
    }
    const tracing::line_table table(writer.lines, writer.strings, writer.line_strings);
    CHECK(table.at(0xfff).line == 0);
    int wrong = 0;
    for (const auto& [rows, first_file] : all) {
      for (std::size_t n = 0; n + 1 < rows.size(); ++n)
        for (const std::uint64_t at : {rows[n].address, rows[n].address + 1, rows[n + 1].address - 1}) {
          const line_entry got = table.at(at);
          wrong += got.address != rows[n].address || got.line != rows[n].line || got.column != rows[n].column ||
                   table.file(got.file) != writer.paths[first_file + static_cast<std::size_t>(rows[n].file)];
        }
      const line_entry end = table.at(rows.back().address + 49);
      wrong += end.line != 0 || table.file(end.file) != "?";
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("the line of an address in a header of the system is that of the program before it")
{
  std::mt19937 random(test::seed());
  table_writer writer(random);
  writer.names = {"/home/own.cu", "/usr/include/math.h", "/opt/gridfold_cuda/words.hpp"};
  writer.unit(5, false, {{{100, 1, 7, 1}, {110, 0, 20, 2}, {120, 1, 8, 3}, {130, 2, 9, 4}, {140, 0, 21, 5}, {150}}});
  const tracing::line_table table(writer.lines, writer.strings, writer.line_strings);
  CHECK(table.in_program(105).line == 7);  // nothing before
  for (const std::uint64_t address : {110, 125, 139}) CHECK(table.in_program(address).line == 20);
  CHECK(table.in_program(140).line == 21);
  CHECK(table.in_program(150).line == 0);
}

TEST_CASE("a sequence begins at address 0 of the first file's first line unless it says otherwise")
{
  std::mt19937 random(test::seed());
  table_writer writer(random);
  writer.names = {"one.cu", "two.cu"};
  writer.unit(4, false, {{{100, 1, 7, 3}, {110, 1, 9, 5}, {120}}, {{0, 0, 1, 0}, {10}}});
  const tracing::line_table table(writer.lines, writer.strings, writer.line_strings);
  const line_entry first = table.at(0);
  CHECK((first.address == 0 && first.line == 1 && first.column == 0 && table.file(first.file).ends_with("one.cu")));
  CHECK(table.at(9).line == 1);
  CHECK(table.at(10).line == 0);
}
