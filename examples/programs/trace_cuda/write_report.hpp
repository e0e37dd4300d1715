// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The reports of trace-cuda about a traced program: as readable text, CSV or SARIF.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "findings.hpp"

namespace trace_cuda
{

/// A kernel's launches.
struct launches {
  std::string kernel;
  long long count, blocks, traced_blocks, threads;
};

inline std::string short_file(const std::string& path) { return path.substr(path.rfind('/') + 1); }

inline std::string text_of(const finding& f)
{
  char line[512];
  const gf::access_site& s = f.site;
  std::string text = "  " + short_file(s.at.file) + ":" + std::to_string(s.at.line) + "  " + name_of(s.does) + " of " +
                     s.view + " (" + name_of(s.memory) + ", " + std::to_string(s.bytes) + " bytes): " + how(f) + "\n";
  if (f.is_global() || f.is_local())
    std::snprintf(line, sizeof(line),
                  "      %lld requests, %lld sectors (%.3g each), %.0f%% of what was moved was asked for\n",
                  static_cast<long long>(s.requests), static_cast<long long>(s.transactions),
                  s.transactions_per_request(), 100 * s.degree());
  else
    std::snprintf(line, sizeof(line), "      %lld requests, %lld wavefronts (%.3g each)\n",
                  static_cast<long long>(s.requests), static_cast<long long>(f.cost()),
                  s.requests == 0 ? 0 : static_cast<double>(f.cost()) / static_cast<double>(s.requests));
  text += line;
  if (const std::string help = cure(f); !help.empty()) text += "      -> " + help + "\n";
  for (const std::string& doubt : s.may_differ.sentences()) text += "      may differ: " + doubt + "\n";
  return text;
}

inline std::string text_of(const std::vector<launches>& kernels, const std::vector<finding>& findings,
                           const gf::trace_report& report)
{
  std::string text;
  for (const launches& k : kernels) {
    char head[256];
    std::snprintf(
        head, sizeof(head), ": %lld launch%s, %lld blocks, %lld threads%s\n", k.count, k.count == 1 ? "" : "es",
        k.blocks, k.threads,
        k.traced_blocks < k.blocks ? (" (" + std::to_string(k.traced_blocks) + " blocks traced)").c_str() : "");
    text += "\n" + k.kernel + head;
    for (const finding& f : findings)
      if (f.site.at.kernel == k.kernel) text += text_of(f);
    for (const gf::fault& f : report.faults())
      if (f.at.kernel == k.kernel) text += "  fault: " + f.text() + "\n";
  }
  bool all = true;
  for (const launches& k : kernels) all = all && k.traced_blocks >= k.blocks;
  for (const gf::fault& f : report.faults())
    if (f.at.kernel.empty()) text += "fault: " + f.text() + "\n";
  if (!all)
    text += "\nCounts and faults are those of the traced blocks: --blocks all traces all, --blocks N another number.\n";
  return text;
}

/// \param architecture of nvcc's machine code for the kernels; empty without one
inline std::string how_counted(const std::string& architecture)
{
  if (architecture.empty())
    return "\nAccesses are counted as the source writes them; nvcc may merge or split some (docs/use/trace_cuda.md).\n";
  return "\nVectors in shared memory and the rounds of unrolled loops are counted as nvcc has compiled them for " +
         architecture + ",\nall else as the source writes it (docs/use/trace_cuda.md).\n";
}

inline std::string escaped(const std::string& text)
{
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out;
}

/// A file's name for the user: relative to the folder in which the program was started, if it lies there.
inline std::string from_folder(const std::string& file, const std::string& folder)
{
  return file.starts_with(folder + "/") ? file.substr(folder.size() + 1) : file;
}

/// A file as a URI, relative or of the scheme `file`.
inline std::string uri_of(const std::string& file)
{
  std::string uri = file.starts_with("/") ? "file://" : "";
  for (const char c : file) {
    char code[4] = {c, '\0'};
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && std::strchr("/._-~", c) == nullptr)
      std::snprintf(code, sizeof(code), "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    uri += code;
  }
  return uri;
}

/// A finding at a line.
struct complaint {
  std::string rule, level, text;
  gf::source_place at;
};

inline std::vector<complaint> complaints_of(const std::vector<finding>& findings, const gf::trace_report& report,
                                            const std::string& folder)
{
  std::vector<complaint> all;
  for (const gf::fault& f : report.faults()) {
    // The place is stored beside the text.
    std::string text = f.text();
    const std::string place = f.at.text();
    if (text.starts_with(place)) text.erase(0, place.size());
    all.push_back({name_of(f.kind), "error", text, f.at});
  }
  for (const finding& f : findings) {
    const std::string what = std::string(name_of(f.site.does)) + " of " + f.site.view + ": " + how(f);
    const std::string help = cure(f).empty() ? "" : " (" + cure(f) + ")";
    if (f.has_conflicts()) all.push_back({"conflicts", "warning", what + help, f.site.at});
    if (f.is_uncoalesced()) all.push_back({"uncoalesced", "warning", what + help, f.site.at});
  }
  for (complaint& c : all) c.at.file = from_folder(c.at.file, folder);
  return all;
}

/// The description of a SARIF rule.
inline std::string meaning_of(const std::string& rule)
{
  if (rule == "conflicts") return "Lanes of a warp access different words of one bank of shared memory";
  if (rule == "uncoalesced")
    return "Less than 60% of the bytes that a line moves to or from global memory were asked for";
  return "A fault of a kernel: " + rule;
}

inline std::string rules_of(const std::vector<complaint>& complaints)
{
  std::map<std::string, std::string> levels;
  for (const complaint& c : complaints) levels[c.rule] = c.level;
  std::string rules;
  for (const auto& [rule, level] : levels)
    rules += std::string(rules.empty() ? "" : ",") + "\n        {\"id\": \"" + rule +
             "\", \"shortDescription\": {\"text\": \"" + escaped(meaning_of(rule)) +
             "\"}, \"defaultConfiguration\": {\"level\": \"" + level + "\"}}";
  return rules;
}

inline std::string sarif_of(const std::vector<complaint>& complaints)
{
  std::string results;
  for (const complaint& c : complaints)
    results += std::string(results.empty() ? "" : ",") + "\n        {\"ruleId\": \"" + c.rule + "\", \"level\": \"" +
               c.level + "\", \"message\": {\"text\": \"" + escaped(c.text) +
               "\"}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"" + uri_of(c.at.file) +
               "\"}, \"region\": {\"startLine\": " + std::to_string(std::max(1, c.at.line)) + "}}}]}";
  return "{\n  \"version\": \"2.1.0\",\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"runs\": "
         "[\n    {\n"
         "      \"tool\": {\"driver\": {\"name\": \"trace-cuda\", \"rules\": [" +
         rules_of(complaints) + "\n      ]}},\n      \"results\": [" + results + "\n      ]\n    }\n  ]\n}\n";
}

}  // namespace trace_cuda
