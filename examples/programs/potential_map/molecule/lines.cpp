// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <gridfold/core/error.hpp>
#include <optional>
#include <set>
#include <utility>

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

class line_reader {
 public:
  explicit line_reader(const std::string& file) : file_(file) {}

  file_lines read(std::string_view text)
  {
    refuse_binary(text);
    text_lines lines(text);
    for (std::string_view line; lines.next(line);) {
      ++line_;
      if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
      line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
      if (!line.empty()) read_line(line);
    }
    if (found_.atoms.empty())
      throw gridfold::error(
          file_ +
          " holds no atoms (no line begins with ATOM or HETATM, or reads \"x y z charge\"): " + "name a PQR file");
    return std::move(found_);
  }

 private:
  enum class layout { unknown, pqr, plain };

  void refuse_binary(std::string_view text)
  {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
      throw gridfold::error(file_ + " is UTF-16 (atoms are read from ASCII or UTF-8): save it as UTF-8");
    const std::size_t at = text.find('\0');
    if (at == text.npos) return;
    text_lines lines(text.substr(0, at + 1));
    for (std::string_view line; lines.next(line);) ++line_;
    fail({"holds a NUL byte (the file is binary or damaged)", "copy it anew, or delete that byte"});
  }

  void read_line(std::string_view line)
  {
    if (line[0] == '#') return read_comment(line);
    if (layout_ == layout::unknown)
      layout_ = number_in<double>(line.substr(0, line.find_first_of(blanks))) ? layout::plain : layout::pqr;
    atom_record atom;
    if (layout_ == layout::plain)
      add(read_plain_atom(line, atom), atom);
    else if (is_atom(line))
      add(read_atom(line, atom), atom);
    else
      read_record(line);
  }

  void add(const std::optional<fault>& wrong, atom_record& atom)
  {
    if (wrong) fail(*wrong);
    if (!models_.empty() && !in_model_)
      fail({"has an atom outside of the models (it belongs to none of them)", "put it into a model or another file"});
    if (next_) {
      found_.parts.push_back(*next_);
      found_.parts.back().first = found_.atoms.size();
      next_.reset();
    }
    atom.line = line_;
    found_.plain = layout_ == layout::plain;
    found_.atoms.push_back(atom);
  }

  /// Skips a comment, including commented-out atoms. Refuses an atom that follows a comment on one line.
  void read_comment(std::string_view line)
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
      end_part(separator::end);
    else if (is("ENDMDL") && (more.empty() || is_digits(more[0])))
      end_part(separator::endmdl);
    else if (is("MODEL"))
      begin_model(word.size() > 5 ? first.substr(5) : more.empty() ? "" : more[0]);
    else if (!is("TER") || std::any_of(more.begin(), more.end(), ends_part))
      fail({"begins with " + quoted(line) + " (no record of a PQR file, such as ATOM, TER, END or REMARK)",
            "correct it, or begin a comment with #"});
  }

  /// Refuses a line that should hold no atom but contains the name of an atom record.
  void refuse_joined(std::string_view line)
  {
    const std::size_t at = find_atom(line);
    if (at != line.npos)
      fail({"has " + quoted(line.substr(at)) + " after another record (two lines were joined)",
            "begin it on a line of its own"});
  }

  /// Refuses a line of text that contains a whole atom.
  void refuse_joined_text(std::string_view line)
  {
    atom_record ignored;
    const std::size_t at = find_atom(line);
    if (at != line.npos && !read_atom(line.substr(at), ignored)) refuse_joined(line);
  }

  void end_part(separator kind)
  {
    in_model_ = false;
    if (!models_.empty() || found_.parts.empty()) return;
    const auto number = static_cast<std::int64_t>(found_.parts.size()) + 1;
    next_ = part{0, next_ ? std::max(next_->before, kind) : kind, number};
  }

  void begin_model(std::string_view word)
  {
    if (models_.empty() && !found_.atoms.empty())
      fail({"begins a model after atoms that belong to none", "put them into a model or another file"});
    const auto number = word.empty() ? static_cast<std::int64_t>(models_.size()) + 1 : number_in<std::int64_t>(word);
    if (!number) fail({"has " + quoted(word) + " where the model's number belongs", "give a whole number"});
    if (!models_.insert(*number).second)
      fail({"begins another model " + std::to_string(*number) + " (it could not be told from the first)",
            "give each model a number of its own"});
    in_model_ = true;
    next_ = part{0, separator::model, *number};
  }

  [[noreturn]] void fail(const fault& why) const { refuse_line(file_, line_, why); }

  const std::string& file_;
  file_lines found_;
  layout layout_ = layout::unknown;
  std::size_t line_ = 0;
  std::optional<part> next_ = part{0, separator::none, 1};  ///< the beginning of the next atom's part
  std::set<std::int64_t> models_;
  bool in_model_ = false;
};

}  // namespace

void refuse_line(const std::string& file, std::size_t line, const fault& why)
{
  throw gridfold::error(file + ":" + std::to_string(line) + ": the line " + why.wrong + ": " + why.remedy);
}

file_lines read_lines(std::string_view text, const std::string& file) { return line_reader(file).read(text); }

}  // namespace potential_map
