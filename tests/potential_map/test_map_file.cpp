// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <limits>
#include <random>
#include <thread>

#include "../support/scratch.hpp"
#include "../support/seed.hpp"
#include "formats/map_file.hpp"
#include "formats/writers.hpp"
#include "formats/z_fastest.hpp"
#include "molecule/bytes.hpp"
#include "output/in_order.hpp"
#include "process.hpp"

using namespace potential_map;

namespace
{

/// A lattice of 2 x 1 x 4 points whose value at (x, y, z) is 10*x + z + 1/8.
template <class T>
gridfold::field<T> sample()
{
  gridfold::field<T> map({{-1, 2.5, 1e-3}, {0.5, 1, 0.1}, {2, 1, 4}});
  for (std::int64_t z = 0; z < 4; ++z)
    for (std::int64_t x = 0; x < 2; ++x) map.view()(z, 0, x) = static_cast<T>(10 * x + z) + T(0.125);
  return map;
}

using names = std::vector<std::string>;

/// Writes "newer" to an output; calls `before` before the output takes its place.
template <class F>
void replace(const std::filesystem::path& path, F before)
{
  output_file out(path);
  out.write("newer");
  out.finish();
  before();
  out.publish();
}

void replace(const std::filesystem::path& path)
{
  replace(path, [] {});
}

std::string written(const any_field& map, const std::string& name, int threads = 1)
{
  const scratch folder;
  output_file out(folder / name, threads);
  write_map(out, format_of(name), map, "a title", {{0.529177210903, 0, -1.058354421806, 0.25}});
  out.finish();
  out.publish();
  const std::string bytes = folder.read(name);
  CHECK(out.size() == bytes.size());
  CHECK(folder.names() == names{name});
  return bytes;
}

template <class T>
T at(const std::string& bytes, std::size_t offset)
{
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

gridfold::lattice lattice_in(const std::string& text)
{
  const scratch folder;
  return read_dx_lattice(folder.file("other.dx", text));
}

std::string complaint(const std::string& text)
{
  return message_of([&] { lattice_in(text); });
}

}  // namespace

TEST_CASE("names of objects may have keywords in them, in quotes or as a word")
{
  for (const std::string name :
       {"\"my class array of potentials\"", "class", "\"counts 9 9 9\"", "\"\"", "\"items\""}) {
    CAPTURE(name);
    const std::string header = "object " + name + " class gridpositions counts 3 4 5\norigin 1 2 3\ndelta 0.5 0 0\n" +
                               "delta 0 0.5 0\ndelta 0 0 0.5\n" + "object " + name + " class field\ncomponent " + name +
                               " value 1\n";
    CHECK(lattice_in(header).shape == gridfold::shape3{3, 4, 5});
  }
}

TEST_CASE("the suffix selects the format")
{
  CHECK(format_of("a/b.dx") == map_format::dx);
  CHECK(format_of("b.mrc") == map_format::mrc);
  CHECK(format_of("b.ccp4.gz") == map_format::ccp4);
  CHECK(format_of("b.npy") == map_format::npy);
  CHECK(format_of("b.cube") == map_format::cube);
  CHECK(contains(message_of([] { format_of("b.cub"); }), "the suffix '.cub'"));
  CHECK(contains(message_of([] { format_of("b"); }), "no suffix"));
}

TEST_CASE("OpenDX has z fastest, three values a line")
{
  const std::string expected =
      "# a title\n"
      "object 1 class gridpositions counts 2 1 4\n"
      "origin -1 2.5 0.001\n"
      "delta 0.5 0 0\n"
      "delta 0 1 0\n"
      "delta 0 0 0.1\n"
      "object 2 class gridconnections counts 2 1 4\n"
      "object 3 class array type double rank 0 items 8 data follows\n"
      "0.125 1.125 2.125\n"
      "3.125 10.125 11.125\n"
      "12.125 13.125\n"
      "attribute \"dep\" string \"positions\"\n"
      "object \"regular positions regular connections\" class field\n"
      "component \"positions\" value 1\n"
      "component \"connections\" value 2\n"
      "component \"data\" value 3\n";
  CHECK(written(sample<float>(), "map.dx") == expected);
  CHECK(written(sample<double>(), "map.dx") == expected);
}

TEST_CASE("a cube has z fastest, six values a line, rows on lines of their own, and lengths in Bohr radii")
{
  gridfold::field<double> map({{0, 0.529177210903, 0}, {0.529177210903, 1.058354421806, 0.529177210903}, {1, 2, 7}});
  for (std::size_t i = 0; i < map.values.size(); ++i) map.values[i] = (i % 2 == 0 ? -1 : 1) * static_cast<double>(i);
  const std::string expected =
      "a title\n"
      "x outermost, z innermost; lengths in Bohr radii\n"
      "1 0 1 0\n"
      "1 1 0 0\n"
      "2 0 2 0\n"
      "7 0 0 1\n"
      "0 0.25 1 0 -2\n"
      " -0.00000e+00 -2.00000e+00 -4.00000e+00 -6.00000e+00 -8.00000e+00 -1.00000e+01\n"
      " -1.20000e+01\n"
      "  1.00000e+00  3.00000e+00  5.00000e+00  7.00000e+00  9.00000e+00  1.10000e+01\n"
      "  1.30000e+01\n";
  CHECK(written(map, "map.cube") == expected);
}

TEST_CASE("OpenDX text reads back as the same numbers")
{
  gridfold::field<double> map({{0, 0, 0}, 1, {1, 1, 5000}});
  for (std::size_t i = 0; i < map.values.size(); ++i)
    map.values[i] =
        (i % 2 == 0 ? -1.0 : 1.0) / static_cast<double>(i + 3) * std::pow(10.0, static_cast<int>(i % 40) - 20);
  std::istringstream text(written(map, "map.dx"));
  for (std::string word; text >> word && word != "follows";) continue;
  for (const double value : map.values) {
    std::string word;
    text >> word;
    REQUIRE(std::strtod(word.c_str(), nullptr) == value);
  }
}

namespace
{

/// A map of random values of many magnitudes, in several pieces of an output.
template <class T>
gridfold::field<T> random_map(std::mt19937& generator)
{
  std::uniform_int_distribution<std::int64_t> side(40, 80);
  std::uniform_real_distribution<double> exponent(-30, 30), mantissa(-10, 10);
  gridfold::field<T> map({{0, 0, 0}, 0.5, {side(generator), side(generator), side(generator)}});
  for (T& value : map.values) value = static_cast<T>(mantissa(generator) * std::pow(10.0, exponent(generator)));
  return map;
}

/// The values of an OpenDX file, one by one.
template <class T>
std::string dx_values(const gridfold::field<T>& map)
{
  const auto& [nx, ny, nz] = map.where.shape;
  std::string text;
  std::int64_t n = 0;
  for (std::int64_t x = 0; x < nx; ++x)
    for (std::int64_t y = 0; y < ny; ++y)
      for (std::int64_t z = 0; z < nz; ++z) {
        std::array<char, 40> word;
        text.append(word.data(), std::to_chars(word.data(), word.data() + word.size(), map.view()(z, y, x)).ptr);
        text += ++n % 3 == 0 || n == map.where.shape.count() ? '\n' : ' ';
      }
  return text;
}

}  // namespace

TEST_CASE_TEMPLATE("a map is the same file by any number of threads", T, float, double)
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const gridfold::field<T> map = random_map<T>(generator);
  const std::string text = written(map, "map.dx");
  CHECK(text.find("data follows\n" + dx_values(map) + "attribute") != text.npos);
  for (const std::string name : {"map.dx", "map.mrc", "map.cube", "map.npy"}) {
    const std::string bytes = written(map, name);
    CHECK(written(map, name, 3) == bytes);
#ifdef HAVE_ZLIB
    const std::string packed = written(map, name + ".gz");
    CHECK(written(map, name + ".gz", 5) == packed);
    CHECK(unpack_gzip(packed, name) == bytes);
#endif
  }
}

#ifdef HAVE_ZLIB
TEST_CASE_TEMPLATE("text that is put together from ranges of values, of planes in slabs, is the whole map's", T, float,
                   double)
{
  std::mt19937 generator(test::seed());
  const auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(generator() % static_cast<unsigned>(end));
  };
  for (int times = 0; times < 20; ++times) {
    gridfold::field<T> map({{0, 0, 0}, 1, {1 + below(6), 1 + below(6), 1 + below(20)}});
    for (T& value : map.values) value = static_cast<T>(below(1000)) / 7;
    const gridfold::shape3 shape = map.where.shape;
    std::vector<std::int64_t> begin{0};  // of slabs, some of which are empty
    while (begin.back() < shape.z) begin.push_back(std::min(begin.back() + below(9), shape.z));
    for (const char* name : {"map.dx", "map.cube"}) {
      const map_format format = format_of(name);
      const std::int64_t step = values_of_text(format, shape);
      std::string text;
      for (std::int64_t first = 0, last = 0; first < shape.count(); first = last) {
        last = std::min(first + step * (1 + below(40)), shape.count());
        const value_interval range{first, last};
        std::vector<T> values(static_cast<std::size_t>(range.size()), T(-1));
        for (std::size_t r = 0; r + 1 < begin.size(); ++r) {
          if (begin[r] == begin[r + 1]) continue;
          gridfold::field<T> slab({{0, 0, 0}, 1, {shape.x, shape.y, begin[r + 1] - begin[r]}});
          std::copy_n(map.values.begin() + begin[r] * shape.x * shape.y, slab.values.size(), slab.values.begin());
          const std::vector<T> taken = take_planes(slab, range, shape.z, begin[r], begin[r + 1]);
          CHECK(static_cast<std::int64_t>(taken.size()) == count_of_planes(range, shape.z, begin[r], begin[r + 1]));
          put_planes(taken.data(), range, shape.z, begin[r], begin[r + 1], values.data());
        }
        text += text_of_values(format, shape, first, values);
      }
      text += text_footer(format);
      const std::string whole = written(map, name);
      CHECK(whole.size() > text.size());
      CHECK(whole.ends_with(text));
    }
  }
}

TEST_CASE("bytes that do not compress, and none at all, come back from an output that is compressed")
{
  std::mt19937 generator(test::seed());
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20, (std::size_t{5} << 20) + 17}) {
    std::string bytes(size, ' ');
    for (char& byte : bytes) byte = static_cast<char>(generator());
    const scratch folder;
    output_file out(folder / "bytes.gz", 3);
    out.write("before");
    out.write(bytes);
    out.write("behind");
    out.finish();
    out.publish();
    CHECK(unpack_gzip(folder.read("bytes.gz"), "bytes.gz") == "before" + bytes + "behind");
  }
  const scratch folder;
  output_file out(folder / "none.gz");
  out.finish();
  out.publish();
  CHECK(unpack_gzip(folder.read("none.gz"), "none.gz").empty());
}
#endif

TEST_CASE("pieces are used in order, by any number of threads, and few exist at a time")
{
  for (const int threads : {1, 2, 7, 100})
    for (const std::int64_t count : {0, 1, 5, 300}) {
      std::atomic<std::int64_t> made = 0;
      std::int64_t used = 0, most = 0, wrong = 0;
      in_order(
          count, threads,
          [&](std::int64_t n) {
            ++made;
            return n;
          },
          [&](std::int64_t n) {
            most = std::max(most, made - used);
            wrong += n != used++;
          });
      CHECK(wrong == 0);
      CHECK(used == count);
      CHECK(most <= threads + 1);
    }
}

TEST_CASE("an error in making or using a piece ends the rest")
{
  for (const int threads : {1, 4}) {
    std::int64_t used = 0;
    const auto make_until = [](std::int64_t bad) {
      return [=](std::int64_t n) { return n == bad ? throw gridfold::error("bad piece") : n; };
    };
    const auto use_until = [&](std::int64_t bad) {
      return [&used, bad](std::int64_t n) { n == bad ? throw gridfold::error("bad use") : used = n; };
    };
    CHECK(message_of([&] { in_order(100, threads, make_until(40), use_until(100)); }) == "bad piece");
    CHECK(used == 39);
    CHECK(message_of([&] { in_order(100, threads, make_until(100), use_until(7)); }) == "bad use");
    CHECK(used == 6);
  }
}

TEST_CASE("MRC has a header of MRC2014 and the values as floats")
{
  const std::string bytes = written(sample<double>(), "map.mrc");
  REQUIRE(bytes.size() == 1024 + 8 * sizeof(float));
  CHECK((at<std::int32_t>(bytes, 0) == 2 && at<std::int32_t>(bytes, 4) == 1 && at<std::int32_t>(bytes, 8) == 4));
  CHECK(at<std::int32_t>(bytes, 12) == 2);
  CHECK((at<std::int32_t>(bytes, 28) == 2 && at<std::int32_t>(bytes, 32) == 1 && at<std::int32_t>(bytes, 36) == 4));
  CHECK((at<float>(bytes, 40) == 1 && at<float>(bytes, 44) == 1 && at<float>(bytes, 48) == 0.4F));
  CHECK((at<float>(bytes, 52) == 90 && at<float>(bytes, 60) == 90));
  CHECK((at<std::int32_t>(bytes, 64) == 1 && at<std::int32_t>(bytes, 68) == 2 && at<std::int32_t>(bytes, 72) == 3));
  CHECK((at<float>(bytes, 76) == 0.125F && at<float>(bytes, 80) == 13.125F && at<float>(bytes, 84) == 6.625F));
  CHECK(at<std::int32_t>(bytes, 88) == 1);
  CHECK(at<std::int32_t>(bytes, 108) == 20140);
  CHECK((at<float>(bytes, 196) == -1 && at<float>(bytes, 200) == 2.5F && at<float>(bytes, 204) == 1e-3F));
  CHECK(bytes.substr(208, 4) == "MAP ");
  CHECK(bytes.substr(212, 2) == "DD");
  CHECK(at<float>(bytes, 216) == doctest::Approx(std::sqrt(26.25)));
  CHECK(at<std::int32_t>(bytes, 220) == 1);
  CHECK(bytes.substr(224, 9) == "a title  ");
  CHECK((at<float>(bytes, 1024) == 0.125F && at<float>(bytes, 1028) == 10.125F && at<float>(bytes, 1032) == 1.125F));
}

TEST_CASE("CCP4 counts the origin in points, and refuses one between them")
{
  gridfold::field<float> map({{-1, 2.5, 1.2}, {0.5, 1.25, 0.1}, {2, 1, 4}});
  const std::string bytes = written(map, "map.ccp4");
  CHECK((at<std::int32_t>(bytes, 16) == -2 && at<std::int32_t>(bytes, 20) == 2 && at<std::int32_t>(bytes, 24) == 12));
  CHECK((at<float>(bytes, 196) == 0 && at<float>(bytes, 200) == 0 && at<float>(bytes, 204) == 0));
  CHECK_NOTHROW(check_format(map_format::ccp4, map.where));
  map.where.origin.y = 2.6;
  CHECK(contains(message_of([&] { check_format(map_format::ccp4, map.where); }),
                 "begins at y = 2.6 Å, which is no multiple of its spacing of 1.25 Å"));
  CHECK_NOTHROW(check_format(map_format::mrc, map.where));
}

TEST_CASE("MRC refuses what does not fit it")
{
  auto map = sample<double>();
  map.values[3] = 1e39;
  CHECK(contains(message_of([&] { written(map, "map.mrc"); }), "a value is beyond 3.4e38"));
  const gridfold::lattice endless{{0, 0, 0}, 1, {std::int64_t{1} << 31, 1, 1}};
  for (const map_format format : {map_format::mrc, map_format::ccp4})
    CHECK(contains(message_of([&] { check_format(format, endless); }), "an axis has 2147483648 points"));
  CHECK_NOTHROW(check_format(map_format::dx, endless));
}

TEST_CASE("npy has the values in memory order")
{
  const std::string bytes = written(sample<float>(), "map.npy");
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\0", 8));
  const std::size_t begin = 10 + at<std::uint16_t>(bytes, 8);
  CHECK(begin % 64 == 0);
  CHECK(bytes[begin - 1] == '\n');
  CHECK(contains(bytes.substr(0, begin), "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 1, 2), }"));
  REQUIRE(bytes.size() == begin + 8 * sizeof(float));
  CHECK((at<float>(bytes, begin) == 0.125F && at<float>(bytes, begin + 4) == 10.125F));
  CHECK(contains(written(sample<double>(), "map.npy"), "'<f8'"));
}

TEST_CASE("statistics are of the finite values")
{
  auto map = sample<float>();
  map.values[0] = std::numeric_limits<float>::infinity();
  map.values[1] = std::numeric_limits<float>::quiet_NaN();
  const statistics found = measure(map, 1);
  CHECK(found.not_finite == 2);
  CHECK((found.low == 1.125 && found.high == 13.125));
  CHECK(found.mean == doctest::Approx((1.125 + 11.125 + 2.125 + 12.125 + 3.125 + 13.125) / 6));
}

TEST_CASE("statistics have the same bits for any number of threads")
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::uniform_int_distribution<std::int64_t> side(60, 90), planes(400, 500);  // more than a thread takes at a time
  gridfold::field<float> map({{0, 0, 0}, 1, {side(generator), side(generator), planes(generator)}});
  std::uniform_real_distribution<float> any(-100, 300);
  for (float& value : map.values) value = any(generator);
  map.values[map.values.size() / 2] = std::numeric_limits<float>::infinity();
  const statistics one = measure(map, 1), several = measure(map, 3);
  CHECK((several.low == one.low && several.high == one.high && several.not_finite == one.not_finite));
  CHECK((several.mean == one.mean && several.deviation == one.deviation));
}

TEST_CASE("the lattice of an OpenDX header is read")
{
  const auto where = lattice_in(
      "# comment\n\t# another\n"
      "object 1 class gridpositions counts   65 33\t97 \r\n"
      "origin -1.5e+01 2 0.25\n\ndelta 5.0e-01 0.0 0\n delta 0 0.25 1e-12\ndelta 0 0 2\n"
      "object 3 class array type double rank 0 items 208065 data follows\n");
  CHECK(where.shape == gridfold::shape3{65, 33, 97});
  CHECK((where.origin.x == -15 && where.origin.y == 2 && where.origin.z == 0.25));
  CHECK((where.spacing.x == 0.5 && where.spacing.y == 0.25 && where.spacing.z == 2));

  const auto again = lattice_in(written(sample<float>(), "map.dx"));
  CHECK(again.shape == gridfold::shape3{2, 1, 4});
  CHECK((again.origin.x == -1 && again.origin.z == 1e-3 && again.spacing.z == 0.1));
}

TEST_CASE("an invalid OpenDX header is refused")
{
  const std::string counts = "object 1 class gridpositions counts 2 2 2\n";
  const std::string origin = "origin 0 0 0\n";
  const std::string three = " (three numbers belong there)";
  CHECK(contains(complaint("hello\n"), "has no OpenDX header"));
  CHECK(contains(complaint(counts), "lacks the line \"origin\""));
  CHECK(contains(complaint(counts + origin + "delta 1 0 0\n"), "lacks three lines \"delta\""));
  CHECK(contains(complaint(counts + "origin 0 0\n"), "other.dx:2: the line has 2 words after \"origin\"" + three));
  CHECK(contains(complaint(counts + "origin 0 0 0 0\n"), "other.dx:2: the line has 4 words after \"origin\"" + three));
  CHECK(contains(complaint("object 1 class gridpositions\n"), "other.dx:1: the line has 0 words after \"counts\""));
  CHECK(contains(complaint(counts + "origin 0 0 zero\n"), ":2: the line has 'zero' (a finite number belongs there)"));
  CHECK(contains(complaint(counts + "origin 0 0 nan\n"), ":2: the line has 'nan'"));
  CHECK(contains(complaint(counts + "origin 0 0 1e999\n"), ":2: the line has '1e999'"));
  CHECK(contains(complaint("object 1 class gridpositions counts 2 2.5 2\n"), ":1: the line has '2.5' (a whole number"));
  CHECK(contains(complaint(counts + origin + "delta 1 0 0\ndelta 0.1 1 0\n"), ":4: delta 2 does not lie along y"));
  CHECK(contains(complaint(counts + origin + "delta 0 0 1\n"), ":3: delta 1 does not lie along x"));
  CHECK(contains(complaint(counts + origin + "delta -1 0 0\n"), ":3: the lattice spacing is -1"));
  CHECK(contains(complaint("object 1 class gridpositions counts 2 0 2\n"), ":1: the lattice shape has an extent of 0"));
  CHECK(contains(complaint(counts + "Origin 0 0 0\n"), ":2: the line begins with 'Origin'"));
  CHECK(contains(complaint(counts + std::string(100000, 'x') + "\n"), ":2: the line has 65536 characters"));
  CHECK(contains(message_of([] { read_dx_lattice("/"); }), "cannot read / (Is a directory)"));
}

TEST_CASE("an OpenDX file that contradicts itself is refused, with the line")
{
  const std::string counts = "object 1 class gridpositions counts 1 2 3\n";
  const std::string header = counts + "origin 0 0 0\ndelta 1 0 0\ndelta 0 1 0\ndelta 0 0 1\n";
  const std::string array = "object 3 class array type double rank 0 items 6 data follows\n";
  const std::string whole =
      header + "object 2 class gridconnections counts 1 2 3\n" + array + "1 2 3\n4 nan -inf\n" +
      "attribute \"dep\" string \"positions\"\nobject \"all\" class field\ncomponent \"data\" value 3\n";
  CHECK(complaint(whole).empty());
  CHECK(complaint(header + array).empty());
  CHECK(complaint(header + "object 3 class array type float rank 0 items 6 lsb ieee data follows\n\x01 x\n").empty());
  CHECK(complaint(header + "object 3 class array type double rank 1 shape 2 items 6 data follows\n1 2\n").empty());

  CHECK(contains(complaint(whole + whole), ":13: a second \"gridpositions\" (the first is in line 1)"));
  CHECK(contains(complaint(counts + "origin 0 0 0\n\norigin 9 9 9\n"),
                 ":4: a second \"origin\" (the first is in line 2)"));
  CHECK(contains(complaint(whole + "origin 0 0 0\n"), ":13: a second \"origin\""));
  CHECK(contains(complaint(header + "delta 0 0 1\n"), ":6: a fourth \"delta\""));
  CHECK(contains(complaint(header + array + "1 2 3 4 5\n"), ":6: 5 values follow \"items 6\" (there are too few)"));
  CHECK(contains(complaint(header + array + "1 2 3 4 5\n6 7\nend\n"),
                 ":6: 7 values follow \"items 6\" (there are too many)"));
  CHECK(contains(complaint(header + "object 2 class gridconnections counts 3 2 1\n"),
                 ":6: connections of 3 x 2 x 1 points"));
  CHECK(contains(complaint(header + "object 3 class array rank 0 items 5 data follows\n"), ":6: an array of 5 items"));
  CHECK(contains(complaint(header + "object 3 class array rank 0 data follows\n"), ":6: the array lacks \"items\""));
  CHECK(contains(complaint(counts + "origin 0 0 1e308\ndelta 1 0 0\ndelta 0 1 0\ndelta 0 0 1e308\n"),
                 ":1: the lattice's last"));
  CHECK(contains(complaint(whole + "7 8 9\n"), ":13: the line begins with '7'"));
}

TEST_CASE("an output appears whole or not at all")
{
  const scratch folder;
  {
    output_file out(folder / "map.npy");
    CHECK_FALSE(std::filesystem::exists(folder / "map.npy"));
    out.write("bytes");
  }
  CHECK(folder.names().empty());

  [[maybe_unused]] const auto older = folder.file("map.npy", "older");
  replace(folder / "map.npy", [&] { CHECK(folder.read("map.npy") == "older"); });
  CHECK(folder.read("map.npy") == "newer");
  CHECK(folder.names() == names{"map.npy"});
}

TEST_CASE("an output is its bytes where the disk begins to write before the end")
{
  const scratch folder;
  std::string bytes(std::size_t{70} << 20, ' ');
  std::minstd_rand random(test::seed());
  for (char& c : bytes) c = static_cast<char>(random());
  const std::string_view all = bytes;
  const std::size_t middle = all.size() / 2 + random() % 1000;
  output_file out(folder / "long.npy", 2);
  out.write(all.substr(0, middle));
  out.write_pieces(7, [&](std::int64_t n) {
    const std::size_t piece = (all.size() - middle + 6) / 7, first = middle + static_cast<std::size_t>(n) * piece;
    return std::string(all.substr(first, piece));
  });
  out.finish();
  out.publish();
  CHECK(out.size() == all.size());
  CHECK((folder.read("long.npy") == all));
}

TEST_CASE("a symbolic link is followed and stays")
{
  const scratch folder;
  std::filesystem::create_directory(folder / "other");
  [[maybe_unused]] const auto older = folder.file("other/map.npy", "older");
  std::filesystem::create_symlink("other/map.npy", folder / "one");
  std::filesystem::create_symlink("one", folder / "two");
  std::filesystem::create_symlink(folder / "other" / "new.npy", folder / "dangling");
  replace(folder / "two");
  replace(folder / "dangling");
  CHECK(folder.names() == names{"dangling", "one", "other", "two"});
  CHECK(std::filesystem::is_symlink(folder / "one"));
  CHECK(std::filesystem::is_symlink(folder / "dangling"));
  CHECK(folder.read("other/map.npy") == "newer");
  CHECK(folder.read("other/new.npy") == "newer");

  std::filesystem::create_symlink("circle", folder / "circle");
  CHECK(contains(message_of([&] { replace(folder / "circle"); }), "Too many levels of symbolic links"));
}

TEST_CASE("the mode of a replaced file is kept")
{
  const scratch folder;
  const auto older = folder.file("map.npy", "older");
  for (const auto mode : {0600, 0640, 0664, 0755, 02664}) {
    std::filesystem::permissions(older, std::filesystem::perms(mode));
    replace(older);
    CHECK(std::filesystem::status(older).permissions() == std::filesystem::perms(mode));
  }
}

TEST_CASE("a file name of maximum length works")
{
  const scratch folder;
  const std::string longest = std::string(251, 'm') + ".npy";
  replace(folder / longest);
  replace(folder / longest);
  CHECK(folder.names() == names{longest});
  CHECK(contains(message_of([&] { replace(folder / ("m" + longest)); }),
                 "(File name too long): give the output a shorter"));
}

TEST_CASE("an invalid output is refused before the computation")
{
  const scratch folder;
  CHECK(contains(message_of([&] { output_file out(folder / "none" / "map.dx"); }), "No such file or directory"));
  CHECK(contains(message_of([&] { output_file out(folder.path()); }), "is a directory"));

  const auto file = folder.file("map.npy", "older");
  std::filesystem::create_hard_link(file, folder / "other");
  CHECK(contains(message_of([&] { output_file out(file); }), "has 2 names (hard links"));
  CHECK(folder.read("other") == "older");
}

TEST_CASE("streams are written to and not replaced")
{
  const scratch folder;
  replace("/dev/null");
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(contains(message_of([] { replace("/dev/full"); }),
                 "cannot write /dev/full (No space left on device): free some"));

  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  std::thread reader([&] { CHECK(folder.read("pipe") == "newer"); });
  replace(folder / "pipe");
  reader.join();
  CHECK(std::filesystem::is_fifo(folder / "pipe"));

  CHECK(format_of("/dev/null") == map_format::dx);
  CHECK(format_of("/dev/stdout") == map_format::dx);
  CHECK_FALSE(is_stream(folder / "none"));
}

TEST_CASE("all names of one file are recognised")
{
  const scratch folder;
  const auto file = folder.file("file", "");
  std::filesystem::create_symlink("file", folder / "link");
  std::filesystem::create_hard_link(file, folder / "hard");
  std::filesystem::create_symlink("none", folder / "dangling");
  for (const char* name : {"file", "link", "hard"}) CHECK(same_file(file, folder / name));
  CHECK(same_file(folder / "dangling", folder / "none"));
  CHECK_FALSE(same_file(folder / "dangling", file));
  CHECK_FALSE(same_file(folder / "some", folder / "none"));
  CHECK_FALSE(same_file("/dev/null", "/dev/null"));
}

TEST_CASE("a full disk is an error that leaves nothing behind")
{
  const scratch folder;
  prepare_process();
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{4096, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const std::string wrong = message_of([&] {
    output_file out(folder / "map.npy");
    out.write(std::string(10000, 'x'));
    out.finish();
  });
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(contains(wrong, "cannot write"));
  CHECK(contains(wrong, "File too large"));
  CHECK(folder.names().empty());
}
