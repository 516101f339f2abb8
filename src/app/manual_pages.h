// app/manual_pages.h
//
// Manual pages, written from the declared commands and options, so that they always fit the program.

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace zugwerk::app {

struct ManualPage {
  std::string name;  // "zugwerk-match"
  std::string text;  // roff with the macros of man(7)
};

/// The section of games.
inline constexpr int kManualSection = 6;

/// A page for the program and one for each of its commands; commands of commands are sections of theirs.
[[nodiscard]] std::vector<ManualPage> manual_pages(const CLI::App& program);

}  // namespace zugwerk::app
