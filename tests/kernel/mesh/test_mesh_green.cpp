// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/mesh_green.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

struct half_plus_one {
  GRIDFOLD_HD double operator()(double r2) const { return 0.5 * r2 + 1; }
};

using numbers = cuda::std::mdspan<const double, cuda::std::dextents<int, 1>>;
using variant = gf::variant<gf::block<8>>;

}  // namespace

TEST_CASE("the function is sampled at the sum of squares, and rows' rests are left alone")
{
  const std::vector<double> x2 = {0, 1, 4, 9, 4, 1, 7, 8, 2, 3, 5}, y2 = {0, 2, 8}, z2 = {10, 20, 30, 40, 50};
  constexpr gf::shape3 rows{12, 3, 5};
  std::vector<double> mesh(static_cast<std::size_t>(rows.count()), -1);
  using kernel = gf::kernel::sample_green<variant, numbers, gf::lattice_view<double>, half_plus_one>;
  gf::host{}.run(
      kernel{numbers(x2.data(), 11), numbers(y2.data(), 3), numbers(z2.data(), 5), gf::view_of(mesh.data(), rows), {}},
      kernel::grid({11, 3, 5}));
  for (std::size_t k = 0; k < 5; ++k)
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t i = 0; i < 11; ++i) CHECK(mesh[(k * 3 + j) * 12 + i] == 0.5 * (x2[i] + (y2[j] + z2[k])) + 1);
      CHECK(mesh[(k * 3 + j) * 12 + 11] == -1);
    }
}

TEST_CASE("real parts are taken, times a factor of each axis")
{
  constexpr gf::shape3 waves{9, 3, 2}, rows{18, 4, 2};
  std::vector<double> spectrum(static_cast<std::size_t>(rows.count()));
  for (std::size_t n = 0; n < spectrum.size(); ++n) spectrum[n] = static_cast<double>(n);
  const std::vector<double> x = {1, 2, 3, 4, 5, 6, 7, 8, 9}, y = {1, 10, 100}, z = {1, 0.5};
  std::vector<double> green(static_cast<std::size_t>(waves.count()), -1);
  using kernel = gf::kernel::take_green<variant, gf::lattice_view<const double>, numbers, gf::lattice_view<double>>;
  gf::host{}.run(kernel{gf::view_of<const double>(spectrum.data(), rows), numbers(x.data(), 9), numbers(y.data(), 3),
                        numbers(z.data(), 2), gf::view_of(green.data(), waves)},
                 kernel::grid(waves));
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < 9; ++i)
        CHECK(green[(k * 3 + j) * 9 + i] == static_cast<double>((k * 4 + j) * 18 + 2 * i) * (x[i] * (y[j] * z[k])));
}
