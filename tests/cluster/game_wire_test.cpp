// Unit tests of cluster/games/game_wire.h: what is sent is what arrives, and nothing else is accepted.

#include "cluster/games/game_wire.h"

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace zugwerk::cluster {
namespace {

using chess::Color;
using chess::index;

[[nodiscard]] std::vector<chess::Move> moves_of(std::initializer_list<const char*> texts) {
  std::vector<chess::Move> moves;
  chess::Position position;
  for (const char* const text : texts) {
    const auto move = chess::parse_coordinate_move(position, text);
    EXPECT_TRUE(move.has_value()) << text;
    moves.push_back(*move);
    position.make(*move);
  }
  return moves;
}

[[nodiscard]] arena::Opening opening_of_test() {
  return {.fen = chess::to_fen(chess::Position()), .moves = moves_of({"e2e4", "e7e5"})};
}

[[nodiscard]] NumberedTask task_of_test() {
  return {.number = 7,
          .task = {.engines = {1, 0},
                   .values = {{{{"Hash", "16"}}, {}}},
                   .opening = opening_of_test(),
                   .announced = {"Zugwerk 1", ""}}};
}

[[nodiscard]] NumberedAnswer answer_of_test() {
  NumberedAnswer answer{.number = 9, .answer = {}, .faults = {}, .restarts = {"engine A: crashed"}};
  answer.answer.end = arena::PlaceEnd::Played;
  answer.answer.seconds = 1.5;
  answer.answer.names = {"A", "B"};
  arena::PlayedGame& game = answer.answer.game;
  for (const chess::Move move : moves_of({"e2e4", "e7e5", "g1f3"}))
    game.moves.push_back({.move = move, .opening = game.moves.size() < 2, .score = {}, .depth = {}, .time = {}});
  game.moves.back().score = arena::UciScore{.is_mate = true, .value = -3, .bound = arena::UciScore::Bound::AtMost};
  game.moves.back().depth = 12;
  game.moves.back().time = std::chrono::microseconds(1234);
  game.verdict = {chess::PgnResult::BlackWins, arena::Termination::TimeForfeit, "White loses on time"};
  game.faults[0][static_cast<std::size_t>(arena::EngineFault::TimeLoss)] = 1;
  game.broken = {true, false};
  answer.faults.push_back({Color::White, arena::EngineFault::TimeLoss, "late by 5 ms"});
  return answer;
}

TEST(GameWire, TasksArriveAsTheyWereSent) {
  const auto task = decode_task(encode(task_of_test()), 2);
  ASSERT_TRUE(task.has_value()) << task.error().message;
  EXPECT_EQ(task->number, 7U);
  EXPECT_EQ(task->task.engines, task_of_test().task.engines);
  EXPECT_EQ(task->task.values, task_of_test().task.values);
  EXPECT_EQ(task->task.opening.fen, opening_of_test().fen);
  EXPECT_EQ(task->task.opening.moves, opening_of_test().moves);
  EXPECT_EQ(task->task.announced, task_of_test().task.announced);
}

TEST(GameWire, ATaskForAnEngineThatDoesNotExistIsRefused) {
  EXPECT_FALSE(decode_task(encode(task_of_test()), 1).has_value());
}

TEST(GameWire, AnswersArriveAsTheyWereSent) {
  const Bytes bytes = encode(answer_of_test());
  EXPECT_EQ(decode_answer_number(bytes), 9U);
  const auto answer = decode_answer(bytes, opening_of_test());
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  const arena::PlayedGame& game = answer->answer.game;
  const arena::PlayedGame wanted = answer_of_test().answer.game;
  EXPECT_EQ(answer->answer.end, arena::PlaceEnd::Played);
  EXPECT_EQ(answer->answer.seconds, 1.5);
  EXPECT_EQ(answer->answer.names, answer_of_test().answer.names);
  EXPECT_EQ(game.verdict, wanted.verdict);
  EXPECT_EQ(game.faults, wanted.faults);
  EXPECT_EQ(game.broken, wanted.broken);
  ASSERT_EQ(game.moves.size(), 3U);
  EXPECT_TRUE(game.moves[1].opening);
  EXPECT_FALSE(game.moves[2].opening);
  EXPECT_EQ(game.moves[2].move, wanted.moves[2].move);
  EXPECT_EQ(game.moves[2].score, wanted.moves[2].score);
  EXPECT_EQ(game.moves[2].depth, 12);
  EXPECT_EQ(game.moves[2].time.count(), 1234);
  EXPECT_EQ(chess::to_fen(game.start), opening_of_test().fen);
  ASSERT_EQ(answer->faults.size(), 1U);
  EXPECT_EQ(answer->faults[0].text, "late by 5 ms");
  EXPECT_EQ(answer->restarts, answer_of_test().restarts);
}

TEST(GameWire, AFailureArrivesAsAFailure) {
  NumberedAnswer failed{.number = 1, .answer = {}, .faults = {}, .restarts = {}};
  failed.answer.end = arena::PlaceEnd::EngineFailed;
  failed.answer.error = {"engine A: no such file"};
  const auto answer = decode_answer(encode(failed), opening_of_test());
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->answer.end, arena::PlaceEnd::EngineFailed);
  EXPECT_EQ(answer->answer.error.message, "engine A: no such file");
}

TEST(GameWire, GamesWithIllegalMovesAreRefused) {
  NumberedAnswer answer = answer_of_test();
  answer.answer.game.moves[2].move = answer.answer.game.moves[0].move;
  const auto decoded = decode_answer(encode(answer), opening_of_test());
  ASSERT_FALSE(decoded.has_value());
  EXPECT_EQ(decoded.error().message, "move 3 is not legal");
}

TEST(GameWire, WhatIsNoMessageIsRefused) {
  for (const char* const text : {"", "{", "[]", "{}", "null", R"({"number": "one"})", R"({"number": 1})"}) {
    EXPECT_FALSE(decode_task(text, 2).has_value()) << text;
    EXPECT_FALSE(decode_answer(text, opening_of_test()).has_value()) << text;
    EXPECT_FALSE(decode_offer(text).has_value()) << text;
  }
  const Bytes whole = encode(task_of_test());
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(decode_task(std::string_view(whole).substr(0, length), 2).has_value());
}

TEST(GameWire, OffersArriveAsTheyWereSent) {
  const auto offer = decode_offer(encode(Offer{.slots = 3, .run = {{"a", 1}}, .error = "none"}));
  ASSERT_TRUE(offer.has_value());
  EXPECT_EQ(offer->slots, 3);
  EXPECT_EQ(offer->run, (base::Json{{"a", 1}}));
  EXPECT_EQ(offer->error, "none");
}

}  // namespace
}  // namespace zugwerk::cluster
