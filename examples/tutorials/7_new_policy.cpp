// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 7: policies of your own: an assignment, checked at compile time and used in a list of variants, a memory
/// space and a layout of tiles.
// [policy]
#include <cstdio>
#include <cuda/std/mdspan>
#include <gridfold/draw.hpp>
#include <gridfold/gridfold.hpp>
#include <gridfold/trace/executor.hpp>
#include <string>
#include <vector>

// [policy]

// [own]
#include "half_tile.hpp"
#include "rotated.hpp"
// [own]

namespace
{

// [policy]
namespace gf = gridfold;

/// Interleaved with every other round reversed: the last thread of one round is the first of the next.
struct serpentine {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int /*items*/)
  {
    return item * threads + (item % 2 == 0 ? thread : threads - 1 - thread);
  }
  static constexpr gf::fixed_text name() { return "serpentine"; }
};
// [policy]

// [proof]
static_assert(gf::is_one_to_one<serpentine, 7, 2> && gf::is_one_to_one<serpentine, 32, 5>);  // threads, items
// [proof]

// [draw]
/// Draws which of 8 threads, with 4 items each, owns each element of a copy.
void draw(const std::string& file)
{
  const gf::aligned_vector<float> from(64);
  gf::aligned_vector<float> to(64);
  const gf::trace on;
  gf::copy<gf::variant<serpentine, gf::coarsen<4>, gf::block<8>>>(on, cuda::std::mdspan(from.data(), 64),
                                                                  cuda::std::mdspan(to.data(), 64));
  gf::draw_owners(on.report(), "out").write(file);
}
// [draw]

}  // namespace

/// The argument, if there is one, is a folder for a picture.
int main(int argc, char** argv)
{
  if (argc == 2) draw(std::string(argv[1]) + "/serpentine.svg");
  // [use]
  using folds = gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved, serpentine>, gf::coarsenings<1, 4>,
                          gf::list<gf::global>, gf::list<gf::block<32>>>;
  const std::vector<gf::atom> atoms = {{1, 1, .5, +1}, {3, 2, .5, -1}};
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {61, 3, 3}};
  gf::for_each(folds{}, [&]<class V>() {
    gf::field<float> map(where);
    gf::potential_map<V>(gf::host{}, atoms, where, map.view());
    std::printf("%-35s %g\n", V::name().c_str(), map.view()(1, 2, 4));
  });
  // [use]

  // [spaces]
  using spaces = gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<4>,
                           gf::list<gf::shared_tile<64>, half_tile<64>>, gf::list<gf::block<32>>>;
  gf::for_each(spaces{}, [&]<class V>() {
    gf::field<float> map(where);
    gf::potential_map<V>(gf::host{}, atoms, where, map.view());
    std::printf("%-36s %g\n", V::name().c_str(), map.view()(1, 2, 4));
  });
  // [spaces]
  // [product]
  const float a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  float c[4];
  using operand = cuda::std::mdspan<const float, cuda::std::extents<int, 2, 2>>;
  using product = cuda::std::mdspan<float, cuda::std::extents<int, 2, 2>>;
  gf::multiply<gf::variant<half_tile<16>, gf::block<8, 8>>>(gf::host{}, operand(a), operand(b), product(c));
  std::printf("%g %g\n%g %g\n", c[0], c[1], c[2], c[3]);
  // [product]
  // [layouts]
  gf::for_each(gf::list<gf::unpadded, gf::padded<1>, rotated>{}, [&]<class Layout>() {
    using V = gf::variant<gf::tile<Layout>, gf::coarsen<1, 4>, gf::block<32, 8>>;
    const gf::aligned_vector<float> from(64 * 64, 1);
    gf::aligned_vector<float> to(64 * 64);
    const gf::trace on;
    gf::transpose<V>(on, cuda::std::mdspan(from.data(), 64, 64), cuda::std::mdspan(to.data(), 64, 64));
    std::printf("%-10s %llu bank conflicts\n", Layout::name().c_str(),
                static_cast<unsigned long long>(on.report().view("tile").conflicts));
  });
  // [layouts]
}
