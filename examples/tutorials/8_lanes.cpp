// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 8: a kernel that is fast on the CPU too: the seven-point stencil by SIMD lanes, checked, timed and traced.
/// Times go to standard error, because they depend on the machine.
// [sweep]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <gridfold/gridfold.hpp>
#include <gridfold/trace.hpp>
#include <vector>

#include "../support/seven_point.hpp"

// [sweep]

namespace
{

namespace gf = gridfold;

// [sweep]
using in_view = cuda::std::mdspan<const float, cuda::std::dextents<std::int64_t, 3>>;
using out_view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;
// [sweep]
constexpr std::int64_t nx = 203, ny = 67, nz = 31;

/// Small whole numbers, whose differences are exact.
std::vector<float> some_field()
{
  std::vector<float> values;
  for (int n = 0; n < nx * ny * nz; ++n) values.push_back(static_cast<float>(n * 37 % 101));
  return values;
}

/// The stencil by a plain loop.
std::vector<float> expected_of(const std::vector<float>& field)
{
  std::vector<float> result(field.size());
  const in_view in(field.data(), nz, ny, nx);
  const out_view out(result.data(), nz, ny, nx);
  for (std::int64_t z = 1; z < nz - 1; ++z)
    for (std::int64_t y = 1; y < ny - 1; ++y)
      for (std::int64_t x = 1; x < nx - 1; ++x)
        out(z, y, x) = in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) + in(z, y + 1, x) + in(z - 1, y, x) +
                       in(z + 1, y, x) - 6 * in(z, y, x);
  return result;
}

}  // namespace

int main()
{
  const std::vector<float> field = some_field(), expected = expected_of(field);
  const in_view in(field.data(), nz, ny, nx);
  int wrong = 0;
  // [sweep]
  using every = gf::cross<gf::coarsenings<1, 512>, gf::list<gf::block<32, 8>, gf::block<1, 64>>>;
  gf::for_each(every{}, [&]<class V>() {
    std::vector<float> result(field.size());
    const auto begin = std::chrono::steady_clock::now();
    example::apply_seven_point<V>(gf::host{}, in, out_view(result.data(), nz, ny, nx));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    const bool right = result == expected;
    std::printf("%-36s %s\n", V::name().c_str(), right ? "right" : "wrong");
    std::fprintf(stderr, "%-36s %.3f ms\n", V::name().c_str(), time.count() * 1e3);
    wrong += !right;
  });
  // [sweep]

  // [trace]
  const auto coalescing = [&]<class V>() {
    const gf::trace on;
    std::vector<float> result(field.size());
    example::apply_seven_point<V>(on, in, out_view(result.data(), nz, ny, nx));
    std::printf("%-36s loads %3.0f%%, stores %3.0f%%, faults %d\n", V::name().c_str(),
                100 * on.report().site("in").degree(), 100 * on.report().site("out").degree(),
                static_cast<int>(on.report().faults().size()));
  };
  coalescing.operator()<gf::variant<gf::block<32, 8>>>();
  coalescing.operator()<gf::variant<gf::coarsen<8>, gf::block<32, 8>>>();
  // [trace]
  return wrong;
}
