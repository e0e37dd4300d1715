// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particle-mesh sums at points and at atoms on ranks of any transport, against those of one rank. Include a Fourier
/// transform first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/distributed/particle_mesh_at_points.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/view/triples.hpp>
#include <random>
#include <type_traits>
#include <vector>

namespace ranks_tests
{

/// Whether this rank's part of the points and all atoms get the bits that one rank computes.
template <class On>
bool mesh_sums_are_right(const On& on, unsigned seed)
{
  namespace gf = gridfold;
  const auto local = on.local();
  using executor = std::remove_cvref_t<decltype(local)>;
  constexpr std::int64_t atom_count = 203, point_count = 119;
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> place(0, 11), charge(-1, 1);
  std::vector<gf::source<float>> all(atom_count);
  for (auto& a : all) a = {place(generator), place(generator), place(generator), charge(generator)};
  std::vector<std::vector<float>> axes(3, std::vector<float>(point_count));
  for (auto& axis : axes)
    for (float& x : axis) x = place(generator);

  const auto sums = [&](auto plan, std::int64_t begin, std::int64_t end) {
    const auto part = [&](const std::vector<float>& axis) {
      return gf::buffer(local, std::vector<float>(axis.begin() + begin, axis.begin() + end));
    };
    const auto x = part(axes[0]), y = part(axes[1]), z = part(axes[2]);
    const gf::buffer atoms(local, all);
    const gf::buffer<float, executor> at_points(local, x.size()), at_atoms(local, all.size());
    const gf::buffer<gf::packed3<float>, executor> field(local, x.size()), own_field(local, all.size());
    plan(atoms, gf::positions(x, y, z), at_points, field);
    plan.at_atoms(atoms, at_atoms, own_field);
    // Potentials and fields of the points, then those of the atoms.
    std::vector<std::vector<float>> found = {at_points.values(), {}, at_atoms.values(), {}};
    const auto append = [](std::vector<float>& to, const std::vector<gf::packed3<float>>& fields) {
      for (const auto& f : fields) to.insert(to.end(), {f.x, f.y, f.z});
    };
    append(found[1], field.values());
    append(found[3], own_field.values());
    return found;
  };
  const gf::atom_box box{{0, 0, 0}, {11, 11, 11}, atom_count};
  const gf::mesh_request asked{.accuracy = 1e-3};
  const gf::partition parts({point_count, 1, 1}, on.size(), gf::along::x);
  const std::int64_t first = parts.begin(on.rank()), last = parts.end(on.rank());
  const auto of_rank = sums(gf::make_particle_mesh_at_points(on, box, asked), first, last);
  const auto of_one = sums(gf::make_particle_mesh_at_points(local, box, asked), 0, point_count);
  const auto is_part = [](const std::vector<float>& part, const std::vector<float>& whole, std::int64_t begin) {
    return std::memcmp(part.data(), whole.data() + begin, part.size() * sizeof(float)) == 0;
  };
  return is_part(of_rank[0], of_one[0], first) && is_part(of_rank[1], of_one[1], 3 * first) &&
         of_rank[2] == of_one[2] && of_rank[3] == of_one[3];
}

}  // namespace ranks_tests
