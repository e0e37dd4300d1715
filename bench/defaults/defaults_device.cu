// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times potential maps on lattices of many sizes, and sums at lists of points, by the default variant and all its
/// candidates. From this table bench/fit_speeds takes latencies and rates, and shows how close the default is to the
/// fastest.
#include <cuda/std/span>
#include <gridfold/defaults/sums.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/point_sum.hpp>
#include <initializer_list>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../support/device_timing.hpp"
#include "../support/workload.hpp"

namespace
{

namespace gf = gridfold;

/// A workload with its sources on the device, and memory for its map.
template <class T>
struct on_device {
  bench::workload<T> work;
  gf::device_buffer<gf::source<T>> there;
  gf::device_buffer<T> map;

  explicit on_device(bench::workload<T> w)
      : work(std::move(w)), there(work.sources.size()), map(static_cast<std::size_t>(work.where.shape.count()))
  {
    there.copy_from(work.sources.data());
  }

  [[nodiscard]] cuda::std::span<const gf::source<T>> sources() const { return {there.data(), there.size()}; }
  [[nodiscard]] auto out() const { return gf::view_of(map.data(), work.where.shape); }
  [[nodiscard]] std::string label() const
  {
    return bench::name_of(work.where.shape) + " x " + std::to_string(work.sources.size()) +
           (sizeof(T) == 8 ? " double/" : "/");
  }
};

template <class T>
using shared_work = std::shared_ptr<on_device<T>>;

template <class T, class Sum>
void time_sum(const shared_work<T>& on, const std::string& name, Sum sum)
{
  constexpr double seconds = 0.002;  // repetitions are short: hundreds of rows should take less than a minute
  bench::time_on_device(
      on->label() + name, "pairs/s", on->work.pairs(), [on, sum] { sum(*on); }, seconds);
}

/// A sum by a choice of the default, with the sources in memory that the choice can read.
template <class C, class T>
void sum_by(const on_device<T>& on)
{
  using V = typename C::type;
  const gf::coulomb<typename C::rsqrt> pair;
  if constexpr (V::input::read_by_host)
    gf::lattice_sum<V>(gf::device{}, on.work.sources, on.work.where, on.out(), pair);
  else
    gf::lattice_sum<V>(gf::device{}, on.sources(), on.work.where, on.out(), pair);
}

template <class By, class T>
using choices = typename gf::default_rule<gf::device, gf::verb::potential_map, T, By>::choices;

/// Calls sum.operator()<C>() with the choice for sources that both host and device can read.
template <class T, class Sum>
void with_default(const bench::workload<T>& work, const Sum& sum)
{
  gf::defaults::with_choice<gf::device, gf::verb::potential_map, T, gf::defaults::by_both>(
      gf::device{}, gf::defaults::size_of_sum(work.where.shape, work.sources), sum);
}

/// Times every choice that is not far slower than the fastest on this lattice; on a small lattice times all of them,
/// for their latencies.
template <class T>
void time_choices(const shared_work<T>& on, std::set<std::string>& timed)
{
  const gf::defaults::sum_size size = gf::defaults::size_of_sum(on->work.where.shape, on->work.sources);
  double least = 0;
  const int multiprocessors = gf::device::multiprocessors();
  with_default(on->work, [&]<class C>() { least = C::nanoseconds(size, multiprocessors); });
  const auto time = [&](auto list) {
    gf::for_each(list, [&]<class C>() {
      const std::string name = C::type::name() + "/" + C::rsqrt::name();
      if ((size.shape.count() > 1 << 15 && C::nanoseconds(size, multiprocessors) > 3 * least) ||
          !timed.insert(name).second)
        return;
      time_sum(on, name, [](const on_device<T>& w) { sum_by<C>(w); });
    });
  };
  time(choices<gf::defaults::by_device, T>{});
  time(choices<gf::defaults::by_host, T>{});
  time(choices<gf::defaults::by_both, T>{});
}

template <class T>
void time_lattice(gf::shape3 shape, std::size_t atoms)
{
  const auto on = std::make_shared<on_device<T>>(bench::random_in<T>(shape, atoms));
  time_sum(on, "default by device",
           [](const on_device<T>& w) { gf::potential_map(gf::device{}, w.sources(), w.work.where, w.out()); });
  time_sum(on, "default by host",
           [](const on_device<T>& w) { gf::potential_map(gf::device{}, w.work.sources, w.work.where, w.out()); });
  time_sum(on, "default by both",
           [](const on_device<T>& w) { with_default(w.work, [&]<class C>() { sum_by<C>(w); }); });
  std::set<std::string> timed;
  time_choices(on, timed);
}

/// A list of points with sources around them, and memory for its sums.
template <class T>
struct list_on_device {
  bench::workload<T> work;
  gf::device_buffer<gf::source<T>> there;
  std::vector<gf::device_buffer<T>> along;
  gf::device_buffer<T> sums;

  list_on_device(std::int64_t count, std::size_t atoms)
      : work(bench::random_in<T>({64, 64, 64}, atoms)), there(atoms), sums(static_cast<std::size_t>(count))
  {
    there.copy_from(work.sources.data());
    std::mt19937 generator(2);
    std::uniform_real_distribution<T> place(0, 32);
    std::vector<T> axis(static_cast<std::size_t>(count));
    for (int n = 0; n < 3; ++n) {
      for (T& x : axis) x = place(generator);
      along.emplace_back(axis.size()).copy_from(axis.data());
    }
    gf::cuda_check(cudaDeviceSynchronize(), "copying points");
  }
  [[nodiscard]] gf::positions<T, 3> points() const
  {
    return gf::positions<T, 3>(along[0].span(), along[1].span(), along[2].span());
  }
};

template <class T>
void time_points(std::int64_t count, std::size_t atoms)
{
  const auto on = std::make_shared<list_on_device<T>>(count, atoms);
  const std::string label =
      std::to_string(count) + " points x " + std::to_string(atoms) + (sizeof(T) == 8 ? " double/" : "/");
  const auto time = [&](const std::string& name, auto sum) {
    bench::time_on_device(
        label + name, "pairs/s", static_cast<double>(count) * static_cast<double>(atoms),
        [on, sum] { sum(cuda::std::span<const gf::source<T>>(on->there.data(), on->there.size()), *on); }, 0.002);
  };
  time("default by device", [](const auto& sources, const list_on_device<T>& at) {
    gf::point_sum(gf::device{}, sources, at.points(), at.sums.span(), gf::coulomb<>{});
  });
  gf::for_each(typename gf::default_rule<gf::device, gf::verb::point_sum, T>::choices{}, [&]<class C>() {
    time(C::type::name() + "/" + C::rsqrt::name(), [](const auto& sources, const list_on_device<T>& at) {
      gf::point_sum<typename C::type>(gf::device{}, sources, at.points(), at.sums.span(), gf::coulomb<>{});
    });
  });
}

template <class T>
void time_cubes(std::initializer_list<std::int64_t> sides, std::size_t atoms)
{
  for (const std::int64_t side : sides) time_lattice<T>({side, side, side}, atoms);
}

void register_all()
{
  time_cubes<float>({8, 16, 32, 33, 64, 96, 128, 129, 192, 256}, 4000);
  time_cubes<float>({16, 32, 64, 128, 256, 512}, 1000);
  time_cubes<float>({16, 64}, 100);
  time_cubes<double>({8, 16, 32, 64, 128, 256}, 2000);
  for (const gf::shape3 shape : {gf::shape3{1024, 1024, 1}, {61, 53, 47}, {200, 150, 40}, {20, 20, 300}}) {
    time_lattice<float>(shape, 2500);
    time_lattice<double>(shape, 1200);
  }
  for (const std::int64_t points : {1000, 5000, 10000, 20000, 50000, 200000, 1000000}) {
    time_points<float>(points, 1000);
    time_points<double>(points, 1000);
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
