// bench/exchange_bench.cpp
//
// What a search would send to other machines: the results that it offers to an exchange, by depth, in a million nodes.
// Counts and no times, so it is the same on every machine. bench/cluster_simulation reads it.
//
//     exchange_bench [NODES PER POSITION]

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "base/json.h"
#include "chess/notation/fen.h"
#include "engine/engine.h"
#include "search/exchange.h"
#include "search/transposition_table.h"

namespace zugwerk {

namespace {

constexpr int kMostDepth = 64;
/// Openings, middlegames and endings.
constexpr std::array kPositions{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQR1K1 w - - 0 8",
                                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                "r2q1rk1/1b2bppp/p1n1pn2/1p2N3/3P4/1BN1B3/PP2QPPP/R4RK1 w - - 0 14",
                                "2r2rk1/pp1bqpp1/2n1p2p/3pP3/3P1P2/P1PB1N2/4Q1PP/R4RK1 b - - 0 17",
                                "8/2p2k2/1p1p2p1/p2P1p2/P1P2P2/1P2K1P1/8/8 w - - 0 1",
                                "8/5pk1/4p1p1/3pP1P1/r2P1P2/4K3/7R/8 w - - 0 1",
                                "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19"};

/// Takes what is offered apart, and gives nothing back.
class CountingExchange : public search::Exchange {
 public:
  CountingExchange() {
    if (!table_.resize(1, 1)) std::abort();
  }

  void search_started(const search::LocalSearch& /*search*/) override {}
  void search_ended() override {}
  void offer(chess::Key key, std::uint64_t word) override {
    search::TtEntry entry;
    table_.store_word(key, word);
    if (!table_.find(key, 0, 0, entry)) {  // the table is full of deeper ones
      table_.clear(1);
      table_.store_word(key, word);
      if (!table_.find(key, 0, 0, entry)) return;
    }
    if (entry.depth >= 0 && entry.depth < kMostDepth) ++counts_[static_cast<std::size_t>(entry.depth)];
  }
  void iteration_finished(const search::Ballot& /*best*/) override {}
  [[nodiscard]] std::uint64_t nodes() const override { return 0; }
  [[nodiscard]] std::uint64_t tb_hits() const override { return 0; }
  [[nodiscard]] std::vector<search::Ballot> ballots() const override { return {}; }

  [[nodiscard]] const std::array<std::uint64_t, kMostDepth>& counts() const { return counts_; }

 private:
  search::TranspositionTable table_;
  std::array<std::uint64_t, kMostDepth> counts_{};
};

int run(std::uint64_t nodes_each) {
  CountingExchange exchange;
  std::uint64_t nodes = 0;
  for (const char* const fen : kPositions) {
    engine::Engine engine{search::Events{}};
    engine.set_exchange(&exchange);
    const auto position = chess::parse_fen(fen);
    if (!position) {
      std::cerr << position.error().message << '\n';
      return 1;
    }
    if (auto set = engine.set_hash(256); !set) return 1;
    engine.set_position(*position);
    search::Limits limits;
    limits.nodes = nodes_each;
    engine.go(limits);
    engine.wait();
    nodes += engine.nodes();
  }
  base::Json json{{"nodes", nodes}, {"least_depth", search::Exchange::kLeastDepth}};
  for (std::size_t depth = 0; depth < exchange.counts().size(); ++depth)
    if (exchange.counts()[depth] > 0) json["offers"][std::to_string(depth)] = exchange.counts()[depth];
  std::cout << base::to_text(json);
  return 0;
}

}  // namespace

}  // namespace zugwerk

int main(int argc, char** argv) {
  constexpr std::uint64_t kDefaultNodes = 2'000'000;
  return zugwerk::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : kDefaultNodes);
}
