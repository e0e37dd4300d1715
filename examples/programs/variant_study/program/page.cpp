// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/page.hpp"

#include <fstream>
#include <gridfold/core/error.hpp>
#include <gridfold/tune/write.hpp>
#include <iterator>
#include <sstream>

namespace study
{

namespace
{

/// JSON text for a script in HTML; escapes "<", which could begin the script's end tag.
std::string in_script(const std::string& json)
{
  std::string text;
  for (const char c : json)
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  return text;
}

std::string quoted(const std::string& text)
{
  std::string json = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      json.append(1, '\\').append(1, c);
    else if (c == '\n')
      json += "\\n";
    else
      json += c;
  return json + '"';
}

std::string json_of(const results& of, bool on_gpu)
{
  std::ostringstream json;
  json << "{\"on_gpu\": " << (on_gpu ? "true" : "false") << ", \"table\": ";
  gridfold::write_json(json, of.table);
  json << ", \"pictures\": {";
  bool is_first = true;
  for (const auto& [variant, picture] : of.pictures) {
    json << (is_first ? "" : ",\n") << quoted(variant) << ": " << quoted(picture);
    is_first = false;
  }
  json << "}}";
  return json.str();
}

}  // namespace

std::string page_of(const std::vector<results>& studies, bool on_gpu)
{
  const std::string name = VARIANT_STUDY_PAGE, mark = "@STUDIES@";
  std::ifstream file(name);
  std::string page(std::istreambuf_iterator<char>(file), {});
  const std::size_t at = page.find(mark);
  if (at == std::string::npos)
    throw gridfold::error("the page " + name + " cannot be read (it is missing, or lacks " + mark +
                          "): restore it from the sources");
  std::string all;
  for (const results& one : studies) all += (all.empty() ? "" : ",\n") + json_of(one, on_gpu);
  return page.replace(at, mark.size(), in_script("[" + all + "]"));
}

}  // namespace study
