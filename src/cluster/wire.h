// cluster/wire.h
//
// The messages between ranks as bytes. Numbers are little-endian, so machines may differ. What a message means is
// rank.h's.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/zobrist.h"
#include "cluster/transport.h"
#include "search/vote.h"

namespace zugwerk::cluster {

enum class Tag : int {
  Hello = 1,      // to rank 0: this rank is there
  Line = 2,       // from rank 0: a line of UCI to obey
  Go = 3,         // from rank 0: the same, and the number of the search that it starts
  Leave = 4,      // from rank 0: end
  Status = 5,     // to rank 0, and back: a sign of life
  Entries = 6,    // to every rank: entries of the transposition table
  Result = 7,     // to rank 0: a complete iteration
  Complaint = 8,  // to rank 0: an error that the client should see
  Offer = 9,      // to rank 0: how many games this rank can play at a time
  Task = 10,      // from rank 0: a game to play
  Answer = 11     // to rank 0: what became of it
};

struct Hello {
  std::string version;
  std::string network;
  std::string host;
  int processors = 1;  // that this rank may use
};

struct Go {
  std::uint32_t search = 0;
  std::string line;
};

/// Which search a message belongs to. Scores of different networks must not be mixed, and a rank that was cut off for a
/// while may have missed what to search.
struct SearchId {
  std::uint32_t number = 0;  // of the `go` of rank 0
  chess::Key position = 0;
  std::string network;  // its name

  friend bool operator==(const SearchId&, const SearchId&) = default;
};

struct Status {
  SearchId search;
  std::uint64_t nodes = 0;
  std::uint64_t tb_hits = 0;
};

struct Entry {
  chess::Key key = 0;
  std::uint64_t word = 0;
};

struct Entries {
  SearchId search;
  std::vector<Entry> entries;
};

struct Result {
  SearchId search;
  search::Ballot ballot;  // without nodes and times
};

[[nodiscard]] Bytes encode(const Hello& hello);
[[nodiscard]] Bytes encode(const Go& go);
[[nodiscard]] Bytes encode(const Status& status);
[[nodiscard]] Bytes encode(const Entries& entries);
[[nodiscard]] Bytes encode(const Result& result);

// Nothing for bytes that no encode() returned.
[[nodiscard]] std::optional<Hello> decode_hello(std::string_view bytes);
[[nodiscard]] std::optional<Go> decode_go(std::string_view bytes);
[[nodiscard]] std::optional<Status> decode_status(std::string_view bytes);
[[nodiscard]] std::optional<Entries> decode_entries(std::string_view bytes);
[[nodiscard]] std::optional<Result> decode_result(std::string_view bytes);

}  // namespace zugwerk::cluster
