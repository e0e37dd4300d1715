// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check_transpose.hpp"

namespace test_transpose_vectors
{

TEST_CASE("transposes by vectors of elements of every size are correct")
{
  using sizes = gridfold::list<std::uint8_t, std::uint16_t, float, double, test::quad>;
  test::for_each_combination(test::pairwise<test::transposes::ways_of_vectors, sizes>{}, [&]<class Way, class T>() {
    test::transposes::check_every_shape<typename test::transposes::in_vectors<T, Way>::type, T>();
  });
}

}  // namespace test_transpose_vectors
