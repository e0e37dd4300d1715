// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Discrete Fourier transforms of 2, 3, 4, 5, 7 and 8 complex numbers, in place, of which longer ones consist.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/kernel/mesh/multiply_spectrum.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// a * -i, or a * i for an inverse transform.
template <bool Inverse, class T>
GRIDFOLD_HD wave<T> quarter_turn(const wave<T>& a)
{
  if constexpr (Inverse)
    return {-a.imag, a.real};
  else
    return {a.imag, -a.real};
}

/// The cosine and sine of 2 pi n / Points for 0 <= n <= Points / 2, as a wave; Points is 3, 5 or 7.
template <int Points, class T>
GRIDFOLD_HD wave<T> turn_of(int n)
{
  constexpr int of3 = 0, of5 = 2, of7 = 5;
  constexpr double cosine[] = {1,
                               -0.5,
                               1,
                               0.30901699437494742410,
                               -0.80901699437494742410,
                               1,
                               0.62348980185873353053,
                               -0.22252093395631440429,
                               -0.90096886790241912624};
  constexpr double sine[] = {0,
                             0.86602540378443864676,
                             0,
                             0.95105651629515357212,
                             0.58778525229247312917,
                             0,
                             0.78183148246802980871,
                             0.97492791218182360702,
                             0.43388373911755812048};
  const int at = n + (Points == 3 ? of3 : Points == 5 ? of5 : of7);
  return {static_cast<T>(cosine[at]), static_cast<T>(sine[at])};
}

/// Sets x[p] to the sum of x[q] exp(-2 pi i p q / Points), or with the other sign for the inverse, which is not divided
/// by Points. Odd numbers of points: by the sums and differences of x[q] and x[Points - q].
template <int Points, bool Inverse, class T>
GRIDFOLD_HD void small_dft(wave<T> (&x)[Points])
{
  if constexpr (Points == 2) {
    const wave<T> sum = x[0] + x[1];
    x[1] = x[0] - x[1];
    x[0] = sum;
  } else if constexpr (Points == 4) {
    const wave<T> even = x[0] + x[2], odd = x[1] + x[3], apart = x[0] - x[2];
    const wave<T> turned = kernel::quarter_turn<Inverse>(x[1] - x[3]);
    x[0] = even + odd;
    x[1] = apart + turned;
    x[2] = even - odd;
    x[3] = apart - turned;
  } else if constexpr (Points == 8) {
    wave<T> even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
    kernel::small_dft<4, Inverse>(even);
    kernel::small_dft<4, Inverse>(odd);
    constexpr auto half = static_cast<T>(0.70710678118654752440);
    const wave<T> turned1 = kernel::quarter_turn<Inverse>(odd[1]), turned3 = kernel::quarter_turn<Inverse>(odd[3]);
    odd[1] = wave<T>{half * (odd[1].real + turned1.real), half * (odd[1].imag + turned1.imag)};
    odd[2] = kernel::quarter_turn<Inverse>(odd[2]);
    odd[3] = wave<T>{half * (turned3.real - odd[3].real), half * (turned3.imag - odd[3].imag)};
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int p = 0; p < 4; ++p) {
      x[p] = even[p] + odd[p];
      x[p + 4] = even[p] - odd[p];
    }
  } else {
    constexpr int half = Points / 2;
    wave<T> sum[half], difference[half];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int q = 0; q < half; ++q) {
      sum[q] = x[q + 1] + x[Points - 1 - q];
      difference[q] = kernel::quarter_turn<Inverse>(x[q + 1] - x[Points - 1 - q]);
    }
    const wave<T> first = x[0];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int q = 0; q < half; ++q) x[0] = x[0] + sum[q];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int p = 1; p <= half; ++p) {
      wave<T> even = first, odd{T(0), T(0)};
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int q = 0; q < half; ++q) {
        const int turn = p * (q + 1) % Points, n = turn <= half ? turn : Points - turn;
        const wave<T> at = kernel::turn_of<Points, T>(n);
        const T sine = turn <= half ? at.imag : -at.imag;
        even = {even.real + at.real * sum[q].real, even.imag + at.real * sum[q].imag};
        odd = {odd.real + sine * difference[q].real, odd.imag + sine * difference[q].imag};
      }
      x[p] = even + odd;
      x[Points - p] = even - odd;
    }
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
