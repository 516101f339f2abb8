// tablebase/syzygy.h
//
// Syzygy endgame tables: who wins with few pieces, and how far it is to the next capture or pawn move. The door to
// libfathom. What the search makes of the answers is its own business.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::tablebase {

/// The result with best play for the side to move. Cursed wins and blessed losses are draws by the fifty-move rule.
enum class Wdl : std::int8_t { Loss = -2, BlessedLoss = -1, Draw = 0, CursedWin = 1, Win = 2 };

/// "win", "cursed win", "draw", "blessed loss", "loss".
[[nodiscard]] std::string to_string(Wdl wdl);

/// What a move leads to, for the player who makes it.
struct RootResult {
  chess::Move move;
  Wdl wdl = Wdl::Draw;  // with the fifty-move counter as it stands
  int dtz = 0;          // plies to the next capture or pawn move, this move included; negative for losses, 0 for draws
};

/// The tables of some folders. libfathom knows one set of tables per process, so all living objects share the folders
/// of all of them; each asks only for what its own could contain.
class Tables {
 public:
  static constexpr int kMostPieces = 7;

  /// `path` names folders, separated by ':'. Folders that are missing, empty or hold a broken file are left out and
  /// named in faults(); without any table left there is an error.
  [[nodiscard]] static base::Expected<std::shared_ptr<const Tables>> open(const std::string& path);

  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  ~Tables();

  /// Pieces on the board, kings included, up to which there are tables; some of them may be missing.
  [[nodiscard]] int largest() const { return largest_; }
  /// "35 WDL and 35 DTZ tables of up to 4 pieces".
  [[nodiscard]] std::string describe() const;
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

  /// The result, if the position were reached by a capture or pawn move; nothing with castling rights or without a
  /// table. For many threads at once.
  [[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position) const;

  /// The results of all legal moves; nothing with castling rights or without the tables. Slower; one at a time.
  [[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position) const;

 private:
  Tables() = default;

  std::vector<std::string> folders_;
  std::vector<std::string> faults_;
  int largest_ = 0;
  int wdl_count_ = 0;
  int dtz_count_ = 0;
};

}  // namespace zugwerk::tablebase
