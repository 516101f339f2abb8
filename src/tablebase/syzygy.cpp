#include "tablebase/syzygy.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <tbprobe.h>
#include <unistd.h>

#include "base/rng.h"
#include "chess/movegen.h"

namespace zugwerk::tablebase {

using namespace chess;

namespace {

constexpr std::string_view kWdlSuffix = ".rtbw";
constexpr std::string_view kDtzSuffix = ".rtbz";

/// A file of tables as its name describes it: "KQvKR.rtbw".
struct TableFile {
  std::array<std::vector<PieceType>, kColorCount> pieces;
  bool is_wdl = true;

  [[nodiscard]] int piece_count() const { return static_cast<int>(pieces[0].size() + pieces[1].size()); }
};

[[nodiscard]] std::optional<TableFile> table_of(const std::filesystem::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix != kWdlSuffix && suffix != kDtzSuffix) return std::nullopt;
  TableFile file;
  file.is_wdl = suffix == kWdlSuffix;
  std::size_t side = 0;
  for (const char letter : path.stem().string()) {
    if (letter == 'v' && side == 0) {
      side = 1;
    } else if (const auto type = piece_type_from_letter(letter)) {
      file.pieces[side].push_back(*type);
    } else {
      return std::nullopt;
    }
  }
  for (const auto& pieces : file.pieces)
    if (pieces.empty() || pieces[0] != PieceType::King) return std::nullopt;
  return file.piece_count() <= Tables::kMostPieces ? std::optional(file) : std::nullopt;
}

/// What is wrong with a file of tables. The library ends the whole process over some of these, so it never sees them.
[[nodiscard]] std::optional<std::string> find_fault(const std::filesystem::path& path, bool is_wdl) {
  // Blocks of 64 bytes and a checksum of 16.
  constexpr std::uintmax_t kBlock = 64;
  constexpr std::uintmax_t kChecksum = 16;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return path.string() + ": " + error.message();
  if (size % kBlock != kChecksum)
    return path.string() + ": incomplete: no Syzygy table has " + std::to_string(size) + " bytes";
  constexpr std::string_view kWdlMagic = "\x71\xE8\x23\x5D";
  constexpr std::string_view kDtzMagic = "\xD7\x66\x0C\xA5";
  std::array<char, kWdlMagic.size()> start{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(start.data(), start.size())) return path.string() + ": cannot be read";
  if (std::string_view(start.data(), start.size()) != (is_wdl ? kWdlMagic : kDtzMagic))
    return path.string() + ": not a Syzygy table of this kind";
  return std::nullopt;
}

/// A position in the library's words.
struct Board {
  explicit Board(const Position& position)
      : white(position.pieces(Color::White)),
        black(position.pieces(Color::Black)),
        kings(position.pieces(PieceType::King)),
        queens(position.pieces(PieceType::Queen)),
        rooks(position.pieces(PieceType::Rook)),
        bishops(position.pieces(PieceType::Bishop)),
        knights(position.pieces(PieceType::Knight)),
        pawns(position.pieces(PieceType::Pawn)),
        en_passant(position.en_passant() == Square::None ? 0 : static_cast<unsigned>(index(position.en_passant()))),
        white_to_move(position.side_to_move() == Color::White) {}

  [[nodiscard]] unsigned wdl() const {
    return tb_probe_wdl_impl(white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, white_to_move);
  }
  [[nodiscard]] unsigned root(unsigned halfmove_clock, unsigned* results) const {
    return tb_probe_root_impl(white, black, kings, queens, rooks, bishops, knights, pawns, halfmove_clock, en_passant,
                              white_to_move, results);
  }

  Bitboard white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;
  bool white_to_move;
};

[[nodiscard]] Wdl wdl_from(unsigned value) { return static_cast<Wdl>(static_cast<int>(value) - TB_DRAW); }

/// Some legal position with these pieces.
[[nodiscard]] std::optional<Position> position_with(const TableFile& file) {
  base::Rng rng(1);
  constexpr int kTries = 10'000;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    PositionSetup setup;
    for (const Color color : kColors)
      for (const PieceType type : file.pieces[index(color)]) {
        std::size_t square = rng.below(kSquareCount);
        while (setup.board[square] != Piece::None) square = rng.below(kSquareCount);
        setup.board[square] = make_piece(color, type);
      }
    if (auto position = Position::from_setup(setup)) return *std::move(position);
  }
  return std::nullopt;
}

/// Sends the process's error output nowhere for a moment: the library takes every table that it lets go for an error
/// and says so there.
class Hush {
 public:
  Hush() : kept_(::dup(STDERR_FILENO)) {
    if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
      ::dup2(nowhere, STDERR_FILENO);
      ::close(nowhere);
    }
  }
  Hush(const Hush&) = delete;
  Hush& operator=(const Hush&) = delete;
  ~Hush() {
    if (kept_ < 0) return;
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
  }

 private:
  int kept_;
};

/// The one place that knows libfathom's state, which belongs to the process. Debian builds it without locks, so that
/// the first look at a table must not happen in two threads: every table is looked at once before others may.
class Door {
 public:
  static Door& instance() {
    static Door door;
    return door;
  }

  void add(const std::vector<std::string>& folders) {
    const std::unique_lock lock(tables_);
    auto changed = folders_;
    changed.insert(changed.end(), folders.begin(), folders.end());
    change_to(std::move(changed));
  }
  void remove(const std::vector<std::string>& folders) {
    const std::unique_lock lock(tables_);
    auto changed = folders_;
    for (const std::string& folder : folders) changed.erase(std::find(changed.begin(), changed.end(), folder));
    change_to(std::move(changed));
  }

  [[nodiscard]] unsigned probe_wdl(const Board& board) {
    const std::shared_lock lock(tables_);
    return board.wdl();
  }
  [[nodiscard]] unsigned probe_root(const Board& board, unsigned halfmove_clock, unsigned* results) {
    const std::shared_lock lock(tables_);
    const std::scoped_lock one_at_a_time(root_);
    return board.root(halfmove_clock, results);
  }

 private:
  [[nodiscard]] static std::string joined(const std::vector<std::string>& folders) {
    std::vector<std::string> seen;
    std::string path;
    for (const std::string& folder : folders) {
      if (std::find(seen.begin(), seen.end(), folder) != seen.end()) continue;
      seen.push_back(folder);
      path += (path.empty() ? "" : ":") + folder;
    }
    return path;
  }

  void change_to(std::vector<std::string> folders) {
    const bool same = joined(folders) == joined(folders_);
    folders_ = std::move(folders);
    if (same) return;
    {
      const Hush hush;
      tb_init(joined(folders_).c_str());
    }
    for (const std::string& folder : folders_) {
      std::error_code error;
      for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const auto file = table_of(entry.path());
        if (!file || !file->is_wdl) continue;
        if (const auto position = position_with(*file)) static_cast<void>(Board(*position).wdl());
      }
    }
  }

  std::shared_mutex tables_;  // held by who probes; alone by who changes the set of tables
  std::mutex root_;           // the library's root probe is not made for several threads
  std::vector<std::string> folders_;
};

}  // namespace

std::string to_string(Wdl wdl) {
  constexpr std::array<std::string_view, 5> kNames{"loss", "blessed loss", "draw", "cursed win", "win"};
  return std::string(kNames[static_cast<std::size_t>(static_cast<int>(wdl) + 2)]);
}

base::Expected<std::shared_ptr<const Tables>> Tables::open(const std::string& path) {
  std::shared_ptr<Tables> tables(new Tables);
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string folder = path.substr(at, end - at);
    at = end + 1;
    if (folder.empty()) continue;
    std::error_code error;
    std::filesystem::directory_iterator files(folder, error);
    if (error) {
      tables->faults_.push_back(folder + ": " + error.message() + "; it is left out");
      continue;
    }
    Tables found;
    std::optional<std::string> fault;
    for (const auto& entry : files) {
      const auto file = table_of(entry.path());
      if (!file) continue;
      if (!fault) fault = find_fault(entry.path(), file->is_wdl);
      found.largest_ = std::max(found.largest_, file->is_wdl ? file->piece_count() : 0);
      ++(file->is_wdl ? found.wdl_count_ : found.dtz_count_);
    }
    if (fault) {
      tables->faults_.push_back(*fault + "; its folder is left out");
    } else if (found.wdl_count_ == 0) {
      tables->faults_.push_back(folder + ": no Syzygy tables (.rtbw) are in it; it is left out");
    } else {
      tables->folders_.push_back(folder);
      tables->largest_ = std::max(tables->largest_, found.largest_);
      tables->wdl_count_ += found.wdl_count_;
      tables->dtz_count_ += found.dtz_count_;
    }
  }
  if (tables->folders_.empty()) {
    std::string message;
    for (const std::string& fault : tables->faults_) message += (message.empty() ? "" : "; ") + fault;
    return base::failure(message.empty() ? "no folder is named" : message);
  }
  Door::instance().add(tables->folders_);
  return std::shared_ptr<const Tables>(std::move(tables));
}

Tables::~Tables() {
  if (!folders_.empty()) Door::instance().remove(folders_);
}

std::string Tables::describe() const {
  return std::to_string(wdl_count_) + " WDL and " + std::to_string(dtz_count_) + " DTZ tables of up to " +
         std::to_string(largest_) + " pieces";
}

std::optional<Wdl> Tables::probe_wdl(const Position& position) const {
  if (position.castling().any() || base::popcount(position.occupied()) > largest_) return std::nullopt;
  const unsigned value = Door::instance().probe_wdl(Board(position));
  if (value == TB_RESULT_FAILED) return std::nullopt;
  return wdl_from(value);
}

std::optional<std::vector<RootResult>> Tables::probe_root(const Position& position) const {
  if (position.castling().any() || base::popcount(position.occupied()) > largest_) return std::nullopt;
  std::vector<RootResult> results;
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return results;
  std::array<unsigned, TB_MAX_MOVES> found{};
  const unsigned best = Door::instance().probe_root(
      Board(position), static_cast<unsigned>(std::min(position.halfmove_clock(), kFiftyMoves)), found.data());
  if (best == TB_RESULT_FAILED || best == TB_RESULT_CHECKMATE || best == TB_RESULT_STALEMATE) return std::nullopt;
  constexpr std::array kPromotions{PieceType::None, PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                   PieceType::Knight};
  for (const Move move : moves) {
    const auto is_same = [&](unsigned result) {
      return TB_GET_FROM(result) == index(move.from()) && TB_GET_TO(result) == index(move.to()) &&
             kPromotions[TB_GET_PROMOTES(result)] == (move.is_promotion() ? move.promotion_type() : PieceType::None);
    };
    const auto* const end = std::find(found.cbegin(), found.cend(), TB_RESULT_FAILED);
    const auto* const result = std::find_if(found.cbegin(), end, is_same);
    if (result == end) return std::nullopt;
    const Wdl wdl = wdl_from(TB_GET_WDL(*result));
    const int dtz = static_cast<int>(TB_GET_DTZ(*result));
    results.push_back({move, wdl, wdl < Wdl::Draw ? -dtz : dtz});
  }
  return results;
}

}  // namespace zugwerk::tablebase
