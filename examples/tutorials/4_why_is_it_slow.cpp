// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 4: why is it slow? A trace counts the cost of a transpose's memory accesses, in a test that needs no GPU.
// [slow]
#include <cstdio>
#include <cuda/std/mdspan>
#include <gridfold/draw/draw.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/transpose.hpp>
#include <string>

// [slow]

namespace
{

// [slow]
namespace gf = gridfold;

using slow = gf::variant<gf::gather, gf::contiguous, gf::coarsen<1, 16>, gf::tile<gf::unpadded>, gf::block<32, 8>>;
// [slow]
// [mended]
using stores_mended =
    gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 16>, gf::tile<gf::unpadded>, gf::block<32, 8>>;
using mended = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 16>, gf::tile<gf::padded<1>>, gf::block<32, 8>>;
// [mended]

// [trace]
/// The trace of a variant that transposes 256 x 128 floats.
template <class V>
gf::trace_report traced()
{
  gf::aligned_vector<float> a(256 * 128), b(a.size());
  const gf::trace on;
  gf::transpose<V>(on, cuda::std::mdspan(a.data(), 256, 128), cuda::std::mdspan(b.data(), 128, 256));
  return on.report();
}
// [trace]

// [test]
/// Checks the properties of a good transpose; returns how many a variant lacks.
template <class V>
int failures()
{
  const gf::trace_report seen = traced<V>();
  int failed = 0;
  const auto check = [&](const char* what, bool holds) {
    std::printf("  %-22s %s\n", what, holds ? "yes" : "NO");
    failed += !holds;
  };
  std::printf("%s\n", V::name().c_str());
  check("reads are coalesced", seen.site("in").degree() == 1);
  check("writes are coalesced", seen.site("out").degree() == 1);
  check("no bank conflicts", seen.view("tile").conflicts == 0);
  check("no faults", seen.faults().empty());
  return failed;
}
// [test]

// [draw]
/// Draws what a store to the output moves, and how the tile lies in shared memory.
template <class V>
void draw(const std::string& prefix)
{
  const gf::trace_report seen = traced<V>();
  gf::draw_sectors(seen, seen.site("out")).write(prefix + "_out.svg");
  gf::draw_tile(seen, "tile").write(prefix + "_tile.svg");
}
// [draw]

}  // namespace

/// The argument, if there is one, is a folder for pictures.
int main(int argc, char** argv)
{
  if (argc == 2) {
    const std::string folder = argv[1];
    draw<slow>(folder + "/slow");
    draw<mended>(folder + "/mended");
  }
  std::printf("%s\n", traced<slow>().table().c_str());
  const bool as_told = failures<slow>() == 2 && failures<stores_mended>() == 1 && failures<mended>() == 0;
  return as_told ? 0 : 1;
}
