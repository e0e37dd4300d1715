// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/record.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <span>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

using word_span = std::span<const std::string_view>;

constexpr std::array<std::string_view, 5> number_fields{"x", "y", "z", "the charge", "the radius"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
constexpr auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };  // inlined in algorithms

/// Whether a text begins with a name, ignoring case; the name is in capitals.
bool begins_with(std::string_view text, std::string_view name)
{
  const auto same = [](char capital, char c) { return c == capital || c == capital + ('a' - 'A'); };
  return text.size() >= name.size() && std::equal(name.begin(), name.end(), text.begin(), same);
}

bool is_atom_at(std::string_view text) { return begins_with(text, "ATOM") || begins_with(text, "HETATM"); }

/// Whether a word is a number without a point or an exponent.
bool is_whole(std::string_view word) { return word.find_first_of(".eE") == word.npos; }

bool has_two_decimals(std::string_view word) { return word.size() > 3 && word.find('.') == word.size() - 3; }

/// The length of the first number in a word of joined numbers, as fixed columns of %8.3f may produce: a number ends
/// after its third decimal or before a sign. 0 if there is none.
std::size_t first_touching(std::string_view word)
{
  const std::size_t point = word.find('.');
  if (point == word.npos) return 0;
  std::size_t end = point + 1;
  while (end < word.size() && end <= point + 3 && is_digit(word[end])) ++end;
  return number_in<double>(word.substr(0, end)) ? end : 0;
}

/// The words of an atom's line after the record's name, with joined coordinates split.
class atom_words {
 public:
  explicit atom_words(std::string_view text)
  {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
      const char* const begin = std::find_if_not(at, end, is_blank);
      at = std::find_if(begin, end, is_blank);
      if (begin != at) add({begin, static_cast<std::size_t>(at - begin)});
    }
  }

  [[nodiscard]] word_span all() const { return {words_.data(), std::min(count_, words_.size())}; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool too_many() const { return count_ > words_.size(); }

 private:
  void add(std::string_view word)
  {
    if (std::count(word.begin(), word.end(), '.') < 2 || !add_touching(word)) put(word);
  }

  bool add_touching(std::string_view word)
  {
    constexpr std::size_t columns = 8;  // width of a number that leaves no blank before it
    std::array<std::string_view, 3> parts;
    std::size_t found = 0;
    for (; !word.empty(); ++found) {
      const std::size_t length = first_touching(word);
      if (length == 0 || found == parts.size() || (found > 0 && length < columns)) return false;
      parts[found] = word.substr(0, length);
      word.remove_prefix(length);
    }
    std::for_each_n(parts.begin(), found, [this](std::string_view part) { put(part); });
    return true;
  }

  void put(std::string_view word)
  {
    if (count_ < words_.size()) words_[count_] = word;
    ++count_;
  }

  std::array<std::string_view, 16> words_;
  std::size_t count_ = 0;
};

/// Whether a word can follow the radius: an element, an atom's type or a segment, but not a record's name.
bool is_label(std::string_view word)
{
  constexpr std::array<std::string_view, 8> records{"ATOM",   "HETATM", "TER",    "END",
                                                    "ENDMDL", "MODEL",  "REMARK", "CONECT"};
  const auto is_word = [&](std::string_view record) {
    return word.size() == record.size() && begins_with(word, record);
  };
  return is_letter(word[0]) && !number_in<double>(word) && std::none_of(records.begin(), records.end(), is_word);
}

word_span without_labels(word_span line)
{
  for (int labels = 0; labels < 2 && !line.empty() && is_label(line.back()); ++labels)
    line = line.first(line.size() - 1);
  return line;
}

/// The text of a word before a residue's number, and whether there is such a number.
struct numbered {
  std::string_view before;
  bool found;
};

numbered residue_number(std::string_view word)
{
  if (word.find('.') != word.npos) return {word, false};
  std::size_t end = word.size();
  if (end > 1 && is_letter(word[end - 1])) --end;  // the insertion code
  std::size_t begin = end;
  while (begin > 0 && is_digit(word[begin - 1])) --begin;
  const bool found = begin < end;
  if (found && begin > 0 && word[begin - 1] == '-') --begin;
  return {word.substr(0, begin), found};
}

/// Whether a word is a chain's letter joined with a residue's number, in digits or hybrid-36: by its columns, or as in
/// A0.
bool is_chain_and_number(std::string_view word, std::string_view line)
{
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || is_letter(c); });
  if (!plain || word.size() < 2 || word.size() > 5) return false;
  const bool in_columns = word.data() == line.data() + 21 && word.size() == 5;
  return in_columns || (is_letter(word[0]) && residue_number(word).found && residue_number(word).before.size() == 1);
}

/// Whether words can be name, residue, chain and number with joined columns: a name of 4 characters with the residue,
/// the residue with a chain, or a chain with a number of 4 digits. `left` are the words between the serial and x.
bool are_columns(word_span left, std::string_view line)
{
  const std::string_view last = left.back();
  const std::size_t before = residue_number(last).before.size();
  if (!residue_number(last).found && !is_chain_and_number(last, line)) return false;
  const bool touching_chain = (before == 1 && last.size() >= 4) || (left.size() > 2 && is_chain_and_number(last, line));
  const bool lone_altloc = left.size() > 1 && left[1].size() == 1 && left[1].data() == line.data() + 16;
  switch (left.size()) {
    case 1:
      return last.size() >= 10;
    case 2:
      return (left[0].size() > 4 && (before == 0 || touching_chain)) || (before > 1 && last.size() >= 6);
    case 3:
      return before == 0 || touching_chain;
    case 4:
      return before == 0 || (touching_chain && lone_altloc);
    case 5:
      return before == 0 && lone_altloc;
    default:
      return false;
  }
}

std::optional<fault> read_number(std::string_view word, std::string_view field, double& into)
{
  const auto value = number_in<double>(word);
  if (!value)
    return fault{"has " + quoted(word) + " where " + std::string(field) + " belongs (not a decimal number)",
                 "correct it; a file without charges needs pdb2pqr first"};
  if (!std::isfinite(*value))
    return fault{"has " + quoted(word) + " where " + std::string(field) + " belongs (not a finite number)",
                 "give a finite number"};
  into = *value;
  return std::nullopt;
}

/// Reads x, y, z, the charge, and the radius if there is one.
std::optional<fault> read_numbers(word_span numbers, atom_record& into)
{
  const std::array<double*, 5> targets{&into.atom.x, &into.atom.y, &into.atom.z, &into.atom.charge, &into.radius};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (auto wrong = read_number(numbers[i], number_fields[i], *targets[i])) return wrong;
  for (std::size_t i = 0; i < 3; ++i) into.digits[i] = digits_of(numbers[i]);
  if (into.radius < 0)
    return fault{"has " + quoted(numbers[4]) + " where the radius belongs (it is below zero)",
                 "check the columns: charge, then radius"};
  return std::nullopt;
}

/// The number of columns by which a serial of more than 5 digits shifts the following ones.
std::size_t serial_overflow(std::string_view serial) { return std::max<std::size_t>(serial.size(), 5) - 5; }

const char* end_of(std::string_view word) { return word.data() + word.size(); }

/// Whether a line has a PDB file's columns up to x: the residue's number ends in column 26, x in column 38.
bool keeps_columns(std::string_view line, std::string_view number, std::string_view x)
{
  const std::ptrdiff_t insertion_code = is_digit(number.back()) ? 0 : 1;
  return end_of(number) - line.data() == 26 + insertion_code && end_of(x) - line.data() == 38;
}

/// The identity of a line's atom, without blanks, because a line with shifted columns has other blanks.
struct identity {
  std::string_view name, residue_name, chain, number;
  char altloc;
  bool letter_in_name;  ///< whether the letter is the first of the residue's name
};

identity by_columns(std::string_view line)
{
  return {trimmed(line.substr(12, 4)), trimmed(line.substr(17, 4)),         trimmed(line.substr(21, 1)),
          trimmed(line.substr(22, 5)), is_blank(line[16]) ? ' ' : line[16], false};
}

/// The letter of an alternate location may precede the residue's name without a blank, as in AALA; other names have
/// four letters by themselves, as TIP3. A chain may precede its number without a blank.
identity by_words(word_span left)
{
  const std::string_view residue_name = left.size() > 2 ? left[1] : "", last = left.back();
  const std::string_view number = last.substr(residue_number(last).before.size());
  const char* const begin = left.size() > 2 ? left[2].data() : last.data();
  const std::string_view chain(begin, static_cast<std::size_t>(number.data() - begin));
  const bool has_letter = residue_name.size() == 4;
  return {left[0], residue_name, trimmed(chain), number, has_letter ? residue_name[0] : ' ', has_letter};
}

std::size_t hash_of(std::initializer_list<std::string_view> parts)
{
  std::size_t hash = 0;
  for (const std::string_view part : parts) hash = (hash ^ std::hash<std::string_view>{}(part)) * 0x9E3779B97F4A7C15;
  return hash;
}

void identify(const identity& whose, atom_record& into)
{
  into.name = hash_of({whose.name});
  into.residue = hash_of({whose.chain, whose.number});
  into.site = hash_of({whose.name, whose.residue_name, whose.chain, whose.number});
  into.altloc = whose.altloc;
  into.residue_name = whose.residue_name.substr(whose.letter_in_name ? 1 : 0);
}

/// The kind of the word in the chain's place; a number of five digits may be a chain and a residue's number.
chain_word chain_in(word_span left)
{
  const std::string_view last = left.back();
  if (left.size() > 3)
    return residue_number(left[left.size() - 2]).before.empty() ? chain_word::number : chain_word::other;
  if (!residue_number(last).before.empty()) return chain_word::other;
  return last.size() < 5 ? chain_word::none : chain_word::unknown;
}

chain_word chain_in_column(char c) { return is_digit(c) ? chain_word::number : chain_word::unknown; }

/// Refuses an x that would be the residue's number if the line had a column more or less.
std::optional<fault> check_x(chain_word chain, word_span numbers)
{
  const bool whole_x = is_whole(numbers[0]);
  const bool all_whole = whole_x && is_whole(numbers[1]) && is_whole(numbers[2]);
  if (chain == chain_word::other || !whole_x || (chain != chain_word::number && all_whole)) return std::nullopt;
  return fault{"has " + quoted(numbers[0]) + " where x belongs (if a column is missing, it is the residue's number)",
               "write x, y and z with a decimal point"};
}

/// Records whether charge and radius look like a PDB file's occupancy and temperature factor, two columns of %6.2f.
void compare_with_pdb(word_span numbers, atom_record& into)
{
  const auto in_column = [&](std::size_t i) { return end_of(numbers[i]) == end_of(numbers[i - 1]) + 6; };
  into.two_decimals = has_two_decimals(numbers[3]) && has_two_decimals(numbers[4]);
  into.pdb_columns = into.two_decimals && in_column(3) && in_column(4);
}

std::optional<fault> wrong_count(std::size_t fields)
{
  if (fields == 10 || fields == 11)
    return fault{
        "has " + std::to_string(fields) +
            " fields, some of which are not what they should be (ATOM serial name residue [chain] number x y z "
            "charge radius belong there)",
        "separate words that touch, and name what is missing"};
  return fault{"has " + std::to_string(fields) +
                   " fields (ATOM serial name residue [chain] number x y z charge radius" +
                   " are 10 or 11, and an element may follow)",
               "complete it, or remove what is too much"};
}

}  // namespace

bool is_atom(std::string_view line) { return is_atom_at(trimmed(line)); }

std::size_t find_atom(std::string_view text)
{
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char first = static_cast<char>(text[i] | 0x20);  // in lower case; the other letters cost a call to compare
    if ((first == 'a' || first == 'h') && is_atom_at(text.substr(i))) return i;
  }
  return text.npos;
}

std::optional<fault> read_atom(std::string_view line, atom_record& into)
{
  line = trimmed(line);
  const std::size_t record = begins_with(line, "HETATM") ? 6 : 4;
  const atom_words found(line.substr(record));
  const std::size_t second = find_atom(line.substr(record));
  if (second != line.npos)
    return fault{"holds a second record, " + quoted(line.substr(record + second)) + " (two lines were joined)",
                 "begin it on a line of its own"};
  const word_span fields = without_labels(found.all());
  if (fields.size() < 7 || found.too_many()) return wrong_count(found.count() + 1);
  const word_span left = fields.subspan(1, fields.size() - 6);
  const word_span numbers = fields.last(5);
  const std::string_view columns = line.substr(serial_overflow(fields[0]));
  const bool has_number = residue_number(left.back()).found || is_chain_and_number(left.back(), columns);
  if ((left.size() == 3 || left.size() == 4) && !has_number)
    return fault{"has " + quoted(left.back()) + " where the residue number belongs (x y z charge radius follow it)",
                 "check for a missing or a surplus column"};
  if (!are_columns(left, columns)) return wrong_count(found.count() + 1);
  if (auto wrong = read_numbers(numbers, into)) return wrong;
  const bool in_columns = keeps_columns(columns, left.back(), numbers[0]);
  identify(in_columns ? by_columns(columns) : by_words(left), into);
  into.chain = in_columns ? chain_in_column(columns[21]) : chain_in(left);
  if (!in_columns)
    if (auto wrong = check_x(into.chain, numbers)) return wrong;
  compare_with_pdb(numbers, into);
  return std::nullopt;
}

std::optional<fault> read_plain_atom(std::string_view line, atom_record& into)
{
  const atom_words found(line);
  if (found.count() != 4)
    return fault{"has " + std::to_string(found.count()) + " fields (a line of a plain file is \"x y z charge\")",
                 "give exactly four numbers"};
  return read_numbers(found.all(), into);
}

}  // namespace potential_map
