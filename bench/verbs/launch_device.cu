// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The host time of launches: verbs on tiny problems, with and without pointer checks, beside launches of these kernels
/// with equal parameters by <<<>>>. Only host time is measured; the GPU is synchronised in between.
#include <chrono>
#include <functional>
#include <gridfold/gridfold.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

using launches = std::vector<std::function<void()>>;

/// A device that stores launches instead of making them, so that they can be made by <<<>>>.
struct deferring_device : gf::device {
  launches* kept;

  explicit deferring_device(launches* in) : kept(in) {}

  template <class Kernel>
  void run(const Kernel& kernel, gf::shape3 grid) const
  {
    using shape = typename Kernel::block_shape;
    constexpr std::size_t shared = gf::kernel_traits<Kernel>::dynamic_shared_bytes;
    if constexpr (shared > gf::max_static_shared_bytes)
      gf::cuda_check(cudaFuncSetAttribute(gf::exec::kernel_entry<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                          static_cast<int>(shared)),
                     "reserving shared memory");
    const auto keep = [&](gf::exec::launch_place<Kernel> place, dim3 blocks) {
      kept->push_back([kernel, place, blocks] {
        const dim3 threads(shape::x, shape::y);
        gf::exec::kernel_entry<Kernel><<<blocks, threads, shared>>>(kernel, place);
      });
    };
    if constexpr (gf::kernel_traits<Kernel>::short_blocks)
      gf::exec::for_each_launch(grid, keep);
    else
      keep(grid, dim3(static_cast<unsigned>(grid.count())));
  }
};

}  // namespace

/// The default variants of `device`.
template <class Verb, class... T>
struct gridfold::default_rule<deferring_device, Verb, T...> : gridfold::default_rule<gridfold::device, Verb, T...> {
};

namespace
{

/// Waits, and throws if a launch by <<<>>> was refused or failed.
void wait()
{
  gf::cuda_check(cudaGetLastError(), "launching by <<<>>>");
  gf::cuda_check(cudaDeviceSynchronize(), "running launches");
}

/// Times work(), which makes this many launches. Repeats it to 200 launches; more would fill the launch queue.
template <class Work>
void time_on_host(const std::string& name, std::size_t launches_each, Work work)
{
  using clock = std::chrono::steady_clock;
  const auto calls = static_cast<int>(200 / launches_each);
  const double all = static_cast<double>(calls) * static_cast<double>(launches_each);
  benchmark::RegisterBenchmark(name.c_str(),
                               [work, calls, all](benchmark::State& state) {
                                 work();
                                 wait();
                                 for (auto _ : state) {
                                   const auto begin = clock::now();
                                   for (int n = 0; n < calls; ++n) work();
                                   const std::chrono::duration<double> took = clock::now() - begin;
                                   state.SetIterationTime(took.count());
                                   wait();
                                 }
                                 using benchmark::Counter;
                                 state.counters["launches/s"] = Counter(all, Counter::kIsIterationInvariantRate);
                                 state.counters["ns"] =
                                     Counter(all / 1e9, Counter::kIsIterationInvariantRate | Counter::kInvert);
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(bench::usual_seconds)
      ->Repetitions(9)
      ->ReportAggregatesOnly(true);
}

/// Times call(executor) on the device, and its launches alone.
template <class Call>
void time_call(const std::string& name, Call call)
{
  const auto kept = std::make_shared<launches>();
  call(deferring_device(kept.get()));
  time_on_host(name + "/<<<>>>", kept->size(), [kept] {
    for (const auto& launch : *kept) launch();
  });
  for (const auto& [what, checks] :
       {std::pair("unchecked", gf::pointer_checks::off), {"checked", gf::pointer_checks::on}})
    time_on_host(name + "/" + what, kept->size(), [call, on = gf::device(checks)] { call(on); });
}

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;
template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<int, 2>>;

constexpr int side = 32, size = side * side;
constexpr std::size_t few = 10, many = 4000;
constexpr gf::lattice where{.shape = {8, 8, 1}};

/// Zeroed arrays in device memory; the time of no verb depends on the values.
struct arrays {
  gf::device on;
  gf::device_buffer<float> a = on.zeros<float>(size), b = on.zeros<float>(size), out = on.zeros<float>(size);
  gf::device_buffer<gf::atom> atoms = on.zeros<gf::atom>(many);
  gf::device_buffer<int> counts = on.zeros<int>(side), indices = on.zeros<int>(size);
  decltype(gf::make_reduce_scratch<float>(on)) scratch = gf::make_reduce_scratch<float>(on);

  [[nodiscard]] auto map() const { return gf::view_of(out.data(), where.shape); }
};

void register_all()
{
  const auto with = std::make_shared<arrays>();
  time_call("copy", [with](const auto& on) {
    gf::copy(on, vector<const float>(with->a.data(), size), vector<float>(with->out.data(), size));
  });
  time_call("transpose", [with](const auto& on) {
    gf::transpose(on, matrix<const float>(with->a.data(), side, side), matrix<float>(with->out.data(), side, side));
  });
  time_call("reduce", [with](const auto& on) {
    gf::reduce(on, with->a, vector<float>(with->out.data(), 1), gf::sum{}, with->scratch);
  });
  time_call("multiply", [with](const auto& on) {
    const matrix<const float> a(with->a.data(), side, side), b(with->b.data(), side, side);
    gf::multiply(on, a, b, matrix<float>(with->out.data(), side, side));
  });
  time_call("neighbors", [with](const auto& on) {
    const auto along = with->a.span().first(side);
    gf::neighbors(on, gf::positions(along, along, along), 1,
                  gf::neighbor_list<>(with->counts.data(), with->indices.data(), side, side));
  });
  time_call("lattice_sum", [with](const auto& on) {
    gf::lattice_sum(on, with->atoms.span().first(few), where, with->map(), gf::coulomb<>{});
  });
  time_call("lattice_sum in 4 launches",
            [with](const auto& on) { gf::lattice_sum(on, with->atoms.span(), where, with->map(), gf::coulomb<>{}); });
  time_call("lattice_sum of constants", [with, atoms = std::vector<gf::atom>(few)](const auto& on) {
    gf::lattice_sum<gf::variant<gf::coarsen<8>, gf::constant>>(on, atoms, where, with->map(), gf::coulomb<>{});
  });
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
