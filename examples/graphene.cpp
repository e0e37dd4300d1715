// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program graphene: the bonds of a graphene sheet by every kind of neighbour list. Checks each against a
/// sequential loop, prints its time and writes the bonds for support/graphene_bonds.py to draw. Compiled by nvcc it
/// also runs on the GPU. See Fan, CUDA Programming, ch. 9.
///
/// Usage: graphene [COLUMNS ROWS [FILE]], in cells of four atoms, 72 by 78 by default. FILE gets a line per atom: "x y"
/// [Å] and its neighbours' numbers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gridfold/neighbors.hpp>
#include <gridfold/policy/variants.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "support/graphene_sheet.hpp"
#include "support/processor.hpp"

namespace
{

namespace gf = gridfold;

/// The capacity of the lists, in neighbours per atom.
constexpr int capacity = 10;

/// A list in host memory, of either layout.
template <class Layout>
struct owned_list {
  std::vector<int> counts, indices;

  explicit owned_list(std::size_t atoms) : counts(atoms), indices(atoms * capacity) {}

  gf::neighbor_list<Layout> view()
  {
    return {counts.data(), indices.data(), static_cast<std::int64_t>(counts.size()), capacity};
  }

  /// The neighbours of every atom, ascending.
  std::vector<std::vector<int>> sets()
  {
    gf::check_capacity(counts, capacity);
    std::vector<std::vector<int>> result(counts.size());
    for (std::size_t n = 0; n < counts.size(); ++n) {
      for (std::int64_t k = 0; k < counts[n]; ++k) result[n].push_back(view().indices(static_cast<std::int64_t>(n), k));
      std::sort(result[n].begin(), result[n].end());
    }
    return result;
  }
};

/// A sequential loop over half of all pairs.
void find_on_one_core(const graphene::sheet& atoms, gf::neighbor_list<> list)
{
  std::fill(list.counts.begin(), list.counts.end(), 0);
  const float cutoff2 = float(graphene::cutoff) * float(graphene::cutoff);
  const auto size = static_cast<int>(atoms.size());
  const auto append = [&](int n, int other) { list.indices(n, list.counts[std::size_t(n)]++) = other; };
  for (int i = 0; i < size; ++i)
    for (int j = i + 1; j < size; ++j) {
      const float dx = atoms.x[std::size_t(j)] - atoms.x[std::size_t(i)];
      const float dy = atoms.y[std::size_t(j)] - atoms.y[std::size_t(i)];
      if (dx * dx + dy * dy < cutoff2) {
        append(i, j);
        append(j, i);
      }
    }
}

using bond_sets = std::vector<std::vector<int>>;

void report(const std::string& name, double seconds, bool right)
{
  std::printf("%-46s %10.3f ms%s\n", name.c_str(), seconds * 1e3, right ? "" : "  WRONG");
  if (!right) std::exit(1);
}

template <class Layout>
std::string name_of_layout()
{
  return std::is_same_v<Layout, cuda::std::layout_right> ? " row-major" : " column-major";
}

template <class V, class Layout>
void try_on_host(const graphene::sheet& atoms, const bond_sets& expected)
{
  owned_list<Layout> list(atoms.size());
  const double seconds = example::seconds_of(example::cpu{}, [&] {
    gf::neighbors<V>(gf::host{}, gf::positions(atoms.x, atoms.y), graphene::cutoff, list.view());
  });
  report("host " + V::name() + name_of_layout<Layout>(), seconds, list.sets() == expected);
}

#ifdef __CUDACC__
template <class V, class Layout>
void try_on_device(const graphene::sheet& atoms, const bond_sets& expected)
{
  const example::gpu at;
  const gf::buffer x(at.on, atoms.x), y(at.on, atoms.y);
  owned_list<Layout> list(atoms.size());
  const gf::buffer counts(at.on, list.counts), indices(at.on, list.indices);
  const gf::neighbor_list<Layout> there(counts.data(), indices.data(), list.view().indices.extent(0), capacity);
  const double seconds =
      example::seconds_of(at, [&] { gf::neighbors<V>(at.on, gf::positions(x, y), graphene::cutoff, there); });
  list.counts = counts.values();
  list.indices = indices.values();
  report("device " + V::name() + name_of_layout<Layout>(), seconds, list.sets() == expected);
}
#endif

template <class Block>
using every_variant =
    gf::supported<gf::verb::neighbors,
                  gf::cross<gf::list<gf::scatter, gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<1>,
                            gf::list<gf::read_only, gf::shared>, gf::list<Block>>>;

void try_all(const graphene::sheet& atoms, const bond_sets& expected)
{
  gf::for_each(every_variant<gf::block<128>>{}, [&]<class V>() {
    try_on_host<V, cuda::std::layout_right>(atoms, expected);
    try_on_host<V, cuda::std::layout_left>(atoms, expected);
  });
#ifdef __CUDACC__
  if (!gf::device_present()) return;
  gf::for_each(every_variant<gf::block<128>>{}, [&]<class V>() {
    try_on_device<V, cuda::std::layout_right>(atoms, expected);
    try_on_device<V, cuda::std::layout_left>(atoms, expected);
  });
#endif
}

void write(const char* path, const graphene::sheet& atoms, const bond_sets& neighbors)
{
  std::ofstream out(path);
  for (std::size_t n = 0; n < atoms.size(); ++n) {
    out << atoms.x[n] << ' ' << atoms.y[n];
    for (int other : neighbors[n]) out << ' ' << other;
    out << '\n';
  }
  if (!out.flush())
    throw gf::error(std::string("cannot write ") + path + ": give a file in a folder that can be written");
}

}  // namespace

int main(int argc, char** argv)
{
  const int columns = argc > 2 ? std::atoi(argv[1]) : 72, rows = argc > 2 ? std::atoi(argv[2]) : 78;
  if (argc == 2 || argc > 4 || columns < 1 || rows < 1) {
    std::fprintf(stderr, "usage: graphene [COLUMNS ROWS [FILE]], numbers of cells of 1 or more\n");
    return 2;
  }
  try {
    const graphene::sheet atoms(columns, rows);
    owned_list<cuda::std::layout_right> list(atoms.size());
    const double seconds = example::seconds_of(example::cpu{}, [&] { find_on_one_core(atoms, list.view()); });
    const bond_sets expected = list.sets();
    const int ends = std::accumulate(list.counts.begin(), list.counts.end(), 0);
    std::printf("%zu atoms, %d bonds\n", atoms.size(), ends / 2);
    report("sequential loop", seconds, true);
    try_all(atoms, expected);
    if (argc == 4) write(argv[3], atoms, expected);
  } catch (const gf::error& e) {
    std::fprintf(stderr, "graphene: %s\n", e.what());
    return 1;
  }
}
