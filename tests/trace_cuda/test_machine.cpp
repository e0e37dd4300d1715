// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/machine.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/launch_runner.hpp>
#include <gridfold/trace_cuda/session.hpp>
#include <string>
#include <tuple>

namespace tracing = gridfold::tracing;

TEST_CASE("names of kernels and of code")
{
  const tracing::cuda_machine machine;
  CHECK(machine.kernel_name(reinterpret_cast<const void*>(&gridfold_cuda::end_session), "f")
            .ends_with("gridfold_cuda::end_session"));
  CHECK(machine.kernel_name(nullptr, "f") == "f");
  CHECK(machine.place_of(nullptr, "f").line == 0);
}

int an_array_of_this_file[7];

namespace machine_test
{

/// Arrays of one name, as kernels have them in shared memory: here they lie near each other.
template <int N>
[[gnu::noinline]] float* tile_of(float (*)(int), const char*)
{
  static thread_local float tile[N];
  return tile;
}
[[gnu::noinline]] const void* here() { return __builtin_return_address(0); }

}  // namespace machine_test

TEST_CASE("a kernel's name is without its type, namespace stays, template arguments stay")
{
  const tracing::cuda_machine machine;
  CHECK(machine.kernel_name(reinterpret_cast<const void*>(&machine_test::tile_of<300>), "f") ==
        "machine_test::tile_of<300>");
  const void* const code = machine_test::here();
  const int line = __LINE__ - 1;
  const gridfold::source_place at = machine.place_of(code, "a kernel");
  CHECK(at.kernel == "a kernel");
  CHECK(at.line == line);
  CHECK(at.file.ends_with("tests/trace_cuda/test_machine.cpp"));
}

TEST_CASE("variables of the program are memory, but for what CUDA defines")
{
  tracing::cuda_machine machine;
  const auto found = [&](const void* at) { return machine.memory().find(reinterpret_cast<std::uint64_t>(at)); };
  const auto* const array = found(&an_array_of_this_file[6]);
  REQUIRE(array != nullptr);
  CHECK(array->name == "an_array_of_this_file");
  CHECK(array->begin == reinterpret_cast<std::uint64_t>(&an_array_of_this_file[0]));
  CHECK(array->end - array->begin == sizeof(an_array_of_this_file));
  CHECK(array->kind == gridfold::memory_kind::in_global);
  CHECK_FALSE(array->is_ignored);
  REQUIRE(found(&gridfold_thread_index) != nullptr);
  CHECK(found(&gridfold_thread_index)->is_ignored);
}

TEST_CASE("a shared array is its kernel's: by name, function and address")
{
  tracing::cuda_machine machine;
  const auto begin_of = [](const float* tile) { return reinterpret_cast<std::uint64_t>(tile); };
  const std::uint64_t small = begin_of(machine_test::tile_of<8>(nullptr, "")),
                      large = begin_of(machine_test::tile_of<300>(nullptr, ""));
  machine.prepare(0);
  for (const auto& [begin, floats, function] : {std::tuple{small, 8u, "tile_of<8>"}, {large, 300u, "tile_of<300>"}}) {
    auto* const range = machine.memory().find(begin);
    REQUIRE(range != nullptr);
    CHECK(range->name == "tile");
    CHECK(range->function == function);
    CHECK(range->begin == begin);
    CHECK(range->end - range->begin == floats * sizeof(float));
    CHECK(range->kind == gridfold::memory_kind::in_shared);
    for (const std::uint64_t near : {small, large, begin + floats * sizeof(float), begin - 4})
      CHECK(machine.shared_array_near("tile", std::string("machine_test::") + function, near) == range);
    CHECK(machine.shared_array_near("tile", "another", begin) == range);
    CHECK(machine.shared_array_near("tile", "tile_of<9>", begin) == range);
    CHECK(machine.shared_array_near("other", function, begin) == nullptr);
    CHECK(machine.shared_array_near("tile", function, begin + (1 << 20)) == nullptr);
  }
}

TEST_CASE("dynamic shared memory is as large as the launch says")
{
  tracing::cuda_machine machine;
  const auto begin = reinterpret_cast<std::uint64_t>(&gridfold_dynamic_shared[0]);
  machine.prepare(100);
  CHECK(machine.shared_array_near("another name", "f", begin) == nullptr);
  for (const std::size_t bytes : {std::size_t{64}, std::size_t{4096}, std::size_t{0}}) {
    machine.prepare(bytes);
    machine.memory().for_each([&](const tracing::device_range& range) {
      if (range.begin == begin) CHECK(range.end - begin == bytes);
    });
  }
}
