// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The transpose of size x size floats.
#include <gridfold/transpose.hpp>

#include "measure/processor.hpp"

namespace study
{

namespace
{

template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

/// Neighbours, and elements a power of two apart, differ.
float element(std::int64_t n) { return static_cast<float>(n % 16777213); }

}  // namespace

void part(const request& what, results& of)
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
  options.poison = [&] { out.poison(); };
  options.error = [&] { return out.values() == expected ? 0.0 : 1.0; };
  of.table = run<transpose_variants>(
      what, std::to_string(side) + "x" + std::to_string(side) + " floats",
      [&]<class V>(const auto& on) {
        gf::transpose<V>(on, matrix<const float>(in.data(), side, side), matrix<float>(out.data(), side, side));
      },
      options);
}

}  // namespace study
