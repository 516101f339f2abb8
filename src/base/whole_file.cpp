#include "base/whole_file.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/input.h"

namespace zugwerk::base {

Expected<std::string> read_whole_file(const std::string& path) {
  auto input = Input::open(path);
  if (!input) return tl::unexpected(input.error());
  std::string result;
  constexpr std::size_t kPiece = 65'536;
  std::array<char, kPiece> piece{};
  while (true) {
    const auto size = input->read(piece);
    if (!size) return tl::unexpected(size.error());
    if (*size == 0) return result;
    result.append(piece.data(), *size);
  }
}

Expected<void> write_whole_file(const std::string& path, std::string_view bytes) {
  // Beside its place, so that it only needs another name there.
  const std::string draft = path + ".new";
  errno = 0;
  std::ofstream file(draft, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return failure(path + ": cannot be written: " + system_error_text(errno));
  std::error_code error;
  std::filesystem::rename(draft, path, error);
  if (error) return failure(path + ": cannot be written: " + error.message());
  return {};
}

}  // namespace zugwerk::base
