// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A kernel's arguments, copied bytewise to each thread as CUDA does: neither copied nor destroyed by their classes.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/qualifiers.hpp>
#include <memory>

namespace gridfold_cuda
{

/// Whether a parameter is passed by the address of an object that the caller makes and destroys (Itanium C++ ABI,
/// 3.1.2.3).
template <class T>
inline constexpr bool is_passed_by_address =
    std::is_class_v<T> && (!std::is_trivially_destructible_v<T> ||
                           (std::is_copy_constructible_v<T> && !std::is_trivially_copy_constructible_v<T>) ||
                           (std::is_move_constructible_v<T> && !std::is_trivially_move_constructible_v<T>));

/// A parameter type with the calling convention of T, but without T's copies and destruction.
template <class T>
using passed_parameter = std::conditional_t<is_passed_by_address<std::remove_cv_t<T>>, T&, T>;

/// The bytes of the n-th argument.
template <std::size_t N, class T>
struct argument_bytes {
  using type = std::remove_cvref_t<T>;
  alignas(type) unsigned char bytes[sizeof(type)];
};

template <class Numbers, class... Parameters>
class kernel_call;

/// A kernel and its arguments.
template <std::size_t... N, class... Parameters>
class kernel_call<std::index_sequence<N...>, Parameters...> {
 public:
  explicit kernel_call(void (*kernel)(Parameters...), const std::remove_cvref_t<Parameters>&... arguments)
      : kernel_(reinterpret_cast<function>(kernel))
  {
    (std::memcpy(static_cast<argument_bytes<N, Parameters>&>(arguments_).bytes, std::addressof(arguments),
                 sizeof(arguments)),
     ...);
  }
  /// Calls the kernel of a kernel_call, in each thread.
  GRIDFOLD_UNSEEN static void call(void* self)
  {
    const auto* const me = static_cast<const kernel_call*>(self);
    all_bytes own = me->arguments_;
    me->kernel_(static_cast<passed_parameter<Parameters>&&>(*reinterpret_cast<std::remove_cvref_t<Parameters>*>(
        static_cast<argument_bytes<N, Parameters>&>(own).bytes))...);
  }

 private:
  using function = void (*)(passed_parameter<Parameters>...);
  struct all_bytes : argument_bytes<N, Parameters>... {};

  function kernel_;
  all_bytes arguments_;
};

}  // namespace gridfold_cuda
