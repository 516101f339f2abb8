// review/reason_check.h
//
// Whether reasons hold: second opinions that do not use the lines behind the claims. Used to measure the teacher, over
// the positions of a suite or over the marked moves of real games; reviews themselves do without.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "base/json.h"
#include "review/reason_judge.h"
#include "review/reviewer.h"
#include "search/solo.h"

namespace zugwerk::review {

/// One position of a suite.
struct CheckedReason {
  std::string id;
  std::string reason;  // empty: none was found
  bool held = false;
  std::string line;                  // the best line that the search found
  std::vector<std::string> unnamed;  // motifs of the position that the reason does not name
};

struct SuiteReasons {
  std::size_t positions = 0;
  std::size_t given = 0;  // positions for which a reason was found
  std::size_t held = 0;
  std::vector<std::size_t> given_by_motif;
  std::vector<std::size_t> held_by_motif;
  /// Motifs that the suite says its positions show (opcode c0), and how many of these the reasons name.
  std::size_t tagged = 0;
  std::size_t named = 0;
  std::vector<std::string> repairs;  // what was dropped from positions:
                                     // "file:12: castling right 'K' dropped: …"
};

/// Searches every position of an EPD file, finds the reason for the best line, and checks it. `on_reason` is called for
/// every position.
[[nodiscard]] base::Expected<SuiteReasons> check_suite(base::Input& input, const ReviewSettings& settings,
                                                       const std::atomic<bool>& stop,
                                                       const std::function<void(const CheckedReason&)>& on_reason);

/// Judges the reasons of reviewed games with many times the nodes of the review.
class ReasonChecker {
 public:
  /// How many times.
  static constexpr std::uint64_t kTimes = 20;

  /// `settings` are those of the reviews, and limit nodes. Fails if the hash table cannot be allocated.
  [[nodiscard]] static base::Expected<std::unique_ptr<ReasonChecker>> create(const ReviewSettings& settings);

  /// Fills in Reason::holds of all reasons, and MoveReview::checked_drop of the moves that have some, as a ReasonJudge
  /// finds with the large searches, and with a quarter of them for each move of a claim that is played out. False if
  /// stop() was called.
  [[nodiscard]] bool check(GameReview& review);

  /// Ends this check soon, and all later ones, from another thread.
  void stop();

 private:
  ReasonChecker(search::Limits limits, std::unique_ptr<search::Solo> solo)
      : limits_(std::move(limits)), solo_(std::move(solo)) {}

  void check_move(const chess::Position& position, MoveReview& move);
  /// The line and its score, for the side to move.
  [[nodiscard]] search::SoloLine look_at(const chess::Position& position);

  search::Limits limits_;
  std::unique_ptr<search::Solo> solo_;
  std::atomic<bool> stopped_{false};
};

/// How many marks have a reason and how many reasons hold, over many games.
class ReasonTotals {
 public:
  /// A reviewed game as JSON.
  void add(const base::Json& game);
  /// Whether some reason was checked.
  [[nodiscard]] bool checked() const { return checked_; }
  /// Several lines: by mark and by motif.
  [[nodiscard]] std::string text() const;

 private:
  struct Counts {
    std::size_t marks = 0;
    std::size_t given = 0;  // marks with a reason
    std::size_t held = 0;   // marks all of whose reasons hold
  };
  bool checked_ = false;
  std::size_t games_ = 0;
  std::array<Counts, 4> by_mark_;
  std::map<std::string, Counts> by_motif_;
};

}  // namespace zugwerk::review
