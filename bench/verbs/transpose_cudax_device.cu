// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transposes by CCCL's experimental `cudax::copy` of mdspans beside the library's default and a copy, in one run.
/// Every result is checked before it is timed. It is compiled with the CCCL that the option `cudax` names.
#include <cstddef>
#include <cstdint>
#include <cuda/experimental/copy.cuh>
#include <cuda/mdspan>
#include <cuda/std/array>
#include <cuda/stream>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/transpose.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

struct alignas(16) wide {
  std::uint64_t low, high;
  friend bool operator==(const wide&, const wide&) = default;
};

template <class T>
T element(std::int64_t n)
{
  const auto bits = static_cast<std::uint64_t>(n) * 2654435761U >> 7;
  if constexpr (std::is_same_v<T, wide>)
    return {bits, ~bits};
  else
    return static_cast<T>(bits);
}

/// Matrices and memory for their transposes.
template <class T>
struct problem {
  int batches, rows, columns;
  gf::device_buffer<T> in, out;

  problem(int b, int r, int c) : batches(b), rows(r), columns(c), in(size()), out(size())
  {
    std::vector<T> elements(size());
    for (std::size_t n = 0; n < size(); ++n) elements[n] = element<T>(static_cast<std::int64_t>(n));
    in.copy_from(elements.data());
    gf::cuda_check(cudaDeviceSynchronize(), "filling a matrix");
  }
  [[nodiscard]] std::size_t size() const
  {
    return static_cast<std::size_t>(batches) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
  [[nodiscard]] std::string label() const
  {
    return (batches > 1 ? std::to_string(batches) + "x" : "") + std::to_string(rows) + "x" + std::to_string(columns) +
           "x" + std::to_string(sizeof(T)) + "B/";
  }

  [[nodiscard]] bool is_transposed() const
  {
    std::vector<T> got(size());
    out.copy_to(got.data());
    gf::cuda_check(cudaDeviceSynchronize(), "reading a transpose");
    std::size_t n = 0;
    for (std::int64_t b = 0; b < batches; ++b)
      for (std::int64_t j = 0; j < columns; ++j)
        for (std::int64_t i = 0; i < rows; ++i)
          if (!(got[n++] == element<T>((b * rows + i) * columns + j))) return false;
    return true;
  }
};

template <class T, class Work>
void check_and_time(const std::shared_ptr<problem<T>>& p, const char* name, const Work& work)
{
  gf::cuda_check(cudaMemset(p->out.data(), 0, p->size() * sizeof(T)), "clearing a matrix");
  work();
  if (!p->is_transposed()) throw gf::error(p->label() + name + " is wrong");
  bench::time_on_device(p->label() + name, "B/s", 2.0 * static_cast<double>(p->size() * sizeof(T)), work);
}

/// The peer gets its fastest index type, and the output as a view whose strides are swapped.
template <class T>
void copy_by_cudax(problem<T>& p)
{
  using extents = cuda::std::dextents<int, 3>;
  using strided = cuda::std::layout_stride;
  const extents shape(p.batches, p.rows, p.columns);
  const cuda::std::array<int, 3> strides{p.rows * p.columns, 1, p.rows};
  const cuda::device_mdspan<const T, extents> from(p.in.data(), shape);
  const cuda::device_mdspan<T, extents, strided> to(p.out.data(), strided::mapping<extents>(shape, strides));
  cuda::experimental::copy(from, to, cuda::stream_ref{cudaStream_t{}});
}

template <class T>
void time_all(int batches, int rows, int columns)
{
  const auto p = std::make_shared<problem<T>>(batches, rows, columns);
  check_and_time(p, "gridfold", [p] {
    using view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>>;
    using input = cuda::std::mdspan<const T, cuda::std::dextents<std::int64_t, 3>>;
    gf::transpose(gf::device{}, input(p->in.data(), p->batches, p->rows, p->columns),
                  view(p->out.data(), p->batches, p->columns, p->rows));
  });
  check_and_time(p, "cudax::copy", [p] { copy_by_cudax(*p); });
  bench::time_on_device(p->label() + "cudaMemcpyAsync", "B/s", 2.0 * static_cast<double>(p->size() * sizeof(T)), [p] {
    gf::cuda_check(cudaMemcpyAsync(p->out.data(), p->in.data(), p->size() * sizeof(T), cudaMemcpyDeviceToDevice),
                   "copying a matrix");
  });
}

void register_all()
{
  time_all<float>(1, 16384, 16384);
  time_all<float>(1, 16381, 8191);
  time_all<std::uint16_t>(1, 16384, 16384);
  time_all<std::uint16_t>(1, 16381, 8191);
  time_all<double>(1, 16381, 8191);
  time_all<wide>(1, 8191, 4093);
  time_all<float>(1, 30'000'000, 3);
  time_all<float>(1, 3, 30'000'000);
  time_all<float>(1000, 333, 405);
  time_all<float>(10000, 100, 128);
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
