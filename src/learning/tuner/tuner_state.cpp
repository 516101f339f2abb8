// Runs of the tuner as JSON, so that they can be resumed. Doubles are written with enough digits to restore them
// exactly.

#include <array>
#include <utility>

#include "base/format.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "learning/tuner/tuner.h"

namespace zugwerk::learning {

namespace {

constexpr std::string_view kStateFormat = "zugwerk tune 1";
/// As runs of earlier versions call it.
constexpr const char* kLambdaKey = "result_share";

/// Name, row and size of every array: states fit together only if these are equal.
[[nodiscard]] base::Json layout() {
  base::Json result = base::Json::array();
  for (const eval::WeightArray& array : eval::kWeightArrays)
    result.push_back(base::format("{}:{}:{}", array.name, array.row, array.size));
  return result;
}

}  // namespace

std::string to_text(const TunerState& state) {
  const TunerOptions& options = state.options;
  base::Json json;
  json["format"] = kStateFormat;
  json["options"] = {
      {"learning_rate", options.learning_rate}, {"decay", options.decay},     {"batch", options.batch},
      {"hold_out", options.hold_out},           {kLambdaKey, options.lambda}, {"prior_width", options.prior_width},
      {"patience", options.patience},           {"seed", options.seed}};
  json["data"] = state.data;
  json["curve_scale"] = state.curve_scale;
  json["error_variance"] = state.error_variance;
  json["epoch"] = state.epoch;
  json["steps"] = state.steps;
  json["best_epoch"] = state.best_epoch;
  json["best_loss"] = state.best_loss;
  json["layout"] = layout();
  json["start"] = state.start;
  json["now"] = state.now;
  json["best"] = state.best;
  json["first_moments"] = state.first_moments;
  json["second_moments"] = state.second_moments;
  return json.dump() + "\n";
}

base::Expected<TunerState> parse_tuner_state(std::string_view text, const std::string& name) {
  const auto json = base::parse_json(text, name);
  if (!json) return tl::unexpected(json.error());
  if (!json->is_object()) return base::failure(name + ": not the state of a run");
  TunerState state;
  base::JsonFields fields(*json, name);
  fields.expect("format", std::string(kStateFormat), "is not the one of this program");
  fields.expect("layout", layout(), "belongs to a different set of weights");
  fields.take("data", state.data);
  fields.take("curve_scale", state.curve_scale);
  fields.take("error_variance", state.error_variance);
  fields.take("epoch", state.epoch);
  fields.take("steps", state.steps);
  fields.take("best_epoch", state.best_epoch);
  fields.take("best_loss", state.best_loss);
  fields.take("start", state.start, kParameterCount);
  fields.take("now", state.now, kParameterCount);
  fields.take("best", state.best, kParameterCount);
  fields.take("first_moments", state.first_moments, kParameterCount);
  fields.take("second_moments", state.second_moments, kParameterCount);
  const base::Json* const options = fields.find("options");
  if (!fields.error().empty()) return base::failure(fields.error());
  if (!options->is_object()) return base::failure(name + ": 'options' is not an object");

  base::JsonFields chosen(*options, name + ": options");
  chosen.take("learning_rate", state.options.learning_rate);
  chosen.take("decay", state.options.decay);
  chosen.take("batch", state.options.batch);
  chosen.take("hold_out", state.options.hold_out);
  chosen.take(kLambdaKey, state.options.lambda);
  chosen.take("prior_width", state.options.prior_width);
  chosen.take("patience", state.options.patience);
  chosen.take("seed", state.options.seed);
  if (state.options.batch == 0) chosen.fail("batch", "is zero");
  if (!chosen.error().empty()) return base::failure(chosen.error());
  return state;
}

}  // namespace zugwerk::learning
