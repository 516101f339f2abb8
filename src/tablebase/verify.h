// tablebase/verify.h
//
// Whether a file is a sound Syzygy table. libfathom believes every number in a file and ends the process over some of
// them, so nothing that is refused here ever reaches it. The checksum finds damage; the structure is checked so that
// even a file whose checksum is right cannot make libfathom read outside of it, loop or abort.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#include "base/error.h"
#include "tablebase/material.h"

namespace zugwerk::tablebase {

/// Where the bytes of a table come from. Files are read piece by piece: some are larger than the memory, and one that
/// is mapped ends the process if it is truncated while somebody looks.
struct TableBytes {
  std::uint64_t size = 0;
  /// Fills all of the span with what begins at this offset; false if that is impossible.
  std::function<bool(std::uint64_t offset, std::span<char>)> read;
};

/// Bytes that outlive the result.
[[nodiscard]] TableBytes bytes_in_memory(std::string_view bytes);

/// Every size, index and offset against the size of the file and against what its name requires: that every position
/// of this material leads to a value in the file, that the value is one that this kind of table may hold, and that
/// libfathom gets there without leaving the file.
[[nodiscard]] base::Expected<void> check_structure(const TableBytes& bytes, const TableName& table);

/// The checksum at the end against everything before it. An error too if it is stopped.
[[nodiscard]] base::Expected<void> check_checksum(const TableBytes& bytes, const std::stop_token& stop = {});

}  // namespace zugwerk::tablebase
