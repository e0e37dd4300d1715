// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints the predictions of the memory model for every launch of verify_model, as comma-separated values in the order
/// of launches: with the blocks, warps and lanes of a launch in ascending order, then in descending order. Counters that
/// the two predict differently depend on the order of atomic operations.
#include <cstdio>
#include <gridfold/trace/executor.hpp>
#include <string>
#include <vector>

#include "verify_model_cases.hpp"

namespace
{

namespace gf = gridfold;

/// One launch: the counts of its accesses by kind.
struct launch {
  std::string name;
  gf::access_counts load, store, atomic, shared_load, shared_store;
};

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
    const auto made = [&](gf::memory_kind memory, gf::access_kind does) {
      const auto chosen = [=](const gf::access_site& s) { return s.memory == memory && s.does == does; };
      return after.sum(chosen) - before.sum(chosen);
    };
    using enum gf::memory_kind;
    using enum gf::access_kind;
    all->push_back({*name, made(in_global, load), made(in_global, store), made(in_global, atomic),
                    made(in_shared, load), made(in_shared, store)});
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

void print(const launch& of)
{
  for (const gf::access_counts* global : {&of.load, &of.store, &of.atomic})
    std::printf(",%lld,%lld", static_cast<long long>(global->requests), static_cast<long long>(global->transactions));
  for (const gf::access_counts* shared : {&of.shared_load, &of.shared_store})
    std::printf(",%lld,%lld,%lld", static_cast<long long>(shared->requests), static_cast<long long>(shared->wavefronts),
                static_cast<long long>(shared->conflicts));
}

void print_header(const char* order)
{
  for (const char* access : {"load", "store", "atomic"}) std::printf(",%s%s_requests,%s%s_sectors", order, access, order, access);
  for (const char* access : {"shared_load", "shared_store"})
    std::printf(",%s%s_requests,%s%s_wavefronts,%s%s_conflicts", order, access, order, access, order, access);
}

}  // namespace

int main()
{
  const std::vector<launch> ascending = traced(gf::running_order::ascending),
                            descending = traced(gf::running_order::descending);
  std::printf("case");
  print_header("");
  print_header("descending_");
  std::puts("");
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    std::printf("%s", ascending[i].name.c_str());
    print(ascending[i]);
    print(descending[i]);
    std::puts("");
  }
}
