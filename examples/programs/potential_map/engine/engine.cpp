// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <gridfold/math/interaction.hpp>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "engine/at_points.hpp"
#include "engine/atom_box.hpp"
#include "engine/empty_map.hpp"
#include "engine/on_points.hpp"
#include "engine/parts.hpp"
#include "engine/processes.hpp"
#include "engine/ranks.hpp"
#include "engine/stopwatch.hpp"
#include "engine/woken_devices.hpp"
#include "output/huge_pages.hpp"
#include "output/in_order.hpp"

namespace potential_map
{

namespace
{

/// Converts x to T. Throws gridfold::error if x is out of T's range.
template <class T>
T in_range(double x, const char* what)
{
  if (!(std::abs(x) <= static_cast<double>(std::numeric_limits<T>::max())))
    throw gridfold::error(std::string(what) + " of " + gridfold::core::text_of(x) +
                          " is beyond the precision's range (it would be infinite): " +
                          (std::is_same_v<T, float> ? "use --precision double, or check the file" : "check the file"));
  return static_cast<T>(x);
}

/// Throws gridfold::error unless a cutoff's square is a number of T.
template <class T>
void check_cutoff(double cutoff)
{
  if (cutoff == 0 || gridfold::math::is_normal_in<T>(cutoff * cutoff)) return;
  throw gridfold::error(
      "the square of a cutoff of " + gridfold::core::text_of(cutoff) +
      " A is beyond the precision's range (distances are compared with it): " +
      (std::is_same_v<T, float> ? "use --precision double, or give another --cutoff" : "give another --cutoff"));
}

/// Whether an atom, relative to the lattice's centre, may be within the cutoff of a point. Other atoms would all be
/// sorted into the outermost cells. The millionth exceeds the rounding of single precision.
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

gridfold::vec3 centre_of(const gridfold::lattice& l)
{
  const auto middle = [](double origin, double spacing, std::int64_t points) {
    return origin + 0.5 * spacing * static_cast<double>(points - 1);
  };
  return {middle(l.origin.x, l.spacing.x, l.shape.x), middle(l.origin.y, l.spacing.y, l.shape.y),
          middle(l.origin.z, l.spacing.z, l.shape.z)};
}

/// The largest distance by which rounding in files may separate an atom and a point at the same position. 0 for a sum
/// without a singularity, which needs no such distance.
double stored_radius(const job& what)
{
  constexpr double diagonal = 1.7320509;  // the root of 3, rounded up
  const bool singular = what.pair != interaction::gaussian && what.at_atoms != singularity::softened;
  return singular ? diagonal * what.rounding : 0;
}

template <class T>
prepared<T> prepare(const job& what)
{
  check_cutoff<T>(what.cutoff);
  const gridfold::lattice& l = what.where;
  const gridfold::vec3 centre = centre_of(l);
  // Rounding of the file's decimals, of the lattice's points and of the common centre: 15 roundings of half an epsilon
  // per axis, less than 16 epsilon over all three axes.
  const double size =
      std::max({std::abs(l.origin.x), std::abs(l.origin.y), std::abs(l.origin.z), std::abs(2 * centre.x - l.origin.x),
                std::abs(2 * centre.y - l.origin.y), std::abs(2 * centre.z - l.origin.z)});
  const bool screened = what.pair == interaction::coulomb || what.pair == interaction::yukawa;
  const double scale = screened ? what.unit / what.dielectric : what.unit;
  prepared<T> ready{{}, l, 16 * std::numeric_limits<double>::epsilon() * size + stored_radius(what)};
  ready.where.origin = {l.origin.x - centre.x, l.origin.y - centre.y, l.origin.z - centre.z};
  const auto convert = [&](std::int64_t begin, std::int64_t end) {
    std::vector<gridfold::source<T>> some;
    some.reserve(static_cast<std::size_t>(end - begin));
    for (std::int64_t n = begin; n < end; ++n) {
      const gridfold::source<double>& a = what.atoms[static_cast<std::size_t>(n)];
      const gridfold::vec3 at{a.x - centre.x, a.y - centre.y, a.z - centre.z};
      if (is_in_reach(what, ready.radius, at))
        some.push_back({in_range<T>(at.x, "a position"), in_range<T>(at.y, "a position"),
                        in_range<T>(at.z, "a position"), in_range<T>(a.charge * scale, "a scaled charge")});
    }
    return some;
  };
  const int threads = threads_of_host(what.threads);
  reserve_in_huge_pages(ready.atoms, what.atoms.size(), threads);
  in_ranges(std::ssize(what.atoms), threads, convert,
            [&](const auto& some) { ready.atoms.insert(ready.atoms.end(), some.begin(), some.end()); });
  ready.box = box_of(ready.atoms, threads);
  return ready;
}

/// One rank's slab. Sets the parts of `done` that are equal for all ranks, and the slab's counts.
template <class T>
void compute(const job& what, const prepared<T>& ready, bool device, const slab<T>& out, outcome& done,
             const progress& report)
{
  if (what.how == method::mesh)
    device ? mesh_on_device(what, ready, out, done) : mesh_on_host(what, ready, out, done);
  else
    device ? sum_on_device(what, ready, out, done, report) : sum_on_host(what, ready, out, done, report);
}

/// The lattice of a process's values: its slab, or all values in process 0 if that collects them. One plane if there
/// are none.
gridfold::lattice lattice_of(const job& what, const job_ranks& on, const processes& by)
{
  gridfold::lattice where = what.where;
  if (by.rank() > 0 || what.in_slabs)
    where.shape.z = std::max<std::int64_t>(1, on.slabs().end(on.end() - 1) - on.slabs().begin(on.first()));
  return where;
}

/// The planes of each process' slabs.
std::vector<std::int64_t> planes_of_each(const job_ranks& on, const processes& by)
{
  std::vector<std::int64_t> planes(static_cast<std::size_t>(by.size()), 0);
  for (int rank = 0; rank < on.count(); ++rank)
    planes[static_cast<std::size_t>(rank / (on.end() - on.first()))] += on.slabs().shape(rank).z;
  return planes;
}

template <class T>
using vectors = std::vector<gridfold::packed3<T>>;

/// Collects the map at process 0, unless the map stays in slabs.
template <class T>
void collect(const job& what, const processes& by, outcome& done)
{
  if (what.in_slabs) return;
  std::vector<std::int64_t> bytes = done.planes_of;
  for (std::int64_t& planes : bytes) planes *= what.where.shape.x * what.where.shape.y * std::int64_t{sizeof(T)};
  by.gather(reinterpret_cast<std::byte*>(std::get<gridfold::field<T>>(done.map).values.data()), bytes);
  if (!what.with_field) return;
  for (std::int64_t& numbers : bytes) numbers *= 3;
  by.gather(reinterpret_cast<std::byte*>(std::get<vectors<T>>(done.field).data()), bytes);
}

/// Room for this process' part of a map, and where it is computed.
template <class T>
outcome empty_outcome(const job& what, bool device, const job_ranks& on, const processes& by)
{
  const int threads = threads_of_host(what.threads);
  outcome empty{empty_map<T>(lattice_of(what, on, by), threads), device ? device_name() : host_name(what.threads)};
  if (on.count() > 1) empty.ran_on += ", " + std::to_string(on.count()) + " ranks";
  if (!what.with_field) return empty;
  vectors<T> field;
  const std::size_t points = std::get<gridfold::field<T>>(empty.map).values.size();
  reserve_in_huge_pages(field, points, threads);
  field.resize(points);
  empty.field = std::move(field);
  return empty;
}

/// Computes this process's part of a map, and the results for the whole map.
template <class T>
void compute_slabs(const job& what, bool device, const job_ranks& on, const processes& by, const progress& report,
                   outcome& done)
{
  if (!device) check_threads(what.threads);
  const prepared<T> ready = prepare<T>(what);
  std::vector<outcome> of_rank(static_cast<std::size_t>(on.end() - on.first()));
  gridfold::packed3<T>* const field = what.with_field ? std::get<vectors<T>>(done.field).data() : nullptr;
  on.each(ready.where, std::get<gridfold::field<T>>(done.map).values.data(), field, [&](int rank, const slab<T>& out) {
    compute(
        what, ready, device, out, of_rank[static_cast<std::size_t>(rank - on.first())],
        rank == on.first() ? report : [](double) {});
  });
  done.variant = of_rank[0].variant;
  done.mesh = of_rank[0].mesh;
  for (const outcome& each : of_rank) {
    done.in_mesh = std::max(done.in_mesh, each.in_mesh);
    done.copying = std::max(done.copying, each.copying);
    done.on_atoms.left_out += each.on_atoms.left_out;
    done.on_atoms.infinite += each.on_atoms.infinite;
  }
  if (done.mesh && by.rank() == 0 && what.at_atoms == singularity::leave_out)
    done.on_atoms.left_out = pairs_on_points(ready, what.period, threads_of_host(what.threads));
}

template <class T>
outcome compute(const job& what, const processes& by, const progress& report)
{
  outcome done;
  bool device = false;
  std::optional<job_ranks> on;
  by.together([&] {
    device = on_device(what.on);
    on.emplace(what, device, by);
    done = empty_outcome<T>(what, device, *on, by);
  });
  if (device && by.size() == 1) (void)woken_devices(on->count());
  const stopwatch time;
  by.together([&] { compute_slabs<T>(what, device, *on, by, report, done); });
  done.planes_of = planes_of_each(*on, by);
  collect<T>(what, by, done);
  done.on_atoms.left_out = by.sum(done.on_atoms.left_out);
  done.on_atoms.infinite = by.sum(done.on_atoms.infinite);
  done.seconds = time.seconds();
  return done;
}

template <class V>
V turned(const V& v, bool across_x)
{
  return across_x ? V{v.y, v.z, v.x} : V{v.x, v.z, v.y};
}

/// Converts the field of a turned job to the axes of the job.
void turn_back(any_vectors& field, bool across_x)
{
  std::visit(
      [&](auto& all) {
        for (auto& e : all)
          e = across_x ? std::remove_cvref_t<decltype(e)>{e.z, e.x, e.y}
                       : std::remove_cvref_t<decltype(e)>{e.x, e.z, e.y};
      },
      field);
}

/// Converts a job of one layer across x or y to a job of one layer across z. The values lie in the same order.
job turned(job what)
{
  auto& [origin, spacing, shape] = what.where;
  const bool across_x = shape.x == 1;
  origin = turned(origin, across_x);
  spacing = turned(spacing, across_x);
  shape = turned(shape, across_x);
  for (auto& atom : what.atoms) {
    const auto [x, y, z] = turned(gridfold::vec3{atom.x, atom.y, atom.z}, across_x);
    atom = {x, y, z, atom.charge};
  }
  return what;
}

/// The lattice of the corners of the smallest box that holds every point.
gridfold::lattice corners_of(const std::vector<gridfold::vec3>& points)
{
  gridfold::lattice box{points[0], 1, {1, 1, 1}};
  const auto span = [&](double gridfold::vec3::*axis, double& spacing, std::int64_t& count) {
    const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                 [=](const auto& a, const auto& b) { return a.*axis < b.*axis; });
    box.origin.*axis = (*low).*axis;
    if ((*low).*axis == (*high).*axis) return;
    spacing = (*high).*axis - (*low).*axis;
    count = 2;
  };
  span(&gridfold::vec3::x, box.spacing.x, box.shape.x);
  span(&gridfold::vec3::y, box.spacing.y, box.shape.y);
  span(&gridfold::vec3::z, box.spacing.z, box.shape.z);
  return box;
}

template <class T>
point_outcome compute_at(const job& what, const std::vector<gridfold::vec3>& points, bool device)
{
  point_outcome done{{}, device ? device_name() : host_name(what.threads)};
  const stopwatch time;
  const prepared<T> ready = prepare<T>(what);
  const gridfold::vec3 centre = centre_of(what.where);
  prepared_points<T> at;
  for (const gridfold::vec3& point : points) {
    at.x.push_back(in_range<T>(point.x - centre.x, "a point's position"));
    at.y.push_back(in_range<T>(point.y - centre.y, "a point's position"));
    at.z.push_back(in_range<T>(point.z - centre.z, "a point's position"));
  }
  point_sums<T> sums{std::vector<T>(points.size()), vectors<T>(what.with_field ? points.size() : 0)};
  if (what.how == method::mesh)
    device ? mesh_at_points_on_device(what, ready, at, sums, done)
           : mesh_at_points_on_host(what, ready, at, sums, done);
  else
    done.on_atoms =
        device ? values_on_device(what, ready, at, sums.values) : values_on_host(what, ready, at, sums.values);
  done.seconds = time.seconds();
  done.values = std::move(sums.values);
  done.field = std::move(sums.field);
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

bool is_layer_across_rows(const gridfold::lattice& where)
{
  return where.shape.z > 1 && (where.shape.x == 1 || where.shape.y == 1);
}

outcome run(const job& what, const progress& report, const processes& by)
{
  if (is_layer_across_rows(what.where) && !what.in_slabs && !what.period) {  // a turned period has another form
    outcome done = run(turned(what), report, by);
    std::visit([&](auto& map) { map.where = what.where; }, done.map);
    turn_back(done.field, what.where.shape.x == 1);
    return done;
  }
  if (by.rank() == 0) by.hand_out(what, on_device(what.on) ? processor::cuda : processor::host);
  return what.digits == precision::single ? compute<float>(what, by, report) : compute<double>(what, by, report);
}

outcome run(const job& what, const progress& report) { return run(what, report, processes()); }

point_outcome run_at(const job& what, const std::vector<gridfold::vec3>& points)
{
  job at = what;
  at.where = corners_of(points);
  at.cutoff = 0;
  const bool device = on_device(what.on);
  return what.digits == precision::single ? compute_at<float>(at, points, device)
                                          : compute_at<double>(at, points, device);
}

}  // namespace potential_map
