// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Declarations that the wrong programs use. The programs include gridfold.hpp before, which is precompiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace gf = gridfold;

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

inline const gf::host on;
inline std::vector<float> numbers(1);
inline const std::vector<float> constants(1);
inline std::vector<double> doubles(1);
inline std::vector<int> integers(1);
inline std::vector<std::string> words(1);
inline const vector<float> line(numbers.data(), 1);
inline const matrix<float> square(numbers.data(), 1, 1);
inline const std::vector<gf::atom> atoms(1);
inline const gf::lattice where;
inline gf::field<float> map(where);
inline const gf::positions points(numbers, numbers, numbers);
