// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture of a request to global memory: the segments that it touches, and their requested bytes.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <gridfold/draw/style.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/trace/report.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::drawing
{

/// Lines of memory, with the requested bytes and the segments that move.
class request_lines {
 public:
  /// The largest number of drawn lines.
  static constexpr std::size_t most_lines = 12;

  request_lines(const kept_request& r, int segment_bytes, std::uint64_t begin)
      : segment_(static_cast<std::uint64_t>(segment_bytes > 0 ? segment_bytes : 32)),
        line_(std::max<std::uint64_t>(128, segment_)),
        bytes_(r.bytes),
        begin_(begin),
        knows_segments_(segment_bytes > 0)
  {
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (!r.has(lane)) continue;
      lanes_[r.address[lane]].push_back(lane);
      const std::uint64_t last = r.address[lane] + static_cast<std::uint64_t>(r.bytes) - 1;
      for (std::uint64_t s = r.address[lane] / segment_; s <= last / segment_; ++s) touched_.insert(s);
    }
    for (const std::uint64_t s : touched_) lines_.insert(s * segment_ / line_);
  }

  /// Returns the height.
  double draw(svg& on, double top)
  {
    double y = top;
    std::uint64_t previous = 0;
    std::size_t drawn = 0;
    for (const std::uint64_t n : lines_) {
      if (drawn == most_lines) break;
      if (drawn > 0 && n != previous + 1) y += gap(on, y, (n - previous - 1) * line_);
      line(on, y, n);
      y += cell;
      previous = n;
      ++drawn;
    }
    if (drawn < lines_.size()) {
      on.text(left, y + 16,
              "and " + counted(static_cast<std::int64_t>(lines_.size() - drawn), "more line") + " of " +
                  std::to_string(line_) + " bytes",
              12, svg::anchor::start, false, quiet);
      y += 22;
    }
    labels_.draw(on);
    return y - top;
  }
  [[nodiscard]] std::size_t segments() const { return touched_.size(); }

 private:
  static double gap(svg& on, double y, std::uint64_t bytes)
  {
    on.text(left - 8, y + 12, "...", 11, svg::anchor::end, false, quiet);
    on.text(left, y + 12, grouped(static_cast<std::int64_t>(bytes)) + " bytes between", 10, svg::anchor::start, false,
            quiet);
    return 17;
  }
  [[nodiscard]] double x(std::uint64_t address) const
  {
    return left + static_cast<double>(address % line_) * 32 * cell / static_cast<double>(line_);
  }

  void line(svg& on, double y, std::uint64_t n)
  {
    on.text(left - 8, y + 15, grouped(static_cast<std::int64_t>(n * line_ - begin_)), 11, svg::anchor::end, false,
            quiet);
    const double wide = 32 * cell * static_cast<double>(segment_) / static_cast<double>(line_);
    std::string moved, still;
    for (std::uint64_t s = n * line_ / segment_; s < (n + 1) * line_ / segment_; ++s)
      (touched_.contains(s) && knows_segments_ ? moved : still) += svg::rectangle(x(s * segment_), y, wide, cell);
    on.path(still, "white");
    on.path(moved, wasted);
    words(on, y, n);
    on.path(still, "none", "#ccd2d8", 1);
    on.path(moved, "none", dark, 1.5);
  }
  void words(svg& on, double y, std::uint64_t n)
  {
    const double wide = 32 * cell * bytes_ / static_cast<double>(line_);
    std::string boxes;
    const auto first = lanes_.lower_bound(n * line_), last = lanes_.lower_bound((n + 1) * line_);
    for (auto word = first; word != last; ++word) boxes += svg::rectangle(x(word->first), y, wide, cell);
    on.path(boxes, asked, frame, 0.5);
    for (auto word = first; word != last; ++word) labels_.add(x(word->first), y, wide, cell, lanes_label(word->second));
  }

  std::uint64_t segment_, line_;
  int bytes_;
  std::uint64_t begin_;
  bool knows_segments_;
  std::map<std::uint64_t, std::vector<int>> lanes_;
  std::set<std::uint64_t> touched_, lines_;
  cell_labels labels_;
};

/// Draws a panel: the costliest kept request of a site in global memory. Returns its height.
inline double sectors_panel(svg& on, double top, const trace_report& report, const access_site& site)
{
  const auto cost = [](const kept_request& r) { return r.moved.bytes - tracing::distinct_bytes(r); };
  const chosen_request chosen = costliest(report, site, cost);
  const kept_request& r = chosen.request;
  const traced_memory_shape* const shape = shape_at(report, site.view, r.address[__builtin_ctz(r.active)]);
  const int segment = report.samples().units.segment_bytes;
  request_lines lines(r, segment, shape != nullptr ? shape->begin : 0);
  const std::int64_t bytes = tracing::distinct_bytes(r);
  char degree[32];
  std::snprintf(degree, sizeof degree, "%.1f%%",
                100.0 * static_cast<double>(bytes) / static_cast<double>(r.moved.bytes));
  const std::string moves = counted(r.moved.transactions, segment == 32 ? "sector" : "transaction");
  const double head =
      heading(on, top, short_name(site.view) + ": what " + access_name(site) + " by a warp moves",
              {"Of " + origin_of(chosen) + ".", "Asks for " + counted(bytes, "byte") + ", moves " + moves + " of " +
                                                    counted(r.moved.bytes, "byte") + ": coalescing " + degree +
                                                    ". At the left: bytes of the view."});
  const double high = lines.draw(on, top + head);
  std::vector<std::pair<const char*, std::string>> colours = {{asked, "asked for"}};
  if (segment > 0) colours.emplace_back(wasted, "moved, not asked for");
  return head + high + legend(on, top + head + high, colours, lanes_words);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::drawing
