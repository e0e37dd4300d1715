// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints the predictions of the memory model for every launch of verify_model, as comma-separated values in the order
/// of launches: with the blocks, warps and lanes of a launch in ascending order, then in descending order. Counters
/// that the two predict differently depend on the order of atomic operations.
#include <cstdio>
#include <gridfold/trace/executor.hpp>
#include <string>
#include <vector>

#include "verify_model_cases.hpp"
#include "verify_model_table.hpp"

namespace
{

namespace gf = gridfold;

using verify::launch;

struct launches : gf::trace {
  using gf::trace::trace;
  std::vector<launch>* all = nullptr;
  const std::string* name = nullptr;

  template <class Kernel>
  void run(const Kernel& kernel, gf::shape3 grid) const
  {
    const gf::trace_report before = this->report();
    gf::trace::run(kernel, grid);
    const gf::trace_report after = this->report();
    all->push_back(verify::counted(*name, after, before));
  }
};

struct on_host {
  launches on;
  std::string name;

  on_host(std::vector<launch>& all, gf::running_order order) : on(order)
  {
    on.all = &all;
    on.name = &name;
  }

  void begin(const std::string& of) { name = of; }

  template <class T>
  gf::aligned_vector<T> memory(const std::vector<T>& elements) const
  {
    return {elements.begin(), elements.end()};
  }
};

std::vector<launch> traced(gf::running_order order)
{
  std::vector<launch> all;
  on_host place(all, order);
  verify::cases<on_host>(place).run_all();
  return all;
}

}  // namespace

int main()
{
  const std::vector<launch> descending = traced(gf::running_order::descending);
  verify::print(traced(gf::running_order::ascending), {{"descending_", descending}});
}
