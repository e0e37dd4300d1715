// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transposes of random matrices that begin anywhere in memory, for tests of the kernels of transpose: on the host
/// every byte of the output's memory is compared, before and behind the matrix too, and the tracer must report no
/// access outside of a matrix and none that is not aligned.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/executor.hpp>
#include <random>
#include <string>

#include "../../random/moves.hpp"
#include "../../support/seed.hpp"

namespace test
{

/// What the tracer reports of a random transpose by V, or that it is wrong; empty if there is nothing to report.
template <class V, class T>
std::string faults_of_transpose(std::mt19937& generator)
{
  const std::int64_t rows = random_extent(generator, 70), columns = random_extent(generator, 70);
  const auto from = random_placement<2>({rows, columns}, generator),
             to = random_placement<2>({columns, rows}, generator);
  const std::vector<T> numbers = elements<T>(from.size());
  const gf::aligned_vector<T> input(numbers.begin(), numbers.end());
  gf::aligned_vector<T> output(to.size());
  const gf::trace on;
  const auto in = from.view(input.data());
  const auto out = to.view(output.data());
  gf::transpose<V>(on, in, out);
  std::string found;
  for (const gf::fault& fault : on.report().faults()) found += fault.text() + "; ";
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      if (!(out(j, i) == in(i, j))) return found + "wrong from " + from.name() + " to " + to.name();
  return found == "" ? "" : found + "from " + from.name() + " to " + to.name();
}

/// Checks random transposes of Ts by a variant.
template <class T, class... Policies>
void check_anywhere()
{
  using fold = gf::variant<Policies...>;
  std::mt19937 generator(seed());
  for (int round = 0; round < 60; ++round) {
    const std::string wrong = wrong_transpose<fold, T>(generator);
    REQUIRE(wrong == "");
    const std::string faults = faults_of_transpose<fold, T>(generator);
    REQUIRE(faults == "");
  }
}

}  // namespace test
