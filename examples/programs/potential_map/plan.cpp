// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan.hpp"

#include <gridfold/core/error.hpp>
#include <string>
#include <vector>

#include "engine/parts.hpp"
#include "formats/field_file.hpp"
#include "formats/map_file.hpp"
#include "options/lattice.hpp"
#include "options/limits.hpp"
#include "output/huge_pages.hpp"
#include "text/text.hpp"
#include "trajectory/frame_range.hpp"

namespace potential_map
{

std::optional<gridfold::period_vectors> period_of(const options& asked, const unit_cell& cell, const std::string& file)
{
  if (!asked.periodic) return {};
  if (!cell.fault.empty()) throw gridfold::error(file + ": " + cell.fault);
  if (!cell.period)
    throw gridfold::error(file +
                          " states no periodic box (--periodic sums its images): add a CRYST1 record to a PQR "
                          "file, name another file, or leave out --periodic");
  return cell.period;
}

run_plan plan_run(const options& asked, const molecule& whole, int processes, std::int64_t maps, double held)
{
  run_plan plan{asked.what, {}, 0};
  job& what = plan.what;
  reserve_in_huge_pages(what.atoms, whole.atoms.size(), threads_of_host(what.threads));
  what.atoms = whole.atoms;
  what.period = period_of(asked, whole.cell, shown(asked.trajectory.empty() ? asked.atoms : asked.trajectory));
  const stored_lattice where = choose_lattice(asked, whole);
  what.where = where;
  what.rounding = whole.rounding + where.rounding;
  for (const std::string& map : {asked.map, asked.deviation})
    if (!map.empty()) check_format(format_of(map), what.where);
  const std::vector<std::string> of_field = names_of_field(asked.field);
  for (const std::string& name : of_field) check_format(format_of(name), what.where);
  check_memory(what.where, what.digits, held * (what.with_field ? 4 + maps_to_write(asked.field) : 1));
  if (what.ranks == 0 && on_device(what.on)) {
    what.ranks = 1;
    const forecast alone = foresee(what, processes, held);
    what.ranks = gpus_that_pay(alone.how, alone.seconds * static_cast<double>(maps), device_count());
  }
  plan.ahead = foresee(what, processes, held);
  what.how = plan.ahead.how;
  plan.ahead.pairs *= static_cast<double>(maps);
  plan.ahead.seconds *= static_cast<double>(maps);
  const auto files = static_cast<double>(has_frame_mark(asked.map) ? maps : 1);
  for (const std::string& map : {asked.map, asked.deviation})
    if (!map.empty()) plan.bytes += files * file_bytes(format_of(map), what.where, what.digits);
  for (const std::string& name : of_field)
    plan.bytes += numbers_of_field(asked.field) * file_bytes(format_of(name), what.where, what.digits);
  if (asked.force) return plan;
  check_time(plan.ahead);
  const std::string& largest = asked.map.empty() ? asked.field : asked.map;
  if (!largest.empty()) check_disk(largest, plan.bytes, free_bytes(largest));
  return plan;
}

void check_finite(const statistics& values, const options& asked, const coincidences& on_atoms,
                  const std::string& which)
{
  const std::int64_t overflown = values.not_finite - static_cast<std::int64_t>(on_atoms.infinite);
  if (overflown == 0) return;
  throw gridfold::error(std::to_string(overflown) + " values of " + which +
                        " are not finite (they are beyond the precision's range): " +
                        (asked.what.digits == precision::single ? "add --precision double" : "check the charges"));
}

}  // namespace potential_map
