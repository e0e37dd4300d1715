// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The product of two matrices of size x size floats: small integers, so that it is exact.
#include <algorithm>
#include <cmath>
#include <gridfold/multiply.hpp>
#include <random>

#include "measure/processor.hpp"

namespace study
{

namespace
{

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

void part(const request& what, results& of)
{
  const std::int64_t side = size_of(what, 2048, 512);
  const auto size = static_cast<std::size_t>(side * side);
  const std::vector<float> left = random_matrix(size, 1), right = random_matrix(size, 2);
  memory<float> a(left), b(right), c(size);
  // Freivalds' check: c*v = a*(b*v) for a random vector v, which a wrong c passes with a probability of 2^-16.
  std::mt19937 generator(3);
  std::uniform_int_distribution<int> number(0, 65535);
  std::vector<double> v(static_cast<std::size_t>(side));
  for (double& x : v) x = number(generator);
  const std::vector<double> expected = times(left, times(right, v));

  gf::sweep_options options = options_of(what);
  options.work = 2.0 * static_cast<double>(size) * static_cast<double>(side);
  options.unit = "flop/s";
  options.poison = [&] { c.poison(); };
  options.error = [&] { return times(c.values(), v) == expected ? 0.0 : 1.0; };
  of.table = run<multiply_variants>(
      what, std::to_string(side) + "x" + std::to_string(side) + " floats",
      [&]<class V>(const auto& on) {
        gf::multiply<V>(on, matrix<const float>(a.data(), side, side), matrix<const float>(b.data(), side, side),
                        matrix<float>(c.data(), side, side));
      },
      options);
}

}  // namespace study
