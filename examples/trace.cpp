// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program trace: counts the GPU memory traffic of kernels that do not use gridfold, without a GPU.
/// Usage: trace [--picture [FOLDER]], where FOLDER, by default this one, gets a picture of each trace.
#include <cstdint>
#include <cstdio>
#include <cuda/cmath>
#include <exception>
#include <gridfold/draw/draw.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <string>

#include "support/row_sums.hpp"

namespace
{

namespace gf = gridfold;

constexpr int rows = 1000, columns = 64, threads = 128;

/// Traces a kernel, called for every thread of a grid as on the device. Prints the results, and draws them if a file is
/// named.
template <class Trace = gf::trace, class Kernel>
void show(const char* what, const std::string& picture, Kernel kernel)
{
  gf::aligned_vector<float> matrix(rows * columns, 1), sums(rows);
  const Trace on;
  const auto in = on.argument(static_cast<const float*>(matrix.data()), rows * columns, "matrix");
  const auto out = on.argument(sums.data(), rows, "sums", gf::role::output);
  on.template for_each_thread<gf::block<threads>>(
      {cuda::ceil_div(rows, threads), 1, 1}, [&](gf::index3 block, gf::thread t) {
        kernel(static_cast<int>(block.x) * threads + t.rank, in, out, rows, columns);
      });
  const gf::trace_report report = on.report();
  std::printf("%s\n%s\n", what, report.table().c_str());
  if (!picture.empty()) gf::draw(report).write(picture);
}

int run(const std::string& folder)
{
  const auto by_rows = [](auto... with) { row_sum(with...); };
  const auto by_columns = [](auto... with) { row_sum_by_columns(with...); };
  const auto in_a_hurry = [](auto... with) { row_sum_in_a_hurry(with...); };
  const auto file = [&](const char* name) { return folder.empty() ? "" : folder + "/trace_" + name + ".svg"; };
  show("A matrix row by row: each lane reads a sector of its own.", file("by_rows"), by_rows);
  show("A matrix column by column: a warp's lanes read neighbours.", file("by_columns"), by_columns);
  show<gf::trace_for<gf::compute_1_0, gf::banks<16, 16>>>("By columns on compute capability 1.0.", file("compute_1_0"),
                                                          by_columns);
  show("By columns with three faults: no bounds check, sums that nothing has set, and a shared total.",
       file("in_a_hurry"), in_a_hurry);
  if (!folder.empty()) std::printf("pictures: %s/trace_*.svg\n", folder.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  const bool draws = argc > 1 && std::string(argv[1]) == "--picture";
  if (argc > 3 || (argc > 1 && !draws)) {
    std::fprintf(stderr, "Usage: trace [--picture [FOLDER]]\n");
    return 2;
  }
  try {
    return run(!draws ? "" : argc == 3 ? argv[2] : ".");
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "trace: %s\n", wrong.what());
    return 1;
  }
}
