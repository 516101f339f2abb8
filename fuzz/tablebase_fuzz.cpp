// fuzz/tablebase_fuzz.cpp
//
// Any bytes as a Syzygy table, with the right checksum. An accepted file never makes libfathom read outside of it: its
// end is guarded. The first byte chooses the table.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/little_endian.h"
#include "base/rng.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "fuzz/property.h"
#include "tablebase/checksum.h"
#include "tablebase/fathom.h"
#include "tablebase/verify.h"
#include "tablebase/warming.h"
#include "tests/support/guarded_mmap.h"
#include "tests/support/made_table.h"
#include "tests/support/random_positions.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::tablebase;
using fuzz::require;

constexpr std::array<std::string_view, 6> kNames{"KQvK.rtbw", "KPvK.rtbw", "KQvKR.rtbw",
                                                 "KQvK.rtbz", "KPvK.rtbz", "KPvKP.rtbw"};

std::vector<chess::Position> positions_of(const Material& material) {
  constexpr std::size_t kPositions = 50;
  return test::random_positions(material, kPositions, 1);
}

void probe(const TableName& table, const std::string& bytes) {
  const test::GuardedMappings guarded;
  test::TemporaryFolder folder;
  test::write_bytes(folder.file(table.file_name()), bytes);
  // Distances are looked up only with results.
  if (table.kind == TableKind::Dtz) {
    const std::string results = table.material.table_name() + ".rtbw";
    test::write_bytes(folder.file(results), test::MadeTable(results).bytes());
  }
  fathom::use_folder(folder.path());
  fathom::open_wdl(table.material);
  if (table.kind == TableKind::Dtz) require(fathom::open_dtz(table.material), "a distance table opens");
  for (const chess::Position& position : positions_of(table.material)) {
    const auto wdl = fathom::probe_wdl(position);
    require(!wdl || (*wdl >= Wdl::Loss && *wdl <= Wdl::Win), "a result is one of five");
    const auto root = fathom::probe_root(position);
    require(!root || root->size() == chess::legal_moves(position).size(), "every move has a result");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  constexpr unsigned kChanges = 0x80;
  const std::string_view name = kNames[(data[0] & ~kChanges) % kNames.size()];
  const TableName table = *table_called(name);
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  // As it is, which rarely has the right size, and as a whole file.
  (void)check_structure(bytes_in_memory(bytes), table);
  (void)check_checksum(bytes_in_memory(bytes));
  if ((data[0] & kChanges) != 0 && table.material.count() == 3) {
    std::string changed = test::MadeTable(name).bytes();
    changed.resize(changed.size() - kChecksumSize);
    std::string_view changes = bytes;
    while (changes.size() >= 3) {
      const std::size_t at = base::take_little_endian<std::uint16_t>(changes) % changed.size();
      changed[at] = changes[0];
      changes.remove_prefix(1);
    }
    bytes = changed;
  }
  bytes.resize(std::max<std::size_t>((bytes.size() + 63) / 64 * 64, 64));
  bytes += checksum_of(bytes);
  require(check_checksum(bytes_in_memory(bytes)).has_value(), "a right checksum is accepted");
  const auto sound = check_structure(bytes_in_memory(bytes), table);
  if (sound) {
    probe(table, bytes);
  } else {
    require(!sound.error().message.empty() && base::is_valid_utf8(sound.error().message), "a fault has a message");
  }
  return 0;
}
