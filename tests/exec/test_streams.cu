// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lattice sums on concurrent streams, and replayed from a graph.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/electrostatics/potential_map.hpp>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/lattice_sum_reference.hpp"

namespace test_streams
{

namespace gf = gridfold;

namespace
{

constexpr gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {128, 64, 8}};

template <class Space>
using gathered = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, Space>;

class stream {
 public:
  stream() { gf::cuda_check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream"); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  ~stream() { (void)cudaStreamDestroy(stream_); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Atoms in memory for constant and for other variants, and memory for their map.
struct job {
  std::vector<gf::atom> atoms;
  test::memory<gf::atom> on_device;
  test::memory<float> values;

  explicit job(unsigned seed)
      : atoms(reference::random_sources<float>(2500, where, seed)),
        on_device(atoms),
        values(std::vector<float>(static_cast<std::size_t>(where.shape.count()), -1))
  {
    gf::cuda_check(cudaDeviceSynchronize(), "copying a test's inputs");
  }

  template <class V>
  void start(cudaStream_t on) const
  {
    const auto out = gf::view_of(values.data(), where.shape);
    if constexpr (V::input::read_by_host)
      gf::potential_map<V>(gf::device{on}, atoms, where, out);
    else
      gf::potential_map<V>(gf::device{on}, on_device, where, out);
  }

  template <class V>
  std::vector<float> alone() const
  {
    start<V>(nullptr);
    return values.values();
  }

  /// Overwrites the map, so that an old result is not taken for a new one.
  void spoil() const
  {
    gf::cuda_check(cudaMemset(values.data(), 0xff, values.size() * sizeof(float)), "spoiling a map");
    gf::cuda_check(cudaDeviceSynchronize(), "spoiling a map");
  }
};

/// Two jobs' maps, computed again and again on two streams at once.
template <class V>
void check_two_streams()
{
  const job a(1), b(2);
  const std::vector<float> of_a = a.alone<V>(), of_b = b.alone<V>();
  const stream first, second;
  a.spoil();
  b.spoil();
  for (int turn = 0; turn < 10; ++turn) {
    a.start<V>(first);
    b.start<V>(second);
  }
  CHECK(a.values.values() == of_a);
  CHECK(b.values.values() == of_b);
}

/// The work captured from a stream, as a graph that can be replayed.
class graph {
 public:
  template <class F>
  graph(cudaStream_t on, F start)
  {
    cudaGraph_t captured{};
    gf::cuda_check(cudaStreamBeginCapture(on, cudaStreamCaptureModeGlobal), "beginning a capture");
    start();
    gf::cuda_check(cudaStreamEndCapture(on, &captured), "ending a capture");
    gf::cuda_check(cudaGraphInstantiate(&instance_, captured, 0), "making a graph");
    gf::cuda_check(cudaGraphDestroy(captured), "freeing a graph");
  }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;
  ~graph() { (void)cudaGraphExecDestroy(instance_); }

  void replay(cudaStream_t on) const { gf::cuda_check(cudaGraphLaunch(instance_, on), "replaying a graph"); }

 private:
  cudaGraphExec_t instance_{};
};

template <class V>
void check_graph()
{
  const job a(3);
  const std::vector<float> expected = a.alone<V>();
  const stream on;
  const graph captured(on, [&] { a.start<V>(on); });
  for (int turn = 0; turn < 2; ++turn) {
    a.spoil();
    captured.replay(on);
    CHECK(a.values.values() == expected);
  }
}

}  // namespace

TEST_CASE("concurrent sums on two streams equal sequential ones")
{
  check_two_streams<gathered<gf::constant>>();
  check_two_streams<gathered<gf::shared>>();
}

TEST_CASE("every replay of a captured sum gives an equal result: it neither allocates nor synchronises")
{
  check_graph<gathered<gf::constant>>();
  check_graph<gathered<gf::read_only>>();
}

TEST_CASE("a captured scatter begins from zero at every replay")
{
  using scattered = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<128>>;
  const job a(4);
  const stream on;
  a.start<scattered>(on);  // loads the kernels, which is impossible during a capture
  const graph captured(on, [&] { a.start<scattered>(on); });
  const std::vector<reference::point> expected = reference::sums(a.atoms, where);
  for (int turn = 0; turn < 2; ++turn) {
    a.spoil();
    captured.replay(on);
    const std::vector<float> map = a.values.values();
    int wrong = 0;
    // Atomic additions have no order. Units of roundoff: 4 of the root, 1 of a product, 1 per addition.
    for (std::size_t i = 0; i < map.size(); ++i)
      wrong += !(std::abs(map[i] - expected[i].value) <=
                 reference::tolerance<float>(expected[i], 5, static_cast<double>(a.atoms.size())));
    CHECK(wrong == 0);
  }
}

}  // namespace test_streams
