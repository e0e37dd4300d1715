// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sum of size floats.
#include <cmath>
#include <gridfold/reduce.hpp>
#include <limits>

#include "studies.hpp"

namespace study
{
inline namespace STUDY_SIDE
{

namespace
{

using gathering = gf::list<gf::gather>;
using elements = gf::list<gf::interleaved>;
using in_registers = gf::list<gf::registers>;
using block = gf::list<gf::block<256>>;
using words = gf::list<gf::coarsen<4, 4>>;

using variants = gf::join<
    gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved>,
              gf::list<gf::coarsen<1>, gf::coarsen<4>, gf::coarsen<16>, gf::coarsen<1, 4>, gf::coarsen<4, 4>>,
              in_registers, block>,
    gf::cross<gathering, elements, words, gf::list<gf::global, gf::shared, gf::dynamic_shared>, block>,
    gf::cross<gathering, elements, gf::list<gf::coarsen<2, 4>, gf::coarsen<8, 4>>, in_registers,
              gf::list<gf::block<256>, gf::block<512>>>,
    gf::cross<gf::list<gf::scatter>, elements, gf::list<gf::coarsen<1>, gf::coarsen<4, 4>>, in_registers, block>>;

/// In every variant's scratch there is room for that of this one.
using roomiest = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<512>>;

}  // namespace

gf::table reduce(const request& what)
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
  auto scratch = gf::make_reduce_scratch<roomiest, float>(executor{});

  gf::sweep_options options = options_of(what);
  options.work = sizeof(float) * static_cast<double>(count);
  options.unit = "B/s";
  if (const double most = processor_limits().bytes; most > 0) options.floor = options.work / most;
  options.poison = [&] { out.poison(); };
  options.error = [&] { return std::abs(static_cast<double>(out.values()[0]) - expected) / magnitude; };
  // So many additions has an element in a row, at most, with a scatter's blocks one after the other.
  const double additions = static_cast<double>(count) / (gf::default_reduce_blocks * 256.0) + 1200;
  options.tolerance = additions * std::numeric_limits<float>::epsilon() / 2;
  const cuda::std::span<const float> elements_in(in.data(), in.size());
  const cuda::std::span<float> result(out.data(), 1);
  return run<variants>(
      what, std::to_string(count) + " floats",
      [&]<class V>(const auto& on) { gf::reduce<V>(on, elements_in, result, gf::sum{}, scratch); }, options);
}

}  // namespace STUDY_SIDE
}  // namespace study
