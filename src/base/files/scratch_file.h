// base/files/scratch_file.h
//
// A temporary file for what does not fit into memory: written once, read back once, and gone with its owner, even if
// the process is killed.

#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

class ScratchFile {
 public:
  /// In the folder of `neighbour`, where there is room for a file of its size. An error names the folder.
  [[nodiscard]] static Expected<ScratchFile> create_beside(const std::string& neighbour);

  /// An error names the folder: it may be full.
  [[nodiscard]] Expected<void> append(std::string_view bytes);
  /// All that was appended.
  [[nodiscard]] Expected<std::string> read_all();

  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };

  ScratchFile(std::FILE* file, std::string folder) : file_(file), folder_(std::move(folder)) {}

  std::unique_ptr<std::FILE, Close> file_;
  std::string folder_;
  std::uint64_t size_ = 0;
};

}  // namespace zugwerk::base
