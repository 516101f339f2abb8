#include "nnue/net_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <limits>
#include <span>

#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/little_endian.h"
#include "base/text.h"
#include "chess/square.h"

namespace zugwerk::nnue {

namespace {

constexpr std::string_view kMagic = "ZUGNET";
constexpr std::uint16_t kVersion = 1;
constexpr std::size_t kFieldsSize = 32;  // of the header, before the hash
constexpr std::size_t kHeaderSize = kFieldsSize + base::Sha256::kDigestSize;

[[nodiscard]] std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

[[nodiscard]] std::uint64_t payload_size(std::size_t width, std::size_t buckets) {
  return sizeof(std::int16_t) * (kFeatureCount * width + width + buckets * 2 * width) + sizeof(std::int32_t) * buckets;
}

[[nodiscard]] std::string header_fields(std::size_t width, std::size_t buckets) {
  std::string fields(kMagic);
  base::append_little_endian(fields, kVersion);
  base::append_little_endian(fields, static_cast<std::uint32_t>(width));
  base::append_little_endian(fields, static_cast<std::uint32_t>(buckets));
  base::append_little_endian(fields, static_cast<std::uint16_t>(kActivationScale));
  base::append_little_endian(fields, static_cast<std::uint16_t>(kOutputScale));
  base::append_little_endian(fields, static_cast<std::uint32_t>(kCentipawnScale));
  base::append_little_endian(fields, payload_size(width, buckets));
  return fields;
}

[[nodiscard]] std::string payload_of(const Weights& weights) {
  std::string payload;
  payload.reserve(payload_size(weights.width, weights.buckets));
  for (const std::int16_t value : weights.feature_weights) base::append_little_endian(payload, value);
  for (const std::int16_t value : weights.feature_biases) base::append_little_endian(payload, value);
  for (const std::int16_t value : weights.output_weights) base::append_little_endian(payload, value);
  for (const std::int32_t value : weights.output_biases) base::append_little_endian(payload, value);
  return payload;
}

[[nodiscard]] base::Sha256::Digest hash_of(std::string_view fields, std::string_view payload) {
  base::Sha256 hash;
  hash.add(as_bytes(fields));
  hash.add(as_bytes(payload));
  return hash.finish();
}

[[nodiscard]] base::Expected<void> check_shape(std::uint64_t width, std::uint64_t buckets) {
  if (width == 0 || width > kMostWidth || width % kWidthStep != 0)
    return base::failure(base::format("width {} is not a multiple of {} up to {}", width, kWidthStep, kMostWidth));
  if (buckets > kMostBuckets || !is_bucket_count(buckets))
    return base::failure(base::format("{} output buckets, neither 1 nor {}", buckets, kMostBuckets));
  return {};
}

struct Header {
  std::size_t width = 0;
  std::size_t buckets = 0;
  base::Sha256::Digest hash{};
};

[[nodiscard]] base::Expected<Header> parse_header(std::string_view text) {
  if (!text.starts_with(kMagic))
    return base::failure(base::format("not a network: it starts with {}, not {}",
                                      base::in_quotes(text.substr(0, kMagic.size())), base::in_quotes(kMagic)));
  text.remove_prefix(kMagic.size());
  if (const auto version = base::take_little_endian<std::uint16_t>(text); version != kVersion)
    return base::failure(base::format("version {} of the format; this program reads version {}", version, kVersion));
  const auto width = base::take_little_endian<std::uint32_t>(text);
  const auto buckets = base::take_little_endian<std::uint32_t>(text);
  if (auto shape = check_shape(width, buckets); !shape) return tl::unexpected(shape.error());

  const auto activation = base::take_little_endian<std::uint16_t>(text);
  const auto output = base::take_little_endian<std::uint16_t>(text);
  const auto centipawns = base::take_little_endian<std::uint32_t>(text);
  if (activation != kActivationScale || output != kOutputScale || centipawns != kCentipawnScale)
    return base::failure(base::format("scales {}, {}, {}; this program computes with {}, {}, {}", activation, output,
                                      centipawns, kActivationScale, kOutputScale, kCentipawnScale));
  if (const auto size = base::take_little_endian<std::uint64_t>(text); size != payload_size(width, buckets))
    return base::failure(base::format("a payload of {} bytes; width {} and {} buckets need {}", size, width, buckets,
                                      payload_size(width, buckets)));
  Header header{.width = width, .buckets = buckets, .hash = {}};
  std::copy(text.begin(), text.end(), header.hash.begin());
  return header;
}

/// Fills `room` as far as the input goes and says how far.
[[nodiscard]] base::Expected<std::size_t> read_fully(base::Input& input, std::span<char> room) {
  std::size_t filled = 0;
  while (filled < room.size()) {
    const auto count = input.read(room.subspan(filled));
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) break;
    filled += *count;
  }
  return filled;
}

/// The largest sum that a neuron's accumulator can reach, to either side.
[[nodiscard]] int accumulator_bound(const Weights& weights, std::size_t neuron) {
  std::array<int, chess::kSquareCount> largest{};
  for (std::size_t feature = 0; feature < kFeatureCount; ++feature) {
    int& square = largest[feature % chess::kSquareCount];
    square = std::max(square, std::abs(int{weights.feature_weights[feature * weights.width + neuron]}));
  }
  std::nth_element(largest.begin(), largest.begin() + kMostPieces, largest.end(), std::greater<>());
  int sum = std::abs(int{weights.feature_biases[neuron]});
  for (std::size_t i = 0; i < kMostPieces; ++i) sum += largest[i];
  return sum;
}

}  // namespace

Weights::Weights(std::size_t width_wanted, std::size_t buckets_wanted)
    : width(width_wanted),
      buckets(buckets_wanted),
      feature_weights(kFeatureCount * width),
      feature_biases(width),
      output_weights(buckets * 2 * width),
      output_biases(buckets) {}

base::Expected<void> check(const Weights& weights) {
  if (auto shape = check_shape(weights.width, weights.buckets); !shape) return shape;
  for (std::size_t neuron = 0; neuron < weights.width; ++neuron)
    if (const int bound = accumulator_bound(weights, neuron); bound > std::numeric_limits<std::int16_t>::max())
      return base::failure(
          base::format("the weights of neuron {} can add up to {}, which does not fit into 16 bits", neuron, bound));
  for (std::size_t bucket = 0; bucket < weights.buckets; ++bucket) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 2 * weights.width; ++i) {
      const int weight = weights.output_weights[bucket * 2 * weights.width + i];
      if (std::abs(weight) > kMostOutputWeight)
        return base::failure(
            base::format("output weight {} of bucket {} is {}, beyond {}", i, bucket, weight, kMostOutputWeight));
      sum += std::abs(weight);
    }
    if (sum > kMostOutputWeightSum)
      return base::failure(
          base::format("the output weights of bucket {} add up to {}; beyond {} their sums do not fit into 32 bits",
                       bucket, sum, kMostOutputWeightSum));
  }
  return {};
}

std::string to_bytes(const Weights& weights) {
  const std::string payload = payload_of(weights);
  std::string bytes = header_fields(weights.width, weights.buckets);
  for (const std::uint8_t byte : hash_of(bytes, payload)) bytes += static_cast<char>(byte);
  return bytes + payload;
}

base::Sha256::Digest hash_of(const Weights& weights) {
  return hash_of(header_fields(weights.width, weights.buckets), payload_of(weights));
}

base::Expected<Weights> read_network(base::Input& input) {
  const auto wrong = [&](const std::string& what) { return base::failure(input.name() + ": " + what); };
  std::string head(kHeaderSize, '\0');
  const auto head_size = read_fully(input, head);
  if (!head_size) return tl::unexpected(head_size.error());
  if (*head_size < kHeaderSize && std::string_view(head).substr(0, *head_size).starts_with(kMagic))
    return wrong(base::format("truncated: the header ends after {} of {} bytes", *head_size, kHeaderSize));
  head.resize(*head_size);
  const auto header = parse_header(head);
  if (!header) return wrong(header.error().message);

  std::string payload(payload_size(header->width, header->buckets), '\0');
  const auto size = read_fully(input, payload);
  if (!size) return tl::unexpected(size.error());
  if (*size < payload.size())
    return wrong(base::format("truncated: the payload ends after {} of {} bytes", *size, payload.size()));
  std::array<char, 1> beyond{};
  const auto trailing = input.read(beyond);
  if (!trailing) return tl::unexpected(trailing.error());
  if (*trailing != 0) return wrong("there are bytes after the payload");
  if (const auto found = hash_of(std::string_view(head).substr(0, kFieldsSize), payload); found != header->hash)
    return wrong("damaged: its hash is " + base::to_hex(found) + ", the header says " + base::to_hex(header->hash));

  Weights weights(header->width, header->buckets);
  std::string_view rest = payload;
  for (std::int16_t& value : weights.feature_weights) value = base::take_little_endian<std::int16_t>(rest);
  for (std::int16_t& value : weights.feature_biases) value = base::take_little_endian<std::int16_t>(rest);
  for (std::int16_t& value : weights.output_weights) value = base::take_little_endian<std::int16_t>(rest);
  for (std::int32_t& value : weights.output_biases) value = base::take_little_endian<std::int32_t>(rest);
  if (const auto sound = check(weights); !sound) return wrong(sound.error().message);
  return weights;
}

base::Expected<Weights> read_network_file(const std::string& path) {
  auto input = base::Input::open(path);
  if (!input) return tl::unexpected(input.error());
  return read_network(*input);
}

base::Expected<void> write_network_file(const std::string& path, const Weights& weights) {
  if (const auto sound = check(weights); !sound) return base::failure(path + ": " + sound.error().message);
  return base::write_whole_file(path, to_bytes(weights));
}

std::string name_of(const base::Sha256::Digest& hash) {
  constexpr std::size_t kBytesShown = 6;
  return "zug-" + base::to_hex(std::span(hash).first(kBytesShown));
}

}  // namespace zugwerk::nnue
