// arena/spsa/spsa.h
//
// Numbers of an engine made better by games against itself (simultaneous perturbation stochastic approximation, after
// Spall): all of them are moved a little at once, each up or down by chance; the engine with these moves plays a pair
// of games against the engine with the opposite ones; and all numbers go a little towards the side that won. One pair
// says next to nothing, thousands of them show the way. Playing is spsa_run.h's.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/rng.h"

namespace zugwerk::arena {

/// A number that the engine offers as an option.
struct SpsaParameter {
  std::string name;
  double value = 0;
  double least = 0;
  double most = 0;
  /// By how much it is moved to try it, at the end; in the beginning by a little more.
  double step = 1;

  bool operator==(const SpsaParameter&) const = default;
};

struct SpsaOptions {
  std::uint64_t iterations = 2000;  // pairs of games
  /// How far a number goes at the end for every point more of its side, in steps; further in the beginning.
  double rate = 0.002;
  std::uint64_t seed = 1;

  bool operator==(const SpsaOptions&) const = default;
};

class Spsa {
 public:
  /// One pair of games: what both sides play with.
  struct Trial {
    std::uint64_t number = 0;        // from 0
    std::vector<double> directions;  // by which each number was moved for the first side; the other had the opposite
    std::vector<int> first;
    std::vector<int> second;
  };

  Spsa(std::vector<SpsaParameter> parameters, const SpsaOptions& options)
      : options_(options), parameters_(std::move(parameters)) {}

  [[nodiscard]] const std::vector<SpsaParameter>& parameters() const { return parameters_; }
  [[nodiscard]] const SpsaOptions& options() const { return options_; }
  /// Trials that were learned from.
  [[nodiscard]] std::uint64_t done() const { return done_; }

  /// The trial of this number with the values of now. The same number moves in the same directions.
  [[nodiscard]] Trial trial(std::uint64_t number) const;
  /// `points` of the first side less those of the second, -2 to 2.
  void learn(const Trial& trial, double points);

  /// JSON; reading it back gives the same state.
  [[nodiscard]] std::string to_text() const;
  /// `name` is what the text is called in errors.
  [[nodiscard]] static base::Expected<Spsa> parse(std::string_view text, const std::string& name);

  bool operator==(const Spsa&) const = default;

 private:
  /// How much larger steps are than at the end.
  [[nodiscard]] double widening(std::uint64_t number) const;
  [[nodiscard]] double rate(std::uint64_t number) const;

  SpsaOptions options_;
  std::vector<SpsaParameter> parameters_;
  std::uint64_t done_ = 0;
};

}  // namespace zugwerk::arena
