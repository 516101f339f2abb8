#include "engine/bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "base/clock.h"
#include "base/format.h"
#include "base/thread.h"
#include "chess/notation/fen.h"
#include "engine/engine.h"

namespace zugwerk::engine {

namespace {

/// Positions from games of an early version against itself, from openings of ten random plies: middlegames of every
/// kind and endings, none of them decided.
constexpr std::array<std::string_view, 50> kPositions{
    "r4bnr/2n1pk2/2pqb2p/pp1p1p2/1P1P1Pp1/P1NQB1PP/2P1PN2/1R2KB1R w K - 1 14",
    "6nr/4pk2/2p1n2b/pr1p3p/NP1P2p1/1RPQB1q1/4PN2/3K1B1R w - - 2 22",
    "5r1k/4p3/2p2n2/2Ppq3/r7/1R1RBBpp/1K2P3/7Q w - - 4 46",
    "rnb2bn1/pp1kpp1r/3p3p/q1P3p1/2B1P3/4B1P1/PPP2P1P/RN1Q1KNR w - - 0 8",
    "rnb2bn1/pp1kpp1r/7p/2p3p1/1qB1P2P/4B1P1/PPPN1P2/R2Q1KNR w - - 0 10",
    "r1b4r/p1k1b3/2n3qp/1Bp1p3/P3PP2/1PP1n1P1/3N4/1R2QKNR w - - 0 25",
    "rn1q1b1r/pp2pkpp/2p4n/3p4/2P1b2P/2N5/PP1Q1PP1/R2K2NR w - - 0 12",
    "rn5r/1p3kpp/1np5/p3p3/7P/1P1R1PN1/P7/R1K5 w - - 1 25",
    "rn1r4/5kpp/1pp5/p2np3/P3N2P/1P1R1P2/1K6/R7 w - - 2 28",
    "r3k2r/3bb1p1/P1p1p3/2n1PpNp/2B2P1P/2P1B3/R5P1/4K1R1 w - - 3 25",
    "b4r2/r2k4/4p3/2R1P2p/2P1pP1b/4B3/4B1R1/6K1 w - - 1 46",
    "2k5/B3b3/8/3RP2B/2P1pr2/8/8/6K1 w - - 0 51",
    "rnbqk1nr/pp1pp3/2p3pb/5p1p/P4P2/3P1NP1/1PP1P2P/RNBQKB1R w KQkq - 0 6",
    "rn1qk3/1p2p1br/2p2n2/p2bNp1p/P4P1P/3RP1P1/1P2B3/1NBQ1RK1 w q - 1 16",
    "r1qk1r2/1p4b1/2n5/p4p1Q/P2N1P1P/4P1P1/1P6/2B1R1K1 w - - 1 28",
    "r3kbnr/pp2pppp/2p5/2qp4/P1P5/1P5P/3BPP1P/R2QKBNR w KQkq - 0 12",
    "r3kbnr/pp3ppp/1qp1p3/8/P3P3/1P3N1P/3B1P1P/R2QKBR1 w Qkq - 1 16",
    "2r5/4k2p/p3r1p1/3R4/2N3B1/1P5P/6KP/8 w - - 0 41",
    "r2k1r2/pppb2p1/8/5n2/2B2P1p/1PP5/P6P/R1BKR3 w - - 3 19",
    "3k1r2/6p1/1p4r1/p1pB1b2/P1P2P1p/RP6/1KnB3P/4R3 w - - 10 28",
    "8/k7/1p4p1/p1p1Rb2/P1P2P1p/1P6/6rP/K7 w - - 0 41",
    "rn1qkb1r/1pp1pp1p/p7/3P1p2/4n3/5N2/PPQPPP1P/RNBK1B1R w kq - 1 8",
    "2kr1b2/7r/pp3pNp/3p1p2/nP5P/3PB3/P3PP2/R2K1BR1 w - - 1 22",
    "rn1qkb1r/p1p2pp1/4pn2/3p3p/R7/1PP1PNPP/3P1P2/1NBQKb1R w Kkq - 0 10",
    "r2qk2r/2pn1pp1/3bpn2/3p3p/Rp1P3P/2P1PNP1/5P2/1NBQKR2 w kq - 0 14",
    "1q3rk1/2pn1pp1/3bpn2/3p3p/1p1P3P/2P1PNP1/1B3P2/QN2KR2 w - - 7 19",
    "r1b1k2r/pp1p1p1p/4p2R/n1B5/P2Pn1p1/1PP1P3/R5P1/1N1K1BN1 w kq - 2 16",
    "r1b1k2r/pp3p1p/7R/2Bp4/P2Pn1p1/2P1P3/R5P1/1N1K2N1 w kq - 0 19",
    "8/1p6/8/3k4/8/8/1K3N1p/8 w - - 2 51",
    "rnb1kb1r/p1p1pppp/3pqn2/1p6/2P3PP/3BP3/PP1P1P2/RNBQK1NR w KQkq - 3 6",
    "rnb1kb1r/p4pp1/2pp1n2/1P2p2p/P5qP/2NBPQ2/1P1P1P2/R1B1K1NR w KQkq - 0 10",
    "5rk1/5pp1/5b2/pP1p2Np/P2P1PbP/2rn4/5B2/RB3RK1 w - - 6 25",
    "r1bq1b1r/1pppkppp/p1n2n2/4p3/3P4/2P1BP2/PP1KP1PP/RN1Q1BNR w - - 1 8",
    "rn2k2r/p1pb1p2/3bpq2/1P1p1n1p/RP1P2pP/2N1P1P1/1BPQ1P2/4KBNR w Kkq - 1 14",
    "2kr2nr/1p4p1/3qb2p/8/1nPp1PPP/pP1P3N/P7/RK1Q1B1R w - - 1 22",
    "2kr2nr/1p4p1/2b4p/5P1P/1nPp2P1/pP1P3N/P6q/RK1Q1BR1 w - - 3 25",
    "r1bqkbnr/ppp1p1pp/2n5/3p1P2/3P1P2/1P5B/P1P1P2P/RNBQK1NR w KQkq - 2 8",
    "r1b3n1/1pp2k2/8/p2R1r2/3P1P1p/BP6/P2K3P/RN6 w - - 0 25",
    "4k2r/1p6/3P4/P3N3/bB3P1p/8/3K3P/8 w - - 12 41",
    "r1bqkb1r/2ppp3/np3n1p/5pp1/3P4/N6P/PP2PPPR/R1BQKBN1 w Qkq - 0 8",
    "r1bqkb1r/2ppp3/np5p/3n1p2/3P1B2/N6P/PP2P1PR/R2QKBN1 w Qkq - 1 10",
    "8/1k6/8/3K4/6P1/1P6/8/8 w - - 1 46",
    "3q1k2/2rnb3/1pn2p2/p1pQp1p1/P1N1P2r/1PP1B2P/4N1P1/3RK1R1 w - - 6 25",
    "6k1/1r1nb3/1pn2p1r/p1p1p1p1/P3P3/1PPRN2P/4N1P1/4KRB1 w - - 2 31",
    "4N3/8/3b2rk/p1p3p1/2PpP1P1/1P5P/4N3/6K1 w - - 3 51",
    "2bqkbnr/1pppp1p1/1rn2p2/p5P1/8/3P2P1/PPP1P2P/RNKQ1BNR w k - 0 8",
    "rnb1k1nr/p1ppqppp/1p6/4p3/3b4/1P3N2/P1P1PPPP/RNBQKB1R w KQkq - 0 6",
    "rnb1k2r/p1ppqppp/1p3n2/8/3Q4/1P6/P1P1PPPP/RNB1KB1R w KQkq - 1 8",
    "r1bqkbn1/1p1pp2r/2np1pp1/p6p/8/P2PBN2/1PP1PPPP/R2QKB1R w KQq - 1 8",
    "3qk1n1/1b1pb1r1/2rpppp1/p3n2p/P1P1Q2P/1P2BNPR/4PP2/1K1R1B2 w - - 1 19",
};

}  // namespace

base::Expected<BenchResult> run_bench(const BenchOptions& options, const BenchProgress& progress,
                                      const std::atomic<bool>* stop) {
  Engine engine{search::Events{}};
  engine.set_network(options.network);
  engine.set_threads(options.threads);
  if (auto set = engine.set_hash(options.hash_megabytes); !set) return tl::unexpected(set.error());
  search::Limits limits;
  limits.depth = options.depth;

  // The stop must also reach a search that starts just after it was requested.
  base::Thread watcher;
  if (stop != nullptr)
    watcher = base::Thread([&](const base::StopToken& done) {
      constexpr base::Milliseconds kBetweenLooks{10};
      while (!done.stop_requested()) {
        if (*stop) engine.stop();
        std::this_thread::sleep_for(kBetweenLooks);
      }
    });

  BenchResult result;
  const base::Stopwatch stopwatch;
  for (std::size_t i = 0; i < kPositions.size(); ++i) {
    if (stop != nullptr && *stop) {
      result.complete = false;
      break;
    }
    auto position = chess::parse_fen(kPositions[i]);
    if (!position) return tl::unexpected(position.error());
    engine.new_game();
    engine.set_position(*std::move(position));
    engine.go(limits);
    engine.wait();
    result.nodes += engine.nodes();
    if (progress) progress(i + 1, kPositions.size(), kPositions[i], engine.nodes());
  }
  result.seconds = stopwatch.seconds();
  return result;
}

std::string to_text(const BenchResult& result) {
  constexpr double kShortest = 1e-9;  // seconds
  const double seconds = std::max(result.seconds, kShortest);
  return base::format("time  {} ms\nnodes {}\nnps   {}\n{}", static_cast<std::uint64_t>(result.seconds * 1000),
                      result.nodes, static_cast<std::uint64_t>(static_cast<double>(result.nodes) / seconds),
                      result.complete ? base::format("Bench: {}", result.nodes) : "stopped before the end");
}

}  // namespace zugwerk::engine
