// In place of fathom.cpp in a build without libfathom.

#include "tablebase/fathom.h"

namespace zugwerk::tablebase::fathom {

bool is_available() { return false; }

void use_folder(const std::string& /*folder*/) {}

void open_wdl(const Material& /*material*/) {}

bool open_dtz(const Material& /*material*/) { return false; }

std::optional<Wdl> probe_wdl(const chess::Position& /*position*/) { return std::nullopt; }

std::optional<std::vector<RootResult>> probe_root(const chess::Position& /*position*/) { return std::nullopt; }

}  // namespace zugwerk::tablebase::fathom
