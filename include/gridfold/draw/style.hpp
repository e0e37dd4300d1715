// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Common parts of all pictures of a trace: colours, sizes, captions, and the choice of a request.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/trace/report.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::drawing
{

inline constexpr double left = 76, cell = 22, width = left + 32 * cell + 16;  ///< pixels
inline constexpr const char *asked = "#a6cee8", *wasted = "#f5cfc6", *several = "#d9dce0", *seen = "#eef1f4",
                            *frame = "#9aa3ad", *dark = "#333f4d", *quiet = "#5b6570";

/// The colour of a thread: eight pale ones, shifted from one half warp to the next.
inline const char* colour_of(int thread)
{
  constexpr std::array<const char*, 8> colours = {"#a6cee8", "#fdc583", "#a8d8a0", "#f2a9a6",
                                                  "#cdb9e4", "#f3e38d", "#94d8d0", "#dcbfa5"};
  return colours[static_cast<std::size_t>(thread + thread / 16 * 3) % colours.size()];
}

/// Names are cut off at 30 characters.
inline std::string short_name(const std::string& name) { return name.size() <= 30 ? name : name.substr(0, 27) + "..."; }

/// "1,055".
inline std::string grouped(std::int64_t number)
{
  std::string text = std::to_string(number);
  const int first = number < 0 ? 1 : 0;
  for (int at = static_cast<int>(text.size()) - 3; at > first; at -= 3)
    text.insert(static_cast<std::size_t>(at), 1, ',');
  return text;
}
/// "1 sector", "32 sectors".
inline std::string counted(std::int64_t number, const std::string& what)
{
  return grouped(number) + " " + what + (number == 1 ? "" : "s");
}
/// "a load of 4 bytes".
inline std::string access_name(const access_site& site)
{
  return (site.does == access_kind::atomic ? "an atomic of " : std::string("a ") + name_of(site.does) + " of ") +
         counted(site.bytes, "byte");
}
inline std::string block_name(const index3& b)
{
  return "block (" + std::to_string(b.x) + ", " + std::to_string(b.y) + ", " + std::to_string(b.z) + ")";
}
inline std::string warp_name(const kept_request& r)
{
  return block_name(r.block) + ", warp " + std::to_string(r.first_thread / warp_threads);
}

/// Breaks text into lines that fit a picture.
inline std::vector<std::string> lines_of(const std::string& words)
{
  constexpr std::size_t longest = 108;
  std::vector<std::string> lines;
  std::string rest = words;
  while (rest.size() > longest) {
    const std::size_t space = rest.rfind(' ', longest);
    std::size_t end = space == std::string::npos ? longest : space;
    while (end > 1 && (static_cast<unsigned char>(rest[end]) & 0xc0) == 0x80) --end;  // not within a character
    lines.push_back(rest.substr(0, end));
    rest = rest.substr(space == std::string::npos ? end : end + 1);
  }
  lines.push_back(rest);
  return lines;
}

/// Draws a panel's heading. Returns the height it takes.
inline double heading(svg& on, double top, const std::string& title, const std::vector<std::string>& captions)
{
  double y = top + 24;
  on.text(16, y, title, 15, svg::anchor::start, true, dark);
  for (const std::string& caption : captions)
    for (const std::string& line : lines_of(caption)) on.text(16, y += 17, line, 12, svg::anchor::start, false, quiet);
  return y + 10 - top;
}

inline constexpr const char* lanes_words = "a number is a lane; 32x: 32 lanes";

/// Draws a legend: small squares, each followed by the meaning of its colour. Returns the height it takes.
inline double legend(svg& on, double top, const std::vector<std::pair<const char*, std::string>>& colours,
                     const std::string& words)
{
  double x = left;
  for (const auto& [fill, meaning] : colours) {
    on.rectangle(x, top + 8, 12, 12, fill, frame);
    on.text(x + 18, top + 18, meaning, 12, svg::anchor::start, false, quiet);
    x += 38 + 6.6 * static_cast<double>(meaning.size());
  }
  on.text(x, top + 18, words, 12, svg::anchor::start, false, quiet);
  return 30;
}

/// "7", or "32x" for 32 lanes.
inline std::string lanes_label(const std::vector<int>& lanes)
{
  return lanes.size() == 1 ? std::to_string(lanes.front()) : std::to_string(lanes.size()) + "x";
}

/// Draws numbers in cells; long ones are smaller.
class cell_labels {
 public:
  void add(double x, double y, double wide, double high, const std::string& words)
  {
    const double fit = 1.7 * wide / static_cast<double>(words.size() + 1);
    const double size = std::floor(2 * std::min({0.55 * high, 11.0, fit})) / 2;
    of_size_[size].push_back({x + wide / 2, y + high / 2 + 0.36 * size, words});
  }
  void draw(svg& on) const
  {
    for (const auto& [size, all] : of_size_) on.texts(all, size, dark);
  }

 private:
  std::map<double, std::vector<svg::placed>> of_size_;
};

/// The kept request of a site with the largest `cost` (the first of them), and its number.
struct chosen_request {
  const kept_request& request;
  std::size_t of;
};

/// Throws `error` if the report has no such site.
template <class Cost>
chosen_request costliest(const trace_report& report, const access_site& site, Cost cost)
{
  for (std::size_t n = 0; n < report.samples().requests.size(); ++n) {
    const access_site& s = report.sites()[n];
    if (s.name() != site.name() || s.memory != site.memory || s.at != site.at) continue;
    const std::vector<kept_request>& kept = report.samples().requests[n];
    const auto less = [&](const kept_request& a, const kept_request& b) { return cost(a) < cost(b); };
    return {*std::max_element(kept.begin(), kept.end(), less), kept.size()};
  }
  throw error("the trace has no site " + site.name() + " (it is of another trace): pass a site of this report");
}

/// The view of this name in which an address lies; null if there is none.
inline const traced_memory_shape* shape_at(const trace_report& report, const std::string& view, std::uint64_t address)
{
  for (const traced_memory_shape& s : report.samples().shapes)
    if (s.view == view && address >= s.begin && address - s.begin < s.bytes) return &s;
  return nullptr;
}

/// Where a request comes from: "the costliest of 512 requests: block (0, 0, 0), warp 0".
inline std::string origin_of(const chosen_request& chosen)
{
  return (chosen.of == 1
              ? std::string("the only request: ")
              : "the costliest of " + grouped(static_cast<std::int64_t>(chosen.of)) + " requests recorded: ") +
         warp_name(chosen.request) + ", " + counted(chosen.request.lanes(), "lane");
}

}  // namespace gridfold::inline GRIDFOLD_ABI::drawing
