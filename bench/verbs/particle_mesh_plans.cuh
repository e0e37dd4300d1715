// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times particle-mesh plans on the device: whole calls, and each of their steps.
#pragma once

#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../support/device_timing.hpp"
#include "dense_points.hpp"
#include "particle_mesh_workload.hpp"

namespace bench
{

/// Atoms and a map on the device.
template <class T>
struct mesh_workload : mesh_problem<T> {
  std::string name;
  gridfold::device_buffer<gridfold::source<T>> on_device;
  gridfold::device_buffer<T> out;

  mesh_workload(std::string label, mesh_problem<T> problem)
      : mesh_problem<T>(std::move(problem)),
        name(std::move(label)),
        on_device(this->atoms.size()),
        out(static_cast<std::size_t>(this->where.shape.count()))
  {
    on_device.copy_from(this->atoms.data());
    gridfold::cuda_check(cudaDeviceSynchronize(), "copying atoms");
  }

  [[nodiscard]] auto view() const { return gridfold::view_of(out.data(), this->where.shape); }
  /// The error of the map; copies only the tested points.
  [[nodiscard]] double error() const
  {
    struct copied_point {
      const T* from;
      T operator[](std::size_t n) const
      {
        T value{};
        gridfold::cuda_check(cudaMemcpy(&value, from + n, sizeof(T), cudaMemcpyDeviceToHost), "copying a value");
        return value;
      }
    };
    return this->error_of(copied_point{out.data()});
  }
  [[nodiscard]] std::vector<T> map() const
  {
    std::vector<T> copy(out.size());
    out.copy_to(copy.data());
    gridfold::cuda_check(cudaDeviceSynchronize(), "copying a map");
    return copy;
  }

  /// See dense_points.
  [[nodiscard]] double largest_error()
  {
    if (!dense_) dense_.emplace(gridfold::device{}, *this);
    return dense_->largest_error(map());
  }

 private:
  std::optional<dense_points> dense_;
};

/// A plan, made by the first call of `get`, which also measures the device memory that the plan takes.
template <class Plan, class T>
class lazy_plan {
 public:
  lazy_plan(std::shared_ptr<mesh_workload<T>> on, const gridfold::mesh_parameters& chosen)
      : on_(std::move(on)), chosen_(chosen)
  {
  }

  Plan& get()
  {
    if (!plan_) {
      const std::size_t before = free_bytes();
      plan_ = std::make_unique<Plan>(gridfold::device{}, on_->where, on_->box, chosen_);
      bytes_ = static_cast<double>(before) - static_cast<double>(free_bytes());
    }
    return *plan_;
  }
  void reset() { plan_.reset(); }
  [[nodiscard]] double bytes() const { return bytes_; }
  [[nodiscard]] mesh_workload<T>& on() const { return *on_; }
  [[nodiscard]] const gridfold::mesh_parameters& parameters() const { return chosen_; }

 private:
  static std::size_t free_bytes()
  {
    std::size_t free = 0, total = 0;
    gridfold::cuda_check(cudaDeviceSynchronize(), "waiting for a plan");
    gridfold::cuda_check(cudaMemGetInfo(&free, &total), "asking for free memory");
    return free;
  }

  std::shared_ptr<mesh_workload<T>> on_;
  gridfold::mesh_parameters chosen_;
  std::unique_ptr<Plan> plan_;
  double bytes_ = 0;
};

/// Events at the beginning of a plan's call and after each of its steps, on the default stream.
class step_clock {
 public:
  step_clock()
  {
    for (cudaEvent_t& e : events_) gridfold::cuda_check(cudaEventCreate(&e), "creating an event");
  }
  step_clock(const step_clock&) = delete;
  ~step_clock()
  {
    for (cudaEvent_t e : events_) (void)cudaEventDestroy(e);
  }

  void begin() { record(0); }
  void operator()(gridfold::mesh_step step) { record(1 + static_cast<std::size_t>(step)); }
  /// Waits for the call's end.
  [[nodiscard]] double seconds(gridfold::mesh_step step) const
  {
    float milliseconds = 0;
    const auto n = static_cast<std::size_t>(step);
    gridfold::cuda_check(cudaEventSynchronize(events_.back()), "running a plan");
    gridfold::cuda_check(cudaEventElapsedTime(&milliseconds, events_[n], events_[n + 1]), "reading events");
    return milliseconds / 1e3;
  }

 private:
  void record(std::size_t n) { gridfold::cuda_check(cudaEventRecord(events_[n]), "recording an event"); }

  std::array<cudaEvent_t, gridfold::mesh_steps.size() + 1> events_{};
};

/// Times one step of a plan's calls; the rate is that of the step's minimum work.
template <class Plan, class T>
void time_step(const std::string& name, const std::shared_ptr<lazy_plan<Plan, T>>& plan, gridfold::mesh_step step)
{
  const char* const rate = step == gridfold::mesh_step::near_sum ? "pairs/s" : "bytes/s";
  const double work = least_work_of(step, plan->parameters(), plan->on());
  benchmark::RegisterBenchmark((name + "/" + gridfold::name_of_step(step)).c_str(),
                               [plan, step, rate, work](benchmark::State& state) {
                                 step_clock clock;
                                 const mesh_workload<T>& on = plan->on();
                                 const auto call = [&] {
                                   clock.begin();
                                   plan->get()(on.on_device, on.view(), gridfold::singularity::skip{},
                                               [&](gridfold::mesh_step done) { clock(done); });
                                   return clock.seconds(step);
                                 };
                                 call();
                                 for (auto _ : state) state.SetIterationTime(call());
                                 state.counters[rate] =
                                     benchmark::Counter(work, benchmark::Counter::kIsIterationInvariantRate);
                                 if (step == gridfold::mesh_steps.back()) plan->reset();
                               })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(usual_seconds)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

}  // namespace bench
