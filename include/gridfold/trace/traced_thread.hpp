// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A traced thread: its unrolled loops report points of reconvergence to the recorder.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/exec/block.hpp>
#include <gridfold/trace/recorder.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A loop of a traced thread, identified by the type of its body.
template <class Body>
class traced_loop {
 public:
  explicit traced_loop(recorder& by) : by_(by) { by_.begin_loop(&begin); }
  traced_loop(const traced_loop&) = delete;
  traced_loop& operator=(const traced_loop&) = delete;
  ~traced_loop() { by_.end_loop(); }

  void end_iteration() { by_.end_iteration(&address); }
  /// Called after the last iteration of a loop whose length may differ between lanes.
  void leave() { by_.leave_loop(&end); }

 private:
  static constexpr char begin = 0, address = 0, end = 0;
  recorder& by_;
};

/// A thread whose loops (exec/block.hpp) have points of reconvergence: at the beginning, after each iteration and, if
/// their lengths may differ, at the end.
struct traced_thread : thread {
  recorder* by;

  template <class Body>
  [[nodiscard]] traced_loop<Body> loop() const
  {
    return traced_loop<Body>(*by);
  }
};

/// Returns a text that ends in "Member = &type::name]", in the compiler's spelling.
template <auto Member>
constexpr const char* spelled_member()
{
  return __PRETTY_FUNCTION__;
}

/// The name of the member that Member points to.
template <auto Member>
std::string member_name()
{
  const std::string text = spelled_member<Member>();
  const std::size_t begin = text.rfind("::") + 2;
  return text.substr(begin, text.size() - 1 - begin);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
