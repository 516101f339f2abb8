#include "games/archive/game_bytes.h"

#include <cstdint>

#include "base/little_endian.h"

namespace zugwerk::games {

namespace {

constexpr std::int16_t kNoScoreInFile = INT16_MIN;
static_assert(eval::kMate.value() == 32000, "files store mate scores on this scale");

}  // namespace

void append_game_bytes(std::string& bytes, const GameRecord& game) {
  base::append_little_endian(bytes, game.start.occupied);
  for (const std::uint8_t pair : game.start.pieces) base::append_little_endian(bytes, pair);
  base::append_little_endian(bytes, game.start.state);
  base::append_little_endian(bytes, static_cast<std::uint8_t>(game.result));
  base::append_little_endian(bytes, static_cast<std::uint8_t>(game.end_cause));
  base::append_little_endian(bytes, static_cast<std::uint16_t>(game.plies.size()));
  for (const PlyRecord& ply : game.plies) {
    base::append_little_endian(bytes, ply.move.to_bits());
    base::append_little_endian(
        bytes, ply.score == eval::kNoScore ? kNoScoreInFile : static_cast<std::int16_t>(ply.score.value()));
  }
}

bool take_game_bytes(std::string_view& bytes, GameRecord& game) {
  if (bytes.size() < kGameHeaderSize) return false;
  game.start.occupied = base::take_little_endian<std::uint64_t>(bytes);
  for (std::uint8_t& pair : game.start.pieces) pair = base::take_little_endian<std::uint8_t>(bytes);
  game.start.state = base::take_little_endian<std::uint64_t>(bytes);
  const auto result = base::take_little_endian<std::uint8_t>(bytes);
  const auto end_cause = base::take_little_endian<std::uint8_t>(bytes);
  const std::size_t plies = base::take_little_endian<std::uint16_t>(bytes);
  if (result > static_cast<std::uint8_t>(GameResult::WhiteWins) || end_cause >= kEndCauseCount) return false;
  if (bytes.size() < plies * kPlySize) return false;
  game.result = static_cast<GameResult>(result);
  game.end_cause = static_cast<EndCause>(end_cause);
  game.plies.resize(plies);
  for (PlyRecord& ply : game.plies) {
    ply.move = chess::Move::from_bits(base::take_little_endian<std::uint16_t>(bytes));
    const auto score = base::take_little_endian<std::int16_t>(bytes);
    ply.score = score == kNoScoreInFile ? eval::kNoScore : eval::Score(score);
    if (score != kNoScoreInFile && (ply.score > eval::kMate || ply.score < -eval::kMate)) return false;
  }
  return true;
}

}  // namespace zugwerk::games
