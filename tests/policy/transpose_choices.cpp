// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads lines of "bytes of an element, batches, rows, columns, bytes of the cache" and writes the name of the variant
/// that `device` chooses to transpose such matrices.
#include <cstdint>
#include <gridfold/policy/transpose_defaults.hpp>
#include <iostream>
#include <string>
#include <type_traits>

namespace gf = gridfold;

namespace
{

template <int Bytes>
struct element {
  char bytes[Bytes];
};

template <int Bytes>
std::string chosen(const gf::transpose_problem& size)
{
  using verb = std::conditional_t<Bytes <= 8, gf::verb::transpose, gf::verb::transpose_wide>;
  std::string name;
  gf::policy::with_shipped<gf::device, verb, element<Bytes>>(size, [&]<class V>() { name = V::name(); });
  return name;
}

std::string chosen_for(const gf::transpose_problem& size)
{
  switch (size.bytes) {
    case 1:
      return chosen<1>(size);
    case 2:
      return chosen<2>(size);
    case 4:
      return chosen<4>(size);
    case 8:
      return chosen<8>(size);
    default:
      return chosen<16>(size);
  }
}

}  // namespace

int main()
{
  gf::transpose_problem size{};
  while (std::cin >> size.bytes >> size.batches >> size.rows >> size.columns >> size.cache)
    std::cout << chosen_for(size) << '\n';
}
