// arena/spsa/spsa.h
//
// Tunes parameters of an engine by games against itself (SPSA, simultaneous perturbation stochastic approximation,
// after Spall): all parameters are perturbed at once, each up or down at random; the engine with the perturbation plays
// a game pair against the engine with the opposite one; and all parameters move a little towards the winner. One pair
// says next to nothing, but thousands of them follow the gradient. Playing is spsa_run.h's.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/rng.h"

namespace zugwerk::arena {

/// A spin option of the engine.
struct SpsaParameter {
  std::string name;
  double value = 0;
  double least = 0;
  double most = 0;
  /// The perturbation at the end of the run (c in the literature); a little larger at the beginning.
  double step = 1;

  bool operator==(const SpsaParameter&) const = default;
};

struct SpsaOptions {
  std::uint64_t iterations = 2000;  // game pairs
  /// The learning rate at the end of the run, in steps per point of difference; larger at the beginning.
  double rate = 0.002;
  std::uint64_t seed = 1;

  bool operator==(const SpsaOptions&) const = default;
};

class Spsa {
 public:
  /// One game pair, with the values that both sides play with.
  struct Trial {
    std::uint64_t number = 0;        // from 0
    std::vector<double> directions;  // the perturbation of the first side; the second has the opposite
    std::vector<int> first;
    std::vector<int> second;
  };

  Spsa(std::vector<SpsaParameter> parameters, const SpsaOptions& options)
      : options_(options), parameters_(std::move(parameters)) {}

  [[nodiscard]] const std::vector<SpsaParameter>& parameters() const { return parameters_; }
  [[nodiscard]] const SpsaOptions& options() const { return options_; }
  /// How many trials are finished.
  [[nodiscard]] std::uint64_t done() const { return done_; }
  /// The first number from `number` on whose trial is not finished; `options().iterations` if there is none.
  [[nodiscard]] std::uint64_t unfinished_from(std::uint64_t number) const;

  /// The trial with this number around the current values. The number determines the directions.
  [[nodiscard]] Trial trial(std::uint64_t number) const;
  /// `points` of the first side less those of the second, -2 to 2. Trials may finish in any order, each once.
  void learn(const Trial& trial, double points);

  /// As JSON; reading it back gives the same state.
  [[nodiscard]] std::string to_text() const;
  /// `name` is the name of the text in errors.
  [[nodiscard]] static base::Expected<Spsa> parse(std::string_view text, const std::string& name);

  bool operator==(const Spsa&) const = default;

 private:
  /// The factor by which steps are larger than at the end.
  [[nodiscard]] double widening(std::uint64_t number) const;
  [[nodiscard]] double rate(std::uint64_t number) const;

  SpsaOptions options_;
  std::vector<SpsaParameter> parameters_;
  std::uint64_t done_ = 0;
  /// Numbers of finished trials that overtook an unfinished one. All trials below done_ - early_.size() are finished.
  std::set<std::uint64_t> early_;
};

}  // namespace zugwerk::arena
