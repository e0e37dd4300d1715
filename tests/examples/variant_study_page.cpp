// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes a page of variant-study for variant_study_page.py, with tables whose order, filters and pictures are known,
/// and with names that HTML could take for its own.
#include <cstddef>
#include <gridfold/copy.hpp>
#include <gridfold/draw/draw.hpp>
#include <gridfold/trace/executor.hpp>
#include <iostream>
#include <string>

#include "program/page.hpp"

namespace
{

namespace gf = gridfold;

gf::row timed(const std::string& variant, double seconds, double degree)
{
  return {.variant = variant,
          .result = gf::outcome::timed,
          .seconds = seconds,
          .spread = 0.01,
          .runs = 5,
          .rate = 1e9 / seconds,
          .share_of_floor = 0.5,
          .error = 0,
          .more = {{"predicted_load_degree", degree}}};
}

/// The picture of a copy of 64 floats.
std::string picture()
{
  const gf::aligned_vector<float> from(64, 1);
  gf::aligned_vector<float> to(64);
  const gf::trace on;
  gf::copy<gf::variant<gf::coarsen<2>, gf::block<32>>>(on, cuda::std::mdspan(from.data(), 64),
                                                       cuda::std::mdspan(to.data(), 64));
  return gf::draw(on.report()).str();
}

std::vector<study::results> sample()
{
  study::results copy, sum;
  copy.table = {
      .context = {{"kernel", "copy"}, {"workload", "64 floats"}, {"processor", "CPU <b>&amp;</b>"}},
      .unit = "B/s",
      .rows = {timed("b/interleaved", 2e-6, 1), timed("c/contiguous", 3e-6, 0.25), timed("a/vectors", 10e-6, 0.5)},
      .notes = {"a note with </script><script>document.title = 'broken'</script>"}};
  copy.table.rows.push_back(
      {.variant = "d/<i>&\"quoted\\", .result = gf::outcome::wrong, .reason = "its error is 1 > 0"});
  copy.pictures["b/interleaved"] = picture();
  sum.table = {.context = {{"kernel", "sum"}, {"workload", "9 floats"}, {"processor", "CPU"}},
               .unit = "flop/s",
               .rows = {timed("a/sum", 5e-3, 0.125)}};
  return {copy, sum};
}

}  // namespace

int main() { std::cout << study::page_of(sample(), false); }
