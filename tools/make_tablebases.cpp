// tools/make_tablebases.cpp
//
// Generates Syzygy tables with three and four pieces, so that tests and small experiments need no downloads, and
// compares folders of tables.
//
//   make_tablebases FOLDER [NAME ...]
//   make_tablebases --compare FOLDER FOLDER [NAME ...]
//
// A NAME is that of a table, KQvKR for example; the default is all 35. tools/tablebases does the work: solver finds
// results and distances, layout defines the order of positions in a file, compression and table_file write it.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/whole_file.h"
#include "tablebases/comparison.h"
#include "tablebases/material.h"
#include "tablebases/results.h"
#include "tablebases/solver.h"
#include "tablebases/table_file.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::tbgen;

constexpr int kExitFailed = 1;
constexpr int kExitBadInput = 2;

constexpr std::string_view kUsage =
    "usage: make_tablebases FOLDER [NAME ...]\n"
    "       make_tablebases --compare FOLDER FOLDER [NAME ...]\n"
    "\n"
    "Generates Syzygy tables with three and four pieces: the named ones (KQvKR for example), or all 35.\n"
    "With --compare, checks that the tables of two folders agree about every position.\n";

[[nodiscard]] bool has_table(const Material& material) {
  const std::vector<Material> all = all_materials();
  return std::find(all.begin(), all.end(), material) != all.end();
}

class TableMaker {
 public:
  TableMaker(std::filesystem::path folder, std::vector<Material> wanted)
      : folder_(std::move(folder)), wanted_(std::move(wanted)) {}

  base::Expected<void> make_all() {
    for (const Material& material : wanted_)
      if (auto done = require(material); !done) return done;
    return {};
  }
  [[nodiscard]] std::uintmax_t bytes() const { return bytes_; }

 private:
  /// Solves the material unless it is known, after those that captures and promotions lead to; writes it if requested.
  base::Expected<void> require(const Material& material) {
    // Small ones are kept with both assignments of colours, since looking up swapped colours is slow.
    if (material.count() == kMostPieces && !has_table(material)) return require(material.swapped());
    if (library_.contains(material)) return {};
    for (const Material& successor : successors_of(material))
      if (auto done = require(successor); !done) return done;
    Solution solution = solve(material, library_);
    if (std::find(wanted_.begin(), wanted_.end(), material) != wanted_.end())
      if (auto done = write(material, solution); !done) return done;
    library_.add(material, std::move(solution.results));
    return {};
  }

  base::Expected<void> write(const Material& material, const Solution& solution) {
    for (const auto& [suffix, bytes] :
         {std::pair(".rtbw", wdl_file(material, solution)), std::pair(".rtbz", dtz_file(material, solution))}) {
      bytes_ += bytes.size();
      if (auto done = base::write_whole_file((folder_ / (material.name() + suffix)).string(), bytes); !done)
        return done;
    }
    return {};
  }

  std::filesystem::path folder_;
  std::vector<Material> wanted_;
  ResultLibrary library_;
  std::uintmax_t bytes_ = 0;
};

int report(const base::Error& error) {
  std::fprintf(stderr, "make_tablebases: %s\n", error.message.c_str());
  return kExitFailed;
}

int make_tables(const std::string& folder, const std::vector<Material>& materials) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return report({folder + ": " + error.message()});
  TableMaker maker(folder, materials);
  if (const auto done = maker.make_all(); !done) return report(done.error());
  std::printf("%zu tables of results and distances, %.1f MB: %s\n", materials.size(),
              static_cast<double>(maker.bytes()) / 1e6, folder.c_str());
  return EXIT_SUCCESS;
}

int compare_tables(const std::string& folder, const std::string& other, const std::vector<Material>& materials) {
  // Checking all moves is slow, and with four pieces there are millions of positions.
  constexpr std::size_t kRootStep = 19;
  constexpr std::size_t kLargeRootStep = 199;
  for (const Material& material : materials) {
    const std::size_t root_step = material.count() < kMostPieces ? kRootStep : kLargeRootStep;
    const auto comparison = compare(material, folder, other, root_step);
    if (!comparison) return report(comparison.error());
    std::printf("%-6s equal: %llu positions, all moves of %llu\n", material.name().c_str(),
                static_cast<unsigned long long>(comparison->positions),
                static_cast<unsigned long long>(comparison->roots));
    std::fflush(stdout);
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && (arguments[0] == "-h" || arguments[0] == "--help")) {
    std::fputs(kUsage.data(), stdout);
    return EXIT_SUCCESS;
  }
  const bool is_comparison = !arguments.empty() && arguments[0] == "--compare";
  if (is_comparison) arguments.erase(arguments.begin());
  const std::size_t folders = is_comparison ? 2 : 1;
  if (arguments.size() < folders || arguments[0].starts_with('-')) {
    std::fputs(kUsage.data(), stderr);
    return kExitBadInput;
  }
  std::vector<Material> materials;
  for (std::size_t i = folders; i < arguments.size(); ++i) {
    const auto material = Material::from_name(arguments[i]);
    if (!material || !has_table(*material)) {
      std::fprintf(stderr, "make_tablebases: '%s' is no table with three or four pieces\n", arguments[i].c_str());
      return kExitBadInput;
    }
    materials.push_back(*material);
  }
  if (materials.empty()) materials = all_materials();
  return is_comparison ? compare_tables(arguments[0], arguments[1], materials) : make_tables(arguments[0], materials);
}
