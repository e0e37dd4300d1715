// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "at_points.hpp"

#include <algorithm>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <optional>

#include "engine/forecast.hpp"
#include "options/limits.hpp"
#include "options/units.hpp"
#include "points/points.hpp"
#include "points/value_file.hpp"
#include "terminal/print.hpp"
#include "terminal/summary.hpp"
#include "text/quantity.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

point_set points_of(const options& asked, const molecule& whole)
{
  if (asked.at != "atoms") return read_points(asked.at);
  point_set atoms;
  for (const auto& atom : whole.atoms) atoms.at.push_back({atom.x, atom.y, atom.z});
  return atoms;
}

/// Refuses a surface that lies far from all atoms, because some programs write surfaces in the camera's coordinates.
void check_surface(const point_set& points, const molecule& whole, const std::string& file)
{
  if (points.faces.empty()) return;
  constexpr double far = 20;  // Å
  const box atoms = bounds(whole);
  const auto apart = [&](double gridfold::vec3::*axis) {
    const auto [low, high] = std::minmax_element(points.at.begin(), points.at.end(),
                                                 [=](const auto& a, const auto& b) { return a.*axis < b.*axis; });
    return (*high).*axis < atoms.low.*axis - far || (*low).*axis > atoms.high.*axis + far;
  };
  if (apart(&gridfold::vec3::x) || apart(&gridfold::vec3::y) || apart(&gridfold::vec3::z))
    throw gridfold::error(
        "the surface " + shown(file) + " lies far from all atoms (it may be in the camera's " +
        "coordinates): write it in those of the molecule (docs/program/chemistry.md), or add --force");
}

/// The job: a direct sum, unless a mesh is asked for.
job job_of(const options& asked, const molecule& whole, const point_set& points)
{
  job what = asked.what;
  what.atoms = whole.atoms;
  what.rounding = whole.rounding + points.rounding;
  if (what.how == method::automatic) what.how = method::direct;
  return what;
}

void check_finite(const statistics& values, const options& asked, const coincidences& on_atoms)
{
  if (values.not_finite == static_cast<std::int64_t>(on_atoms.infinite)) return;
  throw gridfold::error(std::to_string(values.not_finite) +
                        " values are not finite (they are beyond the precision's range): " +
                        (asked.what.digits == precision::single ? "add --precision double" : "check the charges"));
}

std::string summary_before(const molecule& whole, const point_set& points, const forecast& ahead)
{
  return summary_of(whole) +
         entry("points", counted(points.at.size(), "point") +
                             (points.faces.empty() ? "" : ", " + counted(points.faces.size(), "triangle"))) +
         (ahead.how == method::mesh
              ? entry("method", "mesh") + entry("estimate", duration(ahead.seconds))
              : entry("estimate", short_number(ahead.pairs) + "pairs, " + duration(ahead.seconds)));
}

/// The range of a surface's colours.
double range_of(const options& asked, const point_outcome& done)
{
  return asked.view.range.value_or(value_range(done.values));
}

std::string summary_after(const options& asked, const std::vector<gridfold::vec3>& points, const point_outcome& done,
                          value_format format)
{
  const statistics found = measure(done.values);
  const std::string& unit = asked.shown_in.name;
  const auto number = [](double x) { return gridfold::core::text_of(x); };
  const std::string range = number(range_of(asked, done));
  return entry("ran on", done.ran_on) + entry("time", duration(done.seconds)) +
         entry("left out", std::to_string(done.on_atoms.left_out) + " pairs of a point and the atom it lies on") +
         (found.not_finite > 0 ? entry("infinite", counted(static_cast<std::size_t>(found.not_finite), "point")) : "") +
         entry("values", (found.not_finite == std::ssize(points) ? "none that is finite"
                                                                 : number(found.low) + " to " + number(found.high) +
                                                                       " " + unit + ", mean " + number(found.mean)) +
                             ", " + quantity_of(asked.what.pair)) +
         (format == value_format::ply
              ? entry("colours", "red at -" + range + ", white at 0, blue at " + range + " " + unit)
              : "");
}

}  // namespace

void make_values(const options& asked, const molecule& whole)
{
  const value_format format = asked.map.empty() ? value_format::csv : value_format_of(asked.map);
  const point_set points = points_of(asked, whole);
  if (!asked.force) check_surface(points, whole, asked.at);
  const job what = job_of(asked, whole, points);
  const forecast ahead = foresee_at(what, points.at);
  if (!asked.force) check_time(ahead);
  std::optional<output_file> file, field;
  if (!asked.map.empty()) file.emplace(asked.map);
  if (!asked.field.empty()) field.emplace(asked.field);
  const auto each = [&](const auto& f) {
    for (auto* output : {&file, &field})
      if (*output) f(**output);
  };
  bool quiet = asked.quiet;
  each([&](const output_file& output) { quiet = quiet || output.is_standard_output(); });
  if (!quiet) print(summary_before(whole, points, ahead));
  const point_outcome done = run_at(what, points.at);
  check_finite(measure(done.values), asked, done.on_atoms);
  const std::string of_field = field ? summary_of(asked, done.field) : "";
  if (!quiet) print(summary_after(asked, points.at, done, format) + of_field);
  if (file)
    write_values(*file, format, points, done.values, quantity_of(what.pair), asked.shown_in.name,
                 range_of(asked, done));
  if (field) write_vectors(*field, points, done.field, "field", field_unit(asked.shown_in.name));
  each([](output_file& output) { output.finish(); });
  each([](output_file& output) { output.publish(); });
  if (!quiet) each([](const output_file& output) { print(summary_of(output)); });
}

}  // namespace potential_map
