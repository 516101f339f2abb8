#include "cluster/wire.h"

#include <utility>

#include "base/little_endian.h"

namespace zugwerk::cluster {

namespace {

using base::append_little_endian;

void append_text(Bytes& bytes, std::string_view text) {
  append_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void append_search(Bytes& bytes, const SearchId& search) {
  append_little_endian(bytes, search.number);
  append_little_endian(bytes, search.position);
  append_text(bytes, search.network);
}

/// Takes field after field from the front. After a field that is cut off all others are empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class Integer>
  [[nodiscard]] Integer number() {
    if (rest_.size() < sizeof(Integer)) {
      broken_ = true;
      rest_ = {};
      return 0;
    }
    return base::take_little_endian<Integer>(rest_);
  }
  [[nodiscard]] std::string text() {
    const auto length = number<std::uint32_t>();
    if (length > rest_.size()) {
      broken_ = true;
      rest_ = {};
      return {};
    }
    std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return text;
  }
  [[nodiscard]] SearchId search() {
    SearchId id;
    id.number = number<std::uint32_t>();
    id.position = number<chess::Key>();
    id.network = text();
    return id;
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

  /// The message, if all its fields were there and nothing follows.
  template <class Read>
  [[nodiscard]] std::optional<Read> finished(Read message) const {
    return broken_ || !rest_.empty() ? std::nullopt : std::optional(std::move(message));
  }

 private:
  std::string_view rest_;
  bool broken_ = false;
};

}  // namespace

Bytes encode(const Hello& hello) {
  Bytes bytes;
  append_text(bytes, hello.version);
  append_text(bytes, hello.network);
  append_text(bytes, hello.host);
  append_little_endian(bytes, static_cast<std::int32_t>(hello.processors));
  return bytes;
}

std::optional<Hello> decode_hello(std::string_view bytes) {
  Reader reader(bytes);
  Hello hello;
  hello.version = reader.text();
  hello.network = reader.text();
  hello.host = reader.text();
  hello.processors = reader.number<std::int32_t>();
  return reader.finished(std::move(hello));
}

Bytes encode(const Go& go) {
  Bytes bytes;
  append_little_endian(bytes, go.search);
  append_text(bytes, go.line);
  return bytes;
}

std::optional<Go> decode_go(std::string_view bytes) {
  Reader reader(bytes);
  Go go;
  go.search = reader.number<std::uint32_t>();
  go.line = reader.text();
  return reader.finished(std::move(go));
}

Bytes encode(const Status& status) {
  Bytes bytes;
  append_search(bytes, status.search);
  append_little_endian(bytes, status.nodes);
  append_little_endian(bytes, status.tb_hits);
  return bytes;
}

std::optional<Status> decode_status(std::string_view bytes) {
  Reader reader(bytes);
  Status status;
  status.search = reader.search();
  status.nodes = reader.number<std::uint64_t>();
  status.tb_hits = reader.number<std::uint64_t>();
  return reader.finished(std::move(status));
}

Bytes encode(const Entries& entries) {
  Bytes bytes;
  bytes.reserve(entries.entries.size() * sizeof(Entry) + 64);
  append_search(bytes, entries.search);
  for (const Entry& entry : entries.entries) {
    append_little_endian(bytes, entry.key);
    append_little_endian(bytes, entry.word);
  }
  return bytes;
}

std::optional<Entries> decode_entries(std::string_view bytes) {
  Reader reader(bytes);
  Entries entries;
  entries.search = reader.search();
  entries.entries.reserve(reader.left() / sizeof(Entry));
  while (reader.left() >= sizeof(Entry)) {
    const auto key = reader.number<chess::Key>();
    entries.entries.push_back({key, reader.number<std::uint64_t>()});
  }
  return reader.finished(std::move(entries));
}

Bytes encode(const Result& result) {
  const search::LineReport& line = result.ballot.line;
  Bytes bytes;
  append_search(bytes, result.search);
  append_little_endian(bytes, static_cast<std::int32_t>(result.ballot.completed_depth));
  append_little_endian(bytes, static_cast<std::int32_t>(line.depth));
  append_little_endian(bytes, static_cast<std::int32_t>(line.selective_depth));
  append_little_endian(bytes, static_cast<std::int32_t>(line.score.value()));
  append_little_endian(bytes, static_cast<std::uint8_t>(line.bound));
  for (const chess::Move move : line.moves) append_little_endian(bytes, move.to_bits());
  return bytes;
}

std::optional<Result> decode_result(std::string_view bytes) {
  Reader reader(bytes);
  Result result;
  search::LineReport& line = result.ballot.line;
  result.search = reader.search();
  result.ballot.completed_depth = reader.number<std::int32_t>();
  line.depth = reader.number<std::int32_t>();
  line.selective_depth = reader.number<std::int32_t>();
  line.score = eval::Score(reader.number<std::int32_t>());
  line.bound = static_cast<search::Bound>(reader.number<std::uint8_t>() & 3U);
  while (reader.left() >= sizeof(std::uint16_t))
    line.moves.push_back(chess::Move::from_bits(reader.number<std::uint16_t>()));
  if (line.moves.empty()) return std::nullopt;  // it would vote for nothing
  return reader.finished(std::move(result));
}

}  // namespace zugwerk::cluster
