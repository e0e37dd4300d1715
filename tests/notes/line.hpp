// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A line of docs/learn/textbook.md or docs/learn/textbook.md as something to test: a run of its kernel, and what the kernel has
/// to be seen to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <gridfold/view/read_only.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace notes
{

namespace gf = gridfold;

/// A launch: its blocks, the threads of each, and the bytes of their dynamic shared memory.
struct launch {
  std::int64_t blocks;
  int threads;
  std::size_t dynamic_shared;
};

/// What the tracer does not report: the launches, and the views that kernels load by __ldg.
struct launch_record {
  std::vector<launch> launches;
  std::vector<std::string> by_ldg;
};

/// A tracer that also keeps a launch_record.
template <class Rule>
class watching : public gf::trace_for<Rule> {
  using base = gf::trace_for<Rule>;

 public:
  template <gf::kernel_type Kernel>
  void run(const Kernel& kernel, gf::shape3 grid) const
  {
    record->launches.push_back(
        {grid.count(), Kernel::block_shape::threads, gf::kernel_traits<Kernel>::dynamic_shared_bytes});
    base::run(kernel, grid);
  }

  template <class T, class Extents, class Layout, class Accessor>
  auto argument(const cuda::std::mdspan<T, Extents, Layout, Accessor>& view, const char* name, gf::role as) const
  {
    if constexpr (std::is_same_v<Accessor, gf::read_only_accessor<std::remove_const_t<T>>>)
      record->by_ldg.push_back(name);
    return base::argument(view, name, as);
  }
  using base::argument;

  std::shared_ptr<launch_record> record = std::make_shared<launch_record>();
};

/// What a run of a kernel showed: its results, and its accesses by the rules of current GPUs and of compute capability
/// 1.0.
struct observation {
  std::vector<double> values;
  gf::trace_report seen{{}, {}}, half_warps{{}, {}};
  launch_record record{};

  [[nodiscard]] const launch& last() const { return record.launches.back(); }
  [[nodiscard]] bool loads_by_ldg() const { return !record.by_ldg.empty(); }
  /// Whether kernels access shared memory.
  [[nodiscard]] bool shares() const
  {
    return seen.sum([](const gf::access_site& s) { return s.memory == gf::memory_kind::in_shared; }).requests > 0;
  }
  /// Whether kernels access memory atomically.
  [[nodiscard]] bool adds_atomically() const
  {
    return seen.sum([](const gf::access_site& s) { return s.does == gf::access_kind::atomic; }).requests > 0;
  }
};

/// Observes work(executor), which returns the results.
template <class Work>
observation observe(Work work)
{
  const watching<gf::sectors> on;
  const watching<gf::compute_1_0> on_first;
  std::vector<double> values = work(on);
  (void)work(on_first);
  return {std::move(values), on.report(), on_first.report(), *on.record};
}

/// Claims about an observation, and those that do not hold.
class claims {
 public:
  void expect(const std::string& what, bool holds)
  {
    if (!holds) broken_.push_back(what);
  }
  template <class T>
  void equal(const std::string& what, T found, std::type_identity_t<T> expected)
  {
    expect(what + ": " + std::to_string(found) + ", expected " + std::to_string(expected), found == expected);
  }
  [[nodiscard]] const std::vector<std::string>& broken() const { return broken_; }

 private:
  std::vector<std::string> broken_;
};

/// A kernel, and what makes it its figure. `check` is empty for a kernel of no figure.
struct line {
  std::string name;
  observation (*run)();
  void (*check)(const observation&, claims&) = nullptr;
};

/// The claims of a line that an observation breaks. An access site that it lacks is one.
inline std::vector<std::string> broken_claims(const line& of, const observation& by)
{
  claims all;
  try {
    all.expect("a fault: " + (by.seen.faults().empty() ? std::string() : by.seen.faults().front().text()),
               by.seen.faults().empty());
    of.check(by, all);
  } catch (const gf::error& missing) {
    all.expect(missing.what(), false);
  }
  return all.broken();
}

// The lines of each verb. Lines without a check are other kernels of that verb: each differs from a line in one policy,
// and every line must refuse it.
std::vector<line> sums();
std::vector<line> products();
std::vector<line> copies();
std::vector<line> transposes();
std::vector<line> reductions();
std::vector<line> neighbors();

}  // namespace notes
