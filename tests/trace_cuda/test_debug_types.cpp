// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/debug_types.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gridfold/trace_cuda/program_image.hpp>
#include <random>
#include <string>
#include <vector>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

struct alignas(16) wide {
  float x[4];
};
struct narrow {
  short a;
  double b;
};
struct [[gnu::packed]] packed {
  char a;
  int b;
};
#pragma pack(push, 2)
struct half_packed {
  int a;
  short b;
  double c;
};
#pragma pack(pop)
struct both {
  const wide* one;
  narrow other[3];
  const packed* close;
  const half_packed* closer;
};

[[gnu::noinline]] double handle(const both& of, int n) { return of.one[n].x[n] + of.other[n].b; }

}  // namespace

TEST_CASE("structs of a function: of its parameters, what they point to, and their members")
{
  wide one{};
  const both of{&one, {}, nullptr, nullptr};
  const volatile double result = handle(of, 0);
  CHECK(result == 0);
  const tracing::program_image image;
  const tracing::debug_types types(image.section(".debug_info"), image.section(".debug_abbrev"),
                                   image.section(".debug_addr"));
  const auto found = types.shapes_near(reinterpret_cast<std::uint64_t>(&handle) - image.base() + 4);
  const auto has = [&](const tracing::struct_shape& s) { return std::count(found.begin(), found.end(), s) == 1; };
  CHECK(found.size() == 5);
  CHECK(has({16, 16, 4, 16, false}));
  CHECK(has({16, 8, 8, 10, false}));
  CHECK(has({72, 8, 8, 54, false}));
  CHECK(has({5, 1, 1, 5, false, true}));
  CHECK(has({14, 2, 2, 14, false, true}));
  CHECK(types.shapes_near(0).empty());
}

TEST_CASE("a section that ends early or is damaged gives fewer entries")
{
  const tracing::program_image image;
  const std::string_view info = image.section(".debug_info"), kinds = image.section(".debug_abbrev"),
                         addresses = image.section(".debug_addr");
  std::mt19937_64 random(test::seed());
  std::string part(info.substr(0, std::min<std::size_t>(info.size(), 30000)));
  const std::uint32_t bytes = static_cast<std::uint32_t>(part.size()) - 4;
  std::memcpy(part.data(), &bytes, 4);
  for (int turn = 0; turn < 30; ++turn) {
    std::string damaged = part;
    for (int n = 0; n < turn; ++n) damaged[12 + random() % (damaged.size() - 12)] = static_cast<char>(random());
    CHECK(tracing::entries_of(damaged, kinds, addresses).size() < damaged.size());
    static_cast<void>(tracing::debug_types(damaged, kinds, addresses).shapes_near(random()));
  }
  CHECK(tracing::entries_of({}, {}, {}).empty());
}
