// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA's functions of two halves or four bytes in a word.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/vector_types.hpp>
#include <limits>

namespace gridfold_cuda
{

/// Combines two words part by part; parts are of type T, and results wrap.
template <class T, class Operation>
GRIDFOLD_WORD unsigned by_parts(unsigned a, unsigned b, Operation operation)
{
  constexpr int bits = 8 * sizeof(T);
  unsigned result = 0;
  for (int at = 0; at < 32; at += bits)
    result |=
        (static_cast<unsigned>(operation(static_cast<T>(a >> at), static_cast<T>(b >> at))) & (~0u >> (32 - bits)))
        << at;
  return result;
}
template <class T>
GRIDFOLD_UNSEEN constexpr int limited(int x)
{
  constexpr int least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  return x < least ? least : x > most ? most : x;
}
/// The sum of a word's parts of type T.
template <class T>
GRIDFOLD_WORD unsigned sum_of_parts(unsigned a)
{
  unsigned sum = 0;
  for (int at = 0; at < 32; at += 8 * static_cast<int>(sizeof(T))) sum += static_cast<T>(a >> at);
  return sum;
}

}  // namespace gridfold_cuda

#define GRIDFOLD_PARTS(name, type, expression)                                    \
  GRIDFOLD_WORD unsigned name(unsigned a, unsigned b)                             \
  {                                                                               \
    return gridfold_cuda::by_parts<type>(a, b, [](int x, int y) GRIDFOLD_UNSEEN { \
      static_cast<void>(y);                                                       \
      return static_cast<int>(expression);                                        \
    });                                                                           \
  }
#define GRIDFOLD_PART(name, type, expression)       \
  GRIDFOLD_PARTS(gridfold_##name, type, expression) \
  GRIDFOLD_INLINE unsigned name(unsigned a) { return gridfold_##name(a, 0); }
#define GRIDFOLD_COMPARED(n, name, type, sign)             \
  GRIDFOLD_PARTS(__vcmp##name##n, type, x sign y ? -1 : 0) \
  GRIDFOLD_PARTS(__vset##name##n, type, x sign y ? 1 : 0)
#define GRIDFOLD_SIMD(n, s, u)                                             \
  GRIDFOLD_PARTS(__vadd##n, u, x + y)                                      \
  GRIDFOLD_PARTS(__vsub##n, u, x - y)                                      \
  GRIDFOLD_PARTS(__vaddss##n, s, gridfold_cuda::limited<s>(x + y))         \
  GRIDFOLD_PARTS(__vaddus##n, u, gridfold_cuda::limited<u>(x + y))         \
  GRIDFOLD_PARTS(__vsubss##n, s, gridfold_cuda::limited<s>(x - y))         \
  GRIDFOLD_PARTS(__vsubus##n, u, gridfold_cuda::limited<u>(x - y))         \
  GRIDFOLD_PARTS(__vabsdiffs##n, s, x < y ? y - x : x - y)                 \
  GRIDFOLD_PARTS(__vabsdiffu##n, u, x < y ? y - x : x - y)                 \
  GRIDFOLD_PARTS(__vavgs##n, s, (x + y + (x + y >= 0)) >> 1)               \
  GRIDFOLD_PARTS(__vavgu##n, u, (x + y + 1) >> 1)                          \
  GRIDFOLD_PARTS(__vhaddu##n, u, (x + y) >> 1)                             \
  GRIDFOLD_PARTS(__vmaxs##n, s, x < y ? y : x)                             \
  GRIDFOLD_PARTS(__vmaxu##n, u, x < y ? y : x)                             \
  GRIDFOLD_PARTS(__vmins##n, s, y < x ? y : x)                             \
  GRIDFOLD_PARTS(__vminu##n, u, y < x ? y : x)                             \
  GRIDFOLD_PART(__vabs##n, s, x < 0 ? -x : x)                              \
  GRIDFOLD_PART(__vabsss##n, s, gridfold_cuda::limited<s>(x < 0 ? -x : x)) \
  GRIDFOLD_PART(__vneg##n, s, -x)                                          \
  GRIDFOLD_PART(__vnegss##n, s, gridfold_cuda::limited<s>(-x))             \
  GRIDFOLD_COMPARED(n, eq, u, ==)                                          \
  GRIDFOLD_COMPARED(n, ne, u, !=)                                          \
  GRIDFOLD_COMPARED(n, ges, s, >=)                                         \
  GRIDFOLD_COMPARED(n, geu, u, >=)                                         \
  GRIDFOLD_COMPARED(n, gts, s, >)                                          \
  GRIDFOLD_COMPARED(n, gtu, u, >)                                          \
  GRIDFOLD_COMPARED(n, les, s, <=)                                         \
  GRIDFOLD_COMPARED(n, leu, u, <=)                                         \
  GRIDFOLD_COMPARED(n, lts, s, <)                                          \
  GRIDFOLD_COMPARED(n, ltu, u, <)                                          \
  GRIDFOLD_INLINE unsigned __vsads##n(unsigned a, unsigned b)              \
  {                                                                        \
    return gridfold_cuda::sum_of_parts<u>(__vabsdiffs##n(a, b));           \
  }                                                                        \
  GRIDFOLD_INLINE unsigned __vsadu##n(unsigned a, unsigned b)              \
  {                                                                        \
    return gridfold_cuda::sum_of_parts<u>(__vabsdiffu##n(a, b));           \
  }
GRIDFOLD_SIMD(2, short, unsigned short)
GRIDFOLD_SIMD(4, signed char, unsigned char)
#undef GRIDFOLD_SIMD
#undef GRIDFOLD_COMPARED
#undef GRIDFOLD_PART
#undef GRIDFOLD_PARTS
