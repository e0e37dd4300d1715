// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 8: a kernel that is fast on the CPU too: the seven-point stencil by SIMD lanes, checked, timed and traced.
/// Times go to standard error, because they depend on the machine.
// [includes]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <gridfold/gridfold.hpp>
#include <gridfold/trace.hpp>

#include "seven_point.hpp"
// [includes]

int main()
{
  // [sweep]
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {203, 67, 31}};
  gf::field<float> in(where), expected(where);
  for (std::int64_t n = 0; n < where.shape.count(); ++n) {
    const auto [x, y, z] = gf::index_in(where.shape, n);
    in.view()(z, y, x) = static_cast<float>(x * x * z + y * y * x + z * z * y);
    if (x % 202 > 0 && y % 66 > 0 && z % 30 > 0) expected.view()(z, y, x) = static_cast<float>(2 * (x + y + z));
  }
  using every = gf::cross<gf::coarsenings<1, 512>, gf::list<gf::block<32, 8>, gf::block<1, 64>>>;
  gf::for_each(every{}, [&]<class V>() {
    gf::field<float> out(where);
    const auto begin = std::chrono::steady_clock::now();
    apply_seven_point<V>(gf::host{}, in.view(), out.view());
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::printf("%-36s %s\n", V::name().c_str(), out.values == expected.values ? "right" : "wrong");
    std::fprintf(stderr, "%-36s %.3f ms\n", V::name().c_str(), time.count() * 1e3);
  });
  // [sweep]

  // [trace]
  using traced = gf::list<gf::variant<gf::block<32, 8>>, gf::variant<gf::coarsen<8>, gf::block<32, 8>>>;
  gf::for_each(traced{}, [&]<class V>() {
    const gf::trace on;
    gf::field<float> out(where);
    apply_seven_point<V>(on, in.view(), out.view());
    std::printf("%-36s loads %3.0f%%, stores %3.0f%%, faults %d\n", V::name().c_str(),
                100 * on.report().site("in").degree(), 100 * on.report().site("out").degree(),
                static_cast<int>(on.report().faults().size()));
  });
  // [trace]
}
