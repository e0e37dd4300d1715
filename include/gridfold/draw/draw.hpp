// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pictures of a trace, in SVG: which thread owns which element, which sectors a warp's request touches, which lanes
/// access each bank, how a tile lies in shared memory with its padding.
///
/// Pictures show the recorded requests: the first ones of each site (tracing::site_statistics). They show at most 64
/// columns and 512 elements of a view, 256 elements of a vector, 12 lines of memory of a request, and 34 rows of banks
/// of a tile; each picture says what it omits.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/draw/banks.hpp>
#include <gridfold/draw/owners.hpp>
#include <gridfold/draw/sectors.hpp>
#include <gridfold/draw/style.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/draw/tile.hpp>
#include <gridfold/trace/report.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace drawing
{

/// Whether the trace's rules know the number of banks of shared memory.
inline bool knows_banks(const trace_report& report) { return report.samples().units.banks > 0; }

/// A view of this name. Throws `error` if there is none, or none in this memory.
inline const traced_memory_shape& shape_of(const trace_report& report, const std::string& view, memory_kind memory)
{
  for (const traced_memory_shape& s : report.samples().shapes)
    if (s.view == view && s.memory == memory) return s;
  throw error({"the trace has no view '", view, "' in ", name_of(memory),
               " memory (its table lists all views): draw one of these"});
}

/// Draws one panel, or several below each other, on a picture of their size.
template <class Panels>
svg picture_of(Panels panels)
{
  svg on(width, 0);
  on.grow(0, panels(on) + 8);
  return on;
}

inline void require_banks(const trace_report& report)
{
  if (!knows_banks(report))
    throw error(
        "the banks cannot be drawn (the trace's rule for shared memory does not say how many there are): "
        "trace with banks<32>");
}

}  // namespace drawing

/// A picture of which thread owns which element of a view in global memory; a thread owns an element that it alone
/// accesses. Throws `error` if the trace has no such view, or no element has one owner.
inline svg draw_owners(const trace_report& report, const std::string& view)
{
  const traced_memory_shape& of = drawing::shape_of(report, view, memory_kind::in_global);
  return drawing::picture_of([&](svg& on) {
    const double high = drawing::owners_panel(on, 0, report, of, 0);
    if (high == 0)
      throw error({"no element of '", view,
                   "' has one owner (several threads access each, or none): draw its "
                   "requests by draw_sectors"});
    return high;
  });
}

/// A picture of the sectors that one request of a site touches: the recorded request that moves most unused bytes.
/// Throws `error` if the site is not of this report or not in global memory.
inline svg draw_sectors(const trace_report& report, const access_site& site)
{
  if (site.memory != memory_kind::in_global)
    throw error("the site " + site.name() + " has no sectors (it is not in global memory): use draw_banks");
  return drawing::picture_of([&](svg& on) { return drawing::sectors_panel(on, 0, report, site); });
}

/// A picture of the lanes that access each bank, for one request of a site: the recorded request with most wavefronts.
/// Throws `error` if the site is not of this report or not in shared memory.
inline svg draw_banks(const trace_report& report, const access_site& site)
{
  drawing::require_banks(report);
  if (site.memory != memory_kind::in_shared)
    throw error("the site " + site.name() + " has no banks (it is not in shared memory): use draw_sectors");
  return drawing::picture_of([&](svg& on) { return drawing::banks_panel(on, 0, report, site); });
}

/// A picture of how a view lies in shared memory, with its padding and the lanes of its costliest load. Throws `error`
/// if the trace has no such view in shared memory.
inline svg draw_tile(const trace_report& report, const std::string& view)
{
  drawing::require_banks(report);
  const traced_memory_shape& of = drawing::shape_of(report, view, memory_kind::in_shared);
  return drawing::picture_of([&](svg& on) { return drawing::tile_panel(on, 0, report, of); });
}

/// A picture of everything that a trace has recorded, one part below the other: the owners of each view's elements, if
/// at least half of them have one, the sectors of each site in global memory, each view in shared memory, and the banks
/// of each of its sites.
inline svg draw(const trace_report& report)
{
  return drawing::picture_of([&](svg& on) {
    double y = 0;
    for (const traced_memory_shape& s : report.samples().shapes)
      if (s.memory == memory_kind::in_global) y += drawing::owners_panel(on, y, report, s, 0.5);
    for (const access_site& s : report.sites())
      if (s.memory == memory_kind::in_global) y += drawing::sectors_panel(on, y, report, s);
    for (const traced_memory_shape& s : report.samples().shapes)
      if (s.memory == memory_kind::in_shared && drawing::knows_banks(report))
        y += drawing::tile_panel(on, y, report, s);
    for (const access_site& s : report.sites())
      if (s.memory == memory_kind::in_shared && drawing::knows_banks(report))
        y += drawing::banks_panel(on, y, report, s);
    return y;
  });
}

}  // namespace gridfold::inline GRIDFOLD_ABI
