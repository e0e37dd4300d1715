// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The product of two matrices of size x size floats, small integers, so that it is exact.
#include <algorithm>
#include <cmath>
#include <gridfold/multiply.hpp>
#include <random>

#include "studies.hpp"

namespace study
{
inline namespace STUDY_SIDE
{

namespace
{

using gathering = gf::list<gf::gather>;
using square = gf::list<gf::block<16, 16>>;

#ifdef __CUDACC__
/// The notes' first, then coarsened tiles.
using variants = gf::unique<
    gf::join<gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<4, 4>>,
                       gf::list<gf::global, gf::read_only, gf::shared_tile<16>, gf::shared_rows<16>>, square>,
             gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved, gf::grouped<4>>,
                       gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 4>, gf::coarsen<8, 8>>,
                       gf::list<gf::shared_tile<8>, gf::shared_tile<16>>, square>>>;
#else
using variants =
    gf::join<gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<4, 4>>,
                       gf::list<gf::global, gf::shared_tile<16>>, square>,
             gf::cross<gathering, gf::list<gf::contiguous>,
                       gf::list<gf::coarsen<16, 4>, gf::coarsen<32, 4>, gf::coarsen<64, 2>, gf::coarsen<64, 4>>,
                       gf::list<gf::global, gf::shared_tile<64>>, gf::list<gf::block<1, 1>>>>;
#endif

template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

std::vector<double> times(const std::vector<float>& m, const std::vector<double>& v)
{
  std::vector<double> product(v.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < v.size(); ++j) product[i] += static_cast<double>(m[i * v.size() + j]) * v[j];
  return product;
}

std::vector<float> random_matrix(std::size_t elements, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_int_distribution<int> number(-8, 8);
  std::vector<float> values(elements);
  for (float& v : values) v = static_cast<float>(number(generator));
  return values;
}

}  // namespace

gf::table multiply(const request& what)
{
  const std::int64_t side = size_of(what, 2048, 512);
  const auto size = static_cast<std::size_t>(side * side);
  const std::vector<float> left = random_matrix(size, 1), right = random_matrix(size, 2);
  memory<float> a(left), b(right), c(size);
  // Freivalds' check: c*v = a*(b*v) for a random vector, which a wrong c meets with a probability of 2^-16.
  std::mt19937 generator(3);
  std::uniform_int_distribution<int> number(0, 65535);
  std::vector<double> v(static_cast<std::size_t>(side));
  for (double& x : v) x = number(generator);
  const std::vector<double> expected = times(left, times(right, v));

  gf::sweep_options options = options_of(what);
  options.work = 2.0 * static_cast<double>(size) * static_cast<double>(side);
  options.unit = "flop/s";
  if (const double most = processor_limits().flops; most > 0) options.floor = options.work / most;
  options.poison = [&] { c.poison(); };
  options.error = [&] { return times(c.values(), v) == expected ? 0.0 : 1.0; };
  return run<variants>(
      what, std::to_string(side) + "x" + std::to_string(side) + " floats",
      [&]<class V>(const auto& on) {
        gf::multiply<V>(on, matrix<const float>(a.data(), side, side), matrix<const float>(b.data(), side, side),
                        matrix<float>(c.data(), side, side));
      },
      options);
}

}  // namespace STUDY_SIDE
}  // namespace study
