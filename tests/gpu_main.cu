// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The main function of the GPU tests: returns 77 (skipped) with a message if there is no device, and fails if no test
/// ran.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <gridfold/exec/cuda_check.cuh>

namespace
{

/// Counts the test cases that ran.
struct case_counter : doctest::IReporter {
  static inline unsigned ran = 0;
  explicit case_counter(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override { ++ran; }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("case_counter", 1, case_counter);

}  // namespace

int main(int argc, char** argv)
{
  doctest::Context context(argc, argv);
  const bool only_query = argc > 1 && (std::strcmp(argv[1], "--count") == 0 || std::strncmp(argv[1], "--list", 6) == 0);
  if (!only_query && !gridfold::device_present()) {
    std::puts("skipped: no GPU that the CUDA runtime can use");
    return 77;
  }
  const int status = context.run();
  if (only_query) return status;
  if (case_counter::ran == 0) std::puts("failed: no test case ran");
  return status != 0 || case_counter::ran == 0 ? 1 : 0;
}
