// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Faults in small kernels are found, and none in the corrected kernels.
#include <doctest/doctest.h>

#include <gridfold/trace/executor.hpp>
#include <gridfold/transpose.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

constexpr int threads = 64;
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<threads>>;
using atomic_view =
    cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right, gf::atomic_accessor<int>>;

/// The faults of f, called for every thread of two blocks with a traced pointer to 128 ints.
template <class F>
std::vector<gf::fault> faults_of(gf::role as, F f)
{
  const gf::trace on;
  gf::aligned_vector<int> memory(2 * threads);
  const auto x = on.argument(memory.data(), 2 * threads, "x", as);
  on.for_each_thread<gf::block<threads>>(
      {2, 1, 1}, [&](gf::index3 block, gf::thread t) { f(x, static_cast<int>(block.x), t.rank); });
  return on.report().faults();
}

template <class Kernel>
std::vector<gf::fault> faults_of_kernel(const Kernel& kernel, gf::shape3 grid = {2, 1, 1})
{
  const gf::trace on;
  on.run(kernel, grid);
  return on.report().faults();
}

/// Every thread writes to shared memory and reads what its neighbour wrote, with a barrier between or without.
template <bool Barrier>
struct neighbours {
  using variant = fold;
  using block_shape = fold::block;
  struct shared_storage {
    int exchanged[threads];
  };

  template <class Block>
  void operator()(Block& block) const
  {
    auto&& shared = block.shared(gf::member<&shared_storage::exchanged>{});
    const auto write = [&](gf::thread t) { shared[t.rank] = t.rank; };
    const auto read = [&](gf::thread t) { (void)static_cast<int>(shared[(t.rank + 1) % threads]); };
    if constexpr (Barrier) {
      block.each_thread(write);
      block.each_thread(read);
    } else {
      block.each_thread([&](gf::thread t) {
        write(t);
        read(t);
      });
    }
  }
};

/// Every thread copies an element to shared memory and uses one that another copied, when all but the newest `InFlight`
/// stages have arrived. Two stages: the second one is never used.
template <int InFlight, class X>
struct copying {
  using variant = fold;
  using block_shape = fold::block;
  struct shared_storage {
    int stage[2][threads];
  };
  X x;

  template <class Block>
  void operator()(Block& block) const
  {
    auto&& stage = block.shared(gf::member<&shared_storage::stage>{});
    block.template each_thread_awaiting<1>(
        [&](gf::thread t) { block.template copy_async<1>(stage[0] + t.rank, x, t.rank, true); });
    block.template each_thread_awaiting<InFlight>(
        [&](gf::thread t) { block.template copy_async<1>(stage[1] + t.rank, x, t.rank, true); });
    block.each_thread([&](gf::thread t) { (void)static_cast<int>(stage[0][(t.rank + 1) % threads]); });
  }
};

/// Fan's tree reduction (CUDA Programming, ch. 8) with and without barriers.
template <bool Barrier, class X>
struct halving {
  using variant = fold;
  using block_shape = fold::block;
  using shared_storage = gf::nothing_shared;
  X x;

  template <class Block>
  void operator()(Block& block) const
  {
    const auto halve = [&](gf::thread t, int offset) {
      if (t.rank < offset) x[t.rank] += x[t.rank + offset];
    };
    if constexpr (Barrier) {
      for (int offset = threads / 2; offset > 0; offset /= 2)
        block.each_thread([&](gf::thread t) { halve(t, offset); });
    } else {
      block.each_thread([&](gf::thread t) {
        for (int offset = threads / 2; offset > 0; offset /= 2) halve(t, offset);
      });
    }
  }
};

template <bool Barrier>
std::vector<gf::fault> faults_of_halving()
{
  const gf::trace on;
  std::vector<int> memory(threads, 1);
  auto x = on.argument(memory.data(), threads, "x");
  on.run(halving<Barrier, decltype(x)>{x}, {1, 1, 1});
  if (Barrier) CHECK(memory[0] == threads);
  return on.report().faults();
}

void check_one(const std::vector<gf::fault>& found, gf::fault_kind kind, std::int64_t count, const char* view)
{
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == kind);
  CHECK(found[0].count == count);
  CHECK(found[0].view == view);
}

}  // namespace

TEST_CASE("threads that read what others write between the same barriers race")
{
  const auto found = faults_of_kernel(neighbours<false>{}, {1, 1, 1});
  REQUIRE(!found.empty());
  const auto race = found.front().kind == gf::fault_kind::race ? found.front() : found.back();
  CHECK(race.kind == gf::fault_kind::race);
  CHECK(race.view == "exchanged");
  CHECK(faults_of_kernel(neighbours<true>{}).empty());
}

TEST_CASE("Fan's reduction races without barriers")
{
  const auto found = faults_of_halving<false>();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == gf::fault_kind::race);
  CHECK(found[0].text().find("x: ") == 0);
  CHECK(faults_of_halving<true>().empty());
}

TEST_CASE("two threads that write one element race, and both are named")
{
  const auto found = faults_of(gf::role::update, [](auto x, int block, int t) {
    if (block == 1 && (t == 3 || t == 40)) x[7] = t;
  });
  check_one(found, gf::fault_kind::race, 1, "x");
  CHECK(found[0].element == 7);
  CHECK(found[0].thread == 40);
  CHECK(found[0].other == 3);
  CHECK(found[0].block.x == 1);
}

TEST_CASE("threads of two blocks race, for no barrier lies between them")
{
  // d_y[0] = s_y[0], and a block that reads what another has written.
  check_one(faults_of(gf::role::update,
                      [](auto x, int block, int t) {
                        if (t == 0) x[0] = block;
                      }),
            gf::fault_kind::race, 1, "x");
  check_one(faults_of(gf::role::update,
                      [](auto x, int block, int t) {
                        if (block == 0) x[t] = 1;
                        if (block == 1) (void)static_cast<int>(x[t]);
                      }),
            gf::fault_kind::race, threads, "x");
  check_one(faults_of(gf::role::update,
                      [](auto x, int block, int t) {
                        (void)static_cast<int>(x[t]);
                        if (block == 1) x[t] = 1;
                      }),
            gf::fault_kind::race, threads, "x");
}

TEST_CASE("atomic operations race with plain accesses, but not with each other")
{
  const gf::trace on;
  std::vector<int> memory(4);
  const auto counts = on.argument(atomic_view(memory.data(), 4), "counts", gf::role::update);
  on.for_each_thread<gf::block<threads>>({3, 1, 1}, [&](gf::index3, gf::thread t) { counts(t.rank % 4) += 1; });
  CHECK(on.report().faults().empty());
  CHECK(memory == std::vector<int>(4, 3 * threads / 4));
  const auto seen = on.report().site("counts");
  CHECK(seen.does == gf::access_kind::atomic);
  CHECK(seen.addresses_per_request() == 4);
  CHECK(seen.collisions == seen.requests * 28);

  const auto x = on.argument(memory.data(), 4, "counts");
  on.for_each_thread<gf::block<threads>>({1, 1, 1}, [&](gf::index3, gf::thread t) {
    if (t.rank == 0) gf::atomically(x[0]) += 1;
    if (t.rank == 1) x[0] = 0;
  });
  check_one(on.report().faults(), gf::fault_kind::race, 1, "counts");
}

TEST_CASE("an access outside its view is found, and does not take place")
{
  const auto found = faults_of(gf::role::update, [](auto x, int block, int t) { x[block * threads + t + 1] = t; });
  check_one(found, gf::fault_kind::outside, 1, "x");
  CHECK(found[0].thread == threads - 1);
  CHECK(found[0].element == 2 * threads);
  check_one(faults_of(gf::role::update, [](auto x, int, int t) { CHECK(static_cast<int>(x[-1 - t]) == 0); }),
            gf::fault_kind::outside, 2 * threads, "x");
}

TEST_CASE("reading an unwritten element is a fault")
{
  const auto adds = [](auto x, int block, int t) { x[block * threads + t] += 1; };
  check_one(faults_of(gf::role::output, adds), gf::fault_kind::read_unwritten, 2 * threads, "x");
  check_one(faults_of(gf::role::scratch, adds), gf::fault_kind::read_unwritten, 2 * threads, "x");
  CHECK(faults_of(gf::role::update, adds).empty());
}

TEST_CASE("shared memory is uninitialised in every block")
{
  struct reads_first {
    using block_shape = fold::block;
    struct shared_storage {
      int exchanged[threads];
    };
    void operator()(gf::tracing::trace_block<reads_first>& block) const
    {
      auto&& shared = block.shared(gf::member<&shared_storage::exchanged>{});
      if (block.index().x == 0) block.each_thread([&](gf::thread t) { shared[t.rank] = 1; });
      block.each_thread([&](gf::thread t) { (void)static_cast<int>(shared[t.rank]); });
    }
  };
  check_one(faults_of_kernel(reads_first{}), gf::fault_kind::read_unwritten, threads, "exchanged");
}

TEST_CASE("an output with unwritten elements is a fault")
{
  const auto most = [](auto x, int block, int t) {
    if (t < 60) x[block * threads + t] = 1;
  };
  check_one(faults_of(gf::role::output, most), gf::fault_kind::never_written, 8, "x");
  CHECK(faults_of(gf::role::update, most).empty());
  CHECK(faults_of(gf::role::output, [](auto x, int block, int t) { x[block * threads + t] = 1; }).empty());
}

TEST_CASE("padding between the rows of an output need not be written")
{
  constexpr int pitch = 40;
  gf::aligned_vector<float> from(32 * 32, 1), to(32 * pitch);
  using extents = cuda::std::dextents<std::int64_t, 2>;
  const cuda::std::layout_stride::mapping<extents> rows(extents(32, 32), cuda::std::array<std::int64_t, 2>{pitch, 1});
  const cuda::std::mdspan<float, extents, cuda::std::layout_stride> out(to.data(), rows);
  const gf::trace on;
  gf::transpose<gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>>(
      on, cuda::std::mdspan<const float, extents>(from.data(), 32, 32), out);
  CHECK(on.report().faults().empty());
}

TEST_CASE("a fault says what it is and what to do")
{
  const auto found = faults_of(gf::role::update, [](auto x, int, int t) { x[t] = t; });
  REQUIRE(found.size() == 1);
  CHECK(found[0].text() ==
        "x: 64 races (first at element 0, block (1, 0, 0), thread 0 and others; nothing orders them): put a barrier "
        "between, or make both atomic in a scope with both threads");
}

TEST_CASE("an access at an address that is no multiple of its width is found, and does not take place")
{
  gf::aligned_vector<double> memory(9);
  double* const shifted = reinterpret_cast<double*>(reinterpret_cast<unsigned char*>(memory.data()) + 4);
  const gf::trace on;
  const auto x = on.argument(shifted, 8, "x");
  on.for_each_thread<gf::block<8>>({1, 1, 1}, [&](gf::index3, gf::thread t) { x[t.rank] = 1; });
  check_one(on.report().faults(), gf::fault_kind::misaligned, 8, "x");
  CHECK(memory == gf::aligned_vector<double>(9));
}

TEST_CASE("a vector of floats has to be aligned as a whole, its elements need not be")
{
  const auto faults_at = [](int first) {
    gf::aligned_vector<float> memory(8);
    const gf::trace on;
    const auto x = on.argument(memory.data(), 8, "x");
    on.for_each_thread<gf::block<1>>({1, 1, 1}, [&](gf::index3, gf::thread) { (void)load_array<4>(x + first); });
    return on.report().faults();
  };
  CHECK(faults_at(0).empty());
  CHECK(faults_at(4).empty());
  check_one(faults_at(1), gf::fault_kind::misaligned, 1, "x");
  check_one(faults_at(2), gf::fault_kind::misaligned, 1, "x");
}

TEST_CASE("additions by threads of a block are atomic in its scope, those of several blocks are not")
{
  const auto faults_of_scope = []<gf::thread_scope Scope>(std::integral_constant<gf::thread_scope, Scope>,
                                                          std::int64_t blocks) {
    using view =
        cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right, gf::atomic_accessor<int, Scope>>;
    std::vector<int> memory(2);
    const gf::trace on;
    const auto counts = on.argument(view(memory.data(), 2), "counts", gf::role::update);
    on.for_each_thread<gf::block<threads>>({blocks, 1, 1}, [&](gf::index3, gf::thread t) { counts(t.rank % 2) += 1; });
    return on.report().faults();
  };
  const std::integral_constant<gf::thread_scope, gf::thread_scope::block> block_scope;
  const std::integral_constant<gf::thread_scope, gf::thread_scope::device> device_scope;
  const std::integral_constant<gf::thread_scope, gf::thread_scope::system> system_scope;
  CHECK(faults_of_scope(block_scope, 1).empty());
  check_one(faults_of_scope(block_scope, 3), gf::fault_kind::race, 4, "counts");  // blocks 1 and 2, two elements
  CHECK(faults_of_scope(device_scope, 3).empty());
  CHECK(faults_of_scope(system_scope, 3).empty());
}

TEST_CASE("an addition in the scope of a block races with one of another block in any scope")
{
  using of_block = cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_right,
                                     gf::atomic_accessor<int, gf::thread_scope::block>>;
  std::vector<int> memory(1);
  const gf::trace on;
  const auto narrow = on.argument(of_block(memory.data(), 1), "count", gf::role::update);
  const auto wide = on.argument(atomic_view(memory.data(), 1), "count", gf::role::update);
  on.for_each_thread<gf::block<1>>({2, 1, 1}, [&](gf::index3 block, gf::thread) {
    if (block.x == 0) narrow(0) += 1;
    if (block.x == 1) wide(0) += 1;
  });
  check_one(on.report().faults(), gf::fault_kind::race, 1, "count");
}

TEST_CASE("an element is read only when its copy has arrived")
{
  const auto faults_with = [](auto in_flight) {
    const gf::trace on;
    const gf::aligned_vector<int> memory(threads);
    const auto x = on.argument(cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>(memory.data(), threads), "x",
                               gf::role::input);
    on.run(copying<in_flight(), decltype(x)>{x}, {2, 1, 1});
    return on.report().faults();
  };
  CHECK(faults_with(std::integral_constant<int, 1>{}).empty());
  const auto early = faults_with(std::integral_constant<int, 2>{});
  REQUIRE(early.size() == 1);
  CHECK(early[0].kind == gf::fault_kind::in_flight);
  CHECK(early[0].view == "stage");
  CHECK(early[0].count == 2 * threads);
}
