// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program time-average: the average and the standard deviation of the potential over the frames of a motion. Ions
/// tremble around the sites of a small crystal layer. Every frame is added to one map by add_to, so that no frame's map
/// is stored. For this motion the average is known: an ion is smeared to a Gaussian, whose potential is erf(r /
/// (sqrt(2) sigma)) / r.
///
/// Usage: time-average [FILE.svg], where FILE gets a picture of both.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda/cmath>
#include <exception>
#include <gridfold/core/add_to.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <random>
#include <string>
#include <vector>

#include "support/processor.hpp"
#include "support/red_or_blue.hpp"

namespace
{

namespace gf = gridfold;

using ions = std::vector<gf::source<float>>;

constexpr double sigma = 0.35;  ///< of each coordinate of an ion [Å]
constexpr double memory = 0.5;  ///< correlation of successive frames
constexpr int frames = 1000;
/// Points 1.5 Å above the layer.
constexpr gf::lattice plane{.origin = {-4, -4, 1.5}, .spacing = 0.4, .shape = {42, 42, 1}};

/// Sites of 4 by 4 ions, 2.8 Å apart, with charges of alternating sign.
ions layer()
{
  ions all;
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 4; ++i)
      all.push_back({2.8f * static_cast<float>(i), 2.8f * static_cast<float>(j), 0, (i + j) % 2 == 0 ? 1.0f : -1.0f});
  return all;
}

/// Brownian motion of each ion on a spring at its site. All motions have equal frames.
class motion {
 public:
  motion() : sites_(layer()), shift_(3 * sites_.size())
  {
    for (double& s : shift_) s = sigma * normal_(generator_);
  }

  /// The ions of the next frame, with their charges times a factor.
  const ions& next(float factor)
  {
    now_ = sites_;
    std::size_t d = 0;
    for (auto& ion : now_) {
      for (float* coordinate : {&ion.x, &ion.y, &ion.z}) {
        *coordinate += static_cast<float>(shift_[d]);
        shift_[d] = memory * shift_[d] + std::sqrt(1 - memory * memory) * sigma * normal_(generator_);
        ++d;
      }
      ion.charge *= factor;
    }
    return now_;
  }

 private:
  ions sites_, now_;
  std::mt19937 generator_{1};
  std::normal_distribution<double> normal_;
  std::vector<double> shift_;
};

// [squares]
/// A kernel: adds the square of each deviation to a sum, and starts the next deviation at minus the average.
struct add_squares {
  using block_shape = gf::block<128>;
  using shared_storage = gf::nothing_shared;
  float* deviation;
  float* squares;
  const float* average;
  std::int64_t size;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t n = block.index().x * block_shape::threads + t.rank;
      if (n >= size) return;
      squares[n] += deviation[n] * deviation[n];
      deviation[n] = -average[n];
    });
  }
};
// [squares]

struct statistics {
  std::vector<float> average, deviation;  ///< [e/Å]
};

template <class Processor>
statistics over_frames(const Processor& at)
{
  const std::int64_t points = plane.shape.count();
  const auto zeros = [&] { return std::vector<float>(static_cast<std::size_t>(points)); };
  typename Processor::template array<float> average(zeros()), deviation(zeros()), squares(zeros());
  const auto& on = at.on;
  // [average]
  // Input `constant` reads the ions before a call returns, so the program may move them then.
  using fold = gf::variant<gf::coarsen<16>, gf::constant_chunk<16>, gf::block<4, 8>>;
  const auto mean = gf::add_to(gf::view_of(average.data(), plane.shape));
  motion once;
  for (int f = 0; f < frames; ++f) gf::lattice_sum<fold>(on, once.next(1.0f / frames), plane, mean, gf::coulomb<>{});
  // [average]

  // [deviation]
  const add_squares add{deviation.data(), squares.data(), average.data(), points};
  const gf::shape3 grid{cuda::ceil_div(points, add_squares::block_shape::threads), 1, 1};
  const auto change = gf::add_to(gf::view_of(deviation.data(), plane.shape));
  on.run(add, grid);  // deviation = -average
  motion again;
  for (int f = 0; f < frames; ++f) {
    gf::lattice_sum<fold>(on, again.next(1), plane, change, gf::coulomb<>{});
    on.run(add, grid);
  }
  // [deviation]
  statistics found{average.values(), squares.values()};
  for (float& s : found.deviation) s = std::sqrt(s / frames);
  return found;
}

/// The average potential of infinitely many frames at a point.
double exact_average(std::int64_t i, std::int64_t j)
{
  double sum = 0;
  for (const auto& site : layer()) {
    const double r = std::hypot(plane.origin.x + plane.spacing.x * static_cast<double>(i) - site.x,
                                plane.origin.y + plane.spacing.y * static_cast<double>(j) - site.y, plane.origin.z);
    sum += site.charge * std::erf(r / (std::sqrt(2.0) * sigma)) / r;
  }
  return sum;
}

void print(const statistics& found)
{
  const auto [nx, ny, nz] = plane.shape;
  // Number of independent frames: successive frames are correlated.
  const double independent = frames * (1 - memory) / (1 + memory);
  double largest = 0;
  std::printf("%d frames of %zu ions\n%6s %6s %10s %10s %20s\n", frames, layer().size(), "x [Å]", "y [Å]", "average",
              "exact", "deviation [e/Å]");
  for (std::int64_t j = 0; j < ny; ++j)
    for (std::int64_t i = 0; i < nx; ++i) {
      const auto n = static_cast<std::size_t>(j * nx + i);
      const double exact = exact_average(i, j);
      largest = std::max(largest, std::abs(found.average[n] - exact) / (found.deviation[n] / std::sqrt(independent)));
      if (j % 7 == 3 && j < 20 && i % 7 == 3)  // above sites, and above their images beyond the layer
        std::printf("%6.1f %6.1f %10.5f %10.5f %15.5f\n", plane.origin.x + plane.spacing.x * static_cast<double>(i),
                    plane.origin.y + plane.spacing.y * static_cast<double>(j), found.average[n], exact,
                    found.deviation[n]);
    }
  std::printf("the average is at most %.1f standard errors from the exact one\n", largest);
}

void draw(const std::string& name, const statistics& found)
{
  const auto columns = static_cast<int>(plane.shape.x);
  constexpr double side = 8, top = 50;
  const double wide = side * columns, second = wide + 40;
  gf::svg picture(second + wide + 20, top + wide + 20);
  const auto panel = [&](double left, const char* title, const std::vector<float>& values) {
    const std::vector<double> shown(values.begin(), values.end());
    double most = 0;
    for (const double v : shown) most = std::max(most, std::abs(v));
    picture.squares(left, top, side, shown, columns, [&](double v) { return example::red_or_blue(v / most); });
    char words[100];
    std::snprintf(words, sizeof words, "%s, full colour at %.2f e/Å", title, most);
    picture.text(left + wide / 2, 30, words);
  };
  panel(20, "average", found.average);
  panel(second, "standard deviation", found.deviation);
  picture.write(name);
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    example::on_processor([&](const auto& at) {
      std::printf("on %s: ", at.name);
      const statistics found = over_frames(at);
      print(found);
      if (argc > 1) draw(argv[1], found);
    });
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "time-average: %s\n", wrong.what());
    return 1;
  }
}
