// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Messages of gridfold::error.
#pragma once

#include <gridfold/core/error.hpp>
#include <string>

namespace test
{

/// The message of the gridfold::error that f() throws; empty if it throws none.
template <class F>
std::string message_of(F f)
{
  try {
    f();
  } catch (const gridfold::error& e) {
    return e.what();
  }
  return {};
}

/// Whether a message reads "what is wrong (why): what to do" and contains a text.
inline bool explains(const std::string& message, const std::string& part)
{
  const std::size_t why = message.find(" ("), advice = message.find("): ");
  return why > 0 && why < advice && advice < message.size() - 3 && message.find(part) != std::string::npos;
}

}  // namespace test
