// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of size x size floats.
#include <gridfold/transpose.hpp>

#include "studies.hpp"

namespace study
{
inline namespace STUDY_SIDE
{

namespace
{

using either = gf::list<gf::gather, gf::scatter>;
using elements = gf::list<gf::interleaved>;
using words = gf::list<gf::grouped<4>>;
using tiles = gf::list<gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>, gf::tile<gf::swizzled>>;
using straight_across = gf::list<gf::global, gf::read_only>;

#ifdef __CUDACC__
/// The notes' first, then coarsened tiles, then words.
using variants =
    gf::join<gf::cross<either, elements, gf::coarsenings<1>, straight_across, gf::list<gf::block<32, 8>>>,
             gf::cross<gf::list<gf::gather>, elements, gf::list<gf::coarsen<1, 4>, gf::coarsen<2, 8>>, tiles,
                       gf::list<gf::block<32, 8>>>,
             gf::cross<either, words, gf::list<gf::coarsen<8, 2>>,
                       gf::list<gf::tile<gf::padded<1>>, gf::tile<gf::swizzled>,
                                gf::tile<gf::padded<1>, gf::straight, gf::square_by_square<8>>>,
                       gf::list<gf::block<8, 32>>>,
             gf::cross<either, words, gf::list<gf::coarsen<4, 4>>, gf::list<gf::global>, gf::list<gf::block<16, 16>>>>;
#else
using variants =
    gf::join<gf::cross<either, elements, gf::coarsenings<1>, straight_across, gf::list<gf::block<32, 8>>>,
             gf::cross<either, words, gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 8>, gf::coarsen<16, 16>>,
                       gf::list<gf::global>, gf::list<gf::block<1, 1>, gf::block<8, 8>>>,
             gf::cross<gf::list<gf::gather>, elements, gf::list<gf::coarsen<1, 4>>, tiles, gf::list<gf::block<32, 8>>>,
             gf::cross<gf::list<gf::gather>, words, gf::list<gf::coarsen<8, 2>>, gf::list<gf::tile<gf::padded<1>>>,
                       gf::list<gf::block<8, 32>>>>;
#endif

template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

/// Neighbours and elements a power of two apart differ.
float element(std::int64_t n) { return static_cast<float>(n % 16777213); }

}  // namespace

gf::table transpose(const request& what)
{
  const std::int64_t side = size_of(what, 8192, 2048);
  const auto size = static_cast<std::size_t>(side * side);
  std::vector<float> from(size), expected(size);
  for (std::int64_t i = 0; i < side; ++i)
    for (std::int64_t j = 0; j < side; ++j) {
      from[static_cast<std::size_t>(i * side + j)] = element(i * side + j);
      expected[static_cast<std::size_t>(i * side + j)] = element(j * side + i);
    }
  memory<float> in(from), out(size);

  gf::sweep_options options = options_of(what);
  options.work = 2.0 * sizeof(float) * static_cast<double>(size);
  options.unit = "B/s";
  if (const double most = processor_limits().bytes; most > 0) options.floor = options.work / most;
  options.poison = [&] { out.poison(); };
  options.error = [&] { return out.values() == expected ? 0.0 : 1.0; };
  return run<variants>(
      what, std::to_string(side) + "x" + std::to_string(side) + " floats",
      [&]<class V>(const auto& on) {
        gf::transpose<V>(on, matrix<const float>(in.data(), side, side), matrix<float>(out.data(), side, side));
      },
      options);
}

}  // namespace STUDY_SIDE
}  // namespace study
