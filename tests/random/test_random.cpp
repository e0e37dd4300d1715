// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every verb on random shapes, layouts and types, by random variants, for GRIDFOLD_SECONDS (default: one second). The
/// seed of the shapes is printed; the seed of the variants is RANDOM_VARIANTS, at compile time.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <random>
#include <string>

#include "../support/seed.hpp"
#include "cells.hpp"
#include "combinations.hpp"
#include "moves.hpp"
#include "neighborhoods.hpp"
#include "sums.hpp"

#ifndef RANDOM_CASES
#define RANDOM_CASES 6  // drawn for each verb
#endif

namespace
{

namespace gf = gridfold;

double seconds()
{
  const char* asked = std::getenv("GRIDFOLD_SECONDS");
  return asked != nullptr ? std::stod(asked) : 1;
}

/// Reports an error. Not a template of the case, since doctest's macros compile slowly.
void check(const std::string& wrong, const std::string& variant, int round)
{
  CAPTURE(variant);
  CAPTURE(round);
  CHECK(wrong == "");
}

template <class Case>
struct exists : std::bool_constant<Case::value> {
};

/// Runs the cases that are drawn and have a kernel, in turn and each at least once, until the verb's share of the time
/// is over.
template <template <std::uint64_t> class Case, std::uint64_t First>
void check_cases()
{
  using cases = gf::filter<draw::cases<Case, First, RANDOM_CASES>, exists>;
  static_assert(cases::size > 0, "gridfold: no case is drawn: draw more");
  std::mt19937 generator(test::seed());
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds() / 9);
  int round = 0;
  do {
    gf::for_each(cases{}, [&]<class C>() { check(C::run(generator), C::variant::name(), round); });
    ++round;
  } while (std::chrono::steady_clock::now() < end);
}

}  // namespace

TEST_CASE("random lattice sums are right") { check_cases<test::lattice_sum_case, 1000>(); }
TEST_CASE("random point sums are right") { check_cases<test::point_sum_case, 2000>(); }
TEST_CASE("random transposes are right") { check_cases<test::transpose_case, 3000>(); }
TEST_CASE("random copies are right") { check_cases<test::copy_case, 4000>(); }
TEST_CASE("random reductions are right") { check_cases<test::reduce_case, 5000>(); }
TEST_CASE("random products are right") { check_cases<test::product_case, 6000>(); }
TEST_CASE("random neighbours are right") { check_cases<test::neighbors_case, 7000>(); }
TEST_CASE("random sums with a cutoff are right") { check_cases<test::cutoff_sum_case, 8000>(); }
TEST_CASE("random neighbours by cells are right") { check_cases<test::cell_neighbors_case, 9000>(); }
