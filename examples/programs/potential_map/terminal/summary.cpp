// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "terminal/summary.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <type_traits>

#include "engine/parts.hpp"
#include "formats/field_file.hpp"
#include "options/units.hpp"
#include "text/quantity.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// Types that printf accepts: the compiler cannot check values against a format that is a parameter.
template <class T>
concept printable_value = std::is_arithmetic_v<T> || std::is_same_v<T, const char*>;

template <printable_value... Values>
std::string text(const char* format, Values... values)
{
  std::array<char, 160> written;
  std::snprintf(written.data(), written.size(), format, values...);
  return written.data();
}

/// The time, the part of it for copying, and the throughput: pairs per second, or points if the number of pairs is
/// unknown.
std::string speed_of(double cutoff, std::size_t atoms, double points, const outcome& done)
{
  const double pairs = static_cast<double>(atoms) * points - static_cast<double>(done.on_atoms.left_out);
  const std::string copying = done.copying > 0 ? text(", %.2g s of it copying from the GPU", done.copying) : "";
  const std::string in_mesh = done.in_mesh > 0 ? text(", %.2g s of it in the mesh", done.in_mesh) : "";
  const std::string time = text("%.3g s", done.seconds) + in_mesh + copying + ", ";
  if (done.mesh) return time + short_number(points / done.seconds) + "points/s";
  return time + (cutoff > 0 ? short_number(points / done.seconds) + "points/s (pairs within the cutoff are not counted)"
                            : short_number(pairs / done.seconds) + "pairs/s");
}

/// The parameters of a mesh. Its spacing is equal along all axes unless it is periodic; then the first one is shown.
std::string entry_of(const gridfold::mesh_parameters& mesh)
{
  return entry(
      "mesh", text("%lld x %lld x %lld nodes, %.4g Å apart, %d around an atom along each axis; ",
                   static_cast<long long>(mesh.nodes.x), static_cast<long long>(mesh.nodes.y),
                   static_cast<long long>(mesh.nodes.z), mesh.spacing.x, mesh.width) +
                  text("near part within %.4g Å, bandwidth %.4g, degree %d", mesh.cutoff, mesh.bandwidth, mesh.degree));
}

/// A charged period has a uniform background that makes it neutral.
std::string background_of(const job& what)
{
  double charge = 0;
  for (const auto& atom : what.atoms) charge += atom.charge;
  return what.pair == interaction::coulomb && std::abs(charge) > 1e-4
             ? text("; a uniform background of %+.4g e makes it neutral", -charge)
             : "; with all images";
}

}  // namespace

std::string entry(const char* name, const std::string& value) { return text("%-10s", name) + value + "\n"; }

std::string summary_of(const molecule& whole)
{
  // Rounds the total charge, so that a rounding error does not print as -0.
  const double total = total_charge(whole),
               charge = std::abs(total) < 1e9 ? std::round(1e4 * total) / 1e4 + 0.0 : total;
  std::string chosen;
  for (const std::string& note : whole.left_out) chosen += entry("took", note);
  for (const std::string& note : whole.notes) chosen += entry("took", note);
  return entry("molecule",
               whole.name + ": " + counted(whole.atoms.size(), "atom") + text(", total charge %+.4g e", charge)) +
         chosen + (whole.seconds > 0 ? entry("reading", duration(whole.seconds)) : "");
}

std::string summary_before(const molecule& whole, const gridfold::lattice& where)
{
  const auto& [origin, h, n] = where;
  const bool cubic = h.x == h.y && h.y == h.z;
  return summary_of(whole) +
         entry("lattice", text("%lld x %lld x %lld points, ", static_cast<long long>(n.x), static_cast<long long>(n.y),
                               static_cast<long long>(n.z)) +
                              (cubic ? text("%g", h.x) : text("%g x %g x %g", h.x, h.y, h.z)) +
                              text(" Å apart, first at (%.6g, %.6g, %.6g) Å", origin.x, origin.y, origin.z));
}

std::string summary_of(const job& what, const forecast& ahead, double file)
{
  const std::string name =
      ahead.how == method::mesh ? text("mesh, accuracy %g", what.accuracy) : std::string("direct sum");
  const std::string chosen = entry("method", name + (ahead.why.empty() ? "" : " (" + ahead.why + ")")) +
                             (what.period ? entry("periodic", described(*what.period) + background_of(what)) : "");
  return (what.cutoff > 0 ? "" : chosen) +
         entry("estimate", short_number(ahead.pairs) + "pairs, " + duration(ahead.seconds) + ", " +
                               short_number(ahead.bytes) + "B of memory, " + short_number(file) + "B of output");
}

std::string summary_after(const options& asked, std::size_t atoms, double points, const outcome& done,
                          const statistics& values)
{
  const std::string& unit = asked.shown_in.name;
  const double cutoff = asked.what.cutoff;
  std::string lines = entry("ran on", done.ran_on + (done.mesh ? "" : ", variant " + done.variant)) +
                      entry("time", speed_of(cutoff, atoms, points, done));
  if (done.mesh) lines += entry_of(*done.mesh);
  if (cutoff > 0) lines += entry("cutoff", text("%g Å; each atom adds its value less that at the cutoff", cutoff));
  lines += entry("left out", text("%llu pairs of a point and the atom it lies on", done.on_atoms.left_out));
  if (values.not_finite > 0) lines += entry("infinite", text("%lld points", static_cast<long long>(values.not_finite)));
  const bool any = static_cast<double>(values.not_finite) < points;
  return lines + entry("values", (any ? text("%.6g to %.6g ", values.low, values.high) + unit : "none that is finite") +
                                     ", " + quantity_of(asked.what.pair));
}

std::string summary_of(const options& asked, const any_vectors& field)
{
  const magnitudes found = measure(field, threads_of_host(asked.what.threads));
  if (!std::isfinite(found.most))
    throw gridfold::error(std::string("the field is not finite (it is beyond the precision's range): ") +
                          (asked.what.digits == precision::single ? "add --precision double" : "check the charges"));
  return entry("field", text("up to %.6g ", found.most) + field_unit(asked.shown_in.name) +
                            text(", root mean square %.6g", found.rms));
}

std::string summary_of_frames(std::int64_t frames, double seconds, const std::string& box, std::int64_t outside)
{
  std::string lines = entry("frames", std::to_string(frames) + ", " + duration(seconds / static_cast<double>(frames)) +
                                          " each with reading and writing");
  if (!box.empty()) lines += entry("box", box);
  if (outside > 0)
    lines += entry("outside", "atoms of " + std::to_string(outside) +
                                  " frames lie outside the lattice: superpose the frames, or give a --padding");
  return lines;
}

std::string summary_of(const output_file& written)
{
  return entry("wrote", shown(written.path()) + " (" + short_number(static_cast<double>(written.size())) + "B)");
}

}  // namespace potential_map
