// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program variant-study: a table of every variant of a kernel. measure/ times the variants of each kernel,
/// predict/ traces them; program/ has the command line, the loading of those parts, the plot and the page.
#include <cstdio>
#include <exception>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <gridfold/tune/print.hpp>
#include <gridfold/tune/write.hpp>
#include <iostream>
#include <utility>

#include "program/options.hpp"
#include "program/page.hpp"
#include "program/part.hpp"
#include "program/plot.hpp"

namespace
{

namespace gf = gridfold;

bool traces(const study::options& asked)
{
  return asked.trace.value_or(!asked.html.empty() || (asked.device == "auto" && !asked.what.on_gpu));
}

/// The parts of the program that create a kernel's table.
std::vector<std::string> parts_of(const std::string& kernel, const study::options& asked)
{
  std::vector<std::string> parts = {kernel + (asked.what.on_gpu ? "_device" : "_host")};
  if (traces(asked)) parts.push_back(kernel + "_predicted");
  return parts;
}

void build_parts(const study::options& asked)
{
  std::vector<std::string> all;
  for (const std::string& kernel : asked.kernels)
    for (const std::string& part : parts_of(kernel, asked)) all.push_back(part);
  study::build(all);
}

study::results study_of(const std::string& kernel, const study::options& asked)
{
  study::request what = asked.what;
  what.kernel = kernel;
  what.pictures = !asked.html.empty();
  study::results of;
  for (const std::string& part : parts_of(kernel, asked)) study::load(part)(what, of);
  return of;
}

std::ofstream open(const std::string& path)
{
  std::ofstream file(path);
  if (!file) throw gf::error("the file " + path + " cannot be written (it cannot be opened): name another");
  return file;
}

void close(std::ofstream& file, const std::string& path)
{
  file.close();
  if (!file) throw gf::error("the file " + path + " is not whole (writing it failed): is the disk full?");
}

void write_all_csv(const std::string& path, const std::vector<gf::table>& tables)
{
  std::ofstream file = open(path);
  // If a filter leaves no variants, there may be fewer columns.
  bool with_heading = true;
  for (const gf::table& t : tables)
    if (!t.rows.empty()) gf::write_csv(file, t, std::exchange(with_heading, false));
  close(file, path);
}

void write_all_json(const std::string& path, const std::vector<gf::table>& tables)
{
  std::ofstream file = open(path);
  for (const gf::table& t : tables) {
    file << (&t == &tables.front() ? "[\n" : ",\n");
    gf::write_json(file, t);
  }
  file << "]\n";
  close(file, path);
}

void write_page(const std::string& path, const std::vector<study::results>& studies, bool on_gpu)
{
  std::ofstream file = open(path);
  file << study::page_of(studies, on_gpu);
  close(file, path);
}

void draw(const std::string& picture, const std::vector<gf::table>& tables)
{
  const std::string csv = picture + ".csv";
  write_all_csv(csv, tables);
  study::plot(csv, picture);
  std::remove(csv.c_str());
}

/// Whether every variant was correct and ran.
bool is_clean(const gf::table& t) { return t.best() != nullptr && t.rows.back().result < gf::outcome::wrong; }

int run(study::options asked)
{
  asked.what.on_gpu = study::takes_gpu(asked.device);
  build_parts(asked);
  std::vector<study::results> studies;
  std::vector<gf::table> tables;
  bool clean = true;
  for (const std::string& kernel : asked.kernels) {
    studies.push_back(study_of(kernel, asked));
    tables.push_back(studies.back().table);
    if (tables.size() > 1) std::cout << '\n';
    gf::print(std::cout, tables.back());
    std::cout.flush();
    clean = clean && is_clean(tables.back());
  }
  if (!asked.csv.empty()) write_all_csv(asked.csv, tables);
  if (!asked.json.empty()) write_all_json(asked.json, tables);
  if (!asked.html.empty()) write_page(asked.html, studies, asked.what.on_gpu);
  if (!asked.plot.empty()) draw(asked.plot, tables);
  return clean ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  study::options asked;
  int status = 0;
  if (!study::read_options(argc, argv, asked, status)) return status;
  try {
    return run(asked);
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "variant-study: %s\n", wrong.what());
    return 1;
  }
}
