// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/fourier.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/exec/host.hpp>

namespace
{

namespace gf = gridfold;
using on_host = gf::ranks<gf::host, gf::local_ranks::member>;

struct transform {
  transform(const on_host&, const gf::partition&, std::int64_t);
  [[nodiscard]] gf::partition waves() const;
  void forward(float* mesh, float* spectrum);
  void backward(float* spectrum, float* mesh);
};
struct without_waves {
  without_waves(const on_host&, const gf::partition&, std::int64_t);
  void forward(float* mesh, float* spectrum);
  void backward(float* spectrum, float* mesh);
};

TEST_CASE("a transform on ranks has planes and waves, and numbers of its type")
{
  CHECK(gf::fourier_transform_on_ranks<transform, on_host, float>);
  CHECK_FALSE(gf::fourier_transform_on_ranks<transform, on_host, double>);
  CHECK_FALSE(gf::fourier_transform_on_ranks<without_waves, on_host, float>);
}

}  // namespace
