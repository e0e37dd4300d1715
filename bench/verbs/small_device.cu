// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Small sums on the device, which take about as long as a launch: lattices from 16^3 points on and lists of 10,000
/// points, beside an empty kernel. Each is called once, 64 times in a row and 64 times in a graph. A call's time is the
/// inverse of "calls/s"; a single call's includes the overhead of two events.
#include <algorithm>
#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/point_sum.hpp>
#include <gridfold/policy/variant.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../support/device_timing.hpp"
#include "../support/workload.hpp"

namespace
{

namespace gf = gridfold;

constexpr int calls = 64;

__global__ void nothing() {}

/// Calls captured into a graph, in sequence or on several branches.
class graph {
 public:
  template <class Call>
  graph(const Call& call, int branches)
  {
    std::vector<cudaStream_t> streams(static_cast<std::size_t>(branches));
    cudaEvent_t event{};
    gf::cuda_check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
    for (auto& s : streams) gf::cuda_check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "making a stream");
    const auto follow = [&](cudaStream_t after, cudaStream_t first) {
      gf::cuda_check(cudaEventRecord(event, first), "recording an event");
      gf::cuda_check(cudaStreamWaitEvent(after, event, 0), "waiting for an event");
    };
    gf::cuda_check(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal), "beginning a capture");
    for (std::size_t s = 1; s < streams.size(); ++s) follow(streams[s], streams[0]);
    for (int n = 0; n < calls; ++n) call(gf::device{streams[static_cast<std::size_t>(n % branches)]}, n);
    for (std::size_t s = 1; s < streams.size(); ++s) follow(streams[0], streams[s]);
    cudaGraph_t captured{};
    gf::cuda_check(cudaStreamEndCapture(streams[0], &captured), "ending a capture");
    gf::cuda_check(cudaGraphInstantiate(&instance_, captured, 0), "making a graph");
    gf::cuda_check(cudaGraphDestroy(captured), "freeing a graph");
    gf::cuda_check(cudaEventDestroy(event), "freeing an event");
    for (auto& s : streams) gf::cuda_check(cudaStreamDestroy(s), "freeing a stream");
  }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;
  ~graph() { cudaGraphExecDestroy(instance_); }

  void launch() const { gf::cuda_check(cudaGraphLaunch(instance_, nullptr), "launching a graph"); }

 private:
  cudaGraphExec_t instance_{};
};

/// Times call(device, n) for n from 0 to 63.
template <class Call>
void time_calls(const std::string& name, Call call)
{
  call(gf::device{}, 0);  // loads the kernels, which is impossible during a capture
  bench::time_on_device(name + "/1 call", "calls/s", 1, [call] { call(gf::device{}, 0); });
  const auto in_a_row = [call] {
    for (int n = 0; n < calls; ++n) call(gf::device{}, n);
  };
  bench::time_on_device(name + "/64 calls", "calls/s", calls, in_a_row);
  const auto time_graph = [&](const char* what, int branches) {
    const auto replayed = std::make_shared<graph>(call, branches);
    bench::time_on_device(name + what, "calls/s", calls, [replayed] { replayed->launch(); });
  };
  time_graph("/graph of 64", 1);
  time_graph("/graph of 64 on 8 branches", 8);
}

/// Sources, and memory for every call's output.
struct small_work {
  bench::workload<float> work;
  gf::device_buffer<gf::source<float>> sources;
  std::vector<gf::device_buffer<float>> out;
  std::vector<float> expected;

  small_work(bench::workload<float> w, std::int64_t outputs) : work(std::move(w)), sources(work.sources.size())
  {
    sources.copy_from(work.sources.data());
    for (int n = 0; n < calls; ++n) out.emplace_back(static_cast<std::size_t>(outputs));
    expected.resize(static_cast<std::size_t>(outputs));
  }

  /// Throws `error` unless the first output equals the host's up to 1e-4 of the largest value.
  void check(const std::string& name) const
  {
    std::vector<float> values(expected.size());
    out[0].copy_to(values.data());
    gf::cuda_check(cudaDeviceSynchronize(), "checking a sum");
    float largest = 0, off = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      largest = std::max(largest, std::abs(expected[i]));
      off = std::isfinite(values[i]) ? std::max(off, std::abs(values[i] - expected[i])) : INFINITY;
    }
    if (!(off <= 1e-4f * largest)) throw gf::error(name + " is off by " + std::to_string(off));
  }

  /// The sources, in memory that an input policy can read.
  template <class Space>
  [[nodiscard]] auto from() const
  {
    if constexpr (Space::read_by_host)
      return cuda::std::span<const gf::source<float>>(work.sources.data(), work.sources.size());
    else
      return cuda::std::span<const gf::source<float>>(sources.data(), sources.size());
  }
};

template <class Call>
void check_and_time(const std::shared_ptr<small_work>& on, const std::string& name, Call call)
{
  gf::cuda_check(cudaMemset(on->out[0].data(), 0xff, on->expected.size() * sizeof(float)), "spoiling an output");
  call(gf::device{}, 0);
  on->check(name);
  time_calls(name, call);
}

/// A lattice with random sources.
struct lattice_work : small_work {
  explicit lattice_work(std::int64_t side, std::size_t atoms)
      : small_work(bench::random_in<float>({side, side, side}, atoms), side * side * side)
  {
    gf::lattice_sum(gf::host{}, work.sources, work.where, gf::view_of(expected.data(), work.where.shape),
                    gf::coulomb<>{});
  }
  [[nodiscard]] std::string label() const
  {
    return bench::name_of(work.where.shape) + " x " + std::to_string(work.sources.size()) + "/";
  }
};

template <class V>
void time_variant(const std::shared_ptr<lattice_work>& on)
{
  check_and_time(on, on->label() + V::name(), [on](gf::device stream, int n) {
    gf::lattice_sum<V>(stream, on->template from<typename V::input>(), on->work.where,
                       gf::view_of(on->out[static_cast<std::size_t>(n)].data(), on->work.where.shape), gf::coulomb<>{});
  });
}

void time_default(const std::shared_ptr<lattice_work>& on)
{
  check_and_time(on, on->label() + "default", [on](gf::device stream, int n) {
    gf::lattice_sum(stream, on->from<gf::global>(), on->work.where,
                    gf::view_of(on->out[static_cast<std::size_t>(n)].data(), on->work.where.shape), gf::coulomb<>{});
  });
}

/// A list of points with random sources around them.
struct points_work : small_work {
  std::vector<gf::device_buffer<float>> along;

  points_work(std::int64_t points, std::size_t atoms) : small_work(bench::random_in<float>({64, 64, 64}, atoms), points)
  {
    std::mt19937 generator(2);
    std::uniform_real_distribution<float> place(0, 32);
    std::vector<std::vector<float>> axes(3, std::vector<float>(static_cast<std::size_t>(points)));
    for (auto& axis : axes) {
      for (float& x : axis) x = place(generator);
      along.emplace_back(axis.size()).copy_from(axis.data());
    }
    gf::point_sum(gf::host{}, work.sources, gf::positions(axes[0], axes[1], axes[2]), expected, gf::coulomb<>{});
  }
  [[nodiscard]] std::string label() const
  {
    return std::to_string(expected.size()) + " points x " + std::to_string(work.sources.size()) + "/";
  }
  [[nodiscard]] gf::positions<float, 3> points() const
  {
    return gf::positions<float, 3>(along[0].span(), along[1].span(), along[2].span());
  }
};

template <class V>
void time_variant(const std::shared_ptr<points_work>& on)
{
  check_and_time(on, on->label() + V::name(), [on](gf::device stream, int n) {
    gf::point_sum<V>(stream, on->template from<typename V::input>(), on->points(),
                     on->out[static_cast<std::size_t>(n)].span(), gf::coulomb<>{});
  });
}

void time_default(const std::shared_ptr<points_work>& on)
{
  check_and_time(on, on->label() + "default", [on](gf::device stream, int n) {
    gf::point_sum(stream, on->from<gf::global>(), on->points(), on->out[static_cast<std::size_t>(n)].span(),
                  gf::coulomb<>{});
  });
}

/// A sum in one thread for each point, beside which the default has several for each or several points for each.
using on_lattices = gf::variant<gf::shared_tile<512>, gf::block<16, 8>>;
using on_points = gf::variant<gf::shared_tile<512>, gf::block<128>>;

void register_all()
{
  time_calls("empty kernel", [](gf::device stream, int) {
    nothing<<<128, 128, 0, stream.stream>>>();
    gf::cuda_check(cudaGetLastError(), "launching an empty kernel");
  });
  for (const std::int64_t side : {16, 32, 64, 96}) {
    const auto on = std::make_shared<lattice_work>(side, 500);
    time_default(on);
    time_variant<on_lattices>(on);
  }
  for (const std::size_t atoms : {500, 3128}) {
    const auto on = std::make_shared<points_work>(10000, atoms);
    time_default(on);
    time_variant<on_points>(on);
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
