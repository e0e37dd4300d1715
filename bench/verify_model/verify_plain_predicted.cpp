// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints a trace's counts for every launch of verify_plain, as verify_model_predicted does for the library's kernels.
/// Usage: verify_plain_predicted [seed [rounds [listing]]]. The listing is what nvdisasm -gi prints of the code that
/// runs on the GPU; without one, accesses count as written.
#include <gridfold/trace_cuda.hpp>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "verify_model_table.hpp"
#include "verify_plain_cases.hpp"

// The kernels' extern __shared__ arrays.
GRIDFOLD_DYNAMIC_SHARED(real, dynamic_s_y);
GRIDFOLD_DYNAMIC_SHARED(float4, tile);
GRIDFOLD_DYNAMIC_SHARED(int, tree);
GRIDFOLD_DYNAMIC_SHARED(unsigned, copies);
GRIDFOLD_DYNAMIC_SHARED(float, line);
GRIDFOLD_DYNAMIC_SHARED(int, sorted);

namespace
{

namespace gf = gridfold;

struct traced {
  gf::running_order order;
  const char* listing;
  std::vector<verify::launch> all{};
  bool faulty = false;

  template <class... Parameters>
  void launch(const std::string& name, dim3 grid, dim3 block, std::size_t shared, void (*kernel)(Parameters...),
              Parameters... arguments)
  {
    const gf::trace_cuda on;
    on.in_order(order);
    if (std::ifstream code(listing); code) on.as_compiled(code);
    on.launch(grid, block, shared, kernel, arguments...);
    const gf::trace_report report = on.report();
    all.push_back(verify::counted(name, report));
    if (order == gf::running_order::scattered) return;  // old values may lead anywhere
    // The breadth-first search reads values that other threads may be changing, as such programs do.
    for (const gf::fault& f : report.faults())
      if (f.kind != gf::fault_kind::race || !name.starts_with("search_")) {
        std::fprintf(stderr, "verify_plain_predicted: %s: %s\n", name.c_str(), f.text().c_str());
        faulty = true;
      }
  }
};

}  // namespace

int main(int arguments, char** argument)
{
  const char* const listing = arguments > 3 ? argument[3] : "";
  traced ascending{gf::running_order::ascending, listing}, descending{gf::running_order::descending, listing},
      scattered{gf::running_order::scattered, listing};
  for (traced* place : {&ascending, &descending, &scattered})
    if (verify::run_plain_cases(*place, arguments, argument) != 0) return 1;
  verify::print(ascending.all, {{"descending_", descending.all}, {"scattered_", scattered.all}});
  return ascending.faulty || descending.faulty ? 1 : 0;
}
