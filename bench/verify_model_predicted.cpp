// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the memory model predicts for every launch of verify_model, as comma-separated values in the order of launches.
#include <cstdio>
#include <gridfold/trace/executor.hpp>
#include <string>
#include <vector>

#include "verify_model_cases.hpp"

namespace
{

namespace gf = gridfold;

/// One launch: what its accesses of a kind came to.
struct launch {
  std::string name;
  gf::access_counts load, store, atomic, shared_load, shared_store;
};

struct launches : gf::trace {
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

  explicit on_host(std::vector<launch>& all)
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

void print(const gf::access_counts& global)
{
  std::printf(",%lld,%lld", static_cast<long long>(global.requests), static_cast<long long>(global.transactions));
}
void print_shared(const gf::access_counts& shared)
{
  std::printf(",%lld,%lld,%lld", static_cast<long long>(shared.requests), static_cast<long long>(shared.wavefronts),
              static_cast<long long>(shared.conflicts));
}

}  // namespace

int main()
{
  std::vector<launch> all;
  on_host place(all);
  verify::cases<on_host>(place).run_all();
  std::puts(
      "case,load_requests,load_sectors,store_requests,store_sectors,atomic_requests,atomic_sectors,"
      "shared_load_requests,shared_load_wavefronts,shared_load_conflicts,shared_store_requests,shared_store_wavefronts,"
      "shared_store_conflicts");
  for (const launch& one : all) {
    std::printf("%s", one.name.c_str());
    print(one.load);
    print(one.store);
    print(one.atomic);
    print_shared(one.shared_load);
    print_shared(one.shared_store);
    std::puts("");
  }
}
