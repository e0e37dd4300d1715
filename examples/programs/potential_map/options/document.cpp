// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/document.hpp"

namespace potential_map
{

namespace
{

std::string joined(const std::vector<std::string>& words, const std::string& between)
{
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

/// Whether values of an option are names of files.
bool takes_file(const described_option& option) { return option.type.starts_with("FILE"); }

/// Puts an escape before each of some characters.
std::string escaped(const std::string& text, const std::string& special, const std::string& escape)
{
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != special.npos) safe += escape;
    safe += c;
  }
  return safe;
}

/// Text in roff: backslashes are spelled out, hyphens are keyboard hyphens, and no line begins with a control
/// character.
std::string roff(const std::string& text)
{
  std::string safe;
  if (text.starts_with('.') || text.starts_with('\'')) safe = "\\&";
  for (const char c : text) {
    if (c == '\\' || c == '-') safe += '\\';
    safe += c == '\\' ? 'e' : c;
  }
  return safe;
}

std::string man_entry(const described_option& option)
{
  const std::string value =
      option.choices.empty() ? option.type : joined(option.choices, option.names.empty() ? " " : " | ");
  const std::string fallback = option.fallback.empty() ? "" : " (default: " + option.fallback + ")";
  return ".TP\n\\fB" + roff(option.names.empty() ? "ATOMS" : joined(option.names, ", ")) + "\\fR" +
         (value.empty() || option.names.empty() ? "" : " \\fI" + roff(value) + "\\fR") + "\n" +
         roff(option.meaning + fallback) + "\n";
}

/// A new group begins at an option whose group differs from the previous one's.
std::string manual(const std::vector<described_option>& options, const std::string& ending)
{
  std::string page =
      ".TH POTENTIAL\\-MAP 1 \"\" \"potential\\-map " + roff(POTENTIAL_MAP_VERSION) +
      "\"\n.SH NAME\npotential\\-map \\- maps the electrostatic potential of a molecule\n.SH SYNOPSIS\n"
      ".B potential\\-map\n[\\fIOPTIONS\\fR] \\fIATOMS\\fR \\fB\\-o\\fR \\fIMAP\\fR\n.SH DESCRIPTION\n"
      "Computes the electrostatic potential of a molecule's charges on a lattice, on a GPU or on the CPU, "
      "and writes it as OpenDX, MRC, CCP4, cube or npy; or at points, as a table or a coloured surface.\n"
      ".SH OPTIONS\n";
  std::string group;
  for (const described_option& option : options) {
    if (option.group != group && option.group != "Options") page += ".SS " + roff(option.group) + "\n";
    group = option.group;
    page += man_entry(option);
  }
  return page + ".SH NOTES\n" + roff(ending) + "\n";
}

std::string bash(const std::vector<described_option>& options)
{
  std::vector<std::string> names;
  std::string cases;
  for (const described_option& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.names.empty() || option.type.empty()) continue;
    const std::string words = takes_file(option) ? "-f" : "-W '" + joined(option.choices, " ") + "'";
    cases += "    " + joined(option.names, "|") + ") COMPREPLY=($(compgen " + words + " -- \"$word\")) ;;\n";
  }
  return "# bash completion for potential-map\n_potential_map()\n{\n  local word=${COMP_WORDS[COMP_CWORD]} "
         "before=${COMP_WORDS[COMP_CWORD-1]}\n  case $before in\n" +
         cases + "    *)\n      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '" + joined(names, " ") +
         "' -- \"$word\")); else COMPREPLY=($(compgen -f -- \"$word\")); fi ;;\n  esac\n}\n"
         "complete -o filenames -F _potential_map potential-map\n";
}

std::string zsh(const std::vector<described_option>& options)
{
  std::string text = "#compdef potential-map\n_arguments -s -S";
  for (const described_option& option : options) {
    const std::string meaning = escaped(escaped(option.meaning, "[]:\\", "\\"), "'", "'\\'");
    std::string value;
    if (!option.choices.empty())
      value = ":value:(" + joined(option.choices, " ") + ")";
    else if (!option.type.empty())
      value = takes_file(option) ? ":file:_files" : ":value: ";
    for (const std::string& name : option.names) {
      text += " \\\n  '";
      text += name;
      text += '[' + meaning + ']' + value + '\'';
    }
  }
  return text + " \\\n  '1:atoms:_files'\n";
}

std::string fish(const std::vector<described_option>& options)
{
  std::string text;
  for (const described_option& option : options) {
    if (option.names.empty()) continue;
    text += "complete -c potential-map";
    for (const std::string& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.type.empty()) text += takes_file(option) ? " -r -F" : " -x";
    if (!option.choices.empty()) text += " -a '" + joined(option.choices, " ") + "'";
    text += " -d '" + escaped(option.meaning, "\\'", "\\") + "'\n";
  }
  return text;
}

}  // namespace

std::string document(const std::string& kind, const std::vector<described_option>& options, const std::string& ending)
{
  if (kind == "bash") return bash(options);
  if (kind == "zsh") return zsh(options);
  if (kind == "fish") return fish(options);
  return manual(options, ending);
}

}  // namespace potential_map
