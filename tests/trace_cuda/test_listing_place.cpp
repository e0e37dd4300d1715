// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/listing_place.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

struct called_line {
  std::string path;
  int line;
};
/// What `nvdisasm -gi` prints for an instruction in functions that the next ones call.
void read_chain(tracing::listing_place& place, const std::vector<called_line>& chain)
{
  for (std::size_t n = 0; n < chain.size(); ++n) {
    std::string text = "\t//## File \"" + chain[n].path + "\", line " + std::to_string(chain[n].line);
    if (n + 1 < chain.size())
      text += " inlined at \"" + chain[n + 1].path + "\", line " + std::to_string(chain[n + 1].line);
    REQUIRE(tracing::listing_place::is_named(text));
    place.read(text);
  }
}

}  // namespace

TEST_CASE("an access in a function of the toolkit belongs to the line that calls it")
{
  std::mt19937 random(test::seed());
  const std::vector<std::string> headers = {"/cuda/include/device_atomic_functions.hpp", "/a b/sm_32_intrinsics.hpp",
                                            "/a/include/sm_60_atomic_functions.hpp",     "/a/cuda_fp16.hpp",
                                            "/a/cooperative_groups/details/helpers.h",   "/a/crt/sm_80_rt.hpp"};
  tracing::listing_place place;
  for (int turn = 0; turn < 50; ++turn) {
    const auto line = [&] { return 1 + static_cast<int>(random() % 900); };
    std::vector<called_line> chain;
    const bool in_toolkit = random() % 2 == 0;
    for (auto n = in_toolkit ? 1 + random() % 2 : 0; n > 0; --n)
      chain.push_back({headers[random() % headers.size()], line()});
    const called_line own = {random() % 2 == 0 ? "/my/sm_90_kernels.cuh" : "/my/f.cu", line()};
    chain.push_back(own);
    for (auto n = random() % 3; n > 0; --n) chain.push_back({"/my/caller.cu", line()});
    read_chain(place, chain);
    CHECK((*place).first == own.path.substr(4));
    CHECK((*place).second == own.line);
  }
  // nvdisasm -g names no callers.
  read_chain(place, {{"/a/cuda_fp16.hpp", 7}});
  CHECK((*place).second == 7);
  read_chain(place, {{"/my/f.cu", 8}});
  CHECK((*place).second == 8);
  CHECK_FALSE(tracing::listing_place::is_named("        /*0010*/   S2R R0, SR_TID.X ;"));
}
