// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <gridfold/core/error.hpp>
#include <optional>
#include <set>
#include <utility>

#include "molecule/unit_cell.hpp"
#include "output/huge_pages.hpp"
#include "output/in_order.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The records of a PDB file that hold neither atoms nor models.
constexpr std::array<std::string_view, 53> other_records{
    "ANISOU", "AUTHOR", "CAVEAT", "CISPEP", "COMPND", "CONECT", "CRYST1", "DBREF",  "DBREF1", "DBREF2", "EXPDTA",
    "FORMUL", "FTNOTE", "HEADER", "HELIX",  "HET",    "HETNAM", "HETSYN", "HYDBND", "JRNL",   "KEYWDS", "LINK",
    "MASTER", "MDLTYP", "MODRES", "MTRIX1", "MTRIX2", "MTRIX3", "NUMMDL", "OBSLTE", "ORIGX1", "ORIGX2", "ORIGX3",
    "REMARK", "REVDAT", "SCALE1", "SCALE2", "SCALE3", "SEQADV", "SEQRES", "SHEET",  "SIGATM", "SIGUIJ", "SITE",
    "SLTBRG", "SOURCE", "SPLIT",  "SPRSDE", "SSBOND", "TITLE",  "TURN",   "TVECT",  "USER"};

std::string in_capitals(std::string_view word)
{
  std::string capitals(word);
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return capitals;
}

bool is_digits(std::string_view word) { return word.find_first_not_of("0123456789") == word.npos; }

/// Whether a word is a record's name, possibly followed by a number without a blank.
bool is_record(std::string_view word, std::string_view name)
{
  return word.starts_with(name) && is_digits(word.substr(name.size()));
}

/// Whether a word is the name of an ignored record. Text may follow a name that fills its six columns without a blank.
bool is_other_record(std::string_view word)
{
  return std::any_of(other_records.begin(), other_records.end(), [=](std::string_view name) {
    return is_record(word, name) || (name.size() == 6 && word.starts_with(name));
  });
}

/// Splits a text into lines at LF, CR or CR LF.
class text_lines {
 public:
  explicit text_lines(std::string_view text) : text_(text), feed_(find('\n')), carriage_(find('\r')) {}

  bool next(std::string_view& line)
  {
    if (at_ >= text_.size()) return false;
    if (feed_ < at_) feed_ = find('\n');
    if (carriage_ < at_) carriage_ = find('\r');
    const std::size_t end = std::min(feed_, carriage_);
    line = text_.substr(at_, end - at_);
    at_ = end + (feed_ == carriage_ + 1 ? 2 : 1);
    return true;
  }

 private:
  [[nodiscard]] std::size_t find(char c) const { return std::min(text_.find(c, at_), text_.size()); }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t feed_, carriage_;
};

/// Whether a word ends atoms or begins a model.
bool ends_part(std::string_view word)
{
  const std::string capitals = in_capitals(word);
  return is_record(capitals, "END") || is_record(capitals, "ENDMDL") || is_record(capitals, "MODEL");
}

/// A line of a file, without a byte order mark and blanks before its first word.
std::string_view content_of(std::string_view line)
{
  if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line;
}

/// Whether the lines of a file read "x y z charge": whether its first line that is no comment begins with a number.
bool is_plain(std::string_view text)
{
  text_lines lines(text);
  for (std::string_view line; lines.next(line);) {
    line = content_of(line);
    if (!line.empty() && line[0] != '#')
      return number_in<double>(line.substr(0, line.find_first_of(blanks))).has_value();
  }
  return false;
}

/// A fault and its line.
struct line_fault {
  std::size_t line;
  fault why;
};

/// A line that ends a part or begins a model.
struct mark {
  separator kind;
  std::size_t atoms;      ///< of its piece, before it
  std::size_t line;       ///< counted from 1 in its piece
  std::string_view word;  ///< the model's number, if it is given
};

/// What a piece of a file holds, up to its first fault.
struct piece {
  std::vector<atom_record> atoms;
  std::vector<mark> marks;
  std::string_view box;  ///< its first line of a periodic box
  std::size_t lines = 0;
  std::optional<line_fault> wrong;
};

/// Reads the lines of a piece, whatever stands before the piece.
class piece_reader {
 public:
  piece_reader(std::string_view text, bool plain) : lines_(text), plain_(plain)
  {
    constexpr std::size_t bytes_of_atom = 64;  // usually more; the memory of too many atoms is never written
    found_.atoms.reserve(text.size() / bytes_of_atom);
  }

  piece read()
  try {
    for (std::string_view line; lines_.next(line);) {
      ++found_.lines;
      if (found_.box.empty() && line.starts_with(box_record)) found_.box = line;
      line = content_of(line);
      if (!line.empty()) read_line(line);
    }
    return std::move(found_);
  } catch (line_fault& wrong) {
    found_.wrong = std::move(wrong);
    return std::move(found_);
  }

 private:
  void read_line(std::string_view line)
  {
    if (line[0] == '#') return read_comment(line);
    atom_record atom;
    if (plain_)
      add(read_plain_atom(line, atom), atom);
    else if (is_atom(line))
      add(read_atom(line, atom), atom);
    else
      read_record(line);
  }

  void add(const std::optional<fault>& wrong, atom_record& atom)
  {
    if (wrong) fail(*wrong);
    atom.line = found_.lines;
    found_.atoms.push_back(atom);
  }

  /// Skips a comment, including commented-out atoms. Refuses an atom that follows a comment on one line.
  void read_comment(std::string_view line) const
  {
    line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
    if (!is_atom(line)) refuse_joined_text(line);
  }

  void read_record(std::string_view line)
  {
    const std::string_view first = line.substr(0, line.find_first_of(blanks));
    const std::string word = in_capitals(first);
    if (is_other_record(word)) return refuse_joined_text(line);
    refuse_joined(line);
    const auto is = [&](std::string_view name) { return is_record(word, name); };
    const auto more = words_of(line.substr(first.size()));
    if (word == "END" && more.empty())
      add(separator::end);
    else if (is("ENDMDL") && (more.empty() || is_digits(more[0])))
      add(separator::endmdl);
    else if (is("MODEL"))
      add(separator::model, word.size() > 5 ? first.substr(5) : more.empty() ? "" : more[0]);
    else if (!is("TER") || std::any_of(more.begin(), more.end(), ends_part))
      fail({"begins with " + quoted(line) + " (no record of a PQR file, such as ATOM, TER, END or REMARK)",
            "correct it, or begin a comment with #"});
  }

  void add(separator kind, std::string_view word = "")
  {
    found_.marks.push_back({kind, found_.atoms.size(), found_.lines, word});
  }

  /// Refuses a line that should hold no atom but contains the name of an atom record.
  void refuse_joined(std::string_view line) const
  {
    const std::size_t at = find_atom(line);
    if (at != line.npos)
      fail({"has " + quoted(line.substr(at)) + " after another record (two lines were joined)",
            "begin it on a line of its own"});
  }

  /// Refuses a line of text that contains a whole atom.
  void refuse_joined_text(std::string_view line) const
  {
    atom_record ignored;
    const std::size_t at = find_atom(line);
    if (at != line.npos && !read_atom(line.substr(at), ignored)) refuse_joined(line);
  }

  [[noreturn]] void fail(const fault& why) const { throw line_fault{found_.lines, why}; }

  text_lines lines_;
  bool plain_;
  piece found_;
};

/// Joins the pieces of a file, in order.
class file_joiner {
 public:
  /// \param pieces of the whole file, about as long as one another
  file_joiner(const std::string& file, std::size_t pieces, int threads)
      : file_(file), pieces_(pieces), threads_(threads)
  {
  }

  void add(piece&& next)
  {
    for (atom_record& atom : next.atoms) atom.line += lines_;
    if (found_.atoms.empty()) reserve_in_huge_pages(found_.atoms, next.atoms.size() * pieces_, threads_);
    if (found_.box.empty()) found_.box = next.box;
    std::size_t begin = 0;
    for (const mark& m : next.marks) {
      add(next.atoms, begin, m.atoms);
      begin = m.atoms;
      m.kind == separator::model ? begin_model(m) : end_part(m.kind);
    }
    add(next.atoms, begin, next.atoms.size());
    if (next.wrong) refuse_line(file_, lines_ + next.wrong->line, next.wrong->why);
    lines_ += next.lines;
  }

  file_lines all() { return std::move(found_); }

 private:
  void add(const std::vector<atom_record>& atoms, std::size_t begin, std::size_t end)
  {
    if (begin == end) return;
    if (!models_.empty() && !in_model_)
      refuse_line(
          file_, atoms[begin].line,
          {"has an atom outside of the models (it belongs to none of them)", "put it into a model or another file"});
    if (next_) {
      found_.parts.push_back(*next_);
      found_.parts.back().first = found_.atoms.size();
      next_.reset();
    }
    const auto first = atoms.begin();
    found_.atoms.insert(found_.atoms.end(), first + static_cast<std::ptrdiff_t>(begin),
                        first + static_cast<std::ptrdiff_t>(end));
  }

  void end_part(separator kind)
  {
    in_model_ = false;
    if (!models_.empty() || found_.parts.empty()) return;
    const auto number = static_cast<std::int64_t>(found_.parts.size()) + 1;
    next_ = part{0, next_ ? std::max(next_->before, kind) : kind, number};
  }

  void begin_model(const mark& m)
  {
    const auto fail = [&](const fault& why) { refuse_line(file_, lines_ + m.line, why); };
    if (models_.empty() && !found_.atoms.empty())
      fail({"begins a model after atoms that belong to none", "put them into a model or another file"});
    const auto number =
        m.word.empty() ? static_cast<std::int64_t>(models_.size()) + 1 : number_in<std::int64_t>(m.word);
    if (!number) fail({"has " + quoted(m.word) + " where the model's number belongs", "give a whole number"});
    if (!models_.insert(*number).second)
      fail({"begins another model " + std::to_string(*number) + " (it could not be told from the first)",
            "give each model a number of its own"});
    in_model_ = true;
    next_ = part{0, separator::model, *number};
  }

  const std::string& file_;
  std::size_t pieces_;
  int threads_;
  file_lines found_;
  std::size_t lines_ = 0;                                   ///< before the next piece
  std::optional<part> next_ = part{0, separator::none, 1};  ///< the beginning of the next atom's part
  std::set<std::int64_t> models_;
  bool in_model_ = false;
};

void refuse_binary(std::string_view text, const std::string& file, int threads)
{
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw gridfold::error(file + " is UTF-16 (atoms are read from ASCII or UTF-8): save it as UTF-8");
  std::size_t at = text.npos;
  in_ranges(
      std::ssize(text), threads,
      [&](std::int64_t begin, std::int64_t end) {
        const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
        const std::size_t found = text.substr(first, count).find('\0');
        return found == text.npos ? found : first + found;
      },
      [&](std::size_t found) { at = std::min(at, found); });
  if (at == text.npos) return;
  std::size_t number = 0;
  text_lines lines(text.substr(0, at + 1));
  for (std::string_view line; lines.next(line);) ++number;
  refuse_line(file, number, {"holds a NUL byte (the file is binary or damaged)", "copy it anew, or delete that byte"});
}

/// Divides a text after line feeds into pieces of at least `size` bytes, except the last.
std::vector<std::string_view> pieces_of(std::string_view text, std::size_t size)
{
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t feed = text.size() > size ? text.find('\n', size - 1) : text.npos;
    pieces.push_back(text.substr(0, feed == text.npos ? feed : feed + 1));
    text.remove_prefix(pieces.back().size());
  }
  return pieces;
}

}  // namespace

void refuse_line(const std::string& file, std::size_t line, const fault& why)
{
  throw gridfold::error(file + ":" + std::to_string(line) + ": the line " + why.wrong + ": " + why.remedy);
}

file_lines read_lines(std::string_view text, const std::string& file, int threads, std::size_t piece_size)
{
  refuse_binary(text, file, threads);
  const bool plain = is_plain(text);
  const std::vector<std::string_view> pieces = pieces_of(text, piece_size);
  file_joiner whole(file, pieces.size(), threads);
  in_order(
      std::ssize(pieces), threads,
      [&](std::int64_t n) { return piece_reader(pieces[static_cast<std::size_t>(n)], plain).read(); },
      [&](piece&& next) { whole.add(std::move(next)); });
  file_lines found = whole.all();
  found.plain = plain;
  if (found.atoms.empty())
    throw gridfold::error(
        file + " holds no atoms (no line begins with ATOM or HETATM, or reads \"x y z charge\"): name a PQR file");
  return found;
}

}  // namespace potential_map
