// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program trace: counts what a GPU's memory would have to do for kernels that do not use gridfold, without a GPU.
#include <cstdint>
#include <cstdio>
#include <cuda/cmath>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>

#include "support/row_sums.hpp"

namespace
{

namespace gf = gridfold;

constexpr int rows = 1000, columns = 64, threads = 128;

/// Traces a kernel, called for every thread of a grid as on the device, and prints the results.
template <class Trace = gf::trace, class Kernel>
void show(const char* what, Kernel kernel)
{
  gf::aligned_vector<float> matrix(rows * columns, 1), sums(rows);
  const Trace on;
  const auto in = on.argument(static_cast<const float*>(matrix.data()), rows * columns, "matrix");
  const auto out = on.argument(sums.data(), rows, "sums", gf::role::output);
  on.template for_each_thread<gf::block<threads>>(
      {cuda::ceil_div(rows, threads), 1, 1}, [&](gf::index3 block, gf::thread t) {
        kernel(static_cast<int>(block.x) * threads + t.rank, in, out, rows, columns);
      });
  std::printf("%s\n%s\n", what, on.report().table().c_str());
}

}  // namespace

int main()
{
  const auto by_rows = [](auto... with) { row_sum(with...); };
  const auto by_columns = [](auto... with) { row_sum_by_columns(with...); };
  const auto in_a_hurry = [](auto... with) { row_sum_in_a_hurry(with...); };
  show("A matrix row by row: each lane reads a sector of its own.", by_rows);
  show("A matrix column by column: a warp's lanes read neighbours.", by_columns);
  show<gf::trace_for<gf::compute_1_0, gf::banks<16, 16>>>("By columns on compute capability 1.0.", by_columns);
  show("By columns with three faults: no bounds check, sums that nothing has set, and a shared total.", in_a_hurry);
}
