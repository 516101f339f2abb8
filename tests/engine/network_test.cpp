// Unit tests of engine/engine.h with networks: which evaluation is used, and that a search with a network is sound.

#include <cstdio>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/bench.h"
#include "nnue/embedded.h"
#include "support/random_network.h"
#include "support/recorder.h"

namespace zugwerk::engine {
namespace {

using test::Recorder;

TEST(EngineNetwork, UsesTheEmbeddedNetworkByDefault) {
  Recorder recorder;
  EXPECT_EQ(recorder.engine.network(), nnue::embedded_network());
  const auto network = test::random_network(32, 8, 71);
  recorder.engine.set_network(network);
  EXPECT_EQ(recorder.engine.network(), network);
  recorder.engine.use_network(false);
  EXPECT_EQ(recorder.engine.network(), nullptr);
  recorder.engine.use_network(true);
  EXPECT_EQ(recorder.engine.network(), network);
  ASSERT_TRUE(recorder.engine.load_network(""));
  EXPECT_EQ(recorder.engine.network(), nnue::embedded_network());
}

TEST(EngineNetwork, KeepsTheOldNetworkWhenANewOneCannotBeLoaded) {
  Recorder recorder;
  const auto network = test::random_network(32, 8, 72);
  recorder.engine.set_network(network);
  const auto loaded = recorder.engine.load_network("/no/such/file.zugnet");
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("/no/such/file.zugnet"), std::string::npos);
  EXPECT_EQ(recorder.engine.network(), network);
}

/// Nodes of a bench with this network.
std::uint64_t signature(std::shared_ptr<const nnue::Network> network) {
  BenchOptions options;
  options.depth = 5;
  options.network = std::move(network);
  const auto result = run_bench(options);
  EXPECT_TRUE(result);
  return result->nodes;
}

TEST(EngineNetwork, SearchesTheSameTreeOnEveryInstructionSet) {
  const std::uint64_t plain = signature(test::random_network(32, 8, 73, *nnue::runnable_kernels().front()));
  for (const nnue::Kernels* kernels : nnue::runnable_kernels())
    EXPECT_EQ(signature(test::random_network(32, 8, 73, *kernels)), plain) << kernels->name;
  EXPECT_NE(signature(nullptr), plain) << "the network has an effect";
}

TEST(EngineNetwork, LeavesNoTraceOfAReplacedNetwork) {
  const auto first = test::random_network(32, 8, 74);
  const auto search = [](Recorder& recorder, std::shared_ptr<const nnue::Network> network) {
    recorder.engine.set_network(std::move(network));
    search::Limits limits;
    limits.depth = 7;
    recorder.search(limits);
    return recorder.engine.nodes();
  };
  Recorder fresh;
  const std::uint64_t expected = search(fresh, first);
  Recorder used;
  search(used, test::random_network(64, 1, 75));
  EXPECT_EQ(search(used, first), expected);
}

TEST(EngineNetwork, StillFindsMates) {
  Recorder recorder;
  recorder.engine.set_network(test::random_network(32, 8, 76));
  recorder.set("6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1");
  search::Limits limits;
  limits.depth = 6;
  recorder.search(limits);
  EXPECT_EQ(recorder.best(), "a1a8");
}

}  // namespace
}  // namespace zugwerk::engine
