// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/device_timer.cuh>

#include <doctest/doctest.h>

#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/transpose.hpp>
#include <gridfold/tune.hpp>
#include <iostream>
#include <type_traits>
#include <vector>

#include "../support/small_tests.hpp"

namespace test_device_timer
{

namespace
{

namespace gf = gridfold;
using tiled = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>;
using direct = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>;
using both = gf::list<tiled, direct>;

// [list]
using folds = gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::list<gf::coarsen<1, 4>>,
                        gf::list<gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>, gf::tile<gf::swizzled>>,
                        gf::list<gf::block<32, 8>>>;
// [list]

template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<int, 2>>;

constexpr int side = 4096;

/// A matrix, and memory for its transpose.
struct problem {
  std::vector<float> expected = std::vector<float>(std::size_t{side} * side);
  gf::device_buffer<float> in{expected.size()}, out{expected.size()};

  problem()
  {
    std::vector<float> from(expected.size());
    for (std::size_t n = 0; n < from.size(); ++n) {
      from[n] = static_cast<float>(n);
      expected[n % side * side + n / side] = static_cast<float>(n);
    }
    in.copy_from(from.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a matrix");
  }

  gf::sweep_options options()
  {
    return {.work = 8.0 * side * side,
            .unit = "B/s",
            .error =
                [this] {
                  std::vector<float> got(expected.size());
                  out.copy_to(got.data());
                  gf::cuda_check(cudaDeviceSynchronize(), "copying a matrix");
                  return got == expected ? 0.0 : 1.0;
                },
            .poison = [this] { gf::cuda_check(cudaMemset(out.data(), 0xff, out.size() * 4), "poisoning a matrix"); },
            .flush = true};
  }
  template <class V, class Executor>
  void run(const Executor& on) const
  {
    gf::transpose<V>(on, matrix<const float>(in.data(), side, side), matrix<float>(out.data(), side, side));
  }
};

}  // namespace

TEST_CASE("a sweep on the device checks, times and records kernels' resources")
{
  problem p;
  const gf::table table = gf::sweep(
      gf::device{}, both{}, [&]<class V>(const auto& on) { p.run<V>(on); }, p.options());
  REQUIRE(table.best() != nullptr);
  if (!test::small_tests()) CHECK(table.best()->variant == tiled::name());
  for (const gf::row& r : table.rows) {
    CAPTURE(r.variant);
    CAPTURE(r.reason);
    CHECK(r.result == gf::outcome::timed);
    CHECK(r.seconds > 1e-6);
    if (!test::small_tests()) CHECK(r.seconds < 1e-2);
    REQUIRE(r.kernel.has_value());
    CHECK(r.kernel->resources.registers >= 8);
    CHECK(r.kernel->occupancy > 0);
    CHECK(r.kernel->occupancy <= 1);
  }
  CHECK(table.find(tiled::name())->kernel->resources.static_shared ==
        (31 * 33 + 32 + 1) * sizeof(float));  // the last row is not padded, the whole to 16 bytes
  CHECK(table.find(direct::name())->kernel->resources.static_shared <= 1024);
}

TEST_CASE("a variant that the device refuses keeps its row")
{
  problem p;
  const gf::table table = gf::sweep(
      gf::device{}, both{},
      [&]<class V>(const auto& on) {
        if (std::is_same_v<V, direct>) throw gf::error("this cannot be launched (a test says so): run the other", 701);
        p.run<V>(on);
      },
      p.options());
  CHECK(table.best()->variant == tiled::name());
  CHECK(table.find(direct::name())->result == gf::outcome::failed);
}

TEST_CASE("tuning on the device measures once")
{
  problem p;
  gf::tuning_memory memory("");
  const auto call = [&]<class V>(const auto& on) { p.run<V>(on); };
  const auto key = gf::key_of<gf::verb::transpose, float>(std::int64_t{side} * side);
  const auto tuned = gf::tune(gf::device{}, both{}, key, call, p.options(), memory, gf::budget{});
  if (!test::small_tests()) CHECK(tuned.winner.name() == tiled::name());
  CHECK(gf::tune(gf::device{}, both{}, key, call, p.options(), memory).measured.rows.empty());
  CHECK(machine_of(gf::device{}).capability.rfind("cuda ", 0) == 0);
}

TEST_CASE("the device is studied as docs/use/study.md says")
{
  problem p;
  const cudaStream_t stream = nullptr;
  const matrix<const float> in(p.in.data(), side, side);
  const matrix<float> out(p.out.data(), side, side);
  const double bytes = 8.0 * side * side;
  const auto result = [&] {
    std::vector<float> got(p.expected.size());
    p.out.copy_to(got.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a matrix");
    return got;
  };
  const auto fill_with_nan = [](const auto& view) {
    gf::cuda_check(cudaMemset(view.data_handle(), 0xff, view.size() * sizeof(float)), "poisoning a matrix");
  };
  const auto& expected = p.expected;

  // [sweep]
  const auto work = [&]<class V>(const auto& on) { gf::transpose<V>(on, in, out); };
  const gf::sweep_options options{.work = bytes,
                                  .unit = "B/s",
                                  .floor = bytes / 4.8e12,
                                  .error = [&] { return gf::largest_error(result(), expected); },
                                  .tolerance = 0,
                                  .poison = [&] { fill_with_nan(out); },
                                  .report = gf::terminal_progress{}};
  const gf::table table = gf::sweep(gf::device{stream}, folds{}, work, options);
  gf::print(std::cout, table);
  // [sweep]
  CHECK(table.rows.size() == 3);
  CHECK(table.rows.back().result == gf::outcome::timed);

  gf::tuning_memory memory("");
  // [tune]
  const auto key = gf::key_of<gf::verb::transpose, float>(in.size());
  const auto tuned = gf::tune(gf::device{stream}, folds{}, key, work, options, memory, gf::budget{.seconds = 1});
  tuned.winner([&]<class V>() { gf::transpose<V>(gf::device{stream}, in, out); });
  // [tune]

  // [tuned]
  const gf::tuned_executor on(gf::device{stream}, folds{}, memory);
  gf::transpose(on, in, out);  // the remembered variant, else the default
  // [tuned]
  CHECK(result() == expected);
}

}  // namespace test_device_timer
