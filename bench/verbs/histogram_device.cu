// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Histograms of 256 bins on the device: variants beside cub::DeviceHistogram in one run, of bytes and of floats, of
/// random values and of equal ones. Every histogram is checked before it is timed.
/// Usage: histogram_device [Google Benchmark's options]
#include <algorithm>
#include <cstdint>
#include <cub/device/device_histogram.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/histogram.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

constexpr int bins = 256, samples = 1 << 28;

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

/// Random integers from 0 to 255 on the device, and memory for their histogram.
template <class T>
struct workload {
  gf::device_buffer<T> values;
  gf::device_buffer<int> counts;
  std::vector<int> expected;

  explicit workload(bool equal) : values(samples), counts(bins), expected(bins)
  {
    std::vector<T> all(samples);
    std::mt19937 generator(1);
    for (T& value : all) {
      const unsigned bin = equal ? 77 : generator() % bins;
      value = static_cast<T>(bin);
      ++expected[bin];
    }
    values.copy_from(all.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying values");
  }

  /// Throws unless the last histogram is right.
  void check(const std::string& who) const
  {
    std::vector<int> got(bins);
    counts.copy_to(got.data());
    gf::cuda_check(cudaDeviceSynchronize(), "counting values");
    if (got != expected) throw gf::error(who + " counts wrongly: find the error before timing it");
  }
};

template <class T>
auto usual_bins()
{
  if constexpr (std::is_integral_v<T>)
    return gf::value_bins<bins>();
  else
    return gf::even_bins<bins>(0, bins);
}

template <class T, class Work>
void check_and_time(const std::shared_ptr<workload<T>>& on, const std::string& name, Work work)
{
  work();
  on->check(name);
  bench::time_on_device(name, "B/s", double{sizeof(T)} * samples, work);
}

using gf::block, gf::coarsen, gf::list, gf::variant, gf::vectors;
/// From 4 to 2048 elements per thread.
using every =
    gf::join<gf::cross<list<gf::scatter>, list<gf::interleaved>,
                       list<coarsen<4>, coarsen<4, 4>, coarsen<4, 16>, coarsen<2, 32>>, list<vectors<4>, vectors<16>>,
                       list<gf::read_only>, list<gf::exchange_shared>, list<block<256>, block<512>>>,
             gf::cross<list<gf::scatter>, list<gf::interleaved>, list<coarsen<4>>, list<vectors<4>>,
                       list<gf::read_only>, list<gf::exchange_global>, list<block<256>>>>;

template <class T>
void time_all(const std::string& type, bool equal)
{
  const auto on = std::make_shared<workload<T>>(equal);
  const std::string label = type + (equal ? "/equal/" : "/uniform/");
  gf::for_each(every{}, [&]<class V>() {
    check_and_time(on, label + V::name(), [=] {
      gf::histogram<V>(gf::device{}, vector<const T>(on->values.data(), samples), vector<int>(on->counts.data(), bins),
                       usual_bins<T>());
    });
  });
  check_and_time(on, label + "default", [=] {
    gf::histogram(gf::device{}, vector<const T>(on->values.data(), samples), vector<int>(on->counts.data(), bins),
                  usual_bins<T>());
  });
  using level = std::conditional_t<std::is_integral_v<T>, int, T>;
  const auto by_cub = [on](void* scratch, std::size_t& bytes) {
    gf::cuda_check(cub::DeviceHistogram::HistogramEven(scratch, bytes, on->values.data(), on->counts.data(), bins + 1,
                                                       level(0), level(bins), samples),
                   "cub::DeviceHistogram");
  };
  std::size_t bytes = 0;
  by_cub(nullptr, bytes);
  const auto scratch = std::make_shared<gf::device_buffer<unsigned char>>(std::max<std::size_t>(bytes, 1));
  check_and_time(on, label + "CUB", [=] {
    std::size_t size = bytes;
    by_cub(scratch->data(), size);
  });
}

void register_all()
{
  for (const bool equal : {false, true}) {
    time_all<std::uint8_t>("bytes", equal);
    time_all<float>("floats", equal);
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
