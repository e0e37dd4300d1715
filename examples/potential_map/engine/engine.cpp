// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/engine.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <gridfold/math/interaction.hpp>
#include <limits>
#include <type_traits>
#include <utility>

#include "engine/on_points.hpp"
#include "engine/parts.hpp"

namespace potential_map
{

namespace
{

/// Converts x to T. Throws gridfold::error if x is out of T's range.
template <class T>
T in_range(double x, const char* what)
{
  if (!(std::abs(x) <= static_cast<double>(std::numeric_limits<T>::max())))
    throw gridfold::error(std::string(what) + " of " + gridfold::detail::text_of(x) +
                          " is beyond the precision's range (it would be infinite): " +
                          (std::is_same_v<T, float> ? "use --precision double, or check the file" : "check the file"));
  return static_cast<T>(x);
}

/// Throws gridfold::error unless a cutoff's square is a number of T.
template <class T>
void check_cutoff(double cutoff)
{
  if (cutoff == 0 || gridfold::detail::is_normal_in<T>(cutoff * cutoff)) return;
  throw gridfold::error(
      "the square of a cutoff of " + gridfold::detail::text_of(cutoff) +
      " A is beyond the precision's range (distances are compared with it): " +
      (std::is_same_v<T, float> ? "use --precision double, or give another --cutoff" : "give another --cutoff"));
}

/// Whether an atom, relative to the lattice's centre, may be within the cutoff of a point. All others would lie in the
/// outermost cells, however many they are. The millionth is more than single precision rounds.
/// \param radius the minimum on-point radius
bool is_in_reach(const job& what, double radius, const gridfold::vec3& at)
{
  if (what.cutoff == 0) return true;
  const auto near = [&](double x, double spacing, std::int64_t points) {
    const double outermost = 0.5 * spacing * static_cast<double>(points - 1);
    return std::abs(x) <= (outermost + what.cutoff) * (1 + 1e-6) + radius;
  };
  const auto& [origin, spacing, shape] = what.where;
  return near(at.x, spacing.x, shape.x) && near(at.y, spacing.y, shape.y) && near(at.z, spacing.z, shape.z);
}

template <class T>
prepared<T> prepare(const job& what)
{
  check_cutoff<T>(what.cutoff);
  const auto middle = [](double origin, double spacing, std::int64_t points) {
    return origin + 0.5 * spacing * static_cast<double>(points - 1);
  };
  const gridfold::lattice& l = what.where;
  const gridfold::vec3 centre{middle(l.origin.x, l.spacing.x, l.shape.x), middle(l.origin.y, l.spacing.y, l.shape.y),
                              middle(l.origin.z, l.spacing.z, l.shape.z)};
  // Rounding of the file's decimals, of the lattice's points and of the common centre: 15 roundings of half an epsilon
  // per axis, less than 16 epsilon over all three axes.
  const double size =
      std::max({std::abs(l.origin.x), std::abs(l.origin.y), std::abs(l.origin.z), std::abs(2 * centre.x - l.origin.x),
                std::abs(2 * centre.y - l.origin.y), std::abs(2 * centre.z - l.origin.z)});
  const bool screened = what.pair == interaction::coulomb || what.pair == interaction::yukawa;
  const double scale = screened ? what.unit / what.dielectric : what.unit;
  prepared<T> ready{{}, l, 16 * std::numeric_limits<double>::epsilon() * size};
  ready.where.origin = {l.origin.x - centre.x, l.origin.y - centre.y, l.origin.z - centre.z};
  ready.atoms.reserve(what.atoms.size());
  for (const auto& a : what.atoms) {
    const gridfold::vec3 at{a.x - centre.x, a.y - centre.y, a.z - centre.z};
    if (is_in_reach(what, ready.radius, at))
      ready.atoms.push_back({in_range<T>(at.x, "a position"), in_range<T>(at.y, "a position"),
                             in_range<T>(at.z, "a position"), in_range<T>(a.charge * scale, "a scaled charge")});
  }
  return ready;
}

template <class T>
void compute_by_mesh(const prepared<T>& ready, const job& what, bool device, gridfold::field<T>& map, outcome& done)
{
  done.mesh = device ? mesh_on_device(what, ready, map, done.on_atoms) : mesh_on_host(what, ready, map, done.on_atoms);
  if (what.at_atoms == singularity::leave_out) done.on_atoms.left_out = pairs_on_points(ready);
}

template <class T>
outcome compute(const job& what, bool device, const progress& report)
{
  gridfold::field<T> map(what.where);
  outcome done{gridfold::field<T>(gridfold::lattice{}), device ? device_name() : host_name(what.threads), {}};
  const auto begin = std::chrono::steady_clock::now();
  const prepared<T> ready = prepare<T>(what);
  if (what.how == method::mesh)
    compute_by_mesh(ready, what, device, map, done);
  else
    done.on_atoms = device ? sum_on_device(what, ready, map, done.variant, report)
                           : sum_on_host(what, ready, map, done.variant, report);
  done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  done.map = std::move(map);
  return done;
}

}  // namespace

bool on_device(processor on)
{
  if (on == processor::host) return false;
  const bool present = !device_name().empty();
  if (on == processor::cuda && !present)
    throw gridfold::error(device_variants().empty()
                              ? "a GPU was asked for, but this program is built without CUDA: use --device host"
                              : "a GPU was asked for, but there is none that the CUDA runtime can use (no device or no "
                                "driver): use --device host");
  return present;
}

std::vector<std::string> variant_names(processor on) { return on_device(on) ? device_variants() : host_variants(); }

outcome run(const job& what, const progress& report)
{
  const bool device = on_device(what.on);
  return what.digits == precision::single ? compute<float>(what, device, report)
                                          : compute<double>(what, device, report);
}

}  // namespace potential_map
