// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum of size floats.
#include <cmath>
#include <gridfold/reduce.hpp>
#include <limits>

#include "measure/processor.hpp"

namespace study
{

void part(const request& what, results& of)
{
  const std::int64_t count = size_of(what, std::int64_t{1} << 26, std::int64_t{1} << 24);
  std::vector<float> from(static_cast<std::size_t>(count));
  double expected = 0, magnitude = 0;
  for (std::size_t n = 0; n < from.size(); ++n) {
    from[n] = static_cast<float>(n % 1024) / 1024 - 0.25f;
    expected += static_cast<double>(from[n]);
    magnitude += std::abs(static_cast<double>(from[n]));
  }
  memory<float> in(from), out(1);
  auto scratch = gf::make_reduce_scratch<variants_of<reduce_variants>, float>(executor{});

  gf::sweep_options options = options_of(what);
  options.work = sizeof(float) * static_cast<double>(count);
  options.unit = "B/s";
  options.poison = [&] { out.poison(); };
  options.error = [&] { return std::abs(static_cast<double>(out.values()[0]) - expected) / magnitude; };
  // The longest chain of additions that an element passes, including a scatter's blocks.
  const double additions = static_cast<double>(count) / (gf::default_reduce_blocks * 256.0) + 1200;
  options.tolerance = additions * std::numeric_limits<float>::epsilon() / 2;
  const cuda::std::span<const float> elements_in(in.data(), in.size());
  const cuda::std::span<float> result(out.data(), 1);
  of.table = run<reduce_variants>(
      what, std::to_string(count) + " floats",
      [&]<class V>(const auto& on) { gf::reduce<V>(on, elements_in, result, gf::sum{}, scratch); }, options);
}

}  // namespace study
