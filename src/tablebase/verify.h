// tablebase/verify.h
//
// Whether a file is a sound Syzygy table. libfathom trusts every number in a file, so a file that is refused here never
// reaches it. The checksum finds damage. The structure is checked too, so that even a file with a correct checksum
// cannot make libfathom read out of bounds, loop or abort.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "base/error.h"
#include "base/thread.h"
#include "tablebase/material.h"

namespace zugwerk::tablebase {

/// Where the bytes of a table come from. Files are read in pieces rather than mapped: some are larger than the memory,
/// and truncating a mapped file while it is read ends the process.
struct TableBytes {
  std::uint64_t size = 0;
  /// Fills all of the span with what begins at this offset; false if that is impossible.
  std::function<bool(std::uint64_t offset, std::span<char>)> read;
};

/// Bytes that outlive the result.
[[nodiscard]] TableBytes bytes_in_memory(std::string_view bytes);

/// Checks every size, index and offset against the size of the file and against its name: that every position of this
/// material leads to a value in the file, that this kind of table may hold the value, and that libfathom stays inside
/// the file.
[[nodiscard]] base::Expected<void> check_structure(const TableBytes& bytes, const TableName& table);

/// Checks the checksum at the end against everything before it. Also an error if it is stopped.
[[nodiscard]] base::Expected<void> check_checksum(const TableBytes& bytes, const base::StopToken& stop = {});

}  // namespace zugwerk::tablebase
