// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What a sweep finds out: a row for every variant.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridfold
{

/// What a kernel takes of a multiprocessor, as far as it is known.
struct resources {
  /// Of a thread.
  std::optional<int> registers{};
  /// Of a block.
  std::optional<std::size_t> shared_bytes{};
  /// Threads on a multiprocessor as a share of those it has room for.
  std::optional<double> occupancy{};
};

/// What became of a variant: only what is `timed` is ranked. `slow` ones are right too, but a search gave them up;
/// `predicted` ones were not run: a model told their columns.
enum class outcome { timed, slow, predicted, wrong, failed };

inline const char* name_of(outcome what)
{
  constexpr const char* names[] = {"timed", "slow", "predicted", "wrong", "failed"};
  return names[static_cast<int>(what)];
}

/// A variant's row.
struct row {
  std::string variant{};
  outcome result = outcome::failed;
  /// Why it is not ranked, else empty.
  std::string reason{};
  /// The median of its runs' times [s], the width of their middle half as a share of it, and how many they were.
  double seconds = 0, spread = 0;
  int runs = 0;
  /// Work a second, in the table's unit; 0 where the work is not told.
  double rate = 0;
  /// The least time that any variant can take, where it is known, over this one's.
  std::optional<double> share_of_floor{};
  /// The largest error of its result, where that is checked.
  std::optional<double> error{};
  resources takes{};
  /// Further columns by name, such as what a model predicts.
  std::map<std::string, double> more{};
};

/// All rows: ranked ones first, the fastest on top, then the others in the order of their list.
struct table {
  /// What was measured on what, e.g. {"processor", "NVIDIA H200"}.
  std::vector<std::pair<std::string, std::string>> context{};
  /// Of the rates, e.g. "pairs/s".
  std::string unit{};
  std::vector<row> rows{};
  /// What a reader has to know, in sentences.
  std::vector<std::string> notes{};

  /// The fastest variant; null if none is ranked.
  [[nodiscard]] const row* best() const
  {
    return rows.empty() || rows.front().result != outcome::timed ? nullptr : &rows.front();
  }
  /// A variant's row; null if there is none.
  [[nodiscard]] const row* find(const std::string& variant) const
  {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const row& r) { return r.variant == variant; });
    return found == rows.end() ? nullptr : &*found;
  }
};

/// Brings the rows into the order that a table has.
inline void rank(std::vector<row>& rows)
{
  const auto before = [](const row& a, const row& b) {
    if (a.result != b.result) return a.result < b.result;
    return a.result == outcome::timed && a.seconds < b.seconds;
  };
  std::stable_sort(rows.begin(), rows.end(), before);
}

}  // namespace gridfold
