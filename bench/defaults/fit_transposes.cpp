// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fits the four variants and the limits of defaults/transpose.hpp for each width to times of candidates on random
/// shapes. The fit uses the shapes of one seed; the shapes of the others test it. Usage: fit_transposes SEED TABLE.csv…
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <gridfold/defaults/transpose.hpp>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace
{

namespace gf = gridfold;
using gf::defaults::transpose_limits, gf::defaults::transpose_size;

constexpr double brief = 0.03;    ///< milliseconds; a shorter call is dominated by its launch
constexpr double allowed = 1.08;  ///< a longer call may take this many times the best of the four before it weighs more
constexpr double noise = 0.001;   ///< of the cost

/// A shape and the times of the candidates, by their number; infinite if one was not timed.
struct shape {
  long seed;
  transpose_size size;
  std::vector<double> times;
};

/// The rows of an element width: candidates, by position in the rule's list, and shapes.
struct width {
  std::vector<std::string> names;
  std::array<std::vector<std::size_t>, 4> places;
  std::vector<shape> shapes;
};

/// The position in the rule's list of the variant with this name.
std::size_t place_of(const std::string& name)
{
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  if (has("tile:fitted")) return 0;
  if (has("tile:padded")) return 1;
  if (has("tile:aligned")) return has("/raster:columns") ? 3 : 2;
  throw gf::error("the variant '" + name +
                  "' has no place in the rule (its tile is not fitted, padded or aligned): take it out");
}

void read(const char* path, std::map<int, width>& widths)
{
  std::ifstream file(path);
  std::map<std::tuple<int, long, std::int64_t, std::int64_t, std::int64_t>, std::size_t> found;
  bool begun = false;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind('#', 0) == 0) continue;
    if (!begun) {
      if (line != "seed,bytes,batches,rows,columns,variant,ms,copy_ms")
        throw gf::error(std::string(path) + " is no table of transposes (its first line has other names): give one");
      begun = true;
      continue;
    }
    std::vector<std::string> fields;
    std::istringstream of(line);
    for (std::string field; std::getline(of, field, ',');) fields.push_back(field);
    const long seed = std::stol(fields.at(0));
    const int bytes = std::stoi(fields.at(1));
    const transpose_size size{std::stoll(fields.at(2)), std::stoll(fields.at(3)), std::stoll(fields.at(4))};
    width& w = widths[bytes];
    auto n = static_cast<std::size_t>(std::find(w.names.begin(), w.names.end(), fields.at(5)) - w.names.begin());
    if (n == w.names.size()) {
      w.names.push_back(fields.at(5));
      w.places.at(place_of(fields.at(5))).push_back(n);
    }
    const auto [at, is_new] = found.try_emplace({bytes, seed, size.batches, size.rows, size.columns}, w.shapes.size());
    if (is_new) w.shapes.push_back({seed, size, {}});
    auto& times = w.shapes[at->second].times;
    times.resize(std::max(times.size(), n + 1), INFINITY);
    times[n] = std::stod(fields.at(6));
  }
  for (auto& [bytes, w] : widths)
    for (shape& s : w.shapes) s.times.resize(w.names.size(), INFINITY);
}

/// Four candidates, by number, and the rule's limits.
struct rule {
  std::array<std::size_t, 4> four;
  transpose_limits limits;
};

/// The time that a rule loses to the best of its four, and to the best of all candidates.
struct behind {
  /// A call and its time over the best of the four.
  struct call {
    double share, milliseconds;
    transpose_size size;
    std::size_t chosen, best;  ///< positions in the rule's list
  };
  int shapes = 0, long_ones = 0;
  double mean = 0, worst = 1, mean_long = 0, worst_long = 1, mean_of_all = 0;
  std::vector<call> calls;  ///< only if asked for

  behind(const rule& of, int bytes, const width& w, bool fitted, long seed, bool with_calls = false)
  {
    for (const shape& s : w.shapes) {
      if ((s.seed == seed) != fitted) continue;
      std::size_t best = 0;
      for (std::size_t n = 1; n < 4; ++n)
        if (s.times[of.four[n]] < s.times[of.four[best]]) best = n;
      const std::size_t chosen = of.limits.choose(bytes, s.size);
      const double time = s.times[of.four[chosen]], share = time / s.times[of.four[best]];
      if (!std::isfinite(time)) continue;
      ++shapes, mean += share, worst = std::max(worst, share);
      mean_of_all += time / *std::min_element(s.times.begin(), s.times.end());
      if (with_calls) calls.push_back({share, time, s.size, chosen, best});
      if (time > brief) ++long_ones, mean_long += share, worst_long = std::max(worst_long, share);
    }
    mean /= shapes, mean_of_all /= shapes, mean_long /= std::max(long_ones, 1);
  }
  /// The quantity that the fit minimises.
  [[nodiscard]] double cost() const { return mean + mean_of_all + std::max(worst_long - allowed, 0.0); }

  void print(const char* what)
  {
    if (shapes == 0) return;
    std::printf(
        "  %s, %d shapes: mean %.4f (%.4f of all candidates), worst %.3f; %d long calls: mean %.4f, worst %.3f\n", what,
        shapes, mean, mean_of_all, worst, long_ones, mean_long, worst_long);
    std::sort(calls.begin(), calls.end(), [](const call& a, const call& b) { return a.share > b.share; });
    calls.resize(std::min<std::size_t>(calls.size(), 4));
    for (const call& of : calls)
      if (of.share > 1.04)
        std::printf("    %.3f: %lld x %lld x %lld in %.4f ms by number %zu of the four, best is %zu\n", of.share,
                    static_cast<long long>(of.size.batches), static_cast<long long>(of.size.rows),
                    static_cast<long long>(of.size.columns), of.milliseconds, of.chosen, of.best);
  }
};

/// Calls a function with all limits to try.
template <class Call>
void for_each_limits(const Call& call)
{
  for (const std::int64_t thin : {8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320, 400})
    for (const std::int64_t fitted : {4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64})
      for (const std::int64_t small : {0, 6, 8, 12, 16, 24, 32, 48, 64, 96})
        for (const std::int64_t tall : {20000, 30000, 40000, 60000, 100000, 200000}) call({thin, fitted, small, tall});
}

template <class Call>
void for_each_four(const width& w, const Call& call)
{
  for (const std::size_t first : w.places[0])
    for (const std::size_t second : w.places[1])
      for (const std::size_t third : w.places[2])
        for (const std::size_t fourth : w.places[3]) call({first, second, third, fourth});
}

/// The distance between two rules: factors of two between limits, plus one per different variant.
double distance(const rule& one, const rule& other)
{
  const auto between = [](std::int64_t a, std::int64_t b) {
    return std::abs(std::log2(static_cast<double>(a + 1) / static_cast<double>(b + 1)));
  };
  double sum = between(one.limits.thin, other.limits.thin) + between(one.limits.fitted, other.limits.fitted) +
               between(one.limits.cached, other.limits.cached) + between(one.limits.tall, other.limits.tall);
  for (std::size_t n = 0; n < 4; ++n) sum += one.four[n] != other.four[n];
  return sum;
}

/// The rule nearest to the header's among those with the least cost, up to noise, on the fitted shapes.
rule fitted_rule(int bytes, const width& w, long seed, const rule& shipped)
{
  std::vector<std::pair<double, rule>> tried;
  double least = INFINITY;
  for_each_four(w, [&](const std::array<std::size_t, 4>& four) {
    for_each_limits([&](const transpose_limits& limits) {
      const rule of{four, limits};
      const double cost = behind(of, bytes, w, true, seed).cost();
      if (!std::isfinite(cost)) return;
      least = std::min(least, cost);
      if (cost < least + noise) tried.emplace_back(cost, of);
    });
  });
  if (tried.empty())
    throw gf::error("no shape of the seed has times of four variants (the table lacks them): give one that has");
  const auto far = [&](const std::pair<double, rule>& of) {
    return of.first < least + noise ? distance(of.second, shipped) : INFINITY;
  };
  return std::min_element(tried.begin(), tried.end(), [&](const auto& a, const auto& b) { return far(a) < far(b); })
      ->second;
}

/// The header's rule, if the table has its variants.
template <class... Choice>
bool find_shipped(gf::list<Choice...>, const width& w, std::array<std::size_t, 4>& four)
{
  std::size_t place = 0;
  bool is_there = true;
  const auto find = [&](const std::string& name) {
    const auto n = static_cast<std::size_t>(std::find(w.names.begin(), w.names.end(), name) - w.names.begin());
    is_there = is_there && n < w.names.size();
    four.at(place++) = n;
  };
  (find(std::string(Choice::type::name())), ...);
  return is_there;
}

void print(const char* title, const rule& of, int bytes, const width& w, long seed)
{
  std::printf("%d bytes, %s: .thin = %lld, .fitted = %lld, .cached = %lld, .tall = %lld\n", bytes, title,
              static_cast<long long>(of.limits.thin), static_cast<long long>(of.limits.fitted),
              static_cast<long long>(of.limits.cached), static_cast<long long>(of.limits.tall));
  for (const std::size_t n : of.four) std::printf("  %s\n", w.names[n].c_str());
  behind(of, bytes, w, true, seed, true).print("fitted");
  behind(of, bytes, w, false, seed, true).print("judging");
}

template <int Bytes>
void fit(const std::map<int, width>& widths, long seed)
{
  const auto found = widths.find(Bytes);
  if (found == widths.end()) return;
  using of = gf::defaults::transposes<Bytes>;
  rule shipped{{}, of::limits};
  if (find_shipped(typename of::choices{}, found->second, shipped.four))
    print("the header's", shipped, Bytes, found->second, seed);
  print("the fit's", fitted_rule(Bytes, found->second, seed, shipped), Bytes, found->second, seed);
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc < 3) return std::fputs("Usage: fit_transposes SEED TABLE.csv…\n", stderr), 2;
  try {
    std::map<int, width> widths;
    for (int n = 2; n < argc; ++n) read(argv[n], widths);
    const long seed = std::atol(argv[1]);
    fit<1>(widths, seed);
    fit<2>(widths, seed);
    fit<4>(widths, seed);
    fit<8>(widths, seed);
    fit<16>(widths, seed);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fit_transposes: %s\n", e.what());
    return 1;
  }
  return 0;
}
