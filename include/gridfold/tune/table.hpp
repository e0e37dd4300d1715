// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The result of a sweep: a table with a row for every variant.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <gridfold/exec/kernel_resources.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The outcome of a variant. Only `timed` rows are ranked. `slow`: dropped by a search; its result was checked only if
/// the row has an error. `predicted`: not run; a model filled its columns.
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
  /// The reason why the variant is not ranked, else empty.
  std::string reason{};
  /// Median time [s], width of the middle half of the times relative to it, and number of runs.
  double seconds = 0, spread = 0;
  int runs = 0;
  /// Throughput in the table's unit; 0 if the work is unknown.
  double rate = 0;
  /// The least possible time, if known, divided by the median time.
  std::optional<double> share_of_floor{};
  /// The error of the variant's result, if checked.
  std::optional<double> error{};
  /// The kernel with the most registers, if known.
  std::optional<compiled_kernel> kernel{};
  /// Additional columns by name, such as a model's predictions.
  std::map<std::string, double> more{};
};

/// All rows: ranked ones first, fastest first, then the others in the order of the list.
struct table {
  /// The conditions of the measurement, e.g. {"processor", "NVIDIA H200"}.
  std::vector<std::pair<std::string, std::string>> context{};
  /// The unit of throughput, e.g. "pairs/s".
  std::string unit{};
  std::vector<row> rows{};
  /// Notes for the reader, in sentences.
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

/// Sorts rows into the order of a table.
inline void rank(std::vector<row>& rows)
{
  const auto before = [](const row& a, const row& b) {
    if (a.result != b.result) return a.result < b.result;
    return a.result == outcome::timed && a.seconds < b.seconds;
  };
  std::stable_sort(rows.begin(), rows.end(), before);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
