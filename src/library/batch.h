// library/batch.h
//
// Games on their way into a library: coded by a reader, written as one segment by a writer, without the games that the
// library has already. Merges small segments, so that a question never has to look into many.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "chess/notation/pgn_reader.h"
#include "library/game_code.h"
#include "library/library.h"

namespace zugwerk::library {

struct NewGame {
  GameFacts facts;  // names and digest are added by the writer
  GameNames names;
  std::string tags;
  std::string code;
};

struct Batch {
  std::vector<NewGame> games;
  std::vector<IndexEntry> entries;
  std::size_t bytes = 0;  // roughly, of the games

  [[nodiscard]] bool is_full(std::size_t most_games) const;
};

/// Codes the games of a reader into a batch.
class BatchReader final : public chess::PgnVisitor {
 public:
  /// The games go there from now on.
  void fill(Batch& batch) { batch_ = &batch; }
  /// Broken games since the last call, and repairs.
  [[nodiscard]] std::vector<chess::PgnError> take_faults() { return std::exchange(faults_, {}); }
  [[nodiscard]] std::uint64_t broken() const { return broken_; }

  void begin_game(const chess::PgnPlace& place) override;
  void tag(std::string_view name, std::string_view value) override;
  void repair(const chess::PgnError& repair) override { faults_.push_back(repair); }
  chess::PgnWish begin_moves(const chess::Position& start) override;
  void move(const chess::Position& before, chess::Move move) override;
  void comment(std::string_view text) override { encoder_.comment(text); }
  void nag(int nag) override { encoder_.nag(nag); }
  chess::PgnWish begin_variation() override;
  void end_variation() override { encoder_.end_variation(); }
  void result(chess::PgnResult result) override { result_ = result; }
  void end_game(const chess::Position& last) override;
  void game_error(const chess::PgnError& error) override;

 private:
  Batch* batch_ = nullptr;
  GameEncoder encoder_;
  std::vector<chess::PgnTag> tags_;
  std::optional<chess::PgnResult> result_;
  std::vector<chess::PgnError> faults_;
  std::size_t first_entry_ = 0;  // of this game
  std::uint64_t broken_ = 0;
};

class BatchWriter {
 public:
  explicit BatchWriter(Library& library) : library_(library) {}

  struct Written {
    std::uint64_t added = 0;
    std::uint64_t duplicates = 0;
    std::vector<GameNumber> numbers;  // of the games in their order
  };

  /// Writes the games as one segment; to be called within a transaction. The batch is used up.
  [[nodiscard]] base::Expected<Written> write(Batch& batch);

  /// Merges the last segments as long as many are small; begins transactions of its own.
  [[nodiscard]] base::Expected<void> merge_small_segments();

 private:
  /// Digests of games and their numbers, in a hash table of few bytes.
  class Digests {
   public:
    void add(std::uint32_t digest, GameNumber game);
    /// Calls `is_it` with each game of this digest until it returns true; returns that game.
    template <class IsIt>
    [[nodiscard]] std::optional<GameNumber> find(std::uint32_t digest, const IsIt& is_it) const;

   private:
    struct Slot {
      std::uint32_t digest = 0;
      std::uint32_t game = 0;  // 0: empty
    };
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
  };

  [[nodiscard]] base::Expected<void> read_digests();
  [[nodiscard]] std::uint32_t name_id(NameKind kind, const std::string& text, bool add);
  [[nodiscard]] base::Expected<bool> is_stored(const NewGame& game, const GameFacts& facts, GameNumber number);
  [[nodiscard]] base::Expected<Segment> store_segment(const std::vector<GameFacts>& facts,
                                                      const std::vector<std::string>& tags,
                                                      std::vector<IndexEntry>& entries, GameNumber first);
  [[nodiscard]] base::Expected<void> merge(std::size_t first_segment);

  Library& library_;
  Digests digests_;
  std::int64_t last_segment_ = 0;  // whose digests have been read
  std::unordered_map<std::string, std::uint32_t> names_;
};

}  // namespace zugwerk::library
