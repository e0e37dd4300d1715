// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the memory model predicts for every launch of verify_model, as comma-separated values in the order of launches.
#include <cstdio>
#include <gridfold/exec/trace.hpp>
#include <gridfold/gridfold.hpp>
#include <string>
#include <vector>

#include "verify_model_cases.hpp"

namespace
{

namespace gf = gridfold;

/// Sectors if a request's quarters or halves were served each by itself, as shared memory does.
struct sectors_in_parts {
  static gf::traffic cost(const gf::request& r)
  {
    const int together = gf::warp_threads * 4 / std::max(4, r.bytes);
    gf::traffic sum;
    for (int first = 0; first < gf::warp_threads; first += together)
      sum.transactions += gf::sectors::cost(r.part(first, first + together)).transactions;
    sum.bytes = 32 * sum.transactions;
    return sum;
  }
  static std::string name() { return "sectors in parts"; }
};

/// One launch: what its accesses of a kind came to.
struct launch {
  std::string name;
  gf::access_counts load, store, atomic, shared_load, shared_store;
};

template <class Trace>
struct launches : Trace {
  std::vector<launch>* all = nullptr;
  const std::string* name = nullptr;

  template <class Kernel>
  void run(const Kernel& kernel, gf::shape3 grid) const
  {
    const gf::trace_report before = this->report();
    Trace::run(kernel, grid);
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

template <class Trace>
struct on_host {
  launches<Trace> on;
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

template <class Trace>
std::vector<launch> predicted()
{
  std::vector<launch> all;
  on_host<Trace> place(all);
  verify::cases<on_host<Trace>>(place).run_all();
  return all;
}

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
  const std::vector<launch> whole = predicted<gf::trace>(), parts = predicted<gf::trace_for<sectors_in_parts>>();
  std::puts(
      "case,load_requests,load_sectors,store_requests,store_sectors,atomic_requests,atomic_sectors,"
      "shared_load_requests,shared_load_wavefronts,shared_load_conflicts,shared_store_requests,shared_store_wavefronts,"
      "shared_store_conflicts,load_sectors_in_parts,store_sectors_in_parts");
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::printf("%s", whole[i].name.c_str());
    print(whole[i].load);
    print(whole[i].store);
    print(whole[i].atomic);
    print_shared(whole[i].shared_load);
    print_shared(whole[i].shared_store);
    std::printf(",%lld,%lld\n", static_cast<long long>(parts[i].load.transactions),
                static_cast<long long>(parts[i].store.transactions));
  }
}
