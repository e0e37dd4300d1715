// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/fourier.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/exec/host.hpp>

namespace gf = gridfold;

namespace
{

/// What a library's transform has to be.
struct nothing_transformed {
  nothing_transformed(const gf::host& /*on*/, gf::shape3 /*nodes*/, std::int64_t /*planes*/) {}
  void forward(float* /*mesh*/) {}
  void backward(float* /*mesh*/) {}
};
/// Also has a transform of planes alone.
struct nothing_in_planes : nothing_transformed {
  using planes = nothing_transformed;
  using nothing_transformed::nothing_transformed;
};

}  // namespace

TEST_CASE("rows have room for the complex numbers of half of a spectrum")
{
  CHECK(gf::row_of({8, 3, 5}) == 10);
  CHECK(gf::row_of({9, 3, 5}) == 10);
  CHECK(gf::row_of({1, 1, 1}) == 2);
}

TEST_CASE("a transform has a constructor and two members")
{
  static_assert(gf::fourier_transform<nothing_transformed, gf::host, float>);
  static_assert(!gf::fourier_transform<nothing_transformed, gf::host, double>);
  static_assert(!gf::fourier_transform<int, gf::host, float>);
  static_assert(!gf::has_transform_of_planes<nothing_transformed, gf::host, float>);
  static_assert(gf::has_transform_of_planes<nothing_in_planes, gf::host, float>);
  static_assert(!gf::has_transform_of_planes<nothing_in_planes, gf::host, double>);
  nothing_transformed transform(gf::host{}, {2, 2, 2}, 2);
  float mesh = 3;
  transform.forward(&mesh);
  transform.backward(&mesh);
  CHECK(mesh == 3);
}
