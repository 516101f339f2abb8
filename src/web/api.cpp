#include "web/api.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <random>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "engine/etiquette.h"
#include "eval/wdl.h"
#include "nnue/embedded.h"
#include "review/explain.h"
#include "review/judge.h"
#include "review/review_json.h"
#include "web/fields.h"
#include "web/games.h"
#include "web/option_fields.h"
#include "web/page_response.h"

namespace zugwerk::web {

using base::Expected;
using base::failure;
using base::Json;
using chess::Color;
using search::Milliseconds;

namespace {

constexpr std::string_view kApi = "/api/";
constexpr std::string_view kSessions = "/api/sessions/";
constexpr std::string_view kChess960 = "/api/chess960/";
constexpr std::string_view kReviews = "/api/reviews";
constexpr std::string_view kExplanation = "/api/explanation";
constexpr std::string_view kComparison = "/api/comparison";
constexpr std::string_view kLab = "/api/lab";
constexpr std::string_view kQueue = "/api/queue";

/// "/api/sessions/ID/WHAT" as ID and WHAT.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> session_path(std::string_view path) {
  if (!path.starts_with(kSessions)) return std::nullopt;
  path.remove_prefix(kSessions.size());
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return std::pair(std::string(path), std::string());
  return std::pair(std::string(path.substr(0, slash)), std::string(path.substr(slash + 1)));
}

[[nodiscard]] Response answer_to(const Expected<Json>& answer) {
  return answer ? json_response(*answer) : bad_request(answer.error());
}

/// `allowed` is a list with commas, as the header field has it.
[[nodiscard]] Response wrong_method(std::string_view allowed) {
  Response response = error_response(kMethodNotAllowed, "expected one of: " + std::string(allowed));
  response.headers.push_back({"Allow", std::string(allowed)});
  return response;
}

constexpr std::string_view kToRead = "GET, HEAD";

[[nodiscard]] Response no_such_thing(const Request& request) {
  return error_response(kNotFound, "there is nothing at " + base::in_quotes(request.path));
}

[[nodiscard]] Expected<Json> position_answer(const Json& body) {
  if (const auto checked = check_fields(body, {"fen", "moves"}); !checked) return tl::make_unexpected(checked.error());
  const auto place = read_place(body);
  if (!place) return tl::make_unexpected(place.error());
  return with_repairs(place_json(*place), *place);
}

[[nodiscard]] Expected<Json> evaluation_answer(const Json& body) {
  if (const auto checked = check_fields(body, {"fen", "moves"}); !checked) return tl::make_unexpected(checked.error());
  const auto place = read_place(body);
  if (!place) return tl::make_unexpected(place.error());
  return with_repairs(evaluation_json(place->position), *place);
}

[[nodiscard]] Expected<Json> known_answer(const KnownMoves& known, const Json& body) {
  if (const auto checked = check_fields(body, {"fen", "moves"}); !checked) return tl::make_unexpected(checked.error());
  const auto place = read_place(body);
  if (!place) return tl::make_unexpected(place.error());
  return with_repairs(known.of(*place), *place);
}

[[nodiscard]] Response pgn_read_response(const Json& body) {
  if (const auto checked = check_fields(body, {"pgn"}); !checked) return bad_request(checked.error());
  const auto text = text_field(body, "pgn");
  if (!text) return bad_request(text.error());
  if (!*text) return bad_request({"field 'pgn' is missing"});
  auto games = read_pgn(**text);
  if (!games) return bad_request(games.error());
  return {.status = kOk, .body = *std::move(games)};
}

[[nodiscard]] Expected<Json> pgn_write_answer(const Json& body) {
  if (const auto checked = check_fields(body, {"fen", "tags", "result", "nodes"}); !checked)
    return tl::make_unexpected(checked.error());
  const auto text = write_pgn(body);
  if (!text) return tl::make_unexpected(text.error());
  return Json{{"pgn", *text}};
}

[[nodiscard]] Expected<Json> chess960_answer(std::string_view number_text) {
  int number = 0;
  if (number_text == "random") {
    std::random_device random;
    number = std::uniform_int_distribution<int>(0, chess::kChess960Starts - 1)(random);
  } else {
    const auto given = base::parse_integer<int>(number_text);
    if (!given || *given < 0 || *given >= chess::kChess960Starts)
      return failure("expected a number from 0 to 959 or 'random', found " + base::in_quotes(number_text));
    number = *given;
  }
  return Json{{"number", number}, {"fen", chess::to_fen(chess::chess960_start(number))}};
}

[[nodiscard]] Expected<void> read_clock(const Json& body, search::Limits& limits) {
  if (const auto checked = check_fields(body, {"white_ms", "black_ms", "white_increment_ms", "black_increment_ms"});
      !checked)
    return failure("field 'clock': " + checked.error().message);
  constexpr std::int64_t kDay = std::int64_t{24} * 3600 * 1000;
  for (const Color color : chess::kColors) {
    const std::string name = color == Color::White ? "white" : "black";
    const auto left = integer_field(body, name + "_ms", 0, kDay);
    if (!left) return failure("field 'clock': " + left.error().message);
    if (!*left) return failure("field 'clock': field '" + name + "_ms' is missing");
    const auto increment = integer_field(body, name + "_increment_ms", 0, kDay);
    if (!increment) return failure("field 'clock': " + increment.error().message);
    limits.clocks[chess::index(color)] = {Milliseconds(**left), Milliseconds(increment->value_or(0))};
  }
  return {};
}

[[nodiscard]] Expected<search::Limits> read_limits(const Json& body) {
  search::Limits limits;
  const auto time = integer_field(body, "time_ms", 1, Api::kLongestThought);
  if (!time) return tl::make_unexpected(time.error());
  if (*time) limits.move_time = Milliseconds(**time);
  const auto depth = integer_field(body, "depth", 1, eval::kMaxPly - 1);
  if (!depth) return tl::make_unexpected(depth.error());
  if (*depth) limits.depth = static_cast<int>(**depth);
  const auto nodes = integer_field(body, "nodes", 1, INT64_MAX);
  if (!nodes) return tl::make_unexpected(nodes.error());
  if (*nodes) limits.nodes = static_cast<std::uint64_t>(**nodes);
  if (const auto clock = body.find("clock"); clock != body.end() && !clock->is_null())
    if (const auto read = read_clock(*clock, limits); !read) return tl::make_unexpected(read.error());
  const bool timed = limits.move_time || limits.has_clock(Color::White);
  if (!timed && !limits.depth && !limits.nodes)
    return failure("a limit is missing: 'time_ms', 'depth', 'nodes' or 'clock'");
  // Deep searches without a clock must end at some point, too.
  if (!timed) limits.move_time = Milliseconds(Api::kLongestThought);
  return limits;
}

/// How the reviewer turns scores into chances and chances into marks, so that clients judge moves the same way.
[[nodiscard]] Json review_scale_json() {
  return {{"chance_slope", review::kChanceSlope},
          {"drops",
           {{review::name_of(review::Mark::Inaccuracy), review::kInaccuracyDrop},
            {review::name_of(review::Mark::Mistake), review::kMistakeDrop},
            {review::name_of(review::Mark::Blunder), review::kBlunderDrop}}}};
}

/// The draw that the engine claims instead of moving, or with its move.
[[nodiscard]] Json claim_json(const Found& found, chess::Position position, std::optional<int> elo) {
  const engine::Player player{
      .color = position.side_to_move(), .score = found.line ? found.line->score : eval::kDraw, .elo = elo};
  auto claim = engine::claimed_draw(position, player);
  const bool with_move = !claim;
  if (with_move) {
    position.make(found.best.best);
    if (!chess::find_end(position)) claim = engine::claimed_draw(position, player);
  }
  Json answer = end_json(claim);
  if (claim) answer["with_move"] = with_move;
  return answer;
}

[[nodiscard]] Json found_json(const Found& found, const Place& place, std::optional<int> elo) {
  Json answer{{"move", move_json(place.position, found.best.best, place.variant)},
              {"claims", claim_json(found, place.position, elo)}};
  if (found.line) {
    answer["score"] = score_json(found.line->score, place.position);
    answer["wdl"] = wdl_json(found.line->score, place.position);
    answer["depth"] = found.line->depth;
    answer["nodes"] = found.line->nodes;
    answer["time_ms"] = found.line->elapsed.count();
  }
  return answer;
}

/// What the move that was found is played for, with its line.
[[nodiscard]] Json idea_json(const search::LineReport& line, const Place& place) {
  constexpr std::size_t kLongestLine = 12;
  const review::Idea idea = review::idea_of(place.position, line.moves, line.score);
  Json json{{"text", idea.text}, {"line", line_json(place.position, line.moves, place.variant, kLongestLine)}};
  if (!idea.tactic) return json;
  const Json tactic = review::to_json(place.position, *idea.tactic);
  for (const char* name : {"motif", "actor", "targets"})
    if (tactic.contains(name)) json[name] = tactic[name];
  return json;
}

/// The level that the engine plays at; none: full strength.
[[nodiscard]] Expected<std::optional<int>> read_elo(const Json& body) {
  const auto elo = option_field(body, "elo");
  if (!elo) return tl::make_unexpected(elo.error());
  return *elo ? std::optional((*elo)->number) : std::nullopt;
}

[[nodiscard]] std::optional<Response> refuse_body(const Request& request) {
  if (request.body.size() > kLargestBody)
    return error_response(kTooLarge, base::format("the body is larger than {} bytes", kLargestBody));
  const bool has_body = request.method == "POST" || request.method == "PUT";
  // A form on another site cannot send this type, whatever other defences the browser has.
  if (has_body && !request.body.empty() && request.path.starts_with(kApi) &&
      !request.content_type.starts_with("application/json"))
    return error_response(kNotJson, "expected a body of type application/json");
  return std::nullopt;
}

/// A move of a request, in UCI or SAN; nothing if the field is missing.
[[nodiscard]] Expected<std::optional<chess::Move>> read_move(const Json& body, const std::string& name,
                                                             const chess::Position& position) {
  const auto text = text_field(body, name);
  if (!text) return tl::make_unexpected(text.error());
  if (!*text) return std::optional<chess::Move>();
  const auto move = parse_move(position, **text);
  if (!move) return failure("field '" + name + "': " + move.error().message);
  return *move;
}

/// `compares`: two moves; otherwise the position is to be explained.
[[nodiscard]] Expected<Question> read_question(const Json& body, bool compares) {
  const auto checked = compares ? check_fields(body, {"fen", "moves", "nodes", "move", "other"})
                                : check_fields(body, {"fen", "moves", "nodes"});
  if (!checked) return tl::make_unexpected(checked.error());
  auto place = read_place(body);
  if (!place) return tl::make_unexpected(place.error());
  // Less than a second on most machines.
  constexpr std::int64_t kDefaultNodes = 60'000;
  constexpr std::int64_t kMostNodes = 2'000'000;
  const auto nodes = integer_field(body, "nodes", 1, kMostNodes);
  if (!nodes) return tl::make_unexpected(nodes.error());
  Question question{*std::move(place), {}};
  question.settings.limits.nodes = static_cast<std::uint64_t>(nodes->value_or(kDefaultNodes));
  if (!compares) return question;
  const auto move = read_move(body, "move", question.place.position);
  if (!move) return tl::make_unexpected(move.error());
  if (!*move) return failure("field 'move' is missing");
  const auto other = read_move(body, "other", question.place.position);
  if (!other) return tl::make_unexpected(other.error());
  if (*move == *other) return failure("fields 'move' and 'other' are the same move");
  if (chess::count_legal_moves(question.place.position) == 1) return failure("there is only one legal move");
  question.move = *move;
  question.other = *other;
  return question;
}

[[nodiscard]] Response cancelled_response() {
  return error_response(kConflict, "the search was cancelled: its session ended or made another request");
}

[[nodiscard]] Response game_over_response(const chess::GameEnd& end) {
  return error_response(kConflict, "the game is over: " + chess::to_string(end));
}

}  // namespace

bool Api::wants_stream(const Request& request) {
  const auto session = session_path(request.path);
  return request.method == "GET" && session && session->second == "events";
}

bool Api::wants_page(const Request& request) { return !request.path.starts_with(kApi); }

std::optional<Response> Api::refuse(const Request& request) {
  if (closing_) return error_response(kBusy, "the server is shutting down");
  if (auto refusal = refuse_foreign(request, settings_.access)) return refusal;
  if (!gate_.admit(request.client, FloodGate::Clock::now()))
    return error_response(kTooManyRequests, "too many requests; wait a second");
  return std::nullopt;
}

tl::expected<std::shared_ptr<EventStream>, Response> Api::open_stream(const Request& request,
                                                                      std::function<void()> on_news) {
  const auto session = sessions_.find(session_path(request.path)->first);
  if (!session) return tl::make_unexpected(error_response(kNotFound, "there is no such session"));
  return std::make_shared<EventStream>(session, std::move(on_news));
}

Response Api::handle(const Request& request) {
  if (auto refusal = refuse(request)) return *refusal;
  const auto promise = std::make_shared<std::promise<Response>>();
  // The session must stay until the answer is ready.
  const GiveUp waiting = answer(request, [promise](Response response) { promise->set_value(std::move(response)); });
  return promise->get_future().get();
}

Api::GiveUp Api::answer(const Request& request, const Answer& done) {
  if (request.method == "HEAD") {
    Request get = request;
    get.method = "GET";
    return answer(get, done);
  }
  const auto session = session_path(request.path);
  const bool searches =
      session && request.method == "POST" && (session->second == "move" || session->second == "draw-offer");
  const bool asks = request.path == kExplanation || request.path == kComparison;
  if (!searches && !(asks && request.method == "POST")) {
    done(answer_at_once(request));
    return {};
  }
  auto begun = searches ? search(request, session->first, session->second, done) : ask_teacher(request, done);
  if (begun) return *std::move(begun);
  done(std::move(begun.error()));
  return {};
}

Response Api::answer_at_once(const Request& request) {
  if (auto refusal = refuse_body(request)) return *refusal;
  if (wants_page(request)) return page(request);
  if (request.path == "/api/about") return request.method == "GET" ? about() : wrong_method(kToRead);
  if (request.path == "/api/sessions") return request.method == "POST" ? start_session() : wrong_method("POST");
  if (request.path.starts_with(kChess960))
    return request.method == "GET" ? answer_to(chess960_answer(std::string_view(request.path).substr(kChess960.size())))
                                   : wrong_method(kToRead);
  if (request.path == kQueue) return queue(request);
  if (request.path == kLab || request.path.starts_with(std::string(kLab) + '/')) return lab(request);
  if (request.path == kReviews) {
    if (request.method != "POST") return wrong_method("POST");
    const auto body = parse_body(request.body);
    return body ? start_review(*body) : bad_request(body.error());
  }
  if (request.path.starts_with(std::string(kReviews) + '/'))
    return in_review(request, request.path.substr(kReviews.size() + 1));
  if (request.path == kExplanation || request.path == kComparison) return wrong_method("POST");
  if (request.path == "/api/known") {
    if (request.method != "POST") return wrong_method("POST");
    const auto body = parse_body(request.body);
    return body ? answer_to(known_answer(settings_.known, *body)) : bad_request(body.error());
  }
  if (request.path == "/api/pgn/read") {
    if (request.method != "POST") return wrong_method("POST");
    const auto body = parse_body(request.body);
    return body ? pgn_read_response(*body) : bad_request(body.error());
  }
  if (const auto session = session_path(request.path)) return in_session(request, session->first, session->second);

  using Reader = Expected<Json> (*)(const Json&);
  constexpr std::array<std::pair<std::string_view, Reader>, 3> kAnswers{{{"/api/position", position_answer},
                                                                         {"/api/evaluation", evaluation_answer},

                                                                         {"/api/pgn/write", pgn_write_answer}}};
  for (const auto& [path, answer] : kAnswers) {
    if (request.path != path) continue;
    if (request.method != "POST") return wrong_method("POST");
    const auto body = parse_body(request.body);
    return body ? answer_to(answer(*body)) : bad_request(body.error());
  }
  return no_such_thing(request);
}

Response Api::page(const Request& request) const {
  if (request.method != "GET") return wrong_method(kToRead);
  if (settings_.page.empty())
    return {kNotFound, "text/plain; charset=utf-8",
            "This program was built without its page (ZUGWERK_PAGE=OFF). The API is at /api/.\n"};
  const std::string_view path = request.path == "/" ? "/index.html" : std::string_view(request.path);
  for (const PageFile& file : settings_.page) {
    if (file.path != path) continue;
    Response response = page_response(file, request);
    // From now on, a cookie proves that the browser was given the address.
    if (has_token_in_query(request, settings_.access) && !settings_.access.token.empty())
      response.headers.push_back({"Set-Cookie", settings_.access.cookie + "=" + settings_.access.token +
                                                    "; Path=/; HttpOnly; SameSite=Strict"});
    return response;
  }
  return no_such_thing(request);
}

Response Api::about() const {
  Json answer = settings_.known.describe();
  const auto network = nnue::embedded_network();
  answer.update({{"name", "Zugwerk"},
                 {"version", settings_.version},
                 {"threads", pool_.settings().threads},
                 {"hash_mb", pool_.settings().hash_megabytes},
                 {"options", option_fields_json()},
                 {"review", review_scale_json()},
                 {"network", network ? Json(network->name()) : Json()},
                 {"lab", lab_.is_there()},
                 {"largest_body", kLargestBody}});
  return json_response(answer);
}

Response Api::lab(const Request& request) const {
  if (request.method != "GET") return wrong_method(kToRead);
  if (request.path == kLab) return json_response({{"files", lab_.list()}});
  const auto file = lab_.read(request.path.substr(kLab.size() + 1));
  return file ? json_response(*file) : no_such_thing(request);
}

Response Api::queue(const Request& request) const {
  if (request.method != "GET") return wrong_method(kToRead);
  auto queue = lab_.queue();
  return queue ? json_response({{"queue", *std::move(queue)}}) : bad_request(queue.error());
}

Response Api::start_review(const Json& body) {
  if (const auto checked = check_fields(body, {"pgn", "game", "nodes"}); !checked) return bad_request(checked.error());
  const auto text = text_field(body, "pgn");
  if (!text) return bad_request(text.error());
  if (!*text) return bad_request({"field 'pgn' is missing"});
  const auto number = integer_field(body, "game", 0, INT32_MAX);
  if (!number) return bad_request(number.error());
  // Some ten seconds for a game of forty moves, about as long as a user is willing to wait.
  constexpr std::int64_t kDefaultNodes = 120'000;
  constexpr std::int64_t kMostNodes = 2'000'000;
  const auto nodes = integer_field(body, "nodes", 1, kMostNodes);
  if (!nodes) return bad_request(nodes.error());
  auto chosen = read_game(**text, static_cast<std::size_t>(number->value_or(0)));
  if (!chosen) return bad_request(chosen.error());
  review::ReviewSettings settings;
  settings.limits.nodes = static_cast<std::uint64_t>(nodes->value_or(kDefaultNodes));
  const auto name = reviews_.start(std::move(chosen->game), settings);
  if (!name) return error_response(kBusy, "too many reviews are waiting");
  Json answer{{"review", *name}};
  if (!chosen->repairs.empty()) answer["repairs"] = chosen->repairs;
  return json_response(answer, kAccepted);
}

Response Api::in_review(const Request& request, const std::string& name) {
  constexpr std::string_view kNone = "there is no such review";
  if (request.method == "DELETE")
    return reviews_.remove(name) ? Response{kNoContent, "", ""} : error_response(kNotFound, kNone);
  if (request.method != "GET") return wrong_method("GET, HEAD, DELETE");
  const auto state = reviews_.state(name);
  if (!state) return error_response(kNotFound, kNone);
  return *state ? json_response(**state) : error_response(kConflict, state->error().message);
}

Response Api::start_session() {
  const auto session = sessions_.create();
  if (!session) return error_response(kBusy, "too many sessions; close a tab");
  return json_response({{"session", session->id()}}, kCreated);
}

Response Api::in_session(const Request& request, const std::string& id, const std::string& what) {
  if (what.empty() && request.method == "DELETE")
    return sessions_.remove(id) ? Response{kNoContent, "", ""} : error_response(kNotFound, "there is no such session");
  const auto session = sessions_.find(id);
  if (!session) return error_response(kNotFound, "there is no such session");
  if (what.empty()) return wrong_method("DELETE");
  if (what == "analysis" && request.method == "DELETE") {
    session->stop_analysis();
    return {kNoContent, "", ""};
  }

  if (what == "events") return wrong_method("GET");
  if (what == "move" || what == "draw-offer") return wrong_method("POST");
  if (what != "analysis") return no_such_thing(request);
  if (request.method != "PUT") return wrong_method("PUT, DELETE");
  const auto body = parse_body(request.body);
  return body ? start_analysis(*session, *body) : bad_request(body.error());
}

Response Api::start_analysis(Session& session, const Json& body) const {
  if (const auto checked = check_fields(body, {"fen", "moves", "lines", "evaluation"}); !checked)
    return bad_request(checked.error());
  const auto place = read_place(body);
  if (!place) return bad_request(place.error());
  const auto lines = option_field(body, "lines");
  if (!lines) return bad_request(lines.error());
  const auto evaluation = option_field(body, "evaluation");
  if (!evaluation) return bad_request(evaluation.error());
  const bool by_network = !*evaluation || (*evaluation)->text == "network";
  if (by_network && *evaluation && !nnue::embedded_network())
    return bad_request({"field 'evaluation': this program was built without a network"});
  const auto number = session.analyse(*place, *lines ? (*lines)->number : 1, by_network);
  if (!number) return error_response(kConflict, "no stream is open: open the session's events first");
  return json_response(with_repairs({{"analysis", *number}}, *place), kAccepted);
}

Api::Begun Api::search(const Request& request, const std::string& id, const std::string& what,
                       const Answer& done) const {
  if (auto refusal = refuse_body(request)) return tl::make_unexpected(*std::move(refusal));
  const auto session = sessions_.find(id);
  if (!session) return tl::make_unexpected(error_response(kNotFound, "there is no such session"));
  const auto body = parse_body(request.body);
  if (!body) return tl::make_unexpected(bad_request(body.error()));
  return what == "move" ? find_move(session, request.client, *body, done)
                        : judge_draw_offer(session, request.client, *body, done);
}

Api::Begun Api::find_move(const std::shared_ptr<Session>& session, const std::string& client, const Json& body,
                          const Answer& done) {
  const auto refused = [](const base::Error& error) { return tl::make_unexpected(bad_request(error)); };
  if (const auto checked = check_fields(body, {"fen", "moves", "time_ms", "depth", "nodes", "clock", "elo", "idea"});
      !checked)
    return refused(checked.error());
  const auto place = read_place(body);
  if (!place) return refused(place.error());
  const auto limits = read_limits(body);
  if (!limits) return refused(limits.error());
  if (const auto end = chess::find_end(place->position)) return tl::make_unexpected(game_over_response(*end));
  const auto elo = read_elo(body);
  if (!elo) return refused(elo.error());
  const auto wants_idea = flag_field(body, "idea");
  if (!wants_idea) return refused(wants_idea.error());
  const auto tell = [done, place = *place, elo = *elo, wants_idea = *wants_idea](const Found& found) {
    if (found.cancelled || !found.best.best) return done(cancelled_response());
    Json answer = found_json(found, place, elo);
    if (wants_idea && found.line) answer["idea"] = idea_json(*found.line, place);
    done(json_response(with_repairs(std::move(answer), place)));
  };
  auto thought = session->think(*place, *limits, *elo, client, tell);
  return [session, thought = std::move(thought)] { session->give_up(thought); };
}

Api::Begun Api::judge_draw_offer(const std::shared_ptr<Session>& session, const std::string& client, const Json& body,
                                 const Answer& done) {
  const auto refused = [](const base::Error& error) { return tl::make_unexpected(bad_request(error)); };
  if (const auto checked = check_fields(body, {"fen", "moves", "engine", "elo"}); !checked)
    return refused(checked.error());
  const auto place = read_place(body);
  if (!place) return refused(place.error());
  const auto engine = text_field(body, "engine");
  if (!engine) return refused(engine.error());
  if (*engine != "white" && *engine != "black") return refused({"field 'engine': expected 'white' or 'black'"});
  const auto elo = read_elo(body);
  if (!elo) return refused(elo.error());
  if (const auto end = chess::find_end(place->position)) return tl::make_unexpected(game_over_response(*end));

  constexpr Milliseconds kTimeToJudge{300};
  search::Limits limits;
  limits.move_time = kTimeToJudge;
  const Color color = *engine == "white" ? Color::White : Color::Black;
  auto thought =
      session->think(*place, limits, {}, client, [done, place = *place, color, elo = *elo](const Found& found) {
        if (found.cancelled || !found.line) return done(cancelled_response());
        const eval::Score score = place.position.side_to_move() == color ? found.line->score : -found.line->score;
        const bool accepted = engine::accepts_draw(place.position, {.color = color, .score = score, .elo = elo});
        done(json_response(with_repairs({{"accepted", accepted}}, place)));
      });
  return [session, thought = std::move(thought)] { session->give_up(thought); };
}

Api::Begun Api::ask_teacher(const Request& request, const Answer& done) {
  const auto refused = [](const base::Error& error) { return tl::make_unexpected(bad_request(error)); };
  if (auto refusal = refuse_body(request)) return tl::make_unexpected(*std::move(refusal));
  const auto body = parse_body(request.body);
  if (!body) return refused(body.error());
  auto question = read_question(*body, request.path == kComparison);
  if (!question) return refused(question.error());
  if (question->move)
    if (const auto end = chess::find_end(question->place.position))
      return tl::make_unexpected(game_over_response(*end));
  auto job = questions_.ask(*std::move(question), [done](const Questions::Answer& answer) {
    done(answer ? answer_to(*answer) : error_response(kConflict, "the question was given up"));
  });
  if (!job) return tl::make_unexpected(error_response(kBusy, "too many questions are waiting"));
  return [this, job = std::move(job)] { questions_.give_up(job); };
}

void Api::close() {
  closing_ = true;
  questions_.close();
  sessions_.close_all();
  reviews_.close();
}

}  // namespace zugwerk::web
