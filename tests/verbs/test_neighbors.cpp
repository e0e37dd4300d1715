// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests of neighbors beside its variants: the cutoff to the last bit, capacity, owned lists, errors and streams.
#include <gridfold/neighbors.hpp>

#include <algorithm>
#include <cmath>
#include <gridfold/core/error.hpp>
#include <numbers>
#include <string>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "neighbors/check_lists.hpp"

namespace test_neighbors
{

namespace
{

using namespace test;
using namespace test::lists;

using gathering = gf::variant<gf::gather, gf::interleaved, gf::coarsen<2>, gf::shared_tile<64>, gf::block<32>>;
using scattering = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<2>, gf::read_only, gf::block<32>>;

#ifdef __CUDACC__
using executor = gf::device;
#else
using executor = gf::host;
#endif

/// One particle at the origin, all others on a circle about it, as exactly as T allows: half of them inside.
template <class T>
particles<T, 2> circle(int count, double radius)
{
  particles<T, 2> all{{std::vector<T>{0}, std::vector<T>{0}}};
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    all.along[0].push_back(static_cast<T>(radius * std::cos(angle)));
    all.along[1].push_back(static_cast<T>(radius * std::sin(angle)));
  }
  return all;
}

/// The message of the error that `act` throws; empty if none.
template <class F>
std::string complaint(F act)
{
  try {
    act();
  } catch (const gf::error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("particles exactly at the cutoff are not neighbours, those just inside are")
{
  const particles<float, 3> row{{std::vector<float>{0, 3, 7, std::nextafter(12.0f, 0.0f)},
                                 std::vector<float>{0, 4, 4, 4}, std::vector<float>(4, 0)}};
  const std::vector<std::vector<int>> expected{{}, {2}, {1, 3}, {2}};
  check_list<gathering, row_major>(row, 5, expected, 3);
  check_list<scattering, row_major>(row, 5, expected, 3);
}

TEST_CASE_TEMPLATE("squared distances are fused in a fixed order everywhere", T, float, double)
{
  const T radius = T(1.7);
  const auto all = circle<T>(999, radius);
  std::size_t inside = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    const T x = all.along[0][i], y = all.along[1][i];
    inside += std::fma(y, y, x * x) < radius * radius;
  }
  CHECK(inside > 20);
  CHECK(inside < 979);
  CHECK(gf::neighbors<gathering>(executor{}, all.view(), radius).of(0).size() == inside);
  CHECK(gf::neighbors<scattering>(executor{}, all.view(), radius).of(0).size() == inside);
}

TEST_CASE("if the neighbours do not fit, the counts give the needed capacity")
{
  const auto all = random_particles<float, 3>(67, 1);
  const auto found = find<scattering, row_major>(all, 10, 10);
  CHECK(gf::needed_capacity(found.counts) == 66);
  CHECK(complaint([&] { gf::check_capacity(found.counts, 10); }).find("66 neighbours and the list has room for 10") !=
        std::string::npos);
  CHECK(complaint([&] { gf::check_capacity(found.counts, 65); }).find("give the list a capacity of 66") !=
        std::string::npos);
  CHECK(complaint([&] { gf::check_capacity(found.counts, 66); }).empty());
}

TEST_CASE("an owned list has the needed capacity")
{
  const auto all = random_particles<double, 2>(307, 2);
  int doubtful = 0;
  const auto expected = expected_neighbors(all, 0.2, doubtful);
  REQUIRE(doubtful == 0);
  for (const auto& table : {gf::neighbors<gathering>(executor{}, all.view(), 0.2),
                            gf::neighbors<scattering>(executor{}, all.view(), 0.2)}) {
    CHECK(table.capacity() == most(expected));
    REQUIRE(table.size() == all.size());
    int wrong = 0;
    for (std::size_t n = 0; n < table.size(); ++n) {
      std::vector<int> set(table.of(n).begin(), table.of(n).end());
      std::sort(set.begin(), set.end());
      wrong += set != expected[n];
    }
    CHECK(wrong == 0);
  }
  CHECK(gf::neighbors<gathering>(executor{}, particles<float, 2>{}.view(), 1).size() == 0);
}

TEST_CASE("a gathered list is ascending")
{
  const auto all = random_particles<float, 2>(307, 3);
  const auto table = gf::neighbors<gathering>(executor{}, all.view(), 0.2);
  int descents = 0;
  for (std::size_t n = 0; n < table.size(); ++n) descents += !std::is_sorted(table.of(n).begin(), table.of(n).end());
  CHECK(descents == 0);
}

TEST_CASE("a particle with a NaN coordinate has no neighbours")
{
  particles<float, 2> all{{std::vector<float>{0, NAN, 1}, std::vector<float>{0, 0, 0}}};
  const std::vector<std::vector<int>> expected{{2}, {}, {0}};
  check_list<gathering, row_major>(all, 2, expected, 3);
  check_list<scattering, row_major>(all, 2, expected, 3);
}

TEST_CASE("invalid arguments are errors that say why")
{
  const std::vector<float> three(3), four(4);
  int counts[4], indices[4];
  const auto find_in = [&](double cutoff, std::int64_t room) {
    return complaint([&] {
      gf::neighbors<gathering>(gf::host{}, gf::positions(four, four), cutoff,
                               gf::neighbor_list<>(counts, indices, room, 1));
    });
  };
  CHECK(complaint([&] { gf::positions(three, four); }).find("arrays are of 3 and 4 elements") != std::string::npos);
  CHECK(find_in(0, 4).find("the cutoff is 0 ") == 0);
  CHECK(find_in(-1, 4).find("the cutoff is -1 ") == 0);
  CHECK(find_in(NAN, 4).find("the cutoff is nan") == 0);
  CHECK(find_in(1, 3).find("neighbours of 3 particles, and 4 are given") != std::string::npos);
}

#ifdef __CUDACC__
TEST_CASE("concurrent lists on two streams are correct")
{
  const auto all = random_particles<float, 3>(2003, 4);
  cudaStream_t stream[2];
  for (auto& s : stream) gf::cuda_check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "creating a stream");
  gf::device_buffer<float> axes[3] = {gf::device_buffer<float>(all.size()), gf::device_buffer<float>(all.size()),
                                      gf::device_buffer<float>(all.size())};
  auto there = all.view();
  for (int d = 0; d < 3; ++d) {
    axes[d].copy_from(all.along[static_cast<std::size_t>(d)].data());
    there.along[d] = axes[d].span();
  }
  const double cutoffs[2] = {0.1, 0.2};
  constexpr std::int64_t room = 200;
  found_list<row_major> found[2] = {{all.size(), room}, {all.size(), room}};
  gf::device_buffer<int> counts[2] = {gf::device_buffer<int>(all.size()), gf::device_buffer<int>(all.size())};
  gf::device_buffer<int> indices[2] = {gf::device_buffer<int>(found[0].indices.size()),
                                       gf::device_buffer<int>(found[1].indices.size())};
  for (int s : {0, 1}) {
    counts[s].copy_from(found[s].counts.data());
    indices[s].copy_from(found[s].indices.data());
  }
  gf::cuda_check(cudaDeviceSynchronize(), "copying a test's particles");
  for (int turn = 0; turn < 10; ++turn)
    for (int s : {0, 1})
      gf::neighbors<scattering>(gf::device{stream[s]}, there, cutoffs[s],
                                found[s].list(counts[s].data(), indices[s].data()));
  gf::cuda_check(cudaDeviceSynchronize(), "finding neighbours on two streams");
  for (int s : {0, 1}) {
    counts[s].copy_to(found[s].counts.data());
    indices[s].copy_to(found[s].indices.data());
    gf::cuda_check(cudaStreamDestroy(stream[s]), "destroying a stream");
  }
  gf::cuda_check(cudaDeviceSynchronize(), "copying a test's lists");
  for (int s : {0, 1}) {
    int doubtful = 0;
    const auto expected = expected_neighbors(all, cutoffs[s], doubtful);
    REQUIRE(doubtful == 0);
    REQUIRE(most(expected) <= room);
    CHECK(found[s].sets() == expected);
    CHECK(found[s].spoiled() == 0);
  }
}
#endif

TEST_CASE_TEMPLATE("a cutoff whose square leaves the range of the type is refused by every way, all others are right",
                   T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  const double least = std::sqrt(double(std::numeric_limits<T>::min())),
               most = std::sqrt(double(std::numeric_limits<T>::max()) / 2);
  for (int n = 0; n < 40; ++n) {
    // Within a factor of a thousand of either end. A third of the pairs are neighbours, whatever the unit is.
    const double end = n % 2 == 0 ? least : most, cutoff = end * std::pow(10, 6 * share(generator) - 3);
    CAPTURE(cutoff);
    auto all = random_particles<T, 3>(n % 8 < 6 ? 20 : 3000, static_cast<unsigned>(generator()));
    for (auto& axis : all.along)
      for (T& x : axis) x = static_cast<T>(double(x) * std::min(cutoff, end * 100) * (n % 8 < 6 ? 1.5 : 12));
    const bool fits = cutoff > least && cutoff < most;
    gf::neighbor_table by_default({}, 0), gathered({}, 0), scattered({}, 0);
    const std::string refusals[] = {
        complaint([&] { by_default = gf::neighbors(executor{}, all.view(), cutoff); }),
        complaint([&] { gathered = gf::neighbors<gathering>(executor{}, all.view(), cutoff); }),
        complaint([&] { scattered = gf::neighbors<scattering>(executor{}, all.view(), cutoff); })};
    for (const std::string& refusal : refusals) {
      if (fits) REQUIRE(refusal.empty());
      if (!fits) REQUIRE(explains(refusal, "its square is beyond the range of the positions' type"));
    }
    if (!fits || double(all.along[0][0]) * 0 != 0) continue;
    // In units of the cutoff, in which no square leaves a range; of many particles for some.
    int wrong = 0;
    const std::size_t step = 1 + all.size() / 300;
    for (std::size_t i = generator() % step; i < all.size(); i += step) {
      std::size_t inside = 0, doubtful = 0;
      for (std::size_t j = 0; j < all.size(); ++j) {
        double r2 = 0;
        for (const auto& axis : all.along) {
          const double distance = (double(axis[i]) - double(axis[j])) / cutoff;
          r2 += distance * distance;
        }
        const bool near_end = std::abs(r2 - 1) < 1e-5;
        doubtful += near_end;
        inside += i != j && r2 < 1 && !near_end;
      }
      for (const auto* table : {&by_default, &gathered, &scattered})
        wrong += table->of(i).size() < inside || table->of(i).size() > inside + doubtful;
    }
    CHECK(wrong == 0);
  }
}

}  // namespace test_neighbors
