// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A fake executor whose clock advances only when a variant runs, so that times are exact.
#pragma once

#include <cstddef>
#include <functional>
#include <gridfold/policy/variants.hpp>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/timer.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace test
{

/// The time that a variant takes: its run number n takes seconds(n).
using pace = std::function<double(int)>;

/// A clock, and the variants that ran.
struct fake_world {
  double now = 0;
  std::vector<std::string> ran;
  int flushed = 0;

  [[nodiscard]] int runs_of(const std::string& variant) const
  {
    int count = 0;
    for (const std::string& name : ran) count += name == variant;
    return count;
  }
  void run(const std::string& variant, const pace& takes)
  {
    const int before = runs_of(variant);
    ran.push_back(variant);
    now += takes(before);
  }
};

/// The executor: it points to its world.
struct fake {
  fake_world* in;
  std::string name = "fake 1";
};

inline gridfold::machine machine_of(const fake& on) { return {on.name, "fakes"}; }

inline pace always(double seconds)
{
  return [seconds](int) { return seconds; };
}

/// Variants that differ only in their coarsening.
template <int X>
using folded = gridfold::variant<gridfold::gather, gridfold::interleaved, gridfold::coarsen<X>>;
template <int... X>
using variants = gridfold::list<folded<X>...>;

}  // namespace test

template <>
class gridfold::timer_of<test::fake> final : public gridfold::timer {
 public:
  explicit timer_of(const test::fake& on) : on_(on) {}

  [[nodiscard]] const test::fake& on() const { return on_; }
  std::optional<compiled_kernel>* watched = nullptr;
  double seconds(const std::function<void()>& work) override
  {
    const double begin = on_.in->now;
    work();
    return on_.in->now - begin;
  }
  void flush_caches() override { ++on_.in->flushed; }
  void watch(std::optional<compiled_kernel>* most) override
  {
    watched = most;
    if (most != nullptr)
      *most = {.resources = {.registers = 40, .static_shared = 1000, .dynamic_shared = 24}, .occupancy = 0.5};
  }
  double now() override { return on_.in->now; }

 private:
  test::fake on_;
};
