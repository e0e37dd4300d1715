// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Parts of the names of functions and variables, as a compiler's demangler spells them.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <gridfold/trace_cuda/program_image.hpp>
#include <string>
#include <string_view>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// "s" of "f(int)::s".
[[nodiscard]] inline std::string short_name(const std::string& name)
{
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    depth +=
        (name[i] == ')' || name[i] == '>' || name[i] == ']') - (name[i] == '(' || name[i] == '<' || name[i] == '[');
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return name.substr(i + 1);
  }
  return name;
}
/// "f" of "n::f<3>".
[[nodiscard]] inline std::string plain_name(const std::string& function)
{
  const std::string name = short_name(function);
  return name.substr(0, name.find('<'));
}
/// The kernel of a shared variable: "f<3>" for "void n::f<3>(float*)::s".
[[nodiscard]] inline std::string function_of(const std::string& variable)
{
  const std::string name = short_name(variable);
  return name.size() + 2 >= variable.size()
             ? std::string()
             : short_name(without_parameters(variable.substr(0, variable.size() - name.size() - 2)));
}
/// Without unnamed namespaces: "f" for "(anonymous namespace)::f".
[[nodiscard]] inline std::string without_unnamed(std::string name)
{
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (auto at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed)) (name.erase)(at, unnamed.size());
  return name;
}
/// Whether a variable is not one of the program's: threadIdx and its like, and what compilers add.
[[nodiscard]] inline bool is_builtin(const std::string& name)
{
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim" ||
         name.starts_with("guard variable") || name.starts_with("vtable") || name.starts_with("typeinfo");
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
