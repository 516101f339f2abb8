#include "arena/spsa/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/format.h"
#include "base/json.h"
#include "base/json_fields.h"

namespace zugwerk::arena {

namespace {

// Spall's recommended values: gamma and alpha, the exponents by which steps and rates decay, and A as a share of the
// iterations.
constexpr double kStepExponent = 0.101;
constexpr double kRateExponent = 0.602;
constexpr double kStability = 0.1;

/// Stochastic rounding: exact on average.
[[nodiscard]] int rounded(double value, base::Rng& rng) {
  constexpr double kUnit = 1.0 / 4294967296.0;  // 2^-32
  const double chance = static_cast<double>(rng.next() >> 32U) * kUnit;
  return static_cast<int>(std::floor(value + chance));
}

}  // namespace

double Spsa::widening(std::uint64_t number) const {
  const auto last = static_cast<double>(std::max<std::uint64_t>(options_.iterations, 1));
  return std::pow(last / static_cast<double>(std::min(number + 1, options_.iterations)), kStepExponent);
}

double Spsa::rate(std::uint64_t number) const {
  const auto last = static_cast<double>(std::max<std::uint64_t>(options_.iterations, 1));
  const double start = kStability * last;
  const auto now = static_cast<double>(std::min(number + 1, options_.iterations));
  return options_.rate * std::pow((start + last) / (start + now), kRateExponent);
}

Spsa::Trial Spsa::trial(std::uint64_t number) const {
  std::uint64_t state = options_.seed;
  base::Rng rng(base::split_mix(state) + number);
  Trial trial;
  trial.number = number;
  for (const SpsaParameter& parameter : parameters_) {
    const double direction = ((rng.next() >> 32U) % 2 == 0 ? 1 : -1) * parameter.step * widening(number);
    const auto moved = [&](double by) {
      return rounded(std::clamp(parameter.value + by, parameter.least, parameter.most), rng);
    };
    trial.directions.push_back(direction);
    trial.first.push_back(std::min(moved(direction), static_cast<int>(parameter.most)));
    trial.second.push_back(std::min(moved(-direction), static_cast<int>(parameter.most)));
  }
  return trial;
}

void Spsa::learn(const Trial& trial, double points) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    SpsaParameter& parameter = parameters_[i];
    parameter.value = std::clamp(parameter.value + rate(trial.number) * points * trial.directions[i], parameter.least,
                                 parameter.most);
  }
  early_.insert(trial.number);
  ++done_;
  // Those that every earlier trial has caught up with need not be listed.
  while (!early_.empty() && *early_.begin() == done_ - early_.size()) early_.erase(early_.begin());
}

std::uint64_t Spsa::unfinished_from(std::uint64_t number) const {
  std::uint64_t found = std::max(number, done_ - early_.size());
  while (early_.contains(found)) ++found;
  return std::min(found, options_.iterations);
}

std::string Spsa::to_text() const {
  base::Json json{
      {"iterations", options_.iterations}, {"rate", options_.rate}, {"seed", options_.seed}, {"done", done_}};
  if (!early_.empty()) json["early"] = early_;
  for (const SpsaParameter& parameter : parameters_)
    json["parameters"].push_back({{"name", parameter.name},
                                  {"value", parameter.value},
                                  {"least", parameter.least},
                                  {"most", parameter.most},
                                  {"step", parameter.step}});
  return base::to_text(json);
}

base::Expected<Spsa> Spsa::parse(std::string_view text, const std::string& name) {
  const auto json = base::parse_json(text, name);
  if (!json) return tl::unexpected(json.error());
  if (!json->is_object()) return base::failure(name + ": not an object");
  SpsaOptions options;
  std::uint64_t done = 0;
  base::JsonFields fields(*json, name);
  fields.take("iterations", options.iterations);
  fields.take("rate", options.rate);
  fields.take("seed", options.seed);
  fields.take("done", done);
  const base::Json* const list = fields.find("parameters");
  if (!fields.error().empty()) return base::failure(fields.error());
  if (!list->is_array() || list->empty()) return base::failure(name + ": 'parameters' is not a list of some");
  std::vector<SpsaParameter> parameters;
  for (const base::Json& element : *list) {
    const std::string here = base::format("{}: parameter {}", name, parameters.size() + 1);
    if (!element.is_object()) return base::failure(here + ": not an object");
    SpsaParameter parameter;
    base::JsonFields own(element, here);
    own.take("name", parameter.name);
    own.take("value", parameter.value);
    own.take("least", parameter.least);
    own.take("most", parameter.most);
    own.take("step", parameter.step);
    if (!own.error().empty()) return base::failure(own.error());
    if (!(parameter.least <= parameter.value && parameter.value <= parameter.most && parameter.step > 0))
      return base::failure(here + ": its value is outside of its bounds, or its step is not above zero");
    parameters.push_back(std::move(parameter));
  }
  Spsa spsa(std::move(parameters), options);
  spsa.done_ = done;
  if (const auto early = json->find("early"); early != json->end()) {
    if (!early->is_array()) return base::failure(name + ": 'early' is not a list");
    for (const base::Json& number : *early) {
      if (!number.is_number_unsigned() || !spsa.early_.insert(number.get<std::uint64_t>()).second)
        return base::failure(name + ": 'early' is not a list of different numbers");
    }
    const bool fits =
        spsa.early_.empty() || (spsa.early_.size() <= done && *spsa.early_.begin() > done - spsa.early_.size() &&
                                *spsa.early_.rbegin() < options.iterations);
    if (!fits) return base::failure(name + ": the numbers in 'early' do not fit the number of finished pairs");
  }
  return spsa;
}

}  // namespace zugwerk::arena
