// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program atomics: a histogram by a kernel of its own that scatters through an atomic view, into bins shared by
/// all threads and into bins of each block. See Fan, CUDA Programming, ch. 9.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda/cmath>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <vector>

#include "support/processor.hpp"
#include "support/size_argument.hpp"

namespace
{

namespace gf = gridfold;

constexpr int bins = 64;

/// Adds one to the bin of every value: block b into the row b % rows of `histograms`.
struct scatter_counts {
  using variant = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<64>, gf::global, gf::block<256>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;
  using histogram_view =
      cuda::std::mdspan<int, cuda::std::dextents<int, 2>, cuda::std::layout_right, gf::atomic_accessor<int>>;
  static constexpr int items = variant::coarsening::x, threads = block_shape::threads;

  const unsigned char* values;
  std::int64_t count;
  histogram_view histograms;

  [[nodiscard]] gf::shape3 grid() const { return {cuda::ceil_div(count, items * threads), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const int row = static_cast<int>(block.index().x % histograms.extent(0));
    block.each_thread([&](auto t) {
      for (int m = 0; m < items; ++m) {
        const std::int64_t n =
            block.index().x * (items * threads) + variant::assignment::index(t.rank, m, threads, items);
        if (n < count) histograms(row, values[n] % bins) += 1;
      }
    });
  }
};

/// Whether the sum of all rows' histograms is `runs` times the histogram of the values.
bool is_right(const std::vector<int>& histograms, const std::vector<unsigned char>& values, int runs)
{
  std::vector<std::int64_t> missing(bins);
  for (const unsigned char value : values) missing[value % bins] += runs;
  for (std::size_t n = 0; n < histograms.size(); ++n) missing[n % bins] -= histograms[n];
  return missing == std::vector<std::int64_t>(bins);
}

template <class Processor>
void show(const Processor& at, const char* name, const std::vector<unsigned char>& values, int rows)
{
  typename Processor::template array<unsigned char> in(values);
  typename Processor::template array<int> out(std::vector<int>(static_cast<std::size_t>(rows * bins), 0));
  int runs = 0;
  const double seconds = example::seconds_of(at, [&] {
    const auto count = static_cast<std::int64_t>(values.size());
    const scatter_counts kernel{in.data(), count, scatter_counts::histogram_view(out.data(), rows, bins)};
    at.on.run(kernel, kernel.grid());
    ++runs;
  });
  std::printf("%8.2f G/s  %s%s\n", static_cast<double>(values.size()) / seconds / 1e9, name,
              is_right(out.values(), values, runs) ? "" : "  WRONG");
}

template <class Processor>
void show_all(const Processor& at, std::int64_t count)
{
  std::printf("%lld values counted on %s\n", static_cast<long long>(count), Processor::name);
  std::vector<unsigned char> spread(static_cast<std::size_t>(count)), same(spread.size(), 7);
  for (std::size_t n = 0; n < spread.size(); ++n) spread[n] = static_cast<unsigned char>(n * 2654435761u >> 13);
  show(at, "all into one bin", same, 1);
  show(at, "all into one bin, a histogram for every block of 1,024", same, 1024);
  show(at, "into 64 bins", spread, 1);
  show(at, "into 64 bins, a histogram for every block of 1,024", spread, 1024);
}

}  // namespace

int main(int argc, char** argv)
{
  const std::int64_t count = example::size_argument(argc, argv, "VALUES", 1 << 24, 1 << 30);
  try {
    example::on_processor([&](const auto& at) { show_all(at, count); });
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "atomics: %s\n", wrong.what());
    return 1;
  }
}
