// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The programs of examples/textbook, whose kernels benchmarks time beside the library's lines, compute correct results
/// on the GPU.
#include <doctest/doctest.h>

// Before main has another name.
#include <algorithm>
#include <cmath>
#include <vector>

#define main main_of_add
#include "../../examples/textbook/add.cu"
#undef main
#define main main_of_coulomb
#include "../../examples/textbook/coulomb.cu"
#undef main
#define main main_of_cutoff
#include "../../examples/textbook/cutoff.cu"
#undef main
#define main main_of_histogram
#include "../../examples/textbook/histogram.cu"
#undef main
#define main main_of_neighbors
#include "../../examples/textbook/neighbors.cu"
#undef main
#define main main_of_product
#include "../../examples/textbook/product.cu"
#undef main
#define main main_of_reduce
#include "../../examples/textbook/reduce.cu"
#undef main
#define main main_of_transpose
#include "../../examples/textbook/transpose.cu"
#undef main
#define main main_of_triples
#include "../../examples/textbook/triples.cu"
#undef main

TEST_CASE("the textbook's programs find every result right")
{
  CHECK(main_of_add() == 0);
  CHECK(main_of_coulomb() == 0);
  CHECK(main_of_cutoff() == 0);
  CHECK(main_of_histogram() == 0);
  CHECK(main_of_neighbors() == 0);
  CHECK(main_of_product() == 0);
  CHECK(main_of_reduce() == 0);
  CHECK(main_of_transpose() == 0);
  CHECK(main_of_triples() == 0);
}
