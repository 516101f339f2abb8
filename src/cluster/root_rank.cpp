#include "cluster/root_rank.h"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::cluster {

namespace {

/// How long the first command waits for ranks that have not reported.
constexpr Milliseconds kPatienceAtTheStart{2000};

/// Lines that other ranks obey as they stand. All others concern the conversation with the client only.
[[nodiscard]] bool concerns_all(std::string_view command, std::string_view rest) {
  constexpr std::array<std::string_view, 4> kShared{"ucinewgame", "position", "setoption", "flip"};
  if (std::find(kShared.begin(), kShared.end(), command) == kShared.end()) return false;
  return command != "setoption" || rest.find("Debug Log File") == std::string_view::npos;
}

/// Four or five letters and digits, as in e2e4 and e7e8q.
[[nodiscard]] bool looks_like_move(std::string_view word) {
  constexpr std::string_view kFiles = "abcdefgh";
  constexpr std::string_view kRanks = "12345678";
  const auto is_square = [&](std::size_t at) {
    return kFiles.find(word[at]) != std::string_view::npos && kRanks.find(word[at + 1]) != std::string_view::npos;
  };
  return (word.size() == 4 || word.size() == 5) && is_square(0) && is_square(2);
}

}  // namespace

std::string endless_go(std::string_view arguments) {
  std::string go = "go infinite";
  std::string moves;
  bool in_moves = false;
  for (auto word = base::take_word(arguments); !word.empty(); word = base::take_word(arguments)) {
    if (word == "searchmoves")
      in_moves = true;
    else if (in_moves && looks_like_move(word))
      moves += ' ' + std::string(word);
    else
      in_moves = false;
  }
  return moves.empty() ? go : go + " searchmoves" + moves;
}

RootRank::RootRank(std::unique_ptr<Transport> transport, const std::string& version, OnNote on_note)
    : Rank(std::move(transport)),
      on_note_(std::move(on_note)),
      members_(size(), introduction(version), base::Clock::now()),
      reports_(static_cast<std::size_t>(size())) {
  search_.network = introduction(version).network;
  start();
}

RootRank::~RootRank() {
  {
    const Lock lock(mutex_);
    post_to_all(Tag::Leave, {});
  }
  finish();
}

void RootRank::relay(std::string_view line) {
  std::string_view rest = line;
  const std::string_view command = base::take_word(rest);
  const Lock lock(mutex_);
  if (command == "go") go_ = endless_go(rest);
  if (concerns_all(command, rest)) post_to_all(Tag::Line, Bytes(line));
}

std::vector<std::string> RootRank::assemble() {
  if (std::exchange(assembled_, true)) return {};
  const auto deadline = base::Clock::now() + kPatienceAtTheStart;
  while (true) {
    {
      const Lock lock(mutex_);
      if (members_.complete() || base::Clock::now() >= deadline) return members_.summary();
    }
    std::this_thread::sleep_for(Milliseconds{5});
  }
}

void RootRank::search_started(const search::LocalSearch& search) {
  {
    const Lock lock(mutex_);
    ++search_.number;
    std::fill(reports_.begin(), reports_.end(), Report());
    post_to_all(Tag::Go, encode(Go{.search = search_.number, .line = go_}));
  }
  Rank::search_started(search);
}

void RootRank::search_ended() {
  Rank::search_ended();
  const Lock lock(mutex_);
  post_to_all(Tag::Line, "stop");
}

std::uint64_t RootRank::nodes() const {
  const Lock lock(mutex_);
  std::uint64_t sum = 0;
  for (const Report& report : reports_) sum += report.nodes;
  return sum;
}

std::uint64_t RootRank::tb_hits() const {
  const Lock lock(mutex_);
  std::uint64_t sum = 0;
  for (const Report& report : reports_) sum += report.tb_hits;
  return sum;
}

std::vector<search::Ballot> RootRank::ballots() const {
  const Lock lock(mutex_);
  std::vector<search::Ballot> ballots;
  for (int from = 1; from < size(); ++from) {
    const auto& ballot = reports_[static_cast<std::size_t>(from)].ballot;
    if (ballot && members_.takes_part(from)) ballots.push_back(*ballot);
  }
  return ballots;
}

void RootRank::obey(const Message& message, base::TimePoint now) {
  members_.hear(message.from, now);
  Report& report = reports_[static_cast<std::size_t>(message.from)];
  switch (static_cast<Tag>(message.tag)) {
    case Tag::Hello:
      if (const auto hello = decode_hello(message.bytes); hello && !members_.report(message.from, *hello, now))
        post(message.from, Tag::Leave, {});
      break;
    case Tag::Status:
      if (const auto status = decode_status(message.bytes); status && status->search.number == search_.number) {
        members_.compare_networks(message.from, status->search.network, search_.network);
        report.nodes = status->nodes;
        report.tb_hits = status->tb_hits;
      }
      break;
    case Tag::Result:
      if (auto result = decode_result(message.bytes); result && result->search == search_)
        report.ballot = std::move(result->ballot);
      break;
    case Tag::Complaint:
      on_note_(base::format("rank {}: {}", message.from, message.bytes));
      break;
    default:
      break;  // nothing that a rank sends to rank 0
  }
}

void RootRank::look(base::TimePoint now) {
  for (const int lost : members_.look(now)) transport_->forget(lost);
  for (const std::string& note : members_.take_notes())
    if (assembled_) on_note_(note);
  if (now < next_beat_) return;
  next_beat_ = now + kBeat;
  post_to_all(Tag::Status, encode(Status{.search = search_}));
}

}  // namespace zugwerk::cluster
