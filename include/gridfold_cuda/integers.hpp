// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUDA's functions of integers.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/vector_types.hpp>
GRIDFOLD_YIELDS GRIDFOLD_WORD int __popc(unsigned x) { return __builtin_popcountll(x); }
GRIDFOLD_YIELDS GRIDFOLD_WORD int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
GRIDFOLD_YIELDS GRIDFOLD_WORD int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
GRIDFOLD_YIELDS GRIDFOLD_WORD int __clzll(long long x)
{
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
GRIDFOLD_YIELDS GRIDFOLD_WORD int __ffs(int x) { return __builtin_ffs(x); }
GRIDFOLD_YIELDS GRIDFOLD_WORD int __ffsll(long long x) { return __builtin_ffsll(x); }
GRIDFOLD_YIELDS GRIDFOLD_WORD unsigned __brev(unsigned x)
{
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
  return reversed;
}
GRIDFOLD_YIELDS GRIDFOLD_WORD unsigned long long __brevll(unsigned long long x)
{
  return (static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32) |
         __brev(static_cast<unsigned>(x >> 32));
}
GRIDFOLD_YIELDS GRIDFOLD_WORD unsigned __byte_perm(unsigned x, unsigned y, unsigned s)
{
  const unsigned long long both = (static_cast<unsigned long long>(y) << 32) | x;
  unsigned result = 0;
  for (int byte = 0; byte < 4; ++byte)
    result |= static_cast<unsigned>(both >> (8 * (s >> (4 * byte) & 7)) & 0xff) << (8 * byte);
  return result;
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s)
{
  return static_cast<unsigned>(((static_cast<unsigned long long>(hi) << 32 | lo) << (s & 31)) >> 32);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) >> (s & 31));
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned s)
{
  const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>((both << (s < 32 ? s : 32)) >> 32);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned s)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) >> (s < 32 ? s : 32));
}
// Products of the lower 24 bits of both factors.
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __mul24(int x, int y)
{
  const long long a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  return static_cast<int>(a * (static_cast<int>(static_cast<unsigned>(y) << 8) >> 8));
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __mulhi(int x, int y)
{
  return static_cast<int>((static_cast<long long>(x) * y) >> 32);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __umulhi(unsigned x, unsigned y)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(x) * y) >> 64);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE long long __mul64hi(long long x, long long y)
{
  return static_cast<long long>((static_cast<__int128>(x) * y) >> 64);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __sad(int x, int y, unsigned z)
{
  return z + static_cast<unsigned>(x < y ? static_cast<long long>(y) - x : static_cast<long long>(x) - y);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
  return z + (x < y ? y - x : x - y);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __hadd(int x, int y)
{
  return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __rhadd(int x, int y)
{
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __uhadd(unsigned x, unsigned y)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __urhadd(unsigned x, unsigned y)
{
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
/// The position of the n-th set bit of a mask, counted from a start: upwards for positive n, downwards for negative n;
/// -1u if there is none.
GRIDFOLD_YIELDS GRIDFOLD_WORD unsigned __fns(unsigned mask, unsigned start, int n)
{
  if (n == 0) return mask >> start & 1 ? start : ~0u;
  const int step = n > 0 ? 1 : -1;
  for (int bit = static_cast<int>(start); bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) != 0 && (n -= step) == 0) return static_cast<unsigned>(bit);
  return ~0u;
}
GRIDFOLD_YIELDS GRIDFOLD_WORD int __dp4a(int a, int b, int c)
{
  for (int byte = 0; byte < 4; ++byte)
    c += static_cast<signed char>(a >> (8 * byte)) * static_cast<signed char>(b >> (8 * byte));
  return c;
}
GRIDFOLD_YIELDS GRIDFOLD_WORD unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
  for (int byte = 0; byte < 4; ++byte) c += (a >> (8 * byte) & 0xff) * (b >> (8 * byte) & 0xff);
  return c;
}
namespace gridfold_cuda
{
/// c plus the products of two halves of a and two bytes of b, from byte `first` on.
template <class T, class Half, class Byte>
GRIDFOLD_WORD T dot_of_halves(unsigned a, unsigned b, T c, int first)
{
  for (int half = 0; half < 2; ++half)
    c += static_cast<T>(static_cast<Half>(a >> (16 * half))) *
         static_cast<T>(static_cast<Byte>(b >> (8 * (first + half))));
  return c;
}
}  // namespace gridfold_cuda
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __dp2a_lo(int a, int b, int c)
{
  return gridfold_cuda::dot_of_halves<int, short, signed char>(static_cast<unsigned>(a), static_cast<unsigned>(b), c,
                                                               0);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE int __dp2a_hi(int a, int b, int c)
{
  return gridfold_cuda::dot_of_halves<int, short, signed char>(static_cast<unsigned>(a), static_cast<unsigned>(b), c,
                                                               2);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
  return gridfold_cuda::dot_of_halves<unsigned, unsigned short, unsigned char>(a, b, c, 0);
}
GRIDFOLD_YIELDS GRIDFOLD_INLINE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c)
{
  return gridfold_cuda::dot_of_halves<unsigned, unsigned short, unsigned char>(a, b, c, 2);
}
#define GRIDFOLD_OF_BYTES(word, halves, bytes)                                     \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE word __dp4a(bytes a, bytes b, word c)            \
  {                                                                                \
    return __dp4a(__builtin_bit_cast(word, a), __builtin_bit_cast(word, b), c);    \
  }                                                                                \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE word __dp2a_lo(halves a, bytes b, word c)        \
  {                                                                                \
    return __dp2a_lo(__builtin_bit_cast(word, a), __builtin_bit_cast(word, b), c); \
  }                                                                                \
  GRIDFOLD_YIELDS GRIDFOLD_INLINE word __dp2a_hi(halves a, bytes b, word c)        \
  {                                                                                \
    return __dp2a_hi(__builtin_bit_cast(word, a), __builtin_bit_cast(word, b), c); \
  }
GRIDFOLD_OF_BYTES(int, short2, char4)
GRIDFOLD_OF_BYTES(unsigned, ushort2, uchar4)
#undef GRIDFOLD_OF_BYTES
