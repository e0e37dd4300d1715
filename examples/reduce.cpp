// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program reduce: the speed of a sum by many variants, and its error against float64. Runs on the GPU if nvcc
/// compiled it and there is one, else on the CPU.
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda/std/span>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/processor.hpp"

namespace
{

namespace gf = gridfold;

constexpr const char* usage =
    "Usage: reduce [ELEMENTS]\n\n"
    "Sums that many random floats (default: 100,000,000) by many variants and prints, for each, how fast it read them\n"
    "and how far it is from the sum in float64, relative to it.\n";

template <class D, class A, class C, class Exchange, class Accumulation = gf::plain>
using by = gf::variant<D, A, C, Exchange, gf::block<256>, Accumulation>;
using words = gf::list<gf::coarsen<4>, gf::vectors<4>>;

/// From the kernels of Fan, CUDA Programming, ch. 8, to the fastest, then the most accurate.
using shown = gf::list<by<gf::gather, gf::interleaved, gf::coarsen<1>, gf::exchange_global>,
                       by<gf::gather, gf::interleaved, gf::coarsen<1>, gf::exchange_shared>,
                       by<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::exchange_shared>,
                       by<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::exchange_dynamic_shared>,
                       by<gf::gather, gf::contiguous, gf::coarsen<16>, gf::exchange_registers>,
                       by<gf::gather, gf::interleaved, gf::coarsen<16>, gf::exchange_registers>,
                       by<gf::scatter, gf::interleaved, words, gf::exchange_registers>,
                       by<gf::gather, gf::interleaved, words, gf::exchange_registers>,
                       by<gf::gather, gf::interleaved, words, gf::exchange_registers, gf::compensated>,
                       by<gf::gather, gf::interleaved, words, gf::exchange_registers, gf::wide<double>>>;

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point begin) { return std::chrono::duration<double>(clock::now() - begin).count(); }

void print(const std::string& name, double seconds, std::size_t elements, double sum, double exact)
{
  std::printf("%-58s %9.2f GB/s   %8.1e\n", name.c_str(), static_cast<double>(elements) * sizeof(float) / seconds / 1e9,
              std::abs(sum - exact) / exact);
}

/// A sequential sum in one variable.
template <class T>
void show_loop(const char* name, const std::vector<float>& elements, double exact)
{
  const auto begin = clock::now();
  T sum = 0;
  for (float e : elements) sum += static_cast<T>(e);
  print(name, seconds_since(begin), elements.size(), static_cast<double>(sum), exact);
}

template <class V, class Processor>
void show(const Processor& at, cuda::std::span<const float> in, double exact)
{
  typename Processor::template array<float> out({0.0f});
  auto scratch = gf::make_reduce_scratch<V, float>(at.on);
  const cuda::std::span<float> to(out.data(), 1);
  const double seconds = example::seconds_of(at, [&] { gf::reduce<V>(at.on, in, to, gf::sum{}, scratch); });
  print(V::name(), seconds, in.size(), out.values()[0], exact);
}

template <class Processor>
void show_all(const Processor& at, const std::vector<float>& elements, double exact)
{
  typename Processor::template array<float> in(elements);
  std::printf("\n%-58s %14s   %s\n", Processor::name, "read", "relative error");
  gf::for_each(shown{},
               [&]<class V>() { show<V>(at, cuda::std::span<const float>(in.data(), elements.size()), exact); });
}

void run(std::size_t count)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<float> elements(count);
  for (float& e : elements) e = unit(generator);
  long double exact = 0;
  for (float e : elements) exact += e;
  std::printf("%-58s %14s   %s\n", "a loop on one core", "read", "relative error");
  show_loop<float>("float", elements, static_cast<double>(exact));
  show_loop<double>("double", elements, static_cast<double>(exact));
  example::on_processor([&](const auto& at) { show_all(at, elements, static_cast<double>(exact)); });
}

}  // namespace

int main(int argc, char** argv)
{
  const bool help = argc > 1 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
  const long long count = argc > 1 ? std::atoll(argv[1]) : 100000000;
  if (help || argc > 2 || count < 1) {
    std::fputs(usage, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  try {
    run(static_cast<std::size_t>(count));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "reduce: %s\n", e.what());
    return 1;
  }
}
