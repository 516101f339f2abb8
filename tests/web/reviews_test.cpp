// Kind: unit. Reviews with good and bad requests, without sockets.

#include "web/reviews.h"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/json.h"
#include "web/api.h"
#include "web/games.h"
#include "web/json_request.h"

namespace zugwerk::web {
namespace {

using base::Json;

constexpr const char* kShortGames =
    "[White \"<b>A</b>\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";

constexpr const char* kLongGame =
    "1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 6. f3 f6 7. g3 g6 8. h3 h6 9. a4 a5 10. c4 c5 11. e4 e5 12. g4 g5 *";

class WebReviews : public ::testing::Test {
 protected:
  WebReviews() : pool_(*EnginePool::create({.threads = 1, .hash_megabytes = 1})), api_(*pool_, {"1", {}, {}}) {}

  struct Answer {
    int status = 0;
    Json body;
  };
  [[nodiscard]] Answer ask(const std::string& method, const std::string& path, const Json& body = nullptr) {
    const Response response = api_.handle(test::json_request(method, path, body));
    return {response.status, response.body.empty() ? Json() : Json::parse(response.body)};
  }
  [[nodiscard]] static std::string path_of(const Answer& started) {
    return "/api/reviews/" + started.body["review"].get<std::string>();
  }
  /// The answer of a review, when it is there.
  [[nodiscard]] Json wait_for(const std::string& name) {
    constexpr int kTries = 3000;
    for (int i = 0; i < kTries; ++i) {
      const Answer state = ask("GET", "/api/reviews/" + name);
      EXPECT_EQ(state.status, kOk) << state.body;
      if (state.status != kOk || !state.body["answer"].is_null()) return state.body["answer"];
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no answer";
    return {};
  }

  std::unique_ptr<EnginePool> pool_;
  Api api_;
};

TEST_F(WebReviews, JudgeEveryMoveAndAnnotateTheGame) {
  const Answer started = ask("POST", "/api/reviews", {{"pgn", kShortGames}, {"nodes", 2000}});
  ASSERT_EQ(started.status, kAccepted) << started.body;
  const Json answer = wait_for(started.body["review"]);
  EXPECT_EQ(answer["review"]["moves"].size(), 4U);
  EXPECT_EQ(answer["review"]["moves"][2]["mark"], "blunder");
  EXPECT_EQ(answer["review"]["white"]["name"], "<b>A</b>");
  EXPECT_EQ(answer["game"]["nodes"][0]["fen"], answer["review"]["start"]);
  EXPECT_NE(answer["pgn"].get<std::string>().find("Qh4#"), std::string::npos);
}

TEST_F(WebReviews, ReviewTheRequestedGame) {
  const Answer started = ask("POST", "/api/reviews", {{"pgn", kShortGames}, {"game", 1}, {"nodes", 200}});
  ASSERT_EQ(started.status, kAccepted) << started.body;
  EXPECT_EQ(wait_for(started.body["review"])["review"]["white"]["name"], "B");
  const Answer missing = ask("POST", "/api/reviews", {{"pgn", kShortGames}, {"game", 2}});
  EXPECT_EQ(missing.status, kBadRequest);
  EXPECT_EQ(missing.body["error"], "field 'game': there are only 2 games");
}

TEST_F(WebReviews, BadRequestsAreRefusedByName) {
  const auto refused = [&](const Json& body) { return ask("POST", "/api/reviews", body).body.value("error", ""); };
  EXPECT_NE(refused(Json::object()).find("'pgn'"), std::string::npos);
  EXPECT_NE(refused({{"pgn", ""}}).find("no game"), std::string::npos);
  EXPECT_NE(refused({{"pgn", "1. e4"}, {"nodes", 0}}).find("'nodes'"), std::string::npos);
  EXPECT_NE(refused({{"pgn", "1. e4"}, {"depth", 3}}).find("'depth'"), std::string::npos);
  EXPECT_EQ(ask("GET", "/api/reviews/none").status, kNotFound);
  EXPECT_EQ(ask("DELETE", "/api/reviews/none").status, kNotFound);
  EXPECT_EQ(ask("GET", "/api/reviews").status, kMethodNotAllowed);
}

TEST_F(WebReviews, EndWhenTheyAreRemovedAndMakeRoomForOthers) {
  // As many nodes as are allowed for each of these moves: most of a minute, unless it is stopped. Nobody asks for it
  // any more when it is removed, so that it would be given up after twenty seconds anyway.
  constexpr std::chrono::seconds kSoon(15);
  constexpr int kMostNodes = 2'000'000;
  const Answer slow = ask("POST", "/api/reviews", {{"pgn", kLongGame}, {"nodes", kMostNodes}});
  ASSERT_EQ(slow.status, kAccepted) << slow.body;
  const Answer quick = ask("POST", "/api/reviews", {{"pgn", kShortGames}, {"nodes", 200}});
  ASSERT_EQ(quick.status, kAccepted) << quick.body;
  EXPECT_TRUE(ask("GET", path_of(quick)).body["answer"].is_null()) << "its turn has not come";
  const auto removed = std::chrono::steady_clock::now();
  EXPECT_EQ(ask("DELETE", path_of(slow)).status, kNoContent);
  EXPECT_EQ(ask("GET", path_of(slow)).status, kNotFound);
  EXPECT_EQ(wait_for(quick.body["review"])["review"]["moves"].size(), 4U);
  EXPECT_LT(std::chrono::steady_clock::now() - removed, kSoon);
}

TEST(Reviews, AreGivenUpWhenNobodyAsks) {
  Reviews reviews(std::chrono::seconds(2));
  const auto start = [&](const char* pgn, std::uint64_t nodes) {
    review::ReviewSettings settings;
    settings.limits.nodes = nodes;
    settings.hash_megabytes = 1;
    return reviews.start(read_game(pgn, 0)->game, settings).value();
  };
  constexpr std::uint64_t kManyNodes = 400'000;
  const std::string abandoned = start(kLongGame, kManyNodes);
  const std::string wanted = start(kShortGames, 200);
  constexpr int kTries = 6000;
  bool done = false;
  for (int i = 0; i < kTries && !done; ++i) {
    const auto state = reviews.state(wanted);
    ASSERT_TRUE(state && *state);
    done = !(**state)["answer"].is_null();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(done);
  const auto state = reviews.state(abandoned);
  EXPECT_TRUE(!state || !*state) << "it was finished, for nobody";
}

}  // namespace
}  // namespace zugwerk::web
