// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/forecast.hpp"

#include <algorithm>
#include <gridfold/core/error.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_at_points.hpp>
#include <gridfold/electrostatics/mesh_choice.hpp>

#include "engine/atom_box.hpp"
#include "engine/parts.hpp"
#include "engine/split_degrees.hpp"
#include "text/quantity.hpp"

namespace potential_map
{

namespace
{

double bytes_of_number(const job& what) { return what.digits == precision::single ? sizeof(float) : sizeof(double); }

double points_of(const job& what) { return static_cast<double>(what.where.shape.count()); }

/// The time of a pair, relative to a pair of Coulomb's interaction: measured on the CPU.
double cost_of_pair(interaction pair)
{
  switch (pair) {
    case interaction::coulomb:
      return 1;
    case interaction::yukawa:
      return 3.3;
    case interaction::distance_dielectric:
      return 1.4;
    case interaction::gaussian:
      return 2;
  }
  return 1;
}

/// The potential, and three components of the field.
double numbers_of_point(const job& what) { return what.with_field ? 4 : 1; }

/// Bytes of the map and the atoms, which may be sorted into cells: a second copy and four integers for each.
double bytes_of_sum(const job& what, bool sorted)
{
  const double atom = (sorted ? 8 : 4) * bytes_of_number(what) + (sorted ? 16 : 0);
  return bytes_of_number(what) * numbers_of_point(what) * points_of(what) +
         atom * static_cast<double>(what.atoms.size());
}

/// The number of pairs that a sum with a cutoff tests: the part of mesh_cost without nodes.
double tested_pairs(const job& what)
{
  gridfold::mesh_parameters near{};
  near.cutoff = std::min(what.cutoff, 1e60);  // its cube is finite
  return gridfold::detail::mesh_cost(near, what.where, box_of(what.atoms, threads_of_host(what.threads)));
}

forecast of_sum(const job& what, const abilities& processor)
{
  const double cost = cost_of_pair(what.pair);
  if (what.cutoff > 0) {
    const double pairs = tested_pairs(what);
    return {method::direct, "", pairs, cost * pairs / processor.tested_pairs, bytes_of_sum(what, true)};
  }
  const double pairs = static_cast<double>(what.atoms.size()) * points_of(what);
  return {method::direct, "", pairs, cost * pairs / processor.pairs, bytes_of_sum(what, false)};
}

/// Bytes of a plan's mesh, its Green's function, the values interpolated along one and two axes, and the Fourier
/// transform's workspace, which may have the mesh's size for each direction.
double bytes_of_mesh(const gridfold::mesh_parameters& chosen, const job& what)
{
  const auto count = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<double>(x) * static_cast<double>(y) * static_cast<double>(z);
  };
  const auto& [x, y, z] = chosen.nodes;
  const gridfold::shape3 &near = chosen.atom_nodes, &points = what.where.shape;
  return bytes_of_number(what) *
         (3 * count(gridfold::row_of(chosen.nodes), y, z) + count(x / 2 + 1, y / 2 + 1, z / 2 + 1) +
          count(near.x, near.y, points.z) + (what.with_field ? 3 : 1) * count(near.x, points.y, points.z));
}

/// Predicts by the plan's cost model.
forecast of_mesh(const job& what, const abilities& processor)
{
  using gridfold::boundary::triclinic, gridfold::boundary::open;
  const gridfold::atom_box box =
      what.period ? box_of(*what.period, what.atoms.size()) : box_of(what.atoms, threads_of_host(what.threads));
  const gridfold::mesh_request asked{.accuracy = what.accuracy, .with_fields = what.with_field};
  const auto choose = [&]<class T>(T) {
    return what.period ? gridfold::choose_mesh<T, triclinic>(what.where, box, asked)
                       : gridfold::choose_mesh<T, open>(what.where, box, asked);
  };
  const gridfold::mesh_parameters chosen = what.digits == precision::single ? choose(0.0F) : choose(0.0);
  const double cost = gridfold::detail::mesh_cost(chosen, what.where, box);
  gridfold::mesh_parameters near{};
  near.cutoff = chosen.cutoff;
  near.is_periodic = chosen.is_periodic;
  return {method::mesh, "", gridfold::detail::mesh_cost(near, what.where, box), cost / processor.mesh_cost,
          bytes_of_sum(what, true) + bytes_of_mesh(chosen, what)};
}

/// The box around points, with room for all of them.
gridfold::point_box box_around(const std::vector<gridfold::vec3>& points)
{
  gridfold::point_box box{points.at(0), points.at(0), static_cast<std::int64_t>(points.size())};
  for (const auto& at : points) {
    box.low = {std::min(box.low.x, at.x), std::min(box.low.y, at.y), std::min(box.low.z, at.z)};
    box.high = {std::max(box.high.x, at.x), std::max(box.high.y, at.y), std::max(box.high.z, at.z)};
  }
  return box;
}

/// Predicts by the cost model of plans at points; the job's lattice has a point for each.
forecast of_mesh_at(const job& what, const abilities& processor, const std::vector<gridfold::vec3>& points)
{
  const gridfold::atom_box box = box_of(what.atoms, threads_of_host(what.threads));
  const gridfold::point_box where = box_around(points);
  const gridfold::mesh_request asked{.accuracy = what.accuracy};
  const gridfold::mesh_parameters chosen = what.digits == precision::single
                                               ? gridfold::choose_mesh_at_points<float>(where, box, asked)
                                               : gridfold::choose_mesh_at_points<double>(where, box, asked);
  const double cost =
      gridfold::electrostatics::work_of(chosen, box, where.capacity).time(gridfold::electrostatics::times_at_points);
  return {method::mesh, "", cost, cost / processor.mesh_cost, bytes_of_sum(what, true) + bytes_of_mesh(chosen, what)};
}

/// The reason to take a direct sum although a mesh is possible; empty if the mesh is better.
std::string reason_for_direct(const forecast& direct, const forecast& mesh, const abilities& processor)
{
  if (!processor.lacks_mesh.empty()) return processor.lacks_mesh;
  if (mesh.bytes > processor.memory) return "a mesh does not fit the memory";
  if (mesh.seconds >= direct.seconds) return "a mesh would take longer";
  return "";
}

bool may_be_split(const job& what)
{
  const bool has_split = what.pair == interaction::coulomb || what.pair == interaction::yukawa;
  return has_split && what.cutoff == 0 && what.at_atoms != singularity::softened && what.variant.empty();
}

}  // namespace

namespace
{

/// foresee; predict_mesh() predicts a mesh's cost.
template <class Mesh>
forecast cheaper_of(const job& what, const abilities& processor, const Mesh& predict_mesh)
{
  forecast direct = of_sum(what, processor);
  if (what.how == method::direct || !may_be_split(what)) return direct;
  if (what.how == method::automatic && direct.seconds <= 1) {
    direct.why = "takes at most a second";
    return direct;
  }
  forecast mesh = predict_mesh();
  if (what.how == method::mesh) {
    if (!processor.lacks_mesh.empty()) throw gridfold::error(processor.lacks_mesh);
    if (mesh.bytes > processor.memory)
      throw gridfold::error(
          "the map and its mesh take " + short_number(mesh.bytes) + "B (" + short_number(processor.memory) +
          "B of memory is available): " + (what.period ? "" : "use --method direct, or ") + "give a larger --spacing");
    return mesh;
  }
  direct.why = reason_for_direct(direct, mesh, processor);
  if (!direct.why.empty()) return direct;
  mesh.why = "a direct sum would take " + duration(direct.seconds);
  return mesh;
}

}  // namespace

forecast foresee(const job& what, const abilities& processor)
{
  return cheaper_of(what, processor, [&] { return of_mesh(what, processor); });
}

forecast foresee_at(const job& what, const std::vector<gridfold::vec3>& points)
{
  job at = what;
  at.where.shape = {static_cast<std::int64_t>(points.size()), 1, 1};
  const abilities processor = on_device(what.on) ? device_abilities(at) : host_abilities(at);
  return cheaper_of(at, processor, [&] { return of_mesh_at(at, processor, points); });
}

int gpus_that_pay(method how, double seconds, int gpus)
{
  constexpr double to_get_ready = 0.1;  // seconds, for each GPU after the first
  const double divided = how == method::mesh ? 0.6 : 1;
  const auto time = [&](int count) { return seconds * (1 - divided + divided / count) + to_get_ready * (count - 1); };
  int best = 1;
  for (int count = 2; count <= gpus; ++count)
    if (time(count) < time(best)) best = count;
  return best;
}

forecast foresee(const job& what, int processes, double maps)
{
  const bool device = on_device(what.on);
  forecast ahead = foresee(what, device ? device_abilities(what) : host_abilities(what));
  const int devices = !device ? 1 : what.ranks == 0 ? device_count() : what.ranks;
  if (ahead.how == method::direct) ahead.seconds /= processes * devices;
  if (!device) ahead.bytes += (maps - 1) * bytes_of_number(what) * numbers_of_point(what) * points_of(what);
  return ahead;
}

}  // namespace potential_map
