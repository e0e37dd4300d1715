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

struct traced_thread : thread {
  recorder* by;
};

/// A loop of a traced thread, identified by the type of its body.
template <class Body>
class traced_loop {
 public:
  explicit traced_loop(traced_thread t) : by_(*t.by) { by_.begin_loop(); }
  traced_loop(const traced_loop&) = delete;
  traced_loop& operator=(const traced_loop&) = delete;
  ~traced_loop() { by_.end_loop(); }

  void end_iteration() { by_.end_iteration(&address); }

 private:
  static constexpr char address = 0;
  recorder& by_;
};

// The loops of exec/block.hpp, with a point of reconvergence at the end of each iteration.

template <int N, class F>
void unrolled(traced_thread t, F f)
{
  traced_loop<F> loop(t);
  for (int i = 0; i < N; ++i) {
    f(i);
    loop.end_iteration();
  }
}

template <int N, class F>
void rolled(traced_thread t, F f)
{
  unrolled<N>(t, f);
}

template <int Rows, int Columns, class F>
void unrolled(traced_thread t, F f)
{
  traced_loop<F> loop(t);
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      f(i, j);
      loop.end_iteration();
    }
}

/// A lane with a short remainder skips the last iterations of the remainder loop.
template <int By, class F>
void unrolled_by(traced_thread t, int first, int last, F f)
{
  traced_loop<F> loop(t);
  const int rest = first < last ? (last - first) % By : 0;
  for (int n = 0; n < By - 1; ++n) {
    if (n < rest) f(first + n);
    loop.end_iteration();
  }
  for (int i = first + rest; i < last; ++i) f(i);
}

template <class Number, class F>
void each_from_to(traced_thread t, Number first, Number last, F f)
{
  traced_loop<F> loop(t);
  for (Number i = first; i <= last; ++i) {
    f(i);
    loop.end_iteration();
  }
}

/// Text that ends in "Member = &type::name]", in the compiler's spelling.
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
