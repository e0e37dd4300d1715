// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads an SVG of the library as XML, for tests of pictures.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace test
{

struct svg_element {
  std::string name, text;
  std::map<std::string, std::string> attributes;
  std::string title;  ///< the text of its child `title`

  [[nodiscard]] double number(const std::string& attribute) const { return std::stod(attributes.at(attribute)); }
  /// The number of boxes in a path.
  [[nodiscard]] int boxes() const
  {
    int count = 0;
    for (const char c : attributes.at("d")) count += c == 'z';
    return count;
  }
};

/// All elements in the order of their beginnings. Throws std::runtime_error if the text is not well-formed: each
/// element ends where it should, attributes are quoted and different, & begins a known entity, there are no control
/// characters.
inline std::vector<svg_element> elements_of(const std::string& xml)
{
  std::vector<svg_element> all;
  std::vector<std::size_t> open;
  std::size_t at = 0;
  const auto require = [&](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what + std::string(" at ") + std::to_string(at) + ": " + xml.substr(at, 60));
  };
  const auto decoded = [&](const std::string& raw) {
    std::string text;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      require(static_cast<unsigned char>(raw[i]) >= ' ' || raw[i] == '\n', "a control character");
      if (raw[i] != '&') {
        text += raw[i];
        continue;
      }
      const std::string entity = raw.substr(i, raw.find(';', i) - i + 1);
      require(entity == "&amp;" || entity == "&lt;" || entity == "&gt;", "an unknown entity");
      text += entity == "&amp;" ? '&' : entity == "&lt;" ? '<' : '>';
      i += entity.size() - 1;
    }
    return text;
  };
  const auto name_here = [&] {
    const std::size_t end = xml.find_first_of(" =/>\n", at);
    require(end != std::string::npos && end > at, "no name");
    const std::string name = xml.substr(at, end - at);
    at = end;
    return name;
  };
  while (at < xml.size()) {
    if (xml[at] != '<') {
      const std::size_t end = std::min(xml.find('<', at), xml.size());
      const std::string text = decoded(xml.substr(at, end - at));
      require(text.find_first_not_of(" \n") == std::string::npos || !open.empty(), "text outside");
      if (!open.empty()) {
        all[open.back()].text += text;
        if (all[open.back()].name == "title" && open.size() > 1) all[open[open.size() - 2]].title += text;
      }
      at = end;
      continue;
    }
    if (xml[++at] == '/') {
      ++at;
      require(!open.empty() && all[open.back()].name == name_here() && xml[at] == '>', "an end of nothing");
      open.pop_back();
      ++at;
      continue;
    }
    require(!open.empty() || all.empty(), "a second root");
    svg_element element;
    element.name = name_here();
    while (xml[at] == ' ') {
      ++at;
      const std::string attribute = name_here();
      require(xml.compare(at, 2, "=\"") == 0, "no quote");
      const std::size_t begin = at + 2, end = xml.find('"', begin);
      require(end != std::string::npos, "no end of an attribute");
      const std::string value = decoded(xml.substr(begin, end - begin));
      require(value.find('<') == std::string::npos, "< in an attribute");
      require(element.attributes.emplace(attribute, value).second, "an attribute twice");
      at = end + 1;
    }
    const bool is_empty = xml[at] == '/';
    at += is_empty;
    require(xml[at] == '>', "no end of an element");
    ++at;
    all.push_back(element);
    if (!is_empty) open.push_back(all.size() - 1);
  }
  require(open.empty() && !all.empty() && all.front().name == "svg", "elements without an end, or no svg");
  return all;
}

/// The number of boxes in all paths of this colour.
inline int boxes_of(const std::vector<svg_element>& all, const std::string& fill)
{
  int count = 0;
  for (const svg_element& e : all)
    if (e.name == "path" && e.attributes.at("fill") == fill) count += e.boxes();
  return count;
}

/// Whether some text contains these words.
inline bool says(const std::vector<svg_element>& all, const std::string& words)
{
  std::string text;
  for (const svg_element& e : all)
    if (e.name == "text") text += e.text + " ";
  return text.find(words) != std::string::npos;
}

}  // namespace test
