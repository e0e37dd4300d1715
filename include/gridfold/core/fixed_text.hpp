// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Text that is known at compile time: the names of policies and variants.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <exception>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// std::string or std::string_view, recognised without including their headers.
template <class S>
concept string_of_char = std::same_as<typename S::traits_type::char_type, char> &&
    std::same_as<typename S::value_type, char> && std::constructible_from<S, const char*, std::size_t>;

struct text_too_long : std::exception {
  [[nodiscard]] const char* what() const noexcept override
  {
    return "gridfold: a text is too long (names have at most 255 characters): shorten it, or add it to a std::string";
  }
};

}  // namespace detail

/// A text of up to 255 characters that is known at compile time, such as the name of a policy.
/// \code
///   static constexpr gridfold::fixed_text name() { return "serpentine"; }
///   static constexpr gridfold::fixed_text name() { return gridfold::fixed_text("strips:") + Width; }
/// \endcode
/// Converts to std::string and std::string_view; can be added to, compared with and streamed like a std::string.
class fixed_text {
 public:
  template <int N>
  constexpr fixed_text(const char (&literal)[N])
  {
    append(literal, N - 1);
  }
  explicit constexpr fixed_text(int number) { append(number); }

  [[nodiscard]] constexpr const char* c_str() const { return characters_; }
  [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(size_); }

  template <detail::string_of_char S>
  constexpr operator S() const
  {
    return S(c_str(), size());
  }

  friend constexpr fixed_text operator+(fixed_text left, const fixed_text& right)
  {
    left.append(right.characters_, right.size_);
    return left;
  }
  friend constexpr fixed_text operator+(fixed_text left, int number)
  {
    left.append(number);
    return left;
  }
  template <detail::string_of_char S>
  friend constexpr S operator+(S left, const fixed_text& right)
  {
    left.append(right.c_str(), right.size());
    return left;
  }
  template <detail::string_of_char S>
  friend constexpr S operator+(const fixed_text& left, const S& right)
  {
    return S(left) += right;
  }

  friend constexpr bool operator==(const fixed_text& a, const fixed_text& b)
  {
    int same = 0;
    while (same < a.size_ && a.characters_[same] == b.characters_[same]) ++same;
    return same == a.size_ && same == b.size_;
  }
  template <detail::string_of_char S>
  friend constexpr bool operator==(const fixed_text& a, const S& b)
  {
    return b == a.c_str();
  }

  template <class Stream>
  requires requires(Stream& to) { to << ""; }
  friend constexpr decltype(auto) operator<<(Stream& to, const fixed_text& shown) { return to << shown.c_str(); }

 private:
  constexpr void append(const char* more, int count)
  {
    if (count > capacity - size_) throw detail::text_too_long{};
    for (int i = 0; i < count; ++i) characters_[size_++] = more[i];
  }
  constexpr void append(int number)
  {
    if (number < 0) append("-", 1);
    if (number / 10 != 0) append(number < 0 ? -(number / 10) : number / 10);
    append(&"0123456789"[number < 0 ? -(number % 10) : number % 10], 1);
  }

  static constexpr int capacity = 255;
  char characters_[capacity + 1] = {};
  int size_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
