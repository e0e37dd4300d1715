// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// GRIDFOLD_ABI, the inline namespace of everything whose machine code depends on compiler flags. Its name holds these
/// flags, so that the linker never takes the code of one translation unit for another one of other flags: instruction
/// set, floating-point mode, OpenMP, NDEBUG, CUDA's default stream and GPU architectures. docs/learn/questions.md says what
/// may be linked together.
#pragma once

#define GRIDFOLD_ABI_SECOND(first, second, ...) second
#define GRIDFOLD_ABI_SPLIT(...) GRIDFOLD_ABI_SECOND(__VA_ARGS__)
#define GRIDFOLD_ABI_SET_1 ~, 1
#define GRIDFOLD_ABI_SET_2 ~, 1
#define GRIDFOLD_ABI_SET_3 ~, 1
#define GRIDFOLD_ABI_BIT(value) GRIDFOLD_ABI_SPLIT(GRIDFOLD_ABI_SET_##value, 0, ~)
#define GRIDFOLD_ABI_DIGIT_OF(a, b, c, d) GRIDFOLD_ABI_DIGIT_##a##b##c##d
#define GRIDFOLD_ABI_OF_BITS(...) GRIDFOLD_ABI_DIGIT_OF(__VA_ARGS__)
/// One hexadecimal digit for four predefined macros: the bit of a macro is set if it is 1, 2 or 3, not if it is 0 or
/// undefined.
#define GRIDFOLD_ABI_DIGIT(a, b, c, d) \
  GRIDFOLD_ABI_OF_BITS(GRIDFOLD_ABI_BIT(a), GRIDFOLD_ABI_BIT(b), GRIDFOLD_ABI_BIT(c), GRIDFOLD_ABI_BIT(d))
#define GRIDFOLD_ABI_DIGIT_0000 0
#define GRIDFOLD_ABI_DIGIT_0001 1
#define GRIDFOLD_ABI_DIGIT_0010 2
#define GRIDFOLD_ABI_DIGIT_0011 3
#define GRIDFOLD_ABI_DIGIT_0100 4
#define GRIDFOLD_ABI_DIGIT_0101 5
#define GRIDFOLD_ABI_DIGIT_0110 6
#define GRIDFOLD_ABI_DIGIT_0111 7
#define GRIDFOLD_ABI_DIGIT_1000 8
#define GRIDFOLD_ABI_DIGIT_1001 9
#define GRIDFOLD_ABI_DIGIT_1010 a
#define GRIDFOLD_ABI_DIGIT_1011 b
#define GRIDFOLD_ABI_DIGIT_1100 c
#define GRIDFOLD_ABI_DIGIT_1101 d
#define GRIDFOLD_ABI_DIGIT_1110 e
#define GRIDFOLD_ABI_DIGIT_1111 f

/// Joins up to 26 tokens into one; arguments may be empty.
#define GRIDFOLD_ABI_JOIN_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, ...) \
  a##b##c##d##e##f##g##h##i##j##k##l##m##n##o##p##q##r##s##t##u##v##w##x##y##z
#define GRIDFOLD_ABI_JOIN(...) GRIDFOLD_ABI_JOIN_(__VA_ARGS__)

// The instruction sets that change the code a compiler makes of plain C++.
#if defined(__x86_64__)
#define GRIDFOLD_ABI_PROCESSOR                                                                   \
  x86_, GRIDFOLD_ABI_DIGIT(__SSE3__, __SSSE3__, __SSE4_1__, __SSE4_2__),                         \
      GRIDFOLD_ABI_DIGIT(__POPCNT__, __LZCNT__, __BMI__, __BMI2__),                              \
      GRIDFOLD_ABI_DIGIT(__AVX__, __AVX2__, __FMA__, __F16C__),                                  \
      GRIDFOLD_ABI_DIGIT(__AVX512F__, __AVX512CD__, __AVX512BW__, __AVX512DQ__),                 \
      GRIDFOLD_ABI_DIGIT(__AVX512VL__, __AVX512VNNI__, __AVX512VBMI__, __AVX512VBMI2__),         \
      GRIDFOLD_ABI_DIGIT(__AVX512IFMA__, __AVX512BITALG__, __AVX512VPOPCNTDQ__, __AVX512BF16__), \
      GRIDFOLD_ABI_DIGIT(__AVX512FP16__, __AVXVNNI__, __GFNI__, __MOVBE__),                      \
      GRIDFOLD_ABI_DIGIT(__SSE4A__, __XOP__, __FMA4__, __TBM__),                                 \
      GRIDFOLD_ABI_DIGIT(__APX_F__, __AVX10_2__, __AVXVNNIINT8__, __AVXVNNIINT16__)
#elif defined(__aarch64__)
#ifdef __ARM_FEATURE_SVE_BITS
#define GRIDFOLD_ABI_SVE_BITS __ARM_FEATURE_SVE_BITS
#else
#define GRIDFOLD_ABI_SVE_BITS 0
#endif
#define GRIDFOLD_ABI_PROCESSOR                                                                                       \
  arm, __ARM_ARCH, _,                                                                                                \
      GRIDFOLD_ABI_DIGIT(__ARM_FEATURE_ATOMICS, __ARM_FEATURE_DOTPROD, __ARM_FEATURE_FP16_VECTOR_ARITHMETIC,         \
                         __ARM_FEATURE_QRDMX),                                                                       \
      GRIDFOLD_ABI_DIGIT(__ARM_FEATURE_SVE, __ARM_FEATURE_SVE2, __ARM_FEATURE_BF16_VECTOR_ARITHMETIC,                \
                         __ARM_FEATURE_MATMUL_INT8),                                                                 \
      GRIDFOLD_ABI_DIGIT(__ARM_FEATURE_COMPLEX, __ARM_FEATURE_FRINT, __ARM_FEATURE_RCPC, __ARM_FEATURE_JCVT),        \
      GRIDFOLD_ABI_DIGIT(__ARM_FEATURE_SHA3, __ARM_FEATURE_CRC32, __ARM_FEATURE_FP16_FML, __ARM_FEATURE_MOPS), _sve, \
      GRIDFOLD_ABI_SVE_BITS, _
#else
#define GRIDFOLD_ABI_PROCESSOR other_, , , , , , , , ,
#endif

#ifdef _OPENMP
#define GRIDFOLD_ABI_OPENMP _openmp
#else
#define GRIDFOLD_ABI_OPENMP
#endif
#ifdef NDEBUG
#define GRIDFOLD_ABI_NDEBUG _ndebug
#else
#define GRIDFOLD_ABI_NDEBUG
#endif
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define GRIDFOLD_ABI_STREAM _per_thread
#else
#define GRIDFOLD_ABI_STREAM
#endif
// nvcc's list of architectures, such as 800,900: kernels of different lists need different names, because the driver
// finds a kernel by its name.
#ifdef __CUDA_ARCH_LIST__
#define GRIDFOLD_ABI_GPUS GRIDFOLD_ABI_JOIN(_sm, __CUDA_ARCH_LIST__, , , , , , , , , , , , , , , , , , , , , , , , , )
#else
#define GRIDFOLD_ABI_GPUS
#endif

// Set by the user for flags that no macro shows, such as nvcc's -use_fast_math.
#ifdef GRIDFOLD_ABI_NAME
#define GRIDFOLD_ABI_OWN _, GRIDFOLD_ABI_NAME
#else
#define GRIDFOLD_ABI_OWN ,
#endif

#define GRIDFOLD_ABI                                                                                                  \
  GRIDFOLD_ABI_JOIN(                                                                                                  \
      GRIDFOLD_ABI_PROCESSOR,                                                                                         \
      GRIDFOLD_ABI_DIGIT(__FAST_MATH__, __FINITE_MATH_ONLY__, __ASSOCIATIVE_MATH__, __RECIPROCAL_MATH__),             \
      GRIDFOLD_ABI_OPENMP, GRIDFOLD_ABI_NDEBUG, GRIDFOLD_ABI_STREAM, GRIDFOLD_ABI_GPUS, GRIDFOLD_ABI_OWN, , , , , , , \
      , , , )

#define GRIDFOLD_ABI_QUOTE_(name) #name
#define GRIDFOLD_ABI_QUOTE(name) GRIDFOLD_ABI_QUOTE_(name)
/// Marks a member function of a type outside of GRIDFOLD_ABI. Translation units of different flags may exchange such a
/// type, so the flags are part of the function's symbol instead of the type's name.
#define GRIDFOLD_ABI_TAG __attribute__((abi_tag(GRIDFOLD_ABI_QUOTE(GRIDFOLD_ABI))))
