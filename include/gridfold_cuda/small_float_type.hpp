// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A floating-point type of 16 bits, pairs of it, and their operators: cuda_fp16.h and cuda_bf16.h include it with the
/// type's names.
#pragma GCC system_header

struct GRIDFOLD_RAW {
  unsigned short x;
};
struct alignas(4) GRIDFOLD_RAW2 {
  unsigned short x, y;
};

struct GRIDFOLD_F {
  using format = gridfold_cuda::small_float<GRIDFOLD_EXPONENT, 15 - GRIDFOLD_EXPONENT>;

  GRIDFOLD_F() = default;
  template <class A>
  requires std::is_arithmetic_v<A> GRIDFOLD_INLINE GRIDFOLD_F(A v) : gridfold_bits(format::of(v)) {}
  GRIDFOLD_INLINE GRIDFOLD_F(GRIDFOLD_RAW v) : gridfold_bits(v.x) {}
  GRIDFOLD_INLINE operator GRIDFOLD_RAW() const { return {gridfold_bits}; }
  /// Converts an element; the access belongs to the converting line.
  GRIDFOLD_WORD operator float() const
  {
    gridfold_cuda::note_access(this, 2, gridfold_cuda::word_access::load, GRIDFOLD_CODE);
    return format::value(gridfold_bits);
  }
  template <class A>
  requires std::is_arithmetic_v<A> GRIDFOLD_INLINE GRIDFOLD_F& operator=(A v) { return *this = GRIDFOLD_F(v); }

  unsigned short gridfold_bits;
};

struct alignas(4) GRIDFOLD_F2 {
  GRIDFOLD_F2() = default;
  GRIDFOLD_INLINE GRIDFOLD_F2(GRIDFOLD_F a, GRIDFOLD_F b) : x(a), y(b) {}
  GRIDFOLD_INLINE GRIDFOLD_F2(GRIDFOLD_RAW2 v) : x(GRIDFOLD_RAW{v.x}), y(GRIDFOLD_RAW{v.y}) {}
  GRIDFOLD_INLINE operator GRIDFOLD_RAW2() const { return {x.gridfold_bits, y.gridfold_bits}; }

  GRIDFOLD_F x, y;
};

namespace gridfold_cuda
{

// Operands are copied into inlined functions, so that an element's load belongs to the line that names it.
GRIDFOLD_INLINE float value_of_small(GRIDFOLD_F v) { return GRIDFOLD_F::format::value(v.gridfold_bits); }
GRIDFOLD_INLINE GRIDFOLD_F rounded_small(GRIDFOLD_F, double v) { return GRIDFOLD_RAW{GRIDFOLD_F::format::of(v)}; }

}  // namespace gridfold_cuda

#define GRIDFOLD_OPERATOR(sign)                                                                                    \
  GRIDFOLD_INLINE GRIDFOLD_F operator sign(GRIDFOLD_F a, GRIDFOLD_F b)                                             \
  {                                                                                                                \
    const double x = gridfold_cuda::value_of_small(a), y = gridfold_cuda::value_of_small(b);                       \
    return gridfold_cuda::rounded_small(a, x sign y);                                                              \
  }                                                                                                                \
  GRIDFOLD_INLINE GRIDFOLD_F2 operator sign(GRIDFOLD_F2 a, GRIDFOLD_F2 b) { return {a.x sign b.x, a.y sign b.y}; } \
  GRIDFOLD_WORD GRIDFOLD_F& operator sign##=(GRIDFOLD_F& a, const GRIDFOLD_F& b)                                   \
  {                                                                                                                \
    return gridfold_cuda::changed_small(a, b, GRIDFOLD_CODE,                                                       \
                                        [](GRIDFOLD_F x, GRIDFOLD_F y) GRIDFOLD_UNSEEN { return x sign y; });      \
  }                                                                                                                \
  GRIDFOLD_WORD GRIDFOLD_F2& operator sign##=(GRIDFOLD_F2& a, const GRIDFOLD_F2& b)                                \
  {                                                                                                                \
    return gridfold_cuda::changed_small(a, b, GRIDFOLD_CODE,                                                       \
                                        [](GRIDFOLD_F2 x, GRIDFOLD_F2 y) GRIDFOLD_UNSEEN { return x sign y; });    \
  }
GRIDFOLD_OPERATOR(+)
GRIDFOLD_OPERATOR(-)
GRIDFOLD_OPERATOR(*)
GRIDFOLD_OPERATOR(/)
#undef GRIDFOLD_OPERATOR

#define GRIDFOLD_OPERATOR(sign)                                                    \
  GRIDFOLD_INLINE bool operator sign(GRIDFOLD_F a, GRIDFOLD_F b)                   \
  {                                                                                \
    return gridfold_cuda::value_of_small(a) sign gridfold_cuda::value_of_small(b); \
  }                                                                                \
  GRIDFOLD_INLINE bool operator sign(GRIDFOLD_F2 a, GRIDFOLD_F2 b) { return bool(a.x sign b.x) & bool(a.y sign b.y); }
GRIDFOLD_OPERATOR(==)
GRIDFOLD_OPERATOR(!=)
GRIDFOLD_OPERATOR(<)
GRIDFOLD_OPERATOR(<=)
GRIDFOLD_OPERATOR(>)
GRIDFOLD_OPERATOR(>=)
#undef GRIDFOLD_OPERATOR

GRIDFOLD_INLINE GRIDFOLD_F operator+(GRIDFOLD_F a) { return a; }
GRIDFOLD_INLINE GRIDFOLD_F operator-(GRIDFOLD_F a)
{
  return GRIDFOLD_RAW{static_cast<unsigned short>(a.gridfold_bits ^ 0x8000)};
}
GRIDFOLD_INLINE GRIDFOLD_F2 operator+(GRIDFOLD_F2 a) { return a; }
GRIDFOLD_INLINE GRIDFOLD_F2 operator-(GRIDFOLD_F2 a) { return {-a.x, -a.y}; }
GRIDFOLD_INLINE GRIDFOLD_F& operator++(GRIDFOLD_F& a) { return a += GRIDFOLD_F(1); }
GRIDFOLD_INLINE GRIDFOLD_F& operator--(GRIDFOLD_F& a) { return a -= GRIDFOLD_F(1); }
