// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/abi.hpp>
//
#include <doctest/doctest.h>

#include <gridfold/core/lattice.hpp>
#include <gridfold/model/rates.hpp>
#include <gridfold/view/triples.hpp>
#include <string>
#include <typeinfo>

// Units of different flags are linked in tests/flags.

namespace gridfold::inline GRIDFOLD_ABI
{

struct declared_by_abi_test {};

}  // namespace gridfold::inline GRIDFOLD_ABI

namespace
{

const std::string abi = GRIDFOLD_ABI_QUOTE(GRIDFOLD_ABI);

bool says(const char* flag) { return abi.find(flag) != std::string::npos; }

}  // namespace

TEST_CASE("the namespace of the flags is an identifier that names OpenMP, NDEBUG and the GPUs' architectures")
{
  CHECK(abi.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string::npos);
#ifdef _OPENMP
  CHECK(says("_openmp"));
#else
  CHECK_FALSE(says("_openmp"));
#endif
#ifdef NDEBUG
  CHECK(says("_ndebug"));
#else
  CHECK_FALSE(says("_ndebug"));
#endif
#ifdef __CUDA_ARCH_LIST__
  CHECK(says("_sm"));
#else
  CHECK_FALSE(says("_sm"));
#endif
}

TEST_CASE("the namespace of the flags is inline, and data that units pass to each other is outside of it")
{
  CHECK(std::string(typeid(gridfold::declared_by_abi_test).name()).find(abi) != std::string::npos);
  CHECK(std::string(typeid(gridfold::lattice).name()).find(abi) == std::string::npos);
  CHECK(std::string(typeid(gridfold::packed3<float>).name()).find(abi) == std::string::npos);
  CHECK(std::string(typeid(gridfold::aligned3<double>).name()).find(abi) == std::string::npos);
  CHECK(std::string(typeid(gridfold::error).name()).find(abi) == std::string::npos);
  CHECK(std::string(typeid(gridfold::device_rates).name()).find(abi) == std::string::npos);
}
