// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads an SVG of the library as XML, for tests of pictures.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
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

/// All elements in the order of their beginnings. Throws std::runtime_error if the text is not well-formed: elements
/// must end properly, attributes be quoted and distinct, & begin a known entity, and control characters be absent.
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

/// A box of a path, or a text: its place and colour.
struct svg_box {
  double x, y, width, height;
  std::string fill, stroke, title;
  bool operator==(const svg_box&) const = default;
};

/// The boxes of all paths. A path in a group has no stroke of its own.
inline std::vector<svg_box> boxes_in(const std::vector<svg_element>& all)
{
  std::vector<svg_box> boxes;
  for (const svg_element& e : all) {
    if (e.name != "path") continue;
    const std::string& d = e.attributes.at("d");
    const auto stroke = e.attributes.find("stroke");
    for (std::size_t at = d.find('M'); at != std::string::npos; at = d.find('M', at + 1)) {
      svg_box b{0, 0, 0, 0, e.attributes.at("fill"), stroke == e.attributes.end() ? "" : stroke->second, e.title};
      double back = 0;
      if (std::sscanf(d.c_str() + at, "M%lf %lfh%lfv%lfH%lfz", &b.x, &b.y, &b.width, &b.height, &back) != 5) continue;
      if (back != b.x) throw std::runtime_error("a box that does not end where it begins: " + d.substr(at, 60));
      boxes.push_back(b);
    }
  }
  return boxes;
}

/// The centred text in a rectangle, "" if there is none: its middle is the rectangle's within half a pixel. Throws
/// std::runtime_error if there are several.
inline std::string text_in(const std::vector<svg_element>& all, double x, double y, double width, double height)
{
  std::string found;
  double size = 0;
  for (const svg_element& e : all) {
    if (e.name == "g" && e.attributes.contains("font-size")) size = e.number("font-size");
    if (e.name != "text" || e.attributes.contains("font-size")) continue;
    // The height of digits is about 0.72 of a text's size.
    const double across = e.number("x") - (x + width / 2), down = e.number("y") - 0.36 * size - (y + height / 2);
    if (std::abs(across) > 0.5 || std::abs(down) > 0.5) continue;
    if (!found.empty()) throw std::runtime_error("two texts in one place: " + found + " and " + e.text);
    found = e.text;
  }
  return found;
}

/// The texts that end at `right`, by the y of their middle, rounded to whole pixels.
inline std::map<long, std::string> texts_ending_at(const std::vector<svg_element>& all, double right)
{
  std::map<long, std::string> texts;
  for (const svg_element& e : all)
    if (e.name == "text" && e.attributes.contains("text-anchor") && e.attributes.at("text-anchor") == "end" &&
        e.number("x") == right &&
        !texts.emplace(std::lround(e.number("y") - 0.36 * e.number("font-size")), e.text).second)
      throw std::runtime_error("two texts in one place: " + e.text);
  return texts;
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
