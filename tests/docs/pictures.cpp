// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The pictures of docs/learn/textbook.md and docs/learn/textbook.md, each from the trace of a line of
/// examples/support/figures.hpp: pictures FOLDER. tests/docs/pictures.py checks that docs/pictures/ has them.
#include <cstddef>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/copy.hpp>
#include <gridfold/draw/draw.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/transpose.hpp>
#include <iostream>
#include <string>

#include "../../examples/support/figures.hpp"

namespace
{

namespace gf = gridfold;

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// 128 x 4 points: those of a block of Figs. 18.8 and 18.10.
template <class V>
gf::trace_report summed()
{
  constexpr gf::shape3 shape{128, 4, 1};
  const gf::aligned_vector<gf::source<float>> sources(3, {1, 2, -3, 1});
  gf::aligned_vector<float> map(static_cast<std::size_t>(shape.count()));
  const gf::trace on;
  gf::lattice_sum<V>(on, sources, gf::lattice{{}, {1}, shape}, gf::view_of(map.data(), shape), gf::coulomb<>{});
  return on.report();
}

template <class V>
gf::trace_report transposed()
{
  const gf::aligned_vector<float> a(64 * 64, 1);
  gf::aligned_vector<float> b(a.size());
  const gf::trace on;
  gf::transpose<V>(on, cuda::std::mdspan(a.data(), 64, 64), cuda::std::mdspan(b.data(), 64, 64));
  return on.report();
}

/// The copy of 128 x 32 elements by a pattern; one more for add_offset.
template <class Variant, class Pattern, class T = float>
gf::trace_report copied()
{
  constexpr int size = 128 * 32;
  const gf::aligned_vector<T> from(size + 1);
  gf::aligned_vector<T> to(size + 1);
  const gf::trace on;
  gf::copy<Variant, Pattern>(on, vector<const T>(from.data(), size), vector<T>(to.data(), size));
  return on.report();
}

/// A product with a column-major second operand.
template <class V>
gf::trace_report multiplied()
{
  constexpr int side = 64;
  const gf::aligned_vector<float> a(side * side, 1), b(side * side, 1);
  gf::aligned_vector<float> c(side * side);
  const gf::trace on;
  gf::multiply<V>(on, figures::row_major<const float>(a.data(), side, side),
                  figures::column_major<const float>(b.data(), side, side),
                  figures::row_major<float>(c.data(), side, side));
  return on.report();
}

void draw_all(const std::string& folder)
{
  const auto write = [&](const gf::svg& picture, const char* name) { picture.write(folder + "/" + name + ".svg"); };
  const auto sectors = [&](const gf::trace_report& seen, const char* view, const char* name) {
    write(gf::draw_sectors(seen, seen.site(view, gf::access_kind::load)), name);
  };
  write(gf::draw(summed<figures::figure_18_8>()), "figure_18_8");
  write(gf::draw(summed<figures::figure_18_10>()), "figure_18_10");
  write(gf::draw_tile(transposed<figures::bank_conflicts>(), "tile"), "bank_conflicts");
  write(gf::draw_tile(transposed<figures::no_bank_conflicts>(), "tile"), "no_bank_conflicts");
  sectors(copied<figures::add_blocks, figures::add_offset>(), "in", "add_offset");
  sectors(copied<figures::add_blocks, figures::add_stride>(), "in", "add_stride");
  sectors(copied<figures::by_element, figures::add, figures::vec3>(), "in", "vec3");
  sectors(multiplied<figures::figure_6_4a>(), "b", "figure_6_4a");
  sectors(multiplied<figures::figure_6_4b>(), "b", "figure_6_4b");
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc != 2) return std::cerr << "Usage: pictures FOLDER\n", 2;
  try {
    draw_all(argv[1]);
  } catch (const std::exception& wrong) {
    std::cerr << "pictures: " << wrong.what() << '\n';
    return 1;
  }
}
