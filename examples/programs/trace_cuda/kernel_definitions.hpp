// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernels that a source defines, so that cudaLaunchKernel knows their parameters by their addresses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tokens.hpp"

namespace trace_cuda
{

/// A kernel that is not a template.
struct kernel_definition {
  std::string name;
  std::size_t end = 0;         ///< the token that closes its body
  bool is_in_c_block = false;  ///< whether it lies within extern "C" braces, where templates are not allowed
};

namespace detail
{

/// The construct whose braces open at a token.
enum class scope { of_namespace, of_extern_c, other };
inline scope scope_at(const token_list& tokens, std::size_t open)
{
  for (std::size_t i = open; i-- > 0;) {
    if (tokens.text(i) == "namespace") return scope::of_namespace;
    if (tokens.text(i) == "extern") return scope::of_extern_c;
    if (!tokens.is_word(i) && tokens.text(i) != "::" && tokens[i].is != token::kind::literal) break;
  }
  return scope::other;
}
/// Whether the declaration around a token begins with `template`.
inline bool is_template(const token_list& tokens, std::size_t at)
{
  for (std::size_t i = at; i-- > 0;) {
    const std::string_view t = tokens.text(i);
    if (t == ";" || t == "}" || t == "{") break;
    if (t == "template") return true;
  }
  return false;
}
/// The word before the parameters of the kernel that begins with `__global__` at a token; size() if it is unclear.
inline std::size_t name_of_kernel(const token_list& tokens, std::size_t at)
{
  for (std::size_t i = at + 1; tokens.is_word(i); ++i) {
    if (tokens.text(i + 1) != "(") continue;
    const std::size_t close = tokens.closing(i + 1);
    if (tokens.text(close + 1) == "{") return i;
    i = close;  // __launch_bounds__(256)
  }
  return tokens.size();
}

}  // namespace detail

/// The kernels defined at namespace scope.
inline std::vector<kernel_definition> kernel_definitions(const token_list& tokens)
{
  std::vector<kernel_definition> found;
  std::vector<detail::scope> scopes;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view t = tokens.text(i);
    if (t == "{") scopes.push_back(detail::scope_at(tokens, i));
    if (t == "}" && !scopes.empty()) scopes.pop_back();
    if (t != "__global__" || detail::is_template(tokens, i)) continue;
    bool is_reachable = true;
    kernel_definition kernel;
    for (const detail::scope s : scopes) {
      is_reachable = is_reachable && s != detail::scope::other;
      kernel.is_in_c_block = kernel.is_in_c_block || s == detail::scope::of_extern_c;
    }
    const std::size_t name = detail::name_of_kernel(tokens, i);
    if (!is_reachable || name == tokens.size()) continue;
    kernel.name = tokens.text(name);
    kernel.end = tokens.closing(tokens.closing(name + 1) + 1);
    found.push_back(kernel);
  }
  return found;
}

/// The text added after a kernel's definition, on its last line.
inline std::string registration(const kernel_definition& kernel)
{
  const std::string name = " static const ::gridfold_cuda::known_kernel gridfold_known_kernel_" +
                           std::to_string(kernel.end) + "_" + kernel.name;
  // The address of an overloaded kernel cannot be taken, so such kernels stay unknown.
  return kernel.is_in_c_block ? name + "(&" + kernel.name + ");"
                              : name + "([](auto gridfold_of) -> decltype(gridfold_of(" + kernel.name +
                                    ")) { return gridfold_of(" + kernel.name + "); });";
}

}  // namespace trace_cuda
