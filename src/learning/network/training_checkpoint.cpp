// learning/network/training_checkpoint.cpp

#include "learning/network/training_checkpoint.h"

#include <bit>
#include <cstdint>
#include <utility>

#include "base/checksum.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/json_fields.h"
#include "base/little_endian.h"
#include "base/svg_plot.h"
#include "base/text.h"

namespace zugwerk::learning {

namespace {

constexpr std::string_view kMagic = "ZWTRAIN\n";
constexpr std::uint32_t kRunVersion = 3;
constexpr std::size_t kPrefixSize = kMagic.size() + 2 * sizeof(std::uint32_t);
constexpr std::size_t kChecksumSize = sizeof(std::uint64_t);
constexpr std::size_t kArrays = 4;
/// As checkpoints of earlier versions call it.
constexpr const char* kLambdaName = "result_share";

[[nodiscard]] base::Json to_json(const games::PositionFilter& filter) {
  return {{"skip_in_check", filter.skip_in_check},
          {"skip_tactical", filter.skip_tactical},
          {"skip_decisive", filter.skip_decisive},
          {"skip_unscored", filter.skip_unscored},
          {"first_ply", filter.first_ply},
          {"fewest_pieces", filter.fewest_pieces},
          {"largest_halfmove_clock", filter.largest_halfmove_clock},
          {"largest_score", filter.largest_score}};
}

void append_floats(std::string& bytes, std::span<const float> values) {
  for (const float value : values) base::append_little_endian(bytes, std::bit_cast<std::uint32_t>(value));
}

void take_floats(std::string_view& bytes, std::span<float> values) {
  for (float& value : values) value = std::bit_cast<float>(base::take_little_endian<std::uint32_t>(bytes));
}

/// An object within the header; nothing, and a fault, if it is none.
[[nodiscard]] const base::Json* object_in(base::JsonFields& fields, const char* field) {
  const base::Json* const found = fields.find(field);
  if (found == nullptr || found->is_object()) return found;
  fields.fail(field, "is not an object");
  return nullptr;
}

[[nodiscard]] base::Expected<games::PositionFilter> parse_filter(const base::Json& json, const std::string& name) {
  games::PositionFilter filter;
  base::JsonFields fields(json, name);
  fields.take("skip_in_check", filter.skip_in_check);
  fields.take("skip_tactical", filter.skip_tactical);
  fields.take("skip_decisive", filter.skip_decisive);
  fields.take("skip_unscored", filter.skip_unscored);
  fields.take("first_ply", filter.first_ply);
  fields.take("fewest_pieces", filter.fewest_pieces);
  fields.take("largest_halfmove_clock", filter.largest_halfmove_clock);
  fields.take("largest_score", filter.largest_score);
  if (!fields.error().empty()) return base::failure(fields.error());
  return filter;
}

[[nodiscard]] base::Expected<TrainingOptions> parse_options(const base::Json& json, const std::string& name) {
  TrainingOptions options;
  base::JsonFields fields(json, name);
  fields.take("width", options.shape.width);
  fields.take("buckets", options.shape.buckets);
  fields.take("epochs", options.epochs);
  fields.take("batch", options.batch);
  fields.take("learning_rate", options.learning_rate);
  fields.take("final_rate", options.final_rate);
  fields.take("warm_up", options.warm_up);
  fields.take("decay", options.decay);
  fields.take(kLambdaName, options.lambda);
  fields.take("horizon", options.horizon);
  fields.take("scale", options.scale);
  fields.take("hold_out", options.hold_out);
  bool rounded = true;
  fields.take("rounded", rounded);
  options.judged = rounded ? Judged::Rounded : Judged::AsItIs;
  fields.take("seed", options.seed);
  fields.take("start", options.start);
  const base::Json* const filter_json = object_in(fields, "filter");
  if (!fields.error().empty()) return base::failure(fields.error());
  auto filter = parse_filter(*filter_json, name + ": filter");
  if (!filter) return tl::unexpected(filter.error());
  options.filter = *filter;
  if (const auto fault = find_fault(options)) return base::failure(name + ": " + fault->message);
  return options;
}

[[nodiscard]] base::Expected<std::vector<EpochLoss>> parse_history(const base::Json& json, const std::string& name) {
  if (!json.is_array()) return base::failure(name + ": not a list");
  std::vector<EpochLoss> history;
  for (const base::Json& element : json) {
    const std::string here = base::format("{}: epoch {}", name, history.size() + 1);
    if (!element.is_object()) return base::failure(here + ": not an object");
    EpochLoss loss;
    base::JsonFields fields(element, here);
    fields.take("epoch", loss.epoch);
    fields.take("loss", loss.loss);
    fields.take("held_out", loss.held_out.target);
    fields.take("held_out_results", loss.held_out.results);
    fields.take("held_out_scores", loss.held_out.scores);
    fields.take("rate", loss.rate);
    if (!fields.error().empty()) return base::failure(fields.error());
    history.push_back(loss);
  }
  return history;
}

/// The contents of the header; the floats are still zero.
[[nodiscard]] base::Expected<TrainingState> parse_header(std::string_view text, const std::string& name) {
  const auto json = base::parse_json(text, name);
  if (!json) return tl::unexpected(json.error());
  if (!json->is_object()) return base::failure(name + ": its header is not an object");
  base::JsonFields fields(*json, name);
  std::uint64_t data = 0;
  std::uint64_t steps = 0;
  double loss_so_far = 0;
  int best_epoch = 0;
  fields.take("data", data);
  fields.take("steps", steps);
  fields.take("loss_so_far", loss_so_far);
  fields.take("best_epoch", best_epoch);
  const base::Json* const options_json = object_in(fields, "options");
  const base::Json* const history_json = fields.find("history");
  const base::Json* const files_json = fields.find("files");
  if (!fields.error().empty()) return base::failure(fields.error());

  const auto options = parse_options(*options_json, name + ": options");
  if (!options) return tl::unexpected(options.error());
  auto history = parse_history(*history_json, name + ": history");
  if (!history) return tl::unexpected(history.error());
  if (best_epoch < 0 || static_cast<std::size_t>(best_epoch) > history->size())
    return base::failure(name + ": 'best_epoch' is none of the history");
  if (!files_json->is_array()) return base::failure(name + ": 'files' is not a list");
  std::vector<std::string> files;
  for (const base::Json& file : *files_json) {
    if (!file.is_string()) return base::failure(name + ": 'files' has an element that is not a text");
    files.push_back(file.get<std::string>());
  }
  const FloatNetwork empty(options->shape);
  TrainingState state{*options,    std::move(files),    data,       LearningState(empty),
                      loss_so_far, *std::move(history), best_epoch, empty};
  state.learning.steps = steps;
  return state;
}

}  // namespace

base::Json to_json(const TrainingOptions& options) {
  return {{"width", options.shape.width},
          {"buckets", options.shape.buckets},
          {"epochs", options.epochs},
          {"batch", options.batch},
          {"learning_rate", options.learning_rate},
          {"final_rate", options.final_rate},
          {"warm_up", options.warm_up},
          {"decay", options.decay},
          {kLambdaName, options.lambda},
          {"horizon", options.horizon},
          {"scale", options.scale},
          {"hold_out", options.hold_out},
          {"rounded", options.judged == Judged::Rounded},
          {"seed", options.seed},
          {"start", options.start},
          {"filter", to_json(options.filter)}};
}

base::Json to_json(const EpochLoss& loss) {
  return {{"epoch", loss.epoch},
          {"loss", loss.loss},
          {"held_out", loss.held_out.target},
          {"held_out_results", loss.held_out.results},
          {"held_out_scores", loss.held_out.scores},
          {"rate", loss.rate}};
}

std::string to_bytes(const TrainingState& state) {
  base::Json header;
  header["options"] = to_json(state.options);
  header["files"] = state.files;
  header["data"] = state.data;
  header["steps"] = state.learning.steps;
  header["loss_so_far"] = state.loss_so_far;
  header["history"] = base::Json::array();
  for (const EpochLoss& loss : state.history) header["history"].push_back(to_json(loss));
  header["best_epoch"] = state.best_epoch;
  const std::string text = base::to_text(header);

  std::string bytes(kMagic);
  bytes.reserve(kPrefixSize + text.size() + kChecksumSize +
                kArrays * sizeof(float) * FloatNetwork::parameter_count(state.options.shape));
  base::append_little_endian(bytes, kRunVersion);
  base::append_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
  append_floats(bytes, state.learning.network.parameters());
  append_floats(bytes, state.learning.first_moments);
  append_floats(bytes, state.learning.second_moments);
  append_floats(bytes, state.best.parameters());
  base::append_little_endian(bytes, base::checksum(bytes));
  return bytes;
}

bool is_training_state(std::string_view bytes) { return bytes.starts_with(kMagic); }

base::Expected<TrainingState> parse_training_state(std::string_view bytes, const std::string& name) {
  if (!is_training_state(bytes))
    return base::failure(base::format("{}: not a run of training: it starts with {}", name,
                                      base::in_quotes(bytes.substr(0, kMagic.size()))));
  if (bytes.size() < kPrefixSize + kChecksumSize) return base::failure(name + ": truncated");
  std::string_view rest = bytes.substr(kMagic.size());
  if (const auto version = base::take_little_endian<std::uint32_t>(rest); version != kRunVersion)
    return base::failure(
        base::format("{}: version {} of the format; this program reads version {}", name, version, kRunVersion));
  const std::size_t body = bytes.size() - kChecksumSize;
  if (base::read_little_endian<std::uint64_t>(bytes.substr(body)) != base::checksum(bytes.substr(0, body)))
    return base::failure(name + ": truncated or damaged: its checksum is wrong");
  const auto header_size = base::take_little_endian<std::uint32_t>(rest);
  rest.remove_suffix(kChecksumSize);
  if (header_size > rest.size()) return base::failure(name + ": its header is larger than the file");
  auto state = parse_header(rest.substr(0, header_size), name);
  if (!state) return state;
  rest.remove_prefix(header_size);
  const std::size_t expected = kArrays * sizeof(float) * FloatNetwork::parameter_count(state->options.shape);
  if (rest.size() != expected)
    return base::failure(base::format("{}: {} bytes of parameters; its shape needs {}", name, rest.size(), expected));
  take_floats(rest, state->learning.network.parameters());
  take_floats(rest, state->learning.first_moments);
  take_floats(rest, state->learning.second_moments);
  take_floats(rest, state->best.parameters());
  if (!state->learning.network.is_finite() || !state->best.is_finite())
    return base::failure(name + ": a parameter is not a number");
  return state;
}

base::Expected<TrainingState> read_training_state(const std::string& path) {
  const auto bytes = base::read_whole_file(path, kLargestTrainingState);
  if (!bytes) return tl::unexpected(bytes.error());
  return parse_training_state(*bytes, path);
}

std::string draw_losses(const std::vector<EpochLoss>& history) {
  base::Plot plot;
  plot.title = "Loss";
  plot.x_label = "epoch";
  plot.y_label = "mean squared error";
  plot.series = {{"learned", {}}, {"held out", {}}};
  for (const EpochLoss& loss : history) {
    const auto epoch = static_cast<double>(loss.epoch);
    plot.series[0].points.push_back({epoch, loss.loss, 0, ""});
    if (loss.held_out.target > 0) plot.series[1].points.push_back({epoch, loss.held_out.target, 0, ""});
  }
  return base::to_svg(plot);
}

}  // namespace zugwerk::learning
