// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/compiled_code.hpp>

#include <doctest/doctest.h>

#include <random>
#include <sstream>
#include <string>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

namespace
{

std::string at_line(int line) { return "\t//## File \"/a/folder/kernels.cu\", line " + std::to_string(line) + "\n"; }
std::string instruction(const std::string& text) { return "        /*0010*/   " + text + " ;\n"; }
std::string kernel(const std::string& name) { return ".text." + name + ":\n" + instruction("S2R R0, SR_TID.X"); }

/// So many copies of a round that loads a word and stores one; a loop if it has a label.
std::string copies(int count, int line, const std::string& label)
{
  std::string text = label.empty() ? "" : label + ":\n";
  for (int n = 0; n < count; ++n)
    text +=
        at_line(line) + instruction("LDG.E R2, desc[UR4][R4.64]") + at_line(line + 1) + instruction("@P1 STS [R8], R2");
  return text + instruction(label.empty() ? "@P0 BRA `(.L_x_99)" : "@!P0 BRA `(" + label + ")");
}

}  // namespace

TEST_CASE("a listing tells the widest accesses of shared memory of each line and kernel")
{
  std::istringstream text(kernel("_Z1fPf") + at_line(7) + instruction("LDS R1, [R2]") +
                          instruction("LDS.128 R4, [R2+0x10]") + at_line(8) + instruction("@!P0 STS.64 [R2], R4") +
                          instruction("LDG.E.128 R4, desc[UR4][R4.64]") + instruction("EXIT") + kernel("_Z1gPf") +
                          at_line(7) + instruction("LDS.U8 R1, [R2]"));
  const tracing::code_listing listing(text);
  REQUIRE(listing.kernel("f(float*)") != nullptr);
  CHECK(listing.kernel("f") == listing.kernel("f(float*)"));
  CHECK(listing.kernel("h") == nullptr);
  const tracing::compiled_kernel& f = *listing.kernel("f");
  REQUIRE(f.at("kernels.cu", 7) != nullptr);
  CHECK(f.at("another/folder/kernels.cu", 7)->widest_load == 16);
  CHECK(f.at("kernels.cu", 7)->widest_store == 0);
  CHECK(f.at("kernels.cu", 8)->widest_store == 8);
  CHECK(f.at("kernels.cu", 8)->widest_load == 0);
  CHECK(f.at("kernels.cu", 10) == nullptr);
  // Words of both lines beside may be in its vectors.
  CHECK(f.at("kernels.cu", 9)->with == f.at("kernels.cu", 8));
  CHECK(f.at("kernels.cu", 7)->with == f.at("kernels.cu", 8));
  CHECK(f.at("kernels.cu", 8)->with == nullptr);
  CHECK(f.at("others.cu", 7) == nullptr);
  CHECK(listing.kernel("g")->at("kernels.cu", 7)->widest_load == 1);
}

TEST_CASE("a listing tells how often loops are unrolled, and where their rests are")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 50; ++turn) {
    const bool first = random() % 2 == 0, deep = random() % 2 == 0, rest_loops = deep || random() % 2 == 0;
    const int line = 5 + static_cast<int>(random() % 90);
    // Three rounds with a branch before each, or the last of them predicated.
    const std::string rest = rest_loops          ? copies(1, line, ".L_x_1")
                             : random() % 2 == 0 ? copies(1, line, "") + copies(2, line, "")
                                                 : copies(1, line, "") + copies(1, line, "") + copies(1, line, "");
    const std::string main =
        deep ? copies(16, line, ".L_x_2") + copies(8, line, "") + copies(4, line, "") : copies(4, line, ".L_x_2");
    // An outer loop around it, and others that are not unrolled.
    std::istringstream text(kernel("f") + copies(1, line + 3, ".L_x_3") + copies(1, line + 5, "") + ".L_x_4:\n" +
                            at_line(line + 7) + instruction("LDG.E R2, desc[UR4][R4.64]") +
                            instruction("@P0 BRA `(.L_x_99)") + (first ? rest + main : main + rest) +
                            instruction("@P0 BRA `(.L_x_4)") + ".L_x_99:\n" + instruction("EXIT"));
    const tracing::code_listing listing(text);
    const tracing::compiled_kernel& f = *listing.kernel("f");
    CAPTURE(deep);
    CAPTURE(rest_loops);
    for (const int l : {line, line + 1}) {
      CHECK(f.at("kernels.cu", l)->loop.copies == (deep ? 16 : 4));
      CHECK(f.at("kernels.cu", l)->loop.rest_first == first);
    }
    for (const int l : {line + 3, line + 4, line + 5, line + 7}) CHECK(f.at("kernels.cu", l)->loop.copies == 0);
  }
}

TEST_CASE("the rounds of a remainder may hold words that all of them use")
{
  const auto words = [](int count) {
    std::string all;
    for (int n = 0; n < count; ++n) all += instruction("LDS R2, [R3]");
    return all;
  };
  for (const int others : {2, 3, 4, 5}) {
    std::istringstream text(kernel("f") + at_line(5) + words(2) + instruction("@P0 BRA `(.L_x_1)") + words(others) +
                            ".L_x_1:\n" + instruction("@P0 BRA `(.L_x_3)") + ".L_x_2:\n" + words(8) +
                            instruction("@P0 BRA `(.L_x_2)") + ".L_x_3:\n" + instruction("EXIT"));
    const tracing::code_listing listing(text);
    CHECK(listing.kernel("f")->at("kernels.cu", 5)->loop.copies == (others <= 4 ? 4 : 0));
  }
}

TEST_CASE("a listing tells how many accesses a line has, of which widths and offsets, and whether they are in a loop")
{
  std::istringstream text(
      kernel("f") + at_line(4) + instruction("LDG.E R1, desc[UR4][R2.64+0x4]") +
      instruction("@P0 LDG.E R3, desc[UR4][R2.64+0xc]") + at_line(5) + instruction("STG.E.64 desc[UR4][R2.64], R4") +
      instruction("STG.E desc[UR4][R6.64+0x8], R4") + ".L_x_1:\n" + at_line(6) + instruction("LDS.128 R4, [R2]") +
      ".L_x_2:\n" + at_line(7) + instruction("STS [R2], R4") + instruction("@P0 BRA `(.L_x_2)") +
      instruction("@P1 BRA `(.L_x_1)") + at_line(8) + instruction("ATOMG.E.ADD.STRONG.GPU PT, R2, [R2], R3"));
  const tracing::code_listing listing(text);
  const tracing::compiled_kernel& f = *listing.kernel("f");
  const tracing::line_accesses loads = f.at("kernels.cu", 4)->global_loads,
                               stores = f.at("kernels.cu", 5)->global_stores;
  CHECK(loads.count == 2);
  CHECK(loads.base == "R2.64");
  CHECK_FALSE(loads.in_loop);
  for (const int offset : {0, 4, 8, 12}) CHECK(loads.is_without(offset, 4, 16) == (offset % 8 == 0));
  for (const int offset : {0, 4, 8, 12}) CHECK_FALSE(loads.is_without(offset, 4, 8));
  CHECK(stores.count == 2);
  CHECK(stores.narrowest == 4);
  CHECK(stores.widest == 8);
  CHECK(stores.base.empty());
  CHECK_FALSE(stores.is_without(4, 4, 16));
  CHECK(f.at("kernels.cu", 6)->shared_loads.in_loop);
  CHECK(f.at("kernels.cu", 6)->shared_loads.bytes_in_loops == 16);
  CHECK(f.at("kernels.cu", 7)->shared_stores.bytes_in_loops == 4);
  CHECK(loads.bytes_in_loops == 0);
  CHECK(f.at("kernels.cu", 7)->shared_stores.in_loop);
  CHECK(f.at("kernels.cu", 8)->global_loads.count == 0);
  CHECK(f.has("a/kernels.cu"));
  CHECK_FALSE(f.has("kernel.cu"));
}

TEST_CASE("accesses of a kernel that calls functions may repeat, unless these are the compiler's own")
{
  for (const bool own : {false, true}) {
    const std::string function = own ? "$__internal_3_$__cuda_division" : "f$_Z4workPf";
    std::istringstream text(kernel("f") + at_line(4) + instruction("LDG.E R1, desc[UR4][R2.64]") +
                            instruction("CALL.REL.NOINC `(" + function + ")") + kernel("g") + at_line(4) +
                            instruction("LDG.E R1, desc[UR4][R2.64]"));
    const tracing::code_listing listing(text);
    CHECK(listing.kernel("f")->at("kernels.cu", 4)->global_loads.in_loop == !own);
    CHECK_FALSE(listing.kernel("g")->at("kernels.cu", 4)->global_loads.in_loop);
  }
}

TEST_CASE("a listing tells whether one lane makes the global atomic operations of a warp")
{
  const std::string vote = instruction("VOTEU.ANY UR6, UPT, PT"),
                    one = instruction("@P0 REDG.E.ADD.STRONG.GPU [R2], R5"),
                    each = instruction("REDG.E.ADD.STRONG.GPU [R2], R5");
  std::istringstream text(kernel("f") + vote + one + kernel("g") + at_line(3) + vote + one + at_line(4) + each +
                          kernel("h") + one + kernel("i") + vote + instruction("@P0 BRA `(.L_x_1)") + one +
                          kernel("j") + vote);
  const tracing::code_listing listing(text);
  CHECK(listing.kernel("f")->atomics().combine());
  for (const char* const name : {"g", "h", "i"}) CHECK_FALSE(listing.kernel(name)->atomics().combine());
  CHECK(listing.kernel("g")->at("kernels.cu", 3)->atomics.combine());
  CHECK_FALSE(listing.kernel("g")->at("kernels.cu", 4)->atomics.combine());
}

TEST_CASE("a listing tells which loads stand behind a conditional end of the kernel on a later line")
{
  std::istringstream text(kernel("_Z1fPf") + at_line(7) + instruction("LDS R1, [R2]") + at_line(9) +
                          instruction("@P0 EXIT") + at_line(8) + instruction("LDS R1, [R2]") + at_line(7) +
                          instruction("LDS R1, [R2]") + at_line(10) + instruction("LDG.E R1, desc[UR4][R2.64]") +
                          instruction("EXIT") + kernel("_Z1gPf") + at_line(8) + instruction("LDS R1, [R2]"));
  const tracing::code_listing listing(text);
  const tracing::compiled_kernel& f = *listing.kernel("f");
  const auto is = [&](int line, int behind, int all) {
    CHECK(f.at("kernels.cu", line)->behind_exit == behind);
    CHECK(f.at("kernels.cu", line)->loads() == all);
  };
  is(7, 1, 2);
  is(8, 1, 1);
  is(10, 0, 1);
  CHECK(f.at("kernels.cu", 7)->is_before_exit);
  CHECK_FALSE(f.at("kernels.cu", 8)->is_before_exit);
  CHECK(listing.kernel("g")->at("kernels.cu", 8)->behind_exit == 0);
}

TEST_CASE("a line without loads beside one that loads vectors of shared memory has its words in these")
{
  std::istringstream text(kernel("_Z1fPf") + at_line(4) + instruction("LDS.64 R4, [R2]") + at_line(5) +
                          instruction("STG.E desc[UR4][R2.64], R4") + at_line(6) + instruction("LDS R4, [R2]") +
                          at_line(7) + instruction("STG.E desc[UR4][R2.64], R4"));
  const tracing::code_listing listing(text);
  const tracing::compiled_kernel& f = *listing.kernel("f");
  CHECK(&f.at("kernels.cu", 5)->with_loads() == f.at("kernels.cu", 4));
  for (const int line : {4, 6, 7}) CHECK(f.at("kernels.cu", line)->loaded_by == nullptr);
}
