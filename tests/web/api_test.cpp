// Kind: unit. Every endpoint with good and bad requests, without sockets.

#include "web/api.h"

#include <chrono>
#include <cmath>
#include <fstream>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/json.h"
#include "chess/notation/fen.h"
#include "engine/options.h"
#include "nnue/embedded.h"
#include "review/judge.h"
#include "support/tablebases.h"
#include "support/temporary_folder.h"
#include "web/json_request.h"

namespace zugwerk::web {
namespace {

using base::Json;

class Web : public ::testing::Test {
 protected:
  // One seat, and turns so long that an analysis yields it only when stopped.
  Web()
      : pool_(*EnginePool::create({.threads = 1, .hash_megabytes = 2, .turn = std::chrono::hours(1)})),
        api_(*pool_, {"1.2.3", {}, kPage}) {}

  [[nodiscard]] static Request request(const std::string& method, const std::string& path, const Json& body = nullptr) {
    return test::json_request(method, path, body);
  }
  [[nodiscard]] Response ask(const std::string& method, const std::string& path, const Json& body = nullptr) {
    return api_.handle(request(method, path, body));
  }
  [[nodiscard]] static Json read(const Response& response) {
    auto json = base::parse_json(response.body, "answer");
    EXPECT_TRUE(json) << response.body;
    return json ? *json : Json();
  }
  /// The answer to a request that must succeed.
  [[nodiscard]] Json good(const std::string& method, const std::string& path, const Json& body = nullptr) {
    const Response response = ask(method, path, body);
    EXPECT_LT(response.status, 300) << path << ": " << response.body;
    return read(response);
  }
  /// The message of a request that must be refused with this status.
  [[nodiscard]] std::string refused(int status, const std::string& method, const std::string& path,
                                    const Json& body = nullptr) {
    const Response response = ask(method, path, body);
    EXPECT_EQ(response.status, status) << path << ": " << response.body;
    return read(response).value("error", "(no message)");
  }
  [[nodiscard]] tl::expected<std::shared_ptr<EventStream>, Response> listen(const std::string& session) {
    return api_.open_stream(request("GET", session + "/events"), [] {});
  }
  /// The next event, or nothing if the stream has ended; empty after a minute without one.
  [[nodiscard]] static std::optional<std::string> next_event(EventStream& stream) {
    std::optional<std::string> event = stream.next();
    for (int waits = 0; waits < 6000 && event && event->empty(); ++waits) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      event = stream.next();
    }
    return event;
  }
  [[nodiscard]] std::string new_session() { return good("POST", "/api/sessions")["session"].get<std::string>(); }

  static constexpr PageFile kFiles[] = {{"/index.html", "text/html", "<!doctype html>"}};
  static constexpr std::span<const PageFile> kPage{kFiles};
  std::unique_ptr<EnginePool> pool_;
  Api api_;
};

TEST_F(Web, ServesThePageAndNothingElse) {
  EXPECT_EQ(ask("GET", "/").file, "<!doctype html>");
  EXPECT_EQ(ask("HEAD", "/").status, kOk);
  EXPECT_EQ(ask("GET", "/").content_type, "text/html");
  EXPECT_EQ(ask("GET", "/../etc/passwd").status, kNotFound);
  EXPECT_EQ(ask("POST", "/").status, kMethodNotAllowed);
}

TEST_F(Web, DescribesItself) {
  const Json about = good("GET", "/api/about");
  EXPECT_EQ(about["version"], "1.2.3");
  EXPECT_EQ(about["threads"], 1);
}

TEST_F(Web, DescribesTheRangesOfOptionsInRequests) {
  const Json options = good("GET", "/api/about")["options"];
  const engine::Option& elo = engine::engine_option("UCI_Elo");
  EXPECT_EQ(options["elo"], (Json{{"option", "UCI_Elo"},
                                  {"summary", elo.summary},
                                  {"default", elo.initial.number},
                                  {"min", elo.least},
                                  {"max", elo.most}}));
  EXPECT_EQ(options["evaluation"]["choices"], Json({"network", "classical"}));
  EXPECT_EQ(options["evaluation"]["default"], "network");
  EXPECT_EQ(options["lines"]["min"], 1);
  // Values beyond them are refused.
  const std::string session = "/api/sessions/" + new_session();
  for (const int bad : {elo.least - 1, elo.most + 1})
    EXPECT_NE(refused(kBadRequest, "POST", session + "/move", {{"depth", 1}, {"elo", bad}}).find("'elo'"),
              std::string::npos);
  const int too_many = options["lines"]["max"].get<int>() + 1;
  EXPECT_NE(refused(kBadRequest, "PUT", session + "/analysis", {{"lines", too_many}}).find("'lines'"),
            std::string::npos);
  EXPECT_NE(refused(kBadRequest, "PUT", session + "/analysis", {{"evaluation", "magic"}})
                .find("field 'evaluation': 'magic' is not network or classical"),
            std::string::npos);
}

TEST_F(Web, DescribesHowTheReviewerJudges) {
  const Json scale = good("GET", "/api/about")["review"];
  // These numbers reproduce the reviewer's own chances and marks.
  const double slope = scale["chance_slope"];
  for (const int centipawns : {-900, -120, 0, 35, 400})
    EXPECT_DOUBLE_EQ(2 / (1 + std::exp(-slope * centipawns)) - 1, review::winning_chance(centipawns));
  for (const auto& [name, drop] : scale["drops"].items()) {
    EXPECT_EQ(review::name_of(review::mark_of(drop)), name);
    EXPECT_NE(review::name_of(review::mark_of(drop.get<double>() - 0.001)), name);
  }
  EXPECT_EQ(scale["drops"].size(), 3U);
}

TEST_F(Web, UnknownPathsAndMethodsAreNamed) {
  EXPECT_NE(refused(kNotFound, "GET", "/api/nonsense").find("'/api/nonsense'"), std::string::npos);
  EXPECT_NE(refused(kMethodNotAllowed, "GET", "/api/position").find("POST"), std::string::npos);
  EXPECT_NE(refused(kMethodNotAllowed, "DELETE", "/api/about").find("GET"), std::string::npos);
  EXPECT_EQ(ask("HEAD", "/api/about").status, kOk);
  const auto allowed = [&](const std::string& method, const std::string& path) {
    const Response response = ask(method, path);
    EXPECT_EQ(response.status, kMethodNotAllowed);
    return response.headers.empty() || response.headers[0].name != "Allow" ? "" : response.headers[0].value;
  };
  EXPECT_EQ(allowed("DELETE", "/"), "GET, HEAD");
  EXPECT_EQ(allowed("OPTIONS", "/api/position"), "POST");
  const std::string session = "/api/sessions/" + new_session();
  EXPECT_EQ(allowed("GET", session + "/analysis"), "PUT, DELETE");
  EXPECT_EQ(allowed("GET", session + "/move"), "POST");
  EXPECT_EQ(allowed("HEAD", session + "/events"), "GET");
}

TEST_F(Web, PositionHasLegalMovesAndTheLastOne) {
  const Json start = good("POST", "/api/position", Json::object());
  EXPECT_EQ(start["fen"], chess::kStartFen);
  EXPECT_EQ(start["legal"].size(), 20U);
  EXPECT_TRUE(start["last"].is_null());
  EXPECT_TRUE(start["end"].is_null());
  const Json after = good("POST", "/api/position", {{"moves", {"e2e4", "d5", "exd5"}}});
  EXPECT_EQ(after["turn"], "black");
  EXPECT_EQ(after["last"]["uci"], "e4d5");
  EXPECT_EQ(after["last"]["san"], "exd5");
  EXPECT_EQ(after["last"]["capture"], true);
}

TEST_F(Web, PositionsAreRepairedAndTheAnswerSaysSo) {
  const Json body = {{"fen", "4k3/8/8/8/8/8/8/4K2R w KQ e3 0 1"}};
  const Json repairs = {"castling right 'Q' dropped: White has no rook on a1",
                        "en passant square 'e3' dropped: e3 is not on the rank that a pawn of Black passes"};
  const Json position = good("POST", "/api/position", body);
  EXPECT_EQ(position["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_EQ(position["repairs"], repairs);
  EXPECT_FALSE(good("POST", "/api/position", {{"fen", position["fen"]}}).contains("repairs"));
  EXPECT_FALSE(good("POST", "/api/position", {{"fen", "r3k2r/8/8/8/8/8/8/R3K2R w"}}).contains("repairs"));
  for (const char* path : {"/api/evaluation", "/api/known"}) EXPECT_EQ(good("POST", path, body)["repairs"], repairs);
  Json order = body;
  order["depth"] = 1;
  EXPECT_EQ(good("POST", "/api/sessions/" + new_session() + "/move", order)["repairs"], repairs);
}

TEST_F(Web, PgnWithARepairedStartSaysSo) {
  const std::string pgn = "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *";
  const std::string repair =
      "PGN:1:1: starting position repaired in game 1: castling right 'Q' dropped: White has no rook on a1";
  const Json read = good("POST", "/api/pgn/read", {{"pgn", "1. e4 *\n\n" + pgn}});
  EXPECT_EQ(read["games"].size(), 2U);
  EXPECT_TRUE(read["errors"].empty());
  EXPECT_EQ(read["repairs"].size(), 1U);
  EXPECT_FALSE(good("POST", "/api/pgn/read", {{"pgn", "1. e4 *"}}).contains("repairs"));
  EXPECT_EQ(good("POST", "/api/reviews", {{"pgn", pgn}, {"nodes", 100}})["repairs"], Json::array({repair}));
}

TEST_F(Web, PositionSaysWhyAGameIsOver) {
  const Json mate = good("POST", "/api/position", {{"moves", {"f3", "e5", "g4", "Qh4"}}});
  EXPECT_EQ(mate["end"]["result"], "0-1");
  EXPECT_EQ(mate["end"]["reason"], "Black mates");
  EXPECT_TRUE(mate["legal"].empty());
  const Json repeated =
      good("POST", "/api/position", {{"moves", {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"}}});
  EXPECT_TRUE(repeated["end"].is_null());
  EXPECT_EQ(repeated["claimable"]["result"], "1/2-1/2");
}

TEST_F(Web, BadPositionsAreRefusedByName) {
  EXPECT_NE(refused(kBadRequest, "POST", "/api/position", {{"fen", "8/8"}}).find("8/8"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/position", {{"moves", {"e4", "e4"}}}).find("number 2"),
            std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/position", {{"fen", 7}}).find("'fen'"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/position", {{"moves", "e4"}}).find("'moves'"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/position", {{"fem", "x"}}).find("'fem'"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/position", Json::array()).find("object"), std::string::npos);
  Request broken = request("POST", "/api/position", Json::object());
  broken.body = "{\"fen\":";
  EXPECT_EQ(api_.handle(broken).status, kBadRequest);
  broken.body = "{\"fen\":" + std::string(1'000'000, '[');
  EXPECT_EQ(api_.handle(broken).status, kBadRequest) << "nesting must not cost the stack";
  broken.body = "{\"fen\":\"[[[[[[[[[[[[[[[[[[[[[[[[\"}";
  EXPECT_NE(api_.handle(broken).body.find("[[["), std::string::npos) << "brackets in a string are no nesting";
}

TEST_F(Web, Chess960StartsAndTheirCastling) {
  EXPECT_EQ(good("GET", "/api/chess960/518")["fen"], chess::kStartFen);
  EXPECT_NE(refused(kBadRequest, "GET", "/api/chess960/960").find("960"), std::string::npos);
  EXPECT_FALSE(good("GET", "/api/chess960/random")["fen"].get<std::string>().empty());
  const Json place = good("POST", "/api/position", {{"fen", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"}});
  EXPECT_EQ(place["chess960"], true);
  bool castles = false;
  for (const Json& move : place["legal"]) castles = castles || (move["san"] == "O-O" && move["uci"] == "e1g1");
  EXPECT_TRUE(castles);
}

TEST_F(Web, EvaluationTermsAddUpForBothSides) {
  const Json start = good("POST", "/api/evaluation", Json::object());
  ASSERT_FALSE(start["terms"].empty());
  for (const Json& term : start["terms"]) {
    if (term["name"] == "Tempo") continue;
    EXPECT_EQ(term["white"], term["black"]) << term["name"];
  }
  EXPECT_EQ(start["known_endgame"], false);
}

TEST_F(Web, PgnComesBackAsItWasSent) {
  const std::string pgn = "[White \"A <b>\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3 $1) 2. Nf3 *\n";
  const Json read_back = good("POST", "/api/pgn/read", {{"pgn", pgn}});
  ASSERT_EQ(read_back["games"].size(), 1U);
  const Json& game = read_back["games"][0];
  EXPECT_EQ(game["tags"]["White"], "A <b>");
  ASSERT_EQ(game["nodes"].size(), 6U);
  EXPECT_EQ(game["nodes"][1]["san"], "e4");
  EXPECT_EQ(game["nodes"][1]["comments"][0], "best");
  const Json written =
      good("POST", "/api/pgn/write", {{"tags", game["tags"]}, {"result", "*"}, {"nodes", game["nodes"]}});
  const Json again = good("POST", "/api/pgn/read", {{"pgn", written["pgn"]}});
  EXPECT_EQ(again["games"][0]["nodes"], game["nodes"]);
}

TEST_F(Web, PgnWithAnotherStartComesBackToo) {
  const std::string pgn = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n";
  const Json game = good("POST", "/api/pgn/read", {{"pgn", pgn}})["games"][0];
  const Json written = good("POST", "/api/pgn/write", game);
  EXPECT_NE(written["pgn"].get<std::string>().find("1. e4 Kd7"), std::string::npos);
}

TEST_F(Web, BrokenGamesAreReportedAndOthersRead) {
  const Json answer =
      good("POST", "/api/pgn/read", {{"pgn", "[Event \"a\"]\n\n1. e5 *\n\n[Event \"b\"]\n\n1. e4 *\n"}});
  EXPECT_EQ(answer["games"].size(), 1U);
  ASSERT_EQ(answer["errors"].size(), 1U);
  EXPECT_NE(answer["errors"][0].get<std::string>().find("e5"), std::string::npos);
}

TEST_F(Web, PgnThatCannotBeWrittenIsRefused) {
  const auto write = [&](const Json& nodes) {
    return refused(kBadRequest, "POST", "/api/pgn/write", {{"nodes", nodes}});
  };
  const Json root = Json::object();
  EXPECT_NE(write({root, {{"parent", 0}, {"uci", "e2e5"}}}).find("e2e5"), std::string::npos);
  EXPECT_NE(write({root, {{"parent", 1}, {"uci", "e2e4"}}}).find("'parent'"), std::string::npos);
  EXPECT_NE(write({root, {{"parent", 0}}}).find("'uci'"), std::string::npos);
  EXPECT_NE(write({root, 3}).find("object"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/pgn/write", {{"tags", {{"a]\n[b", "c"}}}}).find("tag"),
            std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/pgn/write", {{"result", "2-0"}}).find("2-0"), std::string::npos);
}

TEST_F(Web, CommentsCannotBreakOutOfAPgn) {
  const Json nodes = {Json::object(), {{"parent", 0}, {"uci", "e2e4"}, {"comments", {"a } 1. d4 { b"}}}};
  const Json written = good("POST", "/api/pgn/write", {{"nodes", nodes}});
  const Json again = good("POST", "/api/pgn/read", {{"pgn", written["pgn"]}});
  ASSERT_EQ(again["games"].size(), 1U);
  EXPECT_EQ(again["games"][0]["nodes"].size(), 2U);
}

TEST_F(Web, FindsAMateInASession) {
  const std::string path = "/api/sessions/" + new_session() + "/move";
  const Json found = good("POST", path, {{"fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"}, {"depth", 4}});
  EXPECT_EQ(found["move"]["san"], "Ra8#");
  EXPECT_EQ(found["score"]["mate"], 1);
  const Json black = good("POST", path, {{"fen", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"}, {"depth", 4}});
  EXPECT_EQ(black["score"]["mate"], -1) << "scores are White's";
}

TEST_F(Web, SaysWhatAMoveIsPlayedForIfAsked) {
  const std::string path = "/api/sessions/" + new_session() + "/move";
  const Json place{{"fen", "r3k3/5ppp/8/3N4/8/8/5PPP/4K3 w - - 0 1"}, {"depth", 6}};
  EXPECT_FALSE(good("POST", path, place).contains("idea"));
  Json wanted = place;
  wanted["idea"] = true;
  const Json fork = good("POST", path, wanted)["idea"];
  EXPECT_EQ(fork["motif"], "fork");
  EXPECT_EQ(fork["line"][0]["san"], "Nc7+");
  EXPECT_NE(fork["text"].get<std::string>().find("rook on a8"), std::string::npos) << fork;
  wanted["fen"] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const Json quiet = good("POST", path, wanted)["idea"];
  EXPECT_FALSE(quiet.contains("motif")) << quiet;
  wanted["idea"] = 1;
  EXPECT_NE(refused(kBadRequest, "POST", path, wanted).find("'idea'"), std::string::npos);
}

TEST_F(Web, MovesNeedALimitASessionAndAGame) {
  const std::string session = "/api/sessions/" + new_session();
  EXPECT_NE(refused(kBadRequest, "POST", session + "/move", Json::object()).find("limit"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", session + "/move", {{"depth", 0}}).find("'depth'"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", session + "/move", {{"depth", 1}, {"elo", 100}}).find("'elo'"),
            std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", session + "/move", {{"time_ms", 1e9}}).find("'time_ms'"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", session + "/move", {{"clock", {{"white_ms", 5}}}}).find("black_ms"),
            std::string::npos);
  const Json mated{{"moves", {"f3", "e5", "g4", "Qh4"}}, {"depth", 1}};
  EXPECT_NE(refused(kConflict, "POST", session + "/move", mated).find("Black mates"), std::string::npos);
  static_cast<void>(refused(kNotFound, "POST", "/api/sessions/0123/move", {{"depth", 1}}));
}

TEST_F(Web, DrawOffersAreJudged) {
  const std::string path = "/api/sessions/" + new_session() + "/draw-offer";
  const Json lost{{"fen", "6k1/8/8/8/8/8/3QQ3/6K1 w - - 0 60"}, {"engine", "black"}};
  EXPECT_EQ(good("POST", path, lost)["accepted"], true);
  const Json won{{"fen", "6k1/8/8/8/8/8/3QQ3/6K1 w - - 0 60"}, {"engine", "white"}};
  EXPECT_EQ(good("POST", path, won)["accepted"], false);
  EXPECT_EQ(good("POST", path, {{"engine", "black"}})["accepted"], false) << "no draw offers in the opening";
  EXPECT_NE(refused(kBadRequest, "POST", path, {{"engine", "black"}, {"elo", 1}}).find("'elo'"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", path, {{"engine", "green"}}).find("'engine'"), std::string::npos);
}

TEST_F(Web, DrawsAreClaimedByAnEngineThatIsNotBetter) {
  const std::string path = "/api/sessions/" + new_session() + "/move";
  const auto claims = [&](const char* fen) { return good("POST", path, {{"fen", fen}, {"depth", 6}})["claims"]; };
  EXPECT_TRUE(claims("4k3/p7/8/8/8/8/3Q3P/4K2R b - - 40 80").is_null()) << "there is nothing to claim";
  EXPECT_TRUE(claims("q3k3/r7/8/8/8/8/7P/4K2R b - - 100 80").is_null()) << "there is something to win";
  const Json claimed = claims("4k3/p7/8/8/8/8/3Q3P/4K2R b - - 100 80");
  EXPECT_EQ(claimed["result"], "1/2-1/2");
  EXPECT_EQ(claimed["reason"], "draw by the fifty-move rule");
  EXPECT_EQ(claimed["with_move"], false);
  EXPECT_EQ(claims("4k3/8/8/8/8/8/3Q3P/4K2R b - - 99 80")["with_move"], true);
}

TEST_F(Web, PositionSaysWhatAFallenFlagMeans) {
  const Json flag = good("POST", "/api/position", {{"fen", "4kb2/8/8/8/8/8/R7/4K3 w - - 0 1"}})["flag"];
  EXPECT_EQ(flag["black"], (Json{{"result", "1-0"}, {"reason", "Black loses on time"}}));
  EXPECT_EQ(flag["white"],
            (Json{{"result", "1/2-1/2"}, {"reason", "draw: White has no time left, but Black cannot mate"}}));
  EXPECT_TRUE(good("POST", "/api/position", {{"moves", {"f3", "e5", "g4", "Qh4"}}})["flag"].is_null());
}

TEST_F(Web, NamesTheOpening) {
  // By another order of moves, and after the last position with a name.
  const Json italian = good("POST", "/api/position", {{"moves", {"e4", "e5", "Bc4", "Nc6", "Nf3", "a5"}}})["opening"];
  EXPECT_EQ(italian, (Json{{"eco", "C50"}, {"name", "Italian Game"}}));
  EXPECT_TRUE(good("POST", "/api/position", {{"fen", "4kb2/8/8/8/8/8/R7/4K3 w - - 0 1"}})["opening"].is_null());
}

TEST_F(Web, AnalysisStreamsItsLinesAndStopsWithTheStream) {
  const std::string session = "/api/sessions/" + new_session();
  EXPECT_NE(refused(kConflict, "PUT", session + "/analysis", Json::object()).find("no stream is open"),
            std::string::npos);
  ASSERT_TRUE(Api::wants_stream(request("GET", session + "/events")));
  auto stream = listen(session);
  ASSERT_TRUE(stream);
  EXPECT_EQ(good("PUT", session + "/analysis", {{"moves", {"e4"}}, {"lines", 3}})["analysis"], 1);
  bool complete = false;
  for (int tries = 0; tries < 200 && !complete; ++tries) {
    const auto text = next_event(**stream);
    ASSERT_TRUE(text);
    const std::string start = "event: analysis\ndata: ";
    if (!text->starts_with(start)) continue;
    const Json event = *base::parse_json(text->substr(start.size()), "event");
    complete = event["lines"].size() == 3 && event["depth"] >= 3 && event["nodes"] > 0;
    if (!complete) continue;
    const Json& best = event["lines"][0];
    EXPECT_EQ(best["wdl"][0].get<int>() + best["wdl"][1].get<int>() + best["wdl"][2].get<int>(), 1000);
    EXPECT_FALSE(best["moves"].empty());
  }
  EXPECT_TRUE(complete);
  // The only seat is free again as soon as the client has gone.
  stream->reset();
  const auto seated = std::make_shared<std::promise<void>>();
  Order order;
  order.limits.depth = 1;
  order.on_end = [seated](const search::BestMoveReport&, bool) { seated->set_value(); };
  static_cast<void>(pool_->place(std::move(order)));
  EXPECT_EQ(seated->get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_NE(refused(kBadRequest, "PUT", session + "/analysis", {{"lines", 99}}).find("'lines'"), std::string::npos);
}

TEST_F(Web, AnalysesWithTheChosenEvaluation) {
  const std::string session = "/api/sessions/" + new_session();
  const auto stream = listen(session);
  EXPECT_EQ(good("PUT", session + "/analysis", {{"evaluation", "classical"}})["analysis"], 1);
  const std::string refusal = refused(kBadRequest, "PUT", session + "/analysis", {{"evaluation", "oracle"}});
  EXPECT_NE(refusal.find("'oracle'"), std::string::npos) << refusal;
  ASSERT_EQ(ask("DELETE", session + "/analysis").status, kNoContent);

  const auto network = nnue::embedded_network();
  EXPECT_EQ(good("GET", "/api/about")["network"], network ? Json(network->name()) : Json());
  if (!network) GTEST_SKIP() << "this program was built without a network";
  const Json black_to_move{{"fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1"}};
  EXPECT_GT(good("POST", "/api/evaluation", black_to_move)["network"], 100) << "scores are White's";
  const auto score = [&](bool by_network) {
    std::promise<eval::Score> found;
    Order order;
    order.position = *chess::parse_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
    order.limits.depth = 1;
    order.by_network = by_network;
    eval::Score last;
    order.on_line = [&last](const search::LineReport& report) { last = report.score; };
    order.on_end = [&](const search::BestMoveReport&, bool) { found.set_value(last); };
    static_cast<void>(pool_->place(std::move(order)));
    return found.get_future().get();
  };
  EXPECT_NE(score(true), score(false));
}

TEST_F(Web, ANewStreamReplacesTheOldOne) {
  const std::string session = "/api/sessions/" + new_session();
  int news = 0;
  auto first = api_.open_stream(request("GET", session + "/events"), [&] { ++news; });
  EXPECT_EQ(news, 0);
  auto second = listen(session);
  EXPECT_EQ(news, 1) << "the first one ends";
  EXPECT_FALSE((*first)->next());
  EXPECT_EQ((*second)->next(), "");
  EXPECT_EQ(listen("/api/sessions/none").error().status, kNotFound);
}

TEST_F(Web, SessionsEndAndAreLimited) {
  const std::string id = new_session();
  EXPECT_EQ(ask("DELETE", "/api/sessions/" + id).status, kNoContent);
  EXPECT_EQ(ask("DELETE", "/api/sessions/" + id).status, kNotFound);
}

TEST_F(Web, TheIdlestSessionMakesRoomForANewOne) {
  const std::string listening = "/api/sessions/" + new_session();
  auto stream = listen(listening);
  const std::string idlest = "/api/sessions/" + new_session();
  for (std::size_t i = 2; i < Sessions::kMost; ++i) static_cast<void>(new_session());
  EXPECT_EQ(api_.session_count(), Sessions::kMost);
  static_cast<void>(new_session());
  EXPECT_EQ(api_.session_count(), Sessions::kMost);
  EXPECT_EQ(ask("DELETE", idlest).status, kNotFound);
  EXPECT_EQ(ask("DELETE", listening + "/analysis").status, kNoContent) << "a session with a stream is not idle";
}

TEST_F(Web, SessionsInUseAreNeverEvicted) {
  std::vector<std::shared_ptr<EventStream>> streams;
  for (std::size_t i = 0; i < Sessions::kMost; ++i) streams.push_back(*listen("/api/sessions/" + new_session()));
  EXPECT_NE(refused(kBusy, "POST", "/api/sessions").find("too many"), std::string::npos);
  streams.pop_back();
  EXPECT_FALSE(new_session().empty());
}

TEST_F(Web, AMoveWhoseClientHasGoneIsAbandoned) {
  const std::string session = "/api/sessions/" + new_session();
  const auto answered = std::make_shared<std::promise<Response>>();
  const Api::GiveUp give_up = api_.answer(request("POST", session + "/move", {{"time_ms", Api::kLongestThought}}),
                                          [answered](Response response) { answered->set_value(std::move(response)); });
  ASSERT_TRUE(give_up);
  EXPECT_EQ(pool_->order_count(), 1U);
  give_up();
  auto answer = answered->get_future();
  ASSERT_EQ(answer.wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_EQ(answer.get().status, kConflict);
  EXPECT_TRUE(good("POST", session + "/move", {{"depth", 1}}).contains("move")) << "the engine is free again";
}

TEST_F(Web, APositionIsExplained) {
  const Json answer = good("POST", "/api/explanation", {{"moves", {"e4", "e5", "Bc4", "Nc6", "Qh5"}}, {"nodes", 5000}});
  EXPECT_EQ(answer["white"]["threat"], "mate in 1: 4.Qxf7#");
  EXPECT_EQ(answer["white"]["threat_line"][0]["uci"], "h5f7");
  ASSERT_FALSE(answer["best"].empty());
  EXPECT_TRUE(answer["best"][0]["moves"][0].contains("uci"));
  EXPECT_EQ(answer["network"].is_null(), answer["pieces"].empty());
}

TEST_F(Web, TwoMovesAreCompared) {
  const Json scholar{{"moves", {"e4", "e5", "Bc4", "Nc6", "Qh5"}}, {"nodes", 5000}};
  Json asked = scholar;
  asked["move"] = "Nf6";
  asked["other"] = "g7g6";
  const Json answer = good("POST", "/api/comparison", asked);
  EXPECT_EQ(answer["better"]["san"], "g6");
  EXPECT_EQ(answer["worse"]["san"], "Nf6");
  EXPECT_EQ(answer["mark"], "blunder");
  EXPECT_EQ(answer["reasons"][0]["motif"], "mate");
  EXPECT_NE(answer["text"].get<std::string>().find("3...g6 is much better than 3...Nf6"), std::string::npos) << answer;
  asked.erase("other");
  EXPECT_EQ(good("POST", "/api/comparison", asked)["worse"]["san"], "Nf6") << "against the best";
}

TEST_F(Web, ComparisonsNeedTwoMovesAndAGame) {
  const auto why = [this](const Json& body, int status = kBadRequest) {
    return refused(status, "POST", "/api/comparison", body);
  };
  EXPECT_EQ(why(Json::object()), "field 'move' is missing");
  EXPECT_NE(why({{"move", "e5"}}).find("field 'move'"), std::string::npos);
  EXPECT_NE(why({{"move", "e4"}, {"other", "e2e4"}}).find("the same move"), std::string::npos);
  EXPECT_NE(why({{"move", "e4"}, {"nodes", 0}}).find("'nodes'"), std::string::npos);
  EXPECT_NE(why({{"fen", "7k/8/8/8/8/8/6q1/7K w - - 0 1"}, {"move", "Kxg2"}}).find("only one legal"),
            std::string::npos);
  EXPECT_NE(refused(kMethodNotAllowed, "GET", "/api/comparison").find("POST"), std::string::npos);
  EXPECT_NE(refused(kBadRequest, "POST", "/api/explanation", {{"fen", "x"}}).find("FEN"), std::string::npos);
}

TEST_F(Web, AQuestionWhoseClientHasGoneIsGivenUp) {
  const auto answered = std::make_shared<std::promise<Response>>();
  const Api::GiveUp give_up = api_.answer(request("POST", "/api/explanation", {{"nodes", 200'000}}),
                                          [answered](Response response) { answered->set_value(std::move(response)); });
  ASSERT_TRUE(give_up);
  give_up();
  auto answer = answered->get_future();
  ASSERT_EQ(answer.wait_for(std::chrono::seconds(60)), std::future_status::ready);
  EXPECT_EQ(answer.get().status, kConflict);
  EXPECT_TRUE(good("POST", "/api/explanation", {{"nodes", 100}}).contains("best")) << "the next one is answered";
}

TEST_F(Web, AfterClosingEverythingIsRefused) {
  const std::string session = "/api/sessions/" + new_session();
  auto stream = listen(session);
  api_.close();
  EXPECT_FALSE((*stream)->next());
  EXPECT_EQ(ask("GET", "/api/about").status, kBusy);
}

TEST_F(Web, LargeBodiesAndOtherTypesAreRefused) {
  Request large = request("POST", "/api/pgn/read", Json::object());
  large.body.assign(kLargestBody + 1, ' ');
  EXPECT_EQ(api_.handle(large).status, kTooLarge);
  Request form = request("POST", "/api/position", Json::object());
  form.content_type = "text/plain";
  EXPECT_EQ(api_.handle(form).status, kNotJson);
}

TEST_F(Web, OtherSitesAreRefused) {
  const auto status = [&](const std::string& host, const std::string& origin, const std::string& site = "") {
    Request asked = request("GET", "/api/about");
    asked.host = host;
    asked.origin = origin;
    asked.fetch_site = site;
    return api_.handle(asked).status;
  };
  EXPECT_EQ(status("localhost:8080", ""), kOk);
  EXPECT_EQ(status("127.0.0.1:8080", "http://127.0.0.1:8080"), kOk);
  EXPECT_EQ(status("[::1]:8080", "http://[::1]:8080", "same-origin"), kOk);
  EXPECT_EQ(status("localhost:8080", "https://example.org"), kForbidden);
  EXPECT_EQ(status("localhost:8080", "null"), kForbidden);
  EXPECT_EQ(status("localhost:8080", "http://localhost:9999"), kForbidden) << "another server on this machine";
  EXPECT_EQ(status("evil.example:8080", "http://evil.example:8080"), kForbidden) << "a name pointed at this machine";
  EXPECT_EQ(status("127.0.0.1.evil.example", ""), kForbidden);
  EXPECT_EQ(status("localhost:8080", "", "cross-site"), kForbidden);
}

TEST_F(Web, BeyondLoopbackRequestsNeedAKnownNameAndAToken) {
  Access access;
  access.loopback = false;
  access.hosts = {"192.168.1.5", "chess.example"};
  access.token = "secret";
  access.cookie = "zugwerk-8080";
  Api api(*pool_, {"1.2.3", access, kPage});
  const auto ask_as = [&](const std::string& host, const std::string& path, auto&& change) {
    Request asked = request("GET", path);
    asked.host = host;
    change(asked);
    return api.handle(asked);
  };
  const auto with_cookie = [](Request& asked) { asked.cookie = "a=b; zugwerk-8080=secret"; };
  const auto nothing = [](Request&) {};
  EXPECT_EQ(ask_as("192.168.1.5:8080", "/api/about", with_cookie).status, kOk);
  EXPECT_EQ(ask_as("Chess.Example", "/api/about", with_cookie).status, kOk);
  EXPECT_EQ(ask_as("evil.example:8080", "/api/about", with_cookie).status, kForbidden);
  EXPECT_EQ(ask_as("localhost:8080", "/api/about", with_cookie).status, kForbidden) << "it does not listen there";
  EXPECT_EQ(ask_as("192.168.1.6:8080", "/api/about", with_cookie).status, kForbidden);
  EXPECT_EQ(ask_as("192.168.1.5:8080", "/api/about", nothing).status, kForbidden);
  EXPECT_EQ(ask_as("192.168.1.5:8080", "/", nothing).status, kForbidden);
  EXPECT_EQ(ask_as("192.168.1.5:8080", "/api/about", [](Request& a) { a.cookie = "zugwerk-8080=secres"; }).status,
            kForbidden);
  EXPECT_EQ(ask_as("192.168.1.5:8080", "/api/about", [](Request& a) { a.cookie = "zugwerk-8081=secret"; }).status,
            kForbidden);
  EXPECT_EQ(ask_as("192.168.1.5", "/api/about", [](Request& a) { a.authorization = "Bearer secret"; }).status, kOk);
  EXPECT_EQ(ask_as("192.168.1.5", "/api/about", [](Request& a) { a.query = "x=1&token=secret"; }).status, kOk);
  EXPECT_EQ(ask_as("192.168.1.5", "/api/about", [](Request& a) { a.query = "token=secret1"; }).status, kForbidden);
  const Response page = ask_as("192.168.1.5", "/", [](Request& a) { a.query = "token=secret"; });
  EXPECT_EQ(page.status, kOk);
  ASSERT_FALSE(page.headers.empty());
  EXPECT_EQ(page.headers.back().name, "Set-Cookie");
  EXPECT_EQ(page.headers.back().value, "zugwerk-8080=secret; Path=/; HttpOnly; SameSite=Strict");
  const auto from = [&](const std::string& origin) {
    return ask_as("chess.example", "/api/about",
                  [&](Request& a) {
                    with_cookie(a);
                    a.origin = origin;
                  })
        .status;
  };
  EXPECT_EQ(from("http://chess.example"), kOk);
  EXPECT_EQ(from("https://chess.example"), kOk) << "a TLS proxy is in front of this server";
  EXPECT_EQ(from("http://evil.example"), kForbidden);

  access.any_address = true;
  Api everywhere(*pool_, {"1.2.3", access, kPage});
  const auto called = [&](const std::string& host) {
    Request asked = request("GET", "/api/about");
    asked.host = host;
    with_cookie(asked);
    return everywhere.handle(asked).status;
  };
  EXPECT_EQ(called("10.0.0.7:8080"), kOk);
  EXPECT_EQ(called("[fe80::1]:8080"), kOk);
  EXPECT_EQ(called("10.0.0.7.evil.example"), kForbidden);
  EXPECT_EQ(called("evil.example"), kForbidden) << "a name may be pointed at any address";
}

TEST_F(Web, AFloodOfRequestsIsRefused) {
  // Thousands at once, far more than a second's rate and a burst together.
  constexpr int kFlood = 100'000;
  int served = 0;
  Response last = ask("GET", "/api/about");
  for (; served < kFlood && last.status == kOk; ++served) last = ask("GET", "/api/about");
  EXPECT_GE(served, static_cast<int>(FloodGate::kBurst));
  EXPECT_EQ(last.status, kTooManyRequests);
  EXPECT_NE(last.body.find("too many requests"), std::string::npos) << last.body;
  Request other = request("GET", "/api/about");
  other.client = "127.0.0.2";
  EXPECT_EQ(api_.handle(other).status, kOk) << "one client's flood is not another's";
}

TEST(FloodGate, LetsBurstsThroughAndStopsFloods) {
  FloodGate gate;
  const auto now = FloodGate::Clock::now();
  int admitted = 0;
  for (int i = 0; i < 3000; ++i) admitted += gate.admit("a", now) ? 1 : 0;
  EXPECT_EQ(admitted, static_cast<int>(FloodGate::kBurst));
  EXPECT_TRUE(gate.admit("b", now)) << "one client's flood is not another's";
  EXPECT_FALSE(gate.admit("a", now));
  // The rate is steady: a second later there is room for its share and no more.
  const auto later = now + std::chrono::seconds(1);
  admitted = 0;
  for (int i = 0; i < 3000; ++i) admitted += gate.admit("a", later) ? 1 : 0;
  EXPECT_EQ(admitted, static_cast<int>(FloodGate::kPerSecond));
}

TEST(Known, BookMovesHaveTheirShares) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("lines.bin");
  // 1. e4 three times, 1. d4 once.
  const std::string key("\x46\x3b\x96\x18\x16\x91\xfc\x9c", 8);
  std::ofstream(path, std::ios::binary) << key << std::string("\x03\x1c\x00\x03\x00\x00\x00\x00", 8) << key
                                        << std::string("\x02\xdb\x00\x01\x00\x00\x00\x00", 8);
  const auto known = KnownMoves::open(path, "");
  ASSERT_TRUE(known) << known.error().message;
  EXPECT_EQ(known->describe()["tables"], nullptr);
  const Json moves = known->of(*read_place(Json::object()));
  ASSERT_EQ(moves["book"].size(), 2U);
  EXPECT_EQ(moves["book"][0]["san"], "e4");
  EXPECT_EQ(moves["book"][0]["share"], 0.75);
  EXPECT_EQ(moves["book"][1]["uci"], "d2d4");
  EXPECT_EQ(moves["tables"], nullptr);
  EXPECT_FALSE(KnownMoves::open(folder.file("missing.bin"), ""));
  EXPECT_FALSE(KnownMoves::open("", folder.file("missing")));
}

TEST(Known, TablebaseMovesAreListedBestFirst) {
  const auto known = KnownMoves::open("", test::tablebases());
  ASSERT_TRUE(known) << known.error().message;
  const Json found = known->of(*read_place({{"fen", "8/8/8/8/3k4/8/1R1p4/1K6 w - - 0 1"}}))["tables"];
  EXPECT_EQ(found["result"], "win");
  EXPECT_EQ(found["moves"][0]["san"], "Rxd2+");
  EXPECT_EQ(found["moves"].back()["result"], "loss");
}

TEST_F(Web, KnownMovesTakeTheSameFieldsAsPositions) {
  EXPECT_EQ(good("POST", "/api/known", {{"fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1"}})["tables"], nullptr);
  static_cast<void>(refused(kBadRequest, "POST", "/api/known", {{"fen", "nonsense"}}));
  static_cast<void>(refused(kMethodNotAllowed, "GET", "/api/known"));
}

}  // namespace
}  // namespace zugwerk::web
