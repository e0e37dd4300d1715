// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rewrites CUDA C++ as C++: `kernel<<<grid, block>>>(arguments)` becomes a call; all other text and all line numbers
/// stay.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel_definitions.hpp"
#include "local_arrays.hpp"
#include "tokens.hpp"

namespace trace_cuda
{

/// A CUDA name that cannot be traced, and the reason.
struct refusal {
  int line;
  std::string text;
};

/// A rewritten source, and its contents.
struct rewritten {
  std::string text;
  bool has_main = false, has_kernels = false, has_launches = false;
  bool launches_by_address = false;  ///< by functions that may get a kernel as void*
  std::vector<refusal> refusals;
};

namespace detail
{

/// The first token of the expression that names a kernel and ends before token `end`.
inline std::size_t kernel_begin(const token_list& tokens, std::size_t end)
{
  std::size_t i = end;
  if (i > 0 && (tokens.text(i - 1) == ">" || tokens.text(i - 1) == ">>>")) {
    int depth = 0;
    do {
      --i;
      const std::string_view t = tokens.text(i);
      depth += t == ">" ? 1 : t == ">>>" ? 3 : t == "<" ? -1 : 0;
    } while (i > 0 && depth > 0);
  }
  if (i > 0 && tokens.text(i - 1) == ")") {
    int depth = 0;
    do {
      --i;
      depth += (tokens.text(i) == ")") - (tokens.text(i) == "(");
    } while (i > 0 && depth > 0);
    return i;
  }
  while (i > 0 && tokens.text(i - 1) == "]") {
    int depth = 0;
    do {
      --i;
      depth += (tokens.text(i) == "]") - (tokens.text(i) == "[");
    } while (i > 0 && depth > 0);
  }
  while (i > 0 && (tokens.is_word(i - 1) || tokens.text(i - 1) == "::" || tokens.text(i - 1) == "." ||
                   tokens.text(i - 1) == "->")) {
    if (tokens.is_word(i - 1) && i < end && tokens.is_word(i)) break;
    if (tokens.is_word(i - 1) && tokens.text(i - 1) == "return") break;
    --i;
  }
  return i;
}

inline std::string one_line(std::string_view text)
{
  std::string line(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}
inline std::string as_literal(std::string_view text)
{
  std::string literal = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    if (c != ' ' && c != '\n') literal += c;
  }
  return literal + "\"";
}

/// The number of tokens at i that end a launch's configuration: 1 for `>>>`; 3 for `>> >` if the launch began with `<<
/// <`; else 0.
inline std::size_t launch_end(const token_list& tokens, std::size_t i, bool is_parted)
{
  if (tokens.text(i) == ">>>") return 1;
  const auto is = [&](std::size_t n, std::string_view text) { return tokens.text(i + n) == text; };
  return is_parted && is(0, ">") && is(1, ">") && is(2, ">") && is(3, "(") ? 3 : 0;
}

/// The reason to refuse a word; null if it can be traced.
inline const char* why_refused(std::string_view word)
{
  struct pair {
    std::string_view word;
    const char* why;
  };
  static constexpr const char* textures = "textures and surfaces are not traced: read the array instead";
  static constexpr const char* tensors =
      "tensor cores are not traced: trace the kernel's loads and stores without them";
  static constexpr const char* clusters = "clusters of blocks are not traced: trace a kernel without them";
  static constexpr pair words[] = {
      {"cudaTextureObject_t", textures},
      {"cudaSurfaceObject_t", textures},
      {"tex1Dfetch", textures},
      {"tex1D", textures},
      {"tex2D", textures},
      {"tex3D", textures},
      {"surf2Dread", textures},
      {"surf2Dwrite", textures},
      {"cudaBindTexture", textures},
      {"cudaCreateTextureObject", textures},
      {"wmma", tensors},
      {"nvcuda", tensors},
      {"this_cluster", clusters},
      {"cluster_group", clusters},
      {"__cluster_dims__", clusters},
  };
  for (const pair& p : words)
    if (p.word == word) return p.why;
  return nullptr;
}

}  // namespace detail

/// Rewrites the launches of a source. `registers`: registers its kernels by address.
inline rewritten rewrite(std::string_view source, bool registers = false)
{
  const token_list tokens(source);
  rewritten out;
  std::size_t copied = 0, kernel_end = 0;
  const auto copy_to = [&](std::size_t at) {
    out.text += source.substr(copied, at - copied);
    copied = at;
  };
  std::vector<kernel_definition> definitions;
  if (registers) definitions = kernel_definitions(tokens);
  auto defined = definitions.begin();
  const std::vector<local_array> arrays = local_arrays(tokens);
  auto array = arrays.begin();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view t = tokens.text(i);
    if (defined != definitions.end() && defined->end == i) {
      copy_to(tokens[i].end);
      out.text += registration(*defined++);
    }
    for (; array != arrays.end() && array->end == i; ++array) {
      copy_to(tokens[i].end);
      out.text += registration(*array);
    }
    if (t == "cudaLaunchKernel" || t == "cudaLaunchCooperativeKernel") out.launches_by_address = true;
    if (t == "main" && tokens.text(i + 1) == "(") out.has_main = true;
    if (t == "__global__") {
      out.has_kernels = true;
      // Skips to the kernel's body, to find launches in it.
      std::size_t open = i;
      while (open < tokens.size() && tokens.text(open) != "{" && tokens.text(open) != ";") ++open;
      if (tokens.text(open) == "{") kernel_end = tokens.closing(open);
    }
    if (tokens.is_word(i))
      if (const char* const why = detail::why_refused(t); why != nullptr) out.refusals.push_back({tokens[i].line, why});
    if (t == "asm" || t == "__asm__" || t == "__asm") {
      std::size_t open = i + 1;
      while (tokens.is_word(open)) ++open;
      const bool is_empty = tokens.text(open + 1) == "\"\"";
      if (tokens.text(open) == "(" && !is_empty)
        out.refusals.push_back(
            {tokens[i].line, "inline PTX is not traced: write it in C++, or leave it out by #ifdef __CUDACC__"});
    }
    const bool is_parted = t.size() > 3 && t.starts_with("<<");
    if ((t != "<<<" && !is_parted) || i == 0) continue;
    if (i < kernel_end) {
      out.refusals.push_back({tokens[i].line, "launches by kernels are not traced: launch them from the host"});
      continue;
    }
    const std::size_t begin = detail::kernel_begin(tokens, i);
    std::size_t close = i + 1;
    for (int depth = 0; close < tokens.size() && !(depth == 0 && detail::launch_end(tokens, close, is_parted) > 0);
         ++close)
      depth += (tokens.text(close) == "(" || tokens.text(close) == "[" || tokens.text(close) == "{") -
               (tokens.text(close) == ")" || tokens.text(close) == "]" || tokens.text(close) == "}");
    const std::size_t behind = close + detail::launch_end(tokens, close, is_parted);
    if (begin == i || close >= tokens.size() || tokens.text(behind) != "(") continue;
    out.has_launches = true;
    copy_to(tokens[begin].begin);
    const std::string_view kernel = source.substr(copied, tokens[i].begin - copied);
    const std::string name = detail::one_line(kernel);
    out.text += "::gridfold_cuda::launch_words(";
    out.text += std::string(static_cast<std::size_t>(std::count(kernel.begin(), kernel.end(), '\n')), '\n');
    copied = tokens[i].end;
    copy_to(tokens[close].begin);
    out.text += ")(" + detail::as_literal(name) + ", GRIDFOLD_KERNEL(" + name + "))";
    copied = tokens[behind - 1].end;
    i = behind - 1;
  }
  copy_to(source.size());
  return out;
}

/// The files that a source includes by quotes, with the position of each name in the source.
struct inclusion {
  std::string name;
  std::size_t begin, end;
  int line;
};
inline std::vector<inclusion> inclusions(std::string_view source)
{
  std::vector<inclusion> found;
  const token_list tokens(source);
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens.text(i) != "#" || tokens.text(i + 1) != "include" || tokens[i + 2].is != token::kind::literal) continue;
    const std::string_view name = tokens.text(i + 2);
    if (name.size() > 2 && name.front() == '"')
      found.push_back(
          {std::string(name.substr(1, name.size() - 2)), tokens[i + 2].begin, tokens[i + 2].end, tokens[i].line});
  }
  return found;
}

}  // namespace trace_cuda
