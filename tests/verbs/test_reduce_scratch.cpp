// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/reduce_scratch.hpp>

#include "reduce/check_variants.hpp"

namespace test_reduce_scratch
{

namespace
{

namespace gf = gridfold;

/// reduce<V> on the host, by any number of its threads.
template <class V>
float on_host(const std::vector<float>& elements, int threads)
{
  const gf::host on{threads};
  float result[1] = {};
  auto scratch = gf::make_reduce_scratch<V, float>(on);
  gf::reduce<V>(on, elements, result, gf::sum{}, scratch);
  return result[0];
}

struct numbers {
  int of[9];
};

struct added {
  GRIDFOLD_HD numbers operator()(const numbers& a, const numbers& b) const
  {
    numbers sum;
    for (int n = 0; n < 9; ++n) sum.of[n] = a.of[n] + b.of[n];
    return sum;
  }
  template <class T>
  GRIDFOLD_HD T identity() const
  {
    return {};
  }
};

}  // namespace

TEST_CASE("a gathering sum is bitwise equal in every run, on every executor, and with used scratch")
{
  const std::vector<float> elements = test::reductions::random_elements<float>(1000003),
                           few(elements.begin(), elements.begin() + 9);
  test::memory<float> in(elements), in_few(few), out({0.0f});
  const test::executor on{};
  gf::for_each(test::reductions::each_gather<>{}, [&]<class V>() {
    CAPTURE(V::name());
    auto scratch = gf::make_reduce_scratch<V, float>(on);
    const float expected = on_host<V>(elements, 1), expected_few = on_host<V>(few, 1);
    CHECK(test::same_bits(on_host<V>(elements, 2), expected));
    for (int run = 0; run < 10; ++run) {
      gf::reduce<V>(on, in.span(), out.span(), gf::sum{}, scratch);
      CHECK(test::same_bits(out.values().front(), expected));
      gf::reduce<V>(on, in_few.span(), out.span(), gf::sum{}, scratch);
      CHECK(test::same_bits(out.values().front(), expected_few));
    }
  });
}

TEST_CASE("scratch for a list of variants serves each of them")
{
  using few = gf::variant<gf::coarsen<2>, gf::block<64>>;
  using many = gf::variant<gf::coarsen<4>, gf::exchange_global, gf::block<128>>;
  const std::vector<float> elements(100003, 1.0f);
  const test::memory<float> in(elements), out({0.0f});
  const test::executor on{};
  auto scratch = gf::make_reduce_scratch<gf::list<few, many>, float>(on);
  gf::reduce<few>(on, in.span(), out.span(), gf::sum{}, scratch);
  CHECK(out.values().front() == 100003);
  gf::reduce<many>(on, in.span(), out.span(), gf::sum{}, scratch);
  CHECK(out.values().front() == 100003);
}

TEST_CASE("scratch for partial results of several types has room for the largest")
{
  const gf::host on{2};
  gf::reduce_scratch<gf::host, short, numbers, int> scratch(on, 40, 0);
  std::vector<numbers> elements(100'003);
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (int n = 0; n < 9; ++n) elements[e].of[n] = static_cast<int>(e % 7) + n;
  numbers expected{};
  for (const numbers& e : elements) expected = added{}(expected, e);
  numbers result[1];
  gf::reduce<gf::variant<gf::coarsen<2>, gf::block<64>>>(on, elements, result, added{}, scratch);
  for (int n = 0; n < 9; ++n) CHECK(result[0].of[n] == expected.of[n]);
}

TEST_CASE("scratch of one block serves a reduction of one block")
{
  const std::vector<float> elements(257, 1.0f);
  float result[1];
  const gf::host on{1};
  auto scratch = gf::make_reduce_scratch<float>(on, 1);
  gf::reduce<gf::variant<gf::coarsen<2>, gf::block<64>>>(on, elements, result, gf::sum{}, scratch);
  CHECK(result[0] == 257);
}

#ifdef __CUDACC__

TEST_CASE("concurrent reductions on two streams with scratch of their own are correct")
{
  using fold = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<256>>;
  constexpr int runs = 50;
  struct side {
    cudaStream_t stream = nullptr;
    long long factor = 0;
  } sides[2] = {{nullptr, 1}, {nullptr, 1000003}};
  std::vector<gf::device_buffer<long long>> inputs, outputs;
  std::vector<decltype(gf::make_reduce_scratch<fold, long long>(gf::device{}))> scratch;
  const std::size_t n = 3000017;
  for (side& s : sides) {
    gf::cuda_check(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking), "creating a stream");
    inputs.emplace_back(n, s.stream);
    inputs.back().copy_from(std::vector<long long>(n, s.factor).data());
    outputs.emplace_back(runs, s.stream);
    scratch.push_back(gf::make_reduce_scratch<fold, long long>(gf::device{s.stream}));
  }
  for (int run = 0; run < runs; ++run)
    for (int s = 0; s < 2; ++s)
      gf::reduce<fold>(gf::device{sides[s].stream}, inputs[s].span().subspan(run), outputs[s].span().subspan(run, 1),
                       gf::sum{}, scratch[s]);
  for (int s = 0; s < 2; ++s) {
    std::vector<long long> results(runs);
    outputs[s].copy_to(results.data());
    gf::cuda_check(cudaStreamSynchronize(sides[s].stream), "reducing on two streams");
    for (int run = 0; run < runs; ++run) CHECK(results[run] == sides[s].factor * (static_cast<long long>(n) - run));
  }
  scratch.clear(), inputs.clear(), outputs.clear();
  for (side& s : sides) gf::cuda_check(cudaStreamDestroy(s.stream), "destroying a stream");
}

#endif

}  // namespace test_reduce_scratch
