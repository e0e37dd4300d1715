// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure/chains.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "molecule/record.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// The columns of a line, counted from 0, as far as the line has them, without blanks at their ends.
std::string_view columns_of(std::string_view line, std::size_t begin, std::size_t size)
{
  return trimmed(line.substr(std::min(begin, line.size()), size));
}

std::string_view chain_of(std::string_view line) { return columns_of(line, 20, 2); }
std::string_view residue_number_of(std::string_view line) { return columns_of(line, 22, 5); }

bool is_water(std::string_view line)
{
  constexpr std::array<std::string_view, 10> names{"HOH", "WAT", "DOD", "H2O", "SOL",
                                                   "TIP", "TP3", "SPC", "T3P", "T4P"};
  const std::string_view name = columns_of(line, 17, 3);
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a line is a certain record, whose name may be in small letters.
bool is_record(std::string_view line, std::string_view name)
{
  for (std::size_t i = 0; i < name.size(); ++i)
    if (i >= line.size() || std::toupper(static_cast<unsigned char>(line[i])) != name[i]) return false;
  return line.size() == name.size() || std::isalnum(static_cast<unsigned char>(line[name.size()])) == 0;
}

/// Atoms of one chain between two TER records.
struct chain_part {
  std::string_view chain;
  bool waters = true;                   ///< it has nothing else
  std::vector<std::string_view> lines;  ///< of its atoms
};

using location = std::array<double, 3>;

std::optional<location> location_of(std::string_view line)
{
  location at{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto x = number_in<double>(columns_of(line, 30 + 8 * axis, 8));
    if (!x) return std::nullopt;
    at[axis] = *x;
  }
  return at;
}

/// Numbers and atoms of the earlier parts of a chain's name.
class chain_so_far {
 public:
  void add(const chain_part& more)
  {
    for (const std::string_view line : more.lines) {
      numbers_.insert(residue_number_of(line));
      if (const auto at = location_of(line)) atoms_.emplace(atom_of(line), *at);
    }
  }

  /// Whether a part has a residue number that occurred before.
  [[nodiscard]] bool shares_numbers(const chain_part& other) const
  {
    return std::any_of(other.lines.begin(), other.lines.end(),
                       [&](std::string_view line) { return numbers_.contains(residue_number_of(line)); });
  }

  /// Whether an atom of a part lies where its namesake does: then the part is a copy, such as another frame.
  [[nodiscard]] bool has_copy_in(const chain_part& other) const
  {
    constexpr double nearer = 2;  // Å; namesakes in two chains are farther apart
    return std::any_of(other.lines.begin(), other.lines.end(), [&](std::string_view line) {
      const auto at = location_of(line);
      const auto [begin, end] = atoms_.equal_range(atom_of(line));
      return at && std::any_of(begin, end, [&](const auto& atom) {
               double r2 = 0;
               for (std::size_t axis = 0; axis < 3; ++axis)
                 r2 += (atom.second[axis] - (*at)[axis]) * (atom.second[axis] - (*at)[axis]);
               return r2 < nearer * nearer;
             });
    });
  }

 private:
  /// An atom's name, residue and number, without the chain.
  static std::string atom_of(std::string_view line)
  {
    return std::string(line.substr(12, 8)) + std::string(residue_number_of(line));
  }

  std::set<std::string_view> numbers_;
  std::unordered_multimap<std::string, location> atoms_;
};

/// Names of two characters that a file does not use.
class unused_names {
 public:
  explicit unused_names(std::set<std::string_view> used) : used_(std::move(used)) {}

  /// The next unused name; nothing after a few thousand.
  std::optional<std::string> next()
  {
    constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    while (count_ < characters.size() * characters.size()) {
      std::string name{characters[count_ / characters.size()], characters[count_ % characters.size()]};
      ++count_;
      if (!used_.contains(name)) return name;
    }
    return std::nullopt;
  }

 private:
  std::set<std::string_view> used_;
  std::size_t count_ = 0;
};

/// The parts of one model, and the new names of chains.
class model_chains {
 public:
  void add_atom(std::string_view line)
  {
    if (ended_ || parts_.back().chain != chain_of(line)) parts_.push_back({chain_of(line), true, {}});
    ended_ = false;
    parts_.back().waters = parts_.back().waters && is_water(line);
    parts_.back().lines.push_back(line);
  }

  void end_chain() { ended_ = true; }

  /// Calls rename(part, name) for each part that needs another name.
  template <class Rename>
  void name_each(unused_names& names, Rename rename) const
  {
    const bool several = unnamed_are_chains();
    std::map<std::string_view, chain_so_far> chains;
    for (const chain_part& part : parts_) {
      if (part.waters) continue;
      chain_so_far& earlier = chains[part.chain];
      const bool is_chain = part.chain.empty() ? several : earlier.shares_numbers(part) && !earlier.has_copy_in(part);
      earlier.add(part);
      if (!is_chain) continue;
      if (const auto name = names.next()) rename(part, *name);
    }
  }

 private:
  /// Whether the parts without a letter are several chains: true if none is a copy of another.
  [[nodiscard]] bool unnamed_are_chains() const
  {
    std::size_t count = 0;
    chain_so_far earlier;
    for (const chain_part& part : parts_) {
      if (part.waters || !part.chain.empty()) continue;
      if (earlier.has_copy_in(part)) return false;
      earlier.add(part);
      ++count;
    }
    return count > 1;
  }

  std::vector<chain_part> parts_;
  bool ended_ = true;
};

/// Calls f with each line, without its end.
template <class F>
void for_each_line(std::string_view text, F f)
{
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    f(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

separate_chains name_chains(std::string_view text)
{
  std::vector<model_chains> models(1);
  std::set<std::string_view> used;
  for_each_line(text, [&](std::string_view line) {
    if (is_record(line, "MODEL") || is_record(line, "ENDMDL")) models.emplace_back();
    if (is_record(line, "TER")) models.back().end_chain();
    if (!is_atom(line) || line.size() < 27) return;
    used.insert(chain_of(line));
    models.back().add_atom(line);
  });
  separate_chains found{std::string(text), {}, 0};
  for (const model_chains& model : models) {
    unused_names names(used);
    std::size_t unnamed = 0;
    model.name_each(names, [&](const chain_part& part, const std::string& name) {
      found.real_names[name] = part.chain;
      unnamed += part.chain.empty();
      for (const std::string_view line : part.lines)
        found.text.replace(static_cast<std::size_t>(line.data() - text.data()) + 20, 2, name);
    });
    found.unnamed = std::max(found.unnamed, unnamed);
  }
  return found;
}

}  // namespace potential_map
