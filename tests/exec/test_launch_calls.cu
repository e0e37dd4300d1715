// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The calls of verbs to the CUDA runtime: without pointer checks little but launches. Needs no GPU.
#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/gridfold.hpp>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "counting_runtime.hpp"

#ifdef NDEBUG
#error "this file is to be compiled without NDEBUG"
#endif

namespace gf = gridfold;

namespace
{

using counts = std::map<std::string, int>;
using vector = cuda::std::mdspan<float, cuda::std::dextents<int, 1>>;
using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;

constexpr int side = 10, size = side * side;
constexpr gf::lattice where{.shape = {side, side, 1}};
std::vector<float> a(size), b(size), c(size), out(size);

/// The calls of an unchecked verb, and the pointers checked by a checked one.
template <class Call>
void check(const char* verb, counts expected, int pointers, const Call& call)
{
  const std::string name = verb;
  CAPTURE(name);
  CHECK(test::calls_of([&] { call(gf::device{gf::pointer_checks::off}); }).of == expected);
  expected["cudaPointerGetAttributes"] = pointers;
  CHECK(test::calls_of([&] { call(gf::device{gf::pointer_checks::on}); }).of == expected);
}
template <class Call>
void check(const char* verb, int launches, int pointers, const Call& call)
{
  check(verb, counts{{"launch", launches}}, pointers, call);
}

}  // namespace

TEST_CASE("without pointer checks a verb calls the CUDA runtime for launches and large shared memory")
{
  check("copy", 1, 2, [](gf::device on) { gf::copy(on, vector(a.data(), size), vector(out.data(), size)); });
  check("transpose", 1, 2,
        [](gf::device on) { gf::transpose(on, matrix(a.data(), side, side), matrix(out.data(), side, side)); });
  const matrix no_rows(a.data(), 0, side), no_columns(out.data(), side, 0);
  CHECK(test::calls_of([&] { gf::transpose(gf::device{}, no_rows, no_columns); }).of == counts{});
  const auto multiply = [](gf::device on) {
    gf::multiply(on, matrix(a.data(), side, side), matrix(b.data(), side, side), matrix(out.data(), side, side));
  };
  // More than 48 KiB of shared memory have to be asked for, once on each device and thread.
  for (int thread = 0; thread < 2; ++thread) {
    counts first;
    const auto launch = [&] { multiply(gf::device{gf::pointer_checks::off}); };
    std::thread([&] { first = test::calls_of(launch).of; }).join();
    CHECK(first == counts{{"launch", 1}, {"cudaGetDevice", 1}, {"cudaFuncSetAttribute", 1}});
  }
  multiply(gf::device{});  // on this thread
  check("multiply", counts{{"launch", 1}, {"cudaGetDevice", 1}}, 3, multiply);
  auto scratch = gf::make_reduce_scratch<float>(gf::device{});
  check("reduce", 1, 2, [&](gf::device on) { gf::reduce(on, a, vector(out.data(), 1), gf::sum{}, scratch); });
  const std::vector<gf::atom> atoms(100);
  const cuda::std::span<const gf::atom> sources(atoms.data(), atoms.size());
  const auto map = gf::view_of(out.data(), where.shape);
  // A sum's default depends on the number of SMs.
  const counts with_choice{{"launch", 1}, {"cudaGetDevice", 1}, {"cudaDeviceGetAttribute", 1}};
  check("lattice_sum", with_choice, 2,
        [&](gf::device on) { gf::lattice_sum(on, sources, where, map, gf::coulomb<>{}); });
  check("potential_map", with_choice, 2, [&](gf::device on) { gf::potential_map(on, sources, where, map); });
  check("potential_map of sources by value", with_choice, 2,
        [&](gf::device on) { gf::potential_map(on, atoms, where, map); });
  const gf::positions<float, 3> points(a, b, c);
  check("point_sum", with_choice, 5, [&](gf::device on) { gf::point_sum(on, sources, points, out, gf::coulomb<>{}); });
  auto cells = gf::make_cells<gf::atom>(gf::device{}, gf::cells_around(where, 2, size), size);
  check("sort_into_cells", 6, 1, [&](gf::device on) { gf::sort_into_cells(on, sources, cells); });
  check("cutoff_sum", 1, 3,
        [&](gf::device on) { gf::cutoff_sum(on, cells.cells(), where, map, gf::cut(gf::coulomb<>{}, 2)); });
  std::vector<int> neighbors(size), indices(3 * size);
  const gf::neighbor_list<> list(neighbors.data(), indices.data(), size, 3);
  check("neighbors", 1, 5, [&](gf::device on) { gf::neighbors(on, points, 1, list); });
  check("sort_neighbors", 1, 2, [&](gf::device on) { gf::sort_neighbors(on, list); });
  auto verlet =
      gf::make_verlet_list<float, 3>(gf::device{}, gf::cells_in({0, 0, 0}, {9, 9, 9}, 2, size), {1.5, 0.5}, size, 3);
  check("neighbors into a Verlet list", 7, 6, [&](gf::device on) { gf::neighbors(on, points, verlet); });
  check("needs_rebuild", 2, 3, [&](gf::device on) { gf::needs_rebuild(on, points, verlet); });
}

TEST_CASE("launches of one sum overlap, and query the loaded code only in a build for capabilities below and above 9.0")
{
  const std::vector<gf::atom> atoms(5 * 1024);
  const cuda::std::span<const gf::atom> sources(atoms.data(), atoms.size());
  using fold = gf::variant<gf::coarsen<2>, gf::shared>;
  const test::runtime_calls calls = test::calls_of([&] {
    gf::lattice_sum<fold>(gf::device{gf::pointer_checks::off}, sources, where, gf::view_of(out.data(), where.shape),
                          gf::coulomb<>{});
  });
  counts expected{{"launch", 5}};
  if (gf::exec::early_start_of_unit == gf::exec::early_start::by_loaded_code) expected["cudaFuncGetAttributes"] = 4;
  CHECK(calls.of == expected);
  const bool early = gf::exec::early_start_of_unit != gf::exec::early_start::never;
  CHECK(calls.starts_early == std::vector<bool>{false, early, early, early, early});
}

TEST_CASE("a device checks pointers by default in files compiled without NDEBUG only")
{
  CHECK(gf::device{}.checks == gf::pointer_checks::on);
  CHECK(gf::device{cudaStream_t{}}.checks == gf::pointer_checks::on);
  CHECK(test::calls_in_release().of == counts{{"launch", 1}});
  const counts here = test::calls_of([] { gf::copy(gf::device{}, vector(a.data(), 1), vector(out.data(), 1)); }).of;
  CHECK(here == counts{{"launch", 1}, {"cudaPointerGetAttributes", 2}});
}
