// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/energy_meter.hpp>

#include <doctest/doctest.h>

#include <string>

namespace gf = gridfold;

namespace
{

std::string refusal_of(const std::string& gpu, const std::string& library = FAKE_NVML)
{
  try {
    const gf::energy_meter meter(gpu, library);
  } catch (const gf::error& wrong) {
    return wrong.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an interval is the difference of two readings")
{
  gf::energy_meter meter("0000:01:00.0", FAKE_NVML);  // each reading is 250 mJ above the one before
  CHECK(meter.end() == 250);
  const double first = meter.total();
  CHECK(meter.total() == first + 250);
  meter.start();
  CHECK(meter.end() == 250);
  CHECK(meter.end() == 500);
}

TEST_CASE("the library is shut down with the meter, also with one that throws")
{
  void* const library = dlopen(FAKE_NVML, RTLD_NOW);
  REQUIRE(library != nullptr);
  void* const found = dlsym(library, "fake_nvml_opened");
  REQUIRE(found != nullptr);
  const auto opened = reinterpret_cast<int (*)()>(found);
  {
    const gf::energy_meter meter("0000:01:00.0", FAKE_NVML);
    CHECK(opened() == 1);
  }
  CHECK(opened() == 0);
  CHECK(!refusal_of("0000:02:00.0").empty());
  CHECK(opened() == 0);
  dlclose(library);
}

TEST_CASE("a missing library, GPU or counter is reported in one sentence")
{
  CHECK(
      refusal_of("0000:01:00.0", "libno-such-library.so.1") ==
      "the GPU's energy cannot be measured (the library libno-such-library.so.1 cannot be loaded): is there an NVIDIA "
      "driver?");
  CHECK(refusal_of("0000:02:00.0") ==
        "the GPU's energy cannot be measured (the GPU's counter cannot be read: Not Supported): take a GPU of compute "
        "capability 7.0 or later, and a program that may read it");
  CHECK(refusal_of("0000:03:00.0").find("(NVML does not find the GPU 0000:03:00.0: Not Found)") != std::string::npos);
  CHECK(refusal_of("0000:01:00.0", "libm.so.6").find("(NVML has no function nvmlInit_v2)") != std::string::npos);
}
