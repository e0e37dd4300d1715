// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A batch of matrices of numbered elements, for tests of the kernels of transpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <vector>

namespace test
{

class transposed_batch {
 public:
  using view = cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 3>>;

  transposed_batch(std::int64_t batches, std::int64_t rows, std::int64_t columns)
      : batches_(batches),
        rows_(rows),
        columns_(columns),
        from_(static_cast<std::size_t>(batches * rows * columns)),
        to_(from_.size(), -1)
  {
    for (std::size_t n = 0; n < from_.size(); ++n) from_[n] = static_cast<int>(n);
  }

  /// Wrong elements of the transposes that a kernel makes.
  template <class Kernel>
  int wrong_elements()
  {
    const Kernel kernel(view(from_.data(), batches_, rows_, columns_), view(to_.data(), batches_, columns_, rows_));
    gridfold::host{1}.run(kernel, kernel.grid());
    int wrong = 0;
    for (std::int64_t b = 0; b < batches_; ++b)
      for (std::int64_t i = 0; i < rows_; ++i)
        for (std::int64_t j = 0; j < columns_; ++j)
          wrong += to_[static_cast<std::size_t>((b * columns_ + j) * rows_ + i)] != (b * rows_ + i) * columns_ + j;
    return wrong;
  }

 private:
  std::int64_t batches_, rows_, columns_;
  std::vector<int> from_, to_;
};

}  // namespace test
