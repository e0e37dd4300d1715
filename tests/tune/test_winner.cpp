// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The lines of the tuning file: any name is read back, and a damaged line affects no other.
#include <gridfold/tune/winner.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/tune/memory.hpp>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"
#include "../support/seed.hpp"

namespace
{

namespace gf = gridfold;

const gf::tuning_key winner_key{"transpose", "f32", 20};
const gf::machine here{"GPU A", "cuda 9.0"}, there{"GPU B", "cuda 9.0"};
const std::string header = "gridfold tuning 1\n", good = "transpose\tf32\t20\tGPU A\tcuda 9.0\tgood\t0.25\n";

void silent(const std::string&) {}

bool same(const gf::winner& a, const gf::winner& b)
{
  return a.key == b.key && a.on.name == b.on.name && a.on.capability == b.on.capability && a.variant == b.variant &&
         a.seconds == b.seconds;
}

/// Writes winners and reads them.
std::vector<gf::winner> round_trip(const std::vector<gf::winner>& winners)
{
  const scratch folder;
  gf::tuning::write_winners(folder / "t", winners);
  int warnings = 0;
  const auto read = gf::tuning::read_winners(folder / "t", [&](const std::string&) { ++warnings; });
  CHECK(warnings == 0);
  return read.value_or(std::vector<gf::winner>{});
}

/// The winners read from a file with these lines after the header, and the warnings.
struct reading {
  std::vector<gf::winner> winners;
  std::vector<std::string> told;

  explicit reading(const std::string& lines)
  {
    const scratch folder;
    winners = gf::tuning::read_winners(folder.file("t", header + lines), [&](const std::string& what) {
                told.push_back(what);
              }).value();
  }
};

/// Random winners: names of any bytes, times of any size.
class random_winners {
 public:
  explicit random_winners(std::mt19937& generator) : generator_(generator) {}

  std::vector<gf::winner> operator()(int count)
  {
    std::vector<gf::winner> winners;
    for (int n = 0; n < count; ++n)
      winners.push_back({{text(), text(), static_cast<int>(generator_())}, {text(), text()}, text() + 'v', time()});
    return winners;
  }

 private:
  /// Half of the characters have a meaning in the file.
  std::string text()
  {
    const std::string special("\t\n\r\\x0\0\x7f", 8);
    std::string text;
    for (auto length = generator_() % 12; length > 0; --length)
      text += generator_() % 2 == 0 ? special[generator_() % special.size()] : static_cast<char>(generator_());
    return text;
  }
  double time()
  {
    return std::ldexp(1 + static_cast<double>(generator_()) * 0x1p-32, static_cast<int>(generator_() % 2000) - 1000);
  }

  std::mt19937& generator_;
};

/// Does damage at a few random places.
std::string damaged(std::string text, std::mt19937& generator)
{
  const auto place = [&] { return generator() % (text.size() + 1); };
  for (auto times = 1 + generator() % 4; times > 0; --times) {
    const std::size_t at = place();
    switch (generator() % 5) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << generator() % 8));
        break;
      case 1:
        text.erase(at, generator() % 20);
        break;
      case 2:
        text.insert(at, 1 + generator() % 5, static_cast<char>(generator()));
        break;
      case 3:
        text.insert(at, text.substr(place(), generator() % 100));
        break;
      default:
        text.resize(std::max(at, place()));
    }
  }
  return text;
}

/// The whole lines of a text, without their ends.
std::vector<std::string> whole_lines(const std::string& text)
{
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin));
  return lines;
}

/// Whether the first winners are among the second, in their order.
bool in_order_among(const std::vector<gf::winner>& few, const std::vector<gf::winner>& many)
{
  auto next = few.begin();
  for (const gf::winner& w : many)
    if (next != few.end() && same(*next, w)) ++next;
  return next == few.end();
}

}  // namespace

TEST_CASE("any name is read back as it was")
{
  const std::string names[] = {"",
                               "a\tb",
                               "\t",
                               "a\nb",
                               "\r\n",
                               "a\r",
                               "\\",
                               "\\x09",
                               "\\\\n",
                               "\x01x41",
                               "\x1b[0m",
                               "\x7f",
                               "µs·Å 日本",
                               "\xff",
                               "\xc3",
                               std::string("a\0b", 3),
                               " a  b ",
                               "#",
                               "gridfold tuning 1"};
  std::vector<gf::winner> winners;
  for (const std::string& name : names)
    winners.push_back({{name, name, 3}, {name, name}, name.empty() ? "v" : name, 0.5});
  const std::vector<gf::winner> read = round_trip(winners);
  REQUIRE(read.size() == winners.size());
  for (std::size_t n = 0; n < read.size(); ++n) {
    CAPTURE(names[std::min(n, std::size(names) - 1)]);
    CHECK(same(read[n], winners[n]));
  }
}

TEST_CASE("no control character of a name is in the file")
{
  std::string all;
  for (int code = 0; code < 256; ++code) all += static_cast<char>(code);
  const scratch folder;
  gf::tuning::write_winners(folder / "t", {{{all, all, 1}, {all, all}, all, 1}});
  const std::string text = folder.read("t");
  CHECK(std::count(text.begin(), text.end(), '\t') == 6);
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
  CHECK(std::count_if(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }) == 6 + 2);
}

TEST_CASE("a memory finds what it has remembered for a name with tabs and line ends")
{
  const scratch folder;
  const gf::tuning_key odd{"my\tkernel", "\\x09", 1};
  const gf::machine machine{"GPU\n1", "c\r"};
  gf::tuning_memory(folder / "t").remember(odd, machine, "v\n", 1);
  const gf::tuning_memory later(folder / "t");
  CHECK(later.find_exactly(odd, machine) == "v\n");
  CHECK_FALSE(later.find({"my kernel", "\\x09", 1}, {"GPU 1", "c "}).has_value());
}

TEST_CASE("times are read back to the last bit")
{
  using limits = std::numeric_limits<double>;
  for (const double seconds : {1 / 3.0, 1e-7, 123456789.0, limits::min(), limits::max(), limits::denorm_min()}) {
    CAPTURE(seconds);
    const std::vector<gf::winner> read = round_trip({{winner_key, here, "v", seconds}});
    REQUIRE(read.size() == 1);
    CHECK(read[0].seconds == seconds);
  }
}

TEST_CASE("an invalid time is refused when it is stored")
{
  const double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const scratch folder;
  gf::tuning_memory memory(folder / "t");
  memory.remember(winner_key, here, "good", 0.25);
  for (const double seconds : {0.0, -0.0, -1.0, -1e-300, infinite, -infinite, nan, -nan}) {
    CAPTURE(seconds);
    CHECK(test::explains(test::message_of([&] { memory.remember(winner_key, here, "bad", seconds); }),
                         "cannot be remembered"));
    CHECK(test::explains(test::message_of([&] {
                           gf::tuning::write_winners(folder / "t", {{winner_key, here, "bad", seconds}});
                         }),
                         "cannot be remembered"));
  }
  CHECK(memory.find(winner_key, here) == "good");
  CHECK(folder.read("t") == header + good);
}

TEST_CASE("a variant without a name is refused when it is stored")
{
  gf::tuning_memory memory("");
  CHECK(test::explains(test::message_of([&] { memory.remember(winner_key, here, "", 1); }), "cannot be remembered"));
  CHECK_FALSE(memory.find(winner_key, here).has_value());
}

TEST_CASE("only the damaged line is skipped, and its number is reported")
{
  const std::string lines[] = {
      "",                                                    // an empty one
      "transpose",                                           // too few fields
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv",              //
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\t1\t",         // too many
      "transpose\tf32\tmany\tGPU A\tcuda 9.0\tv\t1",         // a bucket that is no number
      "transpose\tf32\t\tGPU A\tcuda 9.0\tv\t1",             //
      "transpose\tf32\t99999999999\tGPU A\tcuda 9.0\tv\t1",  //
      "transpose\tf32\t20\tGPU A\tcuda 9.0\t\t1",            // no variant
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\\\t1",         // an escape without its end
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\\x4\t1",       //
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\\x4g\t1",      //
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\\n\t1",        // an escape of another kind
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\rw\t1",        // a control character
      "transpose\tf32\t20\tGPU A\tcuda 9.0\tv\x01x41\t1",    //
      std::string("\0", 1),
  };
  for (const std::string& line : lines) {
    CAPTURE(line);
    const reading read(good + line + "\n" + good);
    CHECK(read.winners.size() == 2);
    REQUIRE(read.told.size() == 1);
    CHECK(test::explains(read.told[0], "without 1 of its lines (line 3 is damaged)"));
  }
  const reading many("\n" + good + "\n\n");
  CHECK(many.winners.size() == 1);
  REQUIRE(many.told.size() == 1);
  CHECK(test::explains(many.told[0], "without 3 of its lines (line 2 is damaged, and others after it)"));
}

TEST_CASE("a line with an invalid time is skipped")
{
  for (const std::string time : {"nan",    "-nan",  "NAN", "inf", "-inf", "infinity", "-1", "0",   "-0", "0.0", "1e999",
                                 "1e-999", "0x1p3", "0x1", "1s",  " 1",   "1 ",       "+1", "1,5", "1e", ".",   ""}) {
    CAPTURE(time);
    const reading read("transpose\tf32\t20\tGPU A\tcuda 9.0\tv\t" + time + "\n" + good);
    CHECK(read.winners.size() == 1);
    CHECK(read.told.size() == 1);
  }
}

TEST_CASE("a truncated last line is skipped")
{
  for (std::size_t length = 1; length < good.size(); ++length) {
    CAPTURE(length);
    const reading read(good + good.substr(0, length));
    CHECK(read.winners.size() == 1);
    REQUIRE(read.told.size() == 1);
    CHECK(test::explains(read.told[0], "line 3 is damaged"));
  }
}

TEST_CASE("lines may end as an editor on Windows leaves them")
{
  const scratch folder;
  const auto read = gf::tuning::read_winners(
      folder.file("t", "gridfold tuning 1\r\ntranspose\tf32\t20\tGPU A\tcuda 9.0\tgood\t0.25\r\n"), silent);
  REQUIRE(read.has_value());
  REQUIRE(read->size() == 1);
  CHECK(read->front().seconds == 0.25);
}

TEST_CASE("lines may be long")
{
  const std::string name(3'000'000, 'n');
  const std::vector<gf::winner> read = round_trip(
      {{winner_key, here, "before", 1}, {{name, name, 1}, {name, name}, name, 1}, {winner_key, there, "after", 1}});
  REQUIRE(read.size() == 3);
  CHECK(read[1].variant == name);
  CHECK(read[2].variant == "after");
}

TEST_CASE("of two lines for one key and machine the later one counts")
{
  const std::string first = header + "transpose\tf32\t20\tGPU A\tcuda 9.0\tfirst\t1\n";
  const scratch folder;
  const auto path = folder.file("t", first + "transpose\tf32\t20\tGPU A\tcuda 9.0\tsecond\t2\n");
  CHECK(gf::tuning_memory(path).find(winner_key, here) == "second");
  gf::tuning_memory loaded("");
  loaded.preload(path);
  CHECK(loaded.find(winner_key, here) == "second");
  gf::tuning_memory(path).remember(winner_key, here, "third", 3);
  CHECK(folder.read("t") == header + "transpose\tf32\t20\tGPU A\tcuda 9.0\tthird\t3\n");
}

TEST_CASE("random winners are read back as they were")
{
  std::mt19937 generator(test::seed());
  for (int round = 0; round < 20; ++round) {
    const std::vector<gf::winner> winners = random_winners(generator)(50);
    const std::vector<gf::winner> read = round_trip(winners);
    REQUIRE(read.size() == winners.size());
    CHECK(std::equal(read.begin(), read.end(), winners.begin(), same));
  }
}

TEST_CASE("random damage loses no whole line, and changes no other kind of file")
{
  std::mt19937 generator(test::seed());
  const gf::winner anew{{"a new one", "", 0}, here, "v", 1};
  int ours = 0, others = 0, readable = 0;
  for (int round = 0; round < 200; ++round) {
    const scratch folder;
    const std::vector<gf::winner> winners = random_winners(generator)(static_cast<int>(generator() % 6));
    std::string undamaged = header;
    for (const gf::winner& w : winners) undamaged += gf::tuning::line_of(w) + '\n';
    const std::vector<std::string> lines = whole_lines(undamaged);
    const std::string text = damaged(undamaged, generator);
    CAPTURE(text);
    const auto path = folder.file("t", text);

    std::vector<gf::winner> whole;
    const std::vector<std::string> left = whole_lines(text);
    const bool begins = !left.empty() && left[0] + '\n' == header;
    for (std::size_t n = 1; begins && n < left.size(); ++n)
      if (const auto line = std::find(lines.begin() + 1, lines.end(), left[n]); line != lines.end())
        whole.push_back(winners[static_cast<std::size_t>(line - lines.begin()) - 1]);

    gf::tuning_memory memory(path, silent);
    memory.remember(anew.key, anew.on, anew.variant, anew.seconds);
    if (folder.read("t") == text) {
      ++others;
      CHECK_FALSE(begins);
      CHECK(folder.names() == std::vector<std::string>{"t"});
      continue;
    }
    ++ours;
    whole.push_back(anew);
    const std::vector<gf::winner> read = gf::tuning::read_winners(path).value();
    CHECK(in_order_among(whole, read));
    CHECK(memory.find(anew.key, anew.on) == anew.variant);
    const bool had_lines = text.find('\n') < text.size() - 1, lost_all = had_lines && read.size() == 1;
    if (lost_all) CHECK(folder.read("t.bad") == text);
    readable += !lost_all;
  }
  CHECK(others > 0);  // otherwise the checks above are nearly empty
  CHECK(ours > others);
  CHECK(readable > 20);
}
