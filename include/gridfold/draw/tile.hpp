// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture of a view in shared memory: its arrangement in the banks, its padding, and the lanes of a request.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <gridfold/draw/banks.hpp>
#include <gridfold/draw/style.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/trace/report.hpp>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::drawing
{

/// The words of a view in shared memory: those that kept requests access, and the lanes of its costliest load.
class tile_words {
 public:
  tile_words(const trace_report& report, const traced_memory_shape& of) : units_(report.samples().units)
  {
    const auto wide = static_cast<std::uint64_t>(units_.bank_bytes);
    first_ = of.begin / wide;
    end_ = (of.begin + of.bytes + wide - 1) / wide;
    const access_site* chosen = nullptr;
    for (std::size_t n = 0; n < report.samples().requests.size(); ++n) {
      const access_site& site = report.sites()[n];
      if (site.view != of.view || site.memory != memory_kind::in_shared) continue;
      for (const kept_request& r : report.samples().requests[n])
        for (const auto& [word, lanes] : lanes_of(r)) accessed_.insert(word);
      if (chosen == nullptr || (site.does == access_kind::load && chosen->does != access_kind::load)) chosen = &site;
    }
    if (chosen != nullptr) lanes_ = lanes_of(worst_in_banks(report, *chosen).request);
  }

  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  [[nodiscard]] int banks() const { return units_.banks; }
  [[nodiscard]] bool is_accessed(std::uint64_t word) const { return accessed_.contains(word); }
  /// The lanes of the costliest load, by word.
  [[nodiscard]] const std::map<std::uint64_t, std::vector<int>>& lanes() const { return lanes_; }
  /// Number of words that no kept request accesses.
  [[nodiscard]] std::int64_t unused() const
  {
    const auto used = std::distance(accessed_.lower_bound(first_), accessed_.lower_bound(end_));
    return static_cast<std::int64_t>(end_ - first_) - static_cast<std::int64_t>(used);
  }

 private:
  [[nodiscard]] std::map<std::uint64_t, std::vector<int>> lanes_of(const kept_request& r) const
  {
    std::map<std::uint64_t, std::vector<int>> lanes;
    for (const auto& bank : words_by_bank(r, units_))
      for (const bank_word& w : bank) lanes[w.word] = w.lanes;
    return lanes;
  }

  memory_units units_;
  std::uint64_t first_, end_;
  std::set<std::uint64_t> accessed_;
  std::map<std::uint64_t, std::vector<int>> lanes_;
};

/// Words in rows, with a column for each bank.
class tile_rows {
 public:
  /// The largest number of drawn rows.
  static constexpr std::uint64_t most_rows = 34;

  explicit tile_rows(const tile_words& of)
      : of_(of),
        banks_(static_cast<std::uint64_t>(of.banks())),
        first_row_(of.first() / banks_),
        all_rows_((of.end() + banks_ - 1) / banks_ - first_row_),
        rows_(std::min(all_rows_, most_rows))
  {
  }

  /// Returns the height.
  double draw(svg& on, double top)
  {
    for (std::uint64_t row = 0; row < rows_; ++row) add_row(on, top + high * static_cast<double>(row), row);
    on.path(plain_, seen, frame, 0.5);
    on.path(unused_, "white", frame, 0.5);
    on.path(crosses_, "none", frame, 1);
    on.path(lanes_, asked, frame, 0.5);
    cell_labels labels;
    for (const auto& [word, lanes] : of_.lanes())
      if (const std::uint64_t row = word / banks_ - first_row_; row < rows_)
        labels.add(x(word), top + high * static_cast<double>(row), cell, high, lanes_label(lanes));
    labels.draw(on);
    return high * static_cast<double>(rows_) + rest(on, top + high * static_cast<double>(rows_));
  }

 private:
  static constexpr double high = 17;

  [[nodiscard]] double x(std::uint64_t word) const { return left + cell * static_cast<double>(word % banks_); }

  void add_row(svg& on, double y, std::uint64_t row)
  {
    const std::uint64_t begin = std::max(of_.first(), (first_row_ + row) * banks_);
    on.text(left - 8, y + high - 4, grouped(static_cast<std::int64_t>(begin - of_.first())), 11, svg::anchor::end,
            false, quiet);
    for (std::uint64_t word = begin; word < std::min(of_.end(), (first_row_ + row + 1) * banks_); ++word) {
      const bool is_unused = !of_.is_accessed(word);
      (of_.lanes().contains(word) ? lanes_ : is_unused ? unused_ : plain_) += svg::rectangle(x(word), y, cell, high);
      if (is_unused) crosses_ += cross(x(word), y);
    }
  }
  [[nodiscard]] double rest(svg& on, double y) const
  {
    if (rows_ == all_rows_) return 0;
    on.text(left, y + 16, "and " + counted(static_cast<std::int64_t>(all_rows_ - rows_), "more row"), 12,
            svg::anchor::start, false, quiet);
    return 22;
  }
  static std::string cross(double x, double y)
  {
    char text[96];
    std::snprintf(text, sizeof text, "M%g %gl%g %gm0 %gl%g %g", x + 6, y + 4, cell - 12, high - 8, 8 - high, 12 - cell,
                  high - 8);
    return text;
  }

  const tile_words& of_;
  std::uint64_t banks_, first_row_, all_rows_, rows_;
  std::string plain_, unused_, crosses_, lanes_;
};

/// Draws a panel: how a view lies in shared memory's banks. Returns its height.
inline double tile_panel(svg& on, double top, const trace_report& report, const traced_memory_shape& of)
{
  const tile_words words(report, of);
  const auto size = static_cast<std::int64_t>(words.end() - words.first());
  double y = top + heading(on, top, short_name(of.view) + ": how it lies in the banks of shared memory",
                           {counted(size, "word") + ", " + grouped(words.unused()) +
                            " of them never accessed. At the left: words of the view."});
  y += bank_numbers(on, y, words.banks());
  y += tile_rows(words).draw(on, y);
  return y - top +
         legend(on, y, {{asked, "accessed by its costliest load"}, {seen, "by others"}, {"white", "crossed: by none"}},
                lanes_words);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::drawing
