// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The picture of a request to shared memory: which lanes access each bank, wavefront by wavefront.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/draw/style.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/trace/report.hpp>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::drawing
{

/// A word of a bank and the lanes that access it.
struct bank_word {
  std::uint64_t word;
  std::vector<int> lanes;
};

/// The words of each bank that one part of a request accesses, in the order of their first lanes: word n of every bank
/// is in wavefront n.
inline std::vector<std::vector<bank_word>> words_by_bank(const request& part, const memory_units& units)
{
  std::vector<std::vector<bank_word>> banks(static_cast<std::size_t>(units.banks));
  for (int lane = 0; lane < warp_threads; ++lane) {
    if (!part.has(lane)) continue;
    const auto wide = static_cast<std::uint64_t>(units.bank_bytes);
    const std::uint64_t last = (part.address[lane] + static_cast<std::uint64_t>(part.bytes) - 1) / wide;
    for (std::uint64_t word = part.address[lane] / wide; word <= last; ++word) {
      std::vector<bank_word>& bank = banks[static_cast<std::size_t>(word % banks.size())];
      const auto same = [&](const bank_word& w) { return w.word == word; };
      auto found = std::find_if(bank.begin(), bank.end(), same);
      if (found == bank.end()) found = bank.insert(bank.end(), {word, {}});
      found->lanes.push_back(lane);
    }
  }
  return banks;
}

/// Draws the numbers of banks above a panel. Returns the height.
inline double bank_numbers(svg& on, double top, int banks)
{
  on.text(left - 8, top + 11, "bank", 11, svg::anchor::end, false, quiet);
  std::vector<svg::placed> numbers;
  for (int b = 0; b < banks; ++b) numbers.push_back({left + cell * (b + 0.5), top + 11, std::to_string(b)});
  on.texts(numbers, 10, quiet);
  on.grow(left + cell * banks + 16, 0);
  return 16;
}

/// Draws the wavefronts of a part of a request. Returns their number.
inline int wavefronts(svg& on, double top, int before, const std::vector<std::vector<bank_word>>& banks)
{
  std::size_t deepest = 0;
  for (const auto& bank : banks) deepest = std::max(deepest, bank.size());
  std::string free, conflicting;
  for (std::size_t w = 0; w < deepest; ++w) {
    const double y = top + cell * static_cast<double>(w);
    on.text(left - 8, y + 15, std::to_string(before + static_cast<int>(w)), 11, svg::anchor::end, false, quiet);
    for (std::size_t b = 0; b < banks.size(); ++b)
      if (w < banks[b].size())
        (w == 0 ? free : conflicting) += svg::rectangle(left + cell * static_cast<double>(b), y, cell, cell);
  }
  on.path(svg::rectangle(left, top, cell * static_cast<double>(banks.size()), cell * static_cast<double>(deepest)),
          "white", frame, 0.5);
  on.path(free, asked, frame, 0.5);
  on.path(conflicting, wasted, frame, 0.5);
  cell_labels labels;
  for (std::size_t b = 0; b < banks.size(); ++b)
    for (std::size_t w = 0; w < banks[b].size(); ++w)
      labels.add(left + cell * static_cast<double>(b), top + cell * static_cast<double>(w), cell, cell,
                 lanes_label(banks[b][w].lanes));
  labels.draw(on);
  return static_cast<int>(deepest);
}

inline chosen_request worst_in_banks(const trace_report& report, const access_site& site)
{
  return costliest(report, site, [](const kept_request& r) { return r.banks.wavefronts; });
}

/// Draws a panel: the costliest kept request of a site in shared memory, wavefront by wavefront. Returns its height.
inline double banks_panel(svg& on, double top, const trace_report& report, const access_site& site)
{
  const chosen_request chosen = worst_in_banks(report, site);
  const kept_request& r = chosen.request;
  double y = top + heading(on, top, short_name(site.view) + ": where the lanes of " + access_name(site) + " meet",
                           {"Of " + origin_of(chosen) + ".",
                            counted(r.banks.wavefronts, "wavefront") + ", " + grouped(r.banks.conflicts) +
                                " of them for bank conflicts. At the left: wavefronts."});
  y += bank_numbers(on, y, report.samples().units.banks);
  int drawn = 0;
  for (int first = 0; first < warp_threads; first += r.lanes_at_once) {
    const request part = r.part(first, std::min(warp_threads, first + r.lanes_at_once));
    if (part.active == 0) continue;
    const int high = wavefronts(on, y, drawn, words_by_bank(part, report.samples().units));
    drawn += high;
    y += cell * high + 4;
  }
  return y - top +
         legend(on, y, {{asked, "first word of a bank"}, {wasted, "conflict: one more wavefront"}}, lanes_words);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::drawing
