// Unit tests of tablebase/verify.h: sound tables pass, and anything that could mislead libfathom is reported.

#include "tablebase/verify.h"

#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/thread.h"
#include "support/data_folder.h"
#include "support/made_table.h"
#include "support/temporary_folder.h"
#include "tablebase/checksum.h"

namespace zugwerk::tablebase {
namespace {

using test::MadeTable;

/// The fault of the structure, or nothing.
std::string structure(const std::string& bytes, std::string_view name) {
  const auto checked = check_structure(bytes_in_memory(bytes), *table_called(name));
  return checked ? "" : checked.error().message;
}

std::string checksum(const std::string& bytes) {
  const auto checked = check_checksum(bytes_in_memory(bytes));
  return checked ? "" : checked.error().message;
}

void expect_fault(const std::string& bytes, std::string_view part, std::string_view name = "KQvK.rtbw") {
  const std::string fault = structure(bytes, name);
  EXPECT_NE(fault.find(part), std::string::npos) << '"' << fault << "\" should say: " << part;
}

/// A table with one byte changed.
std::string with_byte(std::string bytes, std::size_t at, unsigned value) {
  bytes[at] = static_cast<char>(value);
  return bytes;
}

TEST(Verify, AcceptsTablesOfEveryForm) {
  for (const std::string_view name : {"KQvK.rtbw", "KBvK.rtbw", "KPvK.rtbw", "KQvK.rtbz", "KPvK.rtbz"}) {
    const MadeTable table(name);
    EXPECT_EQ(structure(table.bytes(), name), "") << name;
    EXPECT_EQ(checksum(table.bytes()), "") << name;
  }
}

TEST(Verify, AcceptsPublishedTables) {
  std::error_code error;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tests::data_folder() / "syzygy", error)) {
    const std::string bytes = test::read_bytes(entry.path().string());
    EXPECT_EQ(structure(bytes, entry.path().string()), "") << entry.path();
    EXPECT_EQ(checksum(bytes), "") << entry.path();
    ++count;
  }
  if (count == 0) GTEST_SKIP() << "no tables in " << tests::data_folder();
}

TEST(Verify, RefusesFilesOfAWrongSize) {
  const std::string whole = MadeTable("KQvK.rtbw").bytes();
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{16}, std::size_t{79}, whole.size() - 1})
    expect_fault(whole.substr(0, size), "incomplete");
  // Of a size that a table may have.
  for (std::size_t size = 80; size < whole.size(); size += 64)
    EXPECT_NE(structure(whole.substr(0, size), "KQvK.rtbw"), "");
  expect_fault(whole + std::string(64, '\0'), "instead of " + std::to_string(whole.size() + 64));
}

TEST(Verify, RefusesTablesOfAnotherKindOrMaterial) {
  expect_fault(MadeTable("KQvK.rtbw").bytes(), "not a Syzygy table of this kind", "KQvK.rtbz");
  expect_fault(std::string(80, 'x'), "not a Syzygy table of this kind");
  expect_fault(MadeTable("KQvK.rtbw").bytes(), "order of pieces", "KRvK.rtbw");
  expect_fault(MadeTable("KQvK.rtbw").bytes(), "order of pieces", "KQQvK.rtbw");
  expect_fault(MadeTable("KQvK.rtbw").bytes(), "other pieces", "KPvK.rtbw");
  expect_fault(MadeTable("KQvK.rtbw").bytes(), "other pieces", "KQvKQ.rtbw");
}

TEST(Verify, RefusesOrdersThatLibfathomCannotFollow) {
  const MadeTable table("KQvK.rtbw");
  // After the magic number and a byte of flags: the place of the leading group, and the pieces; one byte for both
  // sides.
  expect_fault(with_byte(table.bytes(), 5, 0x01), "order of pieces");
  expect_fault(with_byte(table.bytes(), 5, 0xF0), "order of pieces");
  for (const unsigned piece : {0x00U, 0x77U, 0x88U, 0xFFU, 0x66U, 0x65U, 0xDDU})
    expect_fault(with_byte(table.bytes(), 6, piece), "order of pieces");
  // With pawns, those lead.
  std::string pawn = MadeTable("KPvK.rtbw").bytes();
  std::swap(pawn[6], pawn[7]);
  expect_fault(pawn, "order of pieces", "KPvK.rtbw");
}

TEST(Verify, RefusesImpossibleSizes) {
  const MadeTable table("KQvK.rtbw");
  const std::size_t header = table.header();
  expect_fault(with_byte(table.bytes(), header + 1, 60), "sizes");  // of a block
  expect_fault(with_byte(table.bytes(), header + 2, 0), "sizes");   // steps of the index
  expect_fault(with_byte(table.bytes(), header + 2, 60), "sizes");
  expect_fault(with_byte(table.bytes(), header + 2, 12), "index");
  expect_fault(with_byte(table.bytes(), header + 7, 0xFF), "instead of");  // number of blocks
  expect_fault(with_byte(table.bytes(), header + 3, 200), "instead of");   // and of those that do not exist
  expect_fault(with_byte(table.bytes(), header + 8, 2), "lengths of codes");
  expect_fault(with_byte(table.bytes(), header + 8, 33), "lengths of codes");
  expect_fault(with_byte(table.bytes(), header + 9, 0), "lengths of codes");
}

TEST(Verify, RefusesCodesWithoutASymbol) {
  const MadeTable table("KQvK.rtbw");
  const std::size_t first_symbols = table.header() + 10;
  expect_fault(with_byte(table.bytes(), first_symbols, 3), "do not fit");    // an odd number of the longest
  expect_fault(with_byte(table.bytes(), first_symbols, 6), "more symbols");  // too many codes
  expect_fault(with_byte(table.bytes(), first_symbols, 200), "do not fit");  // more than there is room for
  expect_fault(with_byte(table.bytes(), first_symbols + 2, 200), "in order");
  expect_fault(with_byte(table.bytes(), table.header() + 14, 9), "more symbols");
  expect_fault(with_byte(table.bytes(), table.header() + 15, 0xFF), "symbols");
  std::string none = with_byte(table.bytes(), table.header() + 14, 0);
  expect_fault(none, "has 0 symbols");
}

TEST(Verify, RefusesSymbolsThatContainThemselvesOrTooMuch) {
  const MadeTable table("KQvK.rtbw");
  const auto symbol = [&](std::size_t number) { return table.symbols() + 3 * number; };
  // Of the first two the lower byte is a value, of the others the left part.
  expect_fault(with_byte(table.bytes(), symbol(2), 2), "contain themselves");
  expect_fault(with_byte(table.bytes(), symbol(2), 9), "contain themselves");
  expect_fault(with_byte(table.bytes(), symbol(2), 10), "contain themselves");  // that is not there
  expect_fault(with_byte(table.bytes(), symbol(2), 3), "contain themselves");
  // Two values more in the symbol that is doubled until it has 256.
  std::string larger = table.bytes();
  larger[symbol(3)] = 4;
  larger[symbol(4)] = 2;
  larger[symbol(4) + 1] = 2 << 4;
  EXPECT_NE(structure(larger, "KQvK.rtbw"), "");
}

TEST(Verify, RefusesInvalidResults) {
  const MadeTable table("KQvK.rtbw");
  expect_fault(with_byte(table.bytes(), table.symbols(), 5), "result");
  EXPECT_EQ(structure(with_byte(table.bytes(), table.symbols(), 2), "KQvK.rtbw"), "");
  // Distances may be larger.
  const MadeTable distances("KQvK.rtbz");
  EXPECT_EQ(structure(with_byte(distances.bytes(), distances.symbols(), 200), "KQvK.rtbz"), "");
  std::string constant = "\x71\xE8\x23\x5D" + std::string("\x31\x00\xEE\x66\x33\x00\x80\x02\x80\x02", 10);
  constant.resize(80);
  EXPECT_EQ(structure(constant, "KBvK.rtbw"), "");
  expect_fault(with_byte(constant, 13, 5), "result", "KBvK.rtbw");
}

TEST(Verify, RefusesListsOfDistancesThatLibfathomMisreads) {
  const MadeTable table("KQvK.rtbz");
  expect_fault(with_byte(table.bytes(), table.header(), 1 | 2 | 16), "misreads", "KQvK.rtbz");
  // A number beyond all lists and the end of the file.
  std::string far = with_byte(table.bytes(), table.symbols(), 0xFF);
  far = with_byte(far, table.symbols() + 1, 0xFF);
  expect_fault(far, "too short", "KQvK.rtbz");
}

TEST(Verify, RefusesAnIndexOrSizesThatPointElsewhere) {
  const MadeTable table("KQvK.rtbw");
  int wrong = 0;
  // The two headers are followed by the index, and then by the sizes of blocks.
  const std::size_t index = table.header() + 2 * (16 + 3 * 10);
  for (std::size_t at = index; at < index + 2 * 4 * 6; ++at) {
    expect_fault(with_byte(table.bytes(), at, static_cast<unsigned char>(table.bytes()[at]) ^ 1U), "index");
    ++wrong;
  }
  EXPECT_EQ(wrong, 48);
  for (const std::size_t at : {index + 48, index + 49}) {
    const std::string fault =
        structure(with_byte(table.bytes(), at, static_cast<unsigned char>(table.bytes()[at]) ^ 1U), "KQvK.rtbw");
    EXPECT_TRUE(fault.find("index") != std::string::npos || fault.find("blocks hold") != std::string::npos) << fault;
  }
}

TEST(Verify, RefusesBlocksThatRunOverTheirEnd) {
  const MadeTable table("KQvK.rtbw");
  // Only single values in the last blocks: far fewer than they should hold.
  std::string bytes = table.bytes();
  bytes.replace(bytes.size() - 16 - 64, 64, std::string(64, '\0'));
  expect_fault(bytes, "too small");
}

TEST(Verify, ChecksumsCoverEveryByte) {
  const std::string bytes = MadeTable("KQvK.rtbw").bytes();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    ASSERT_NE(checksum(damaged), "") << at;
  }
  EXPECT_NE(checksum(""), "");
  EXPECT_NE(checksum("short"), "");
}

TEST(Verify, StopsOnRequest) {
  const std::string bytes = MadeTable("KQvK.rtbw").bytes();
  base::StopSource stop;
  EXPECT_TRUE(check_checksum(bytes_in_memory(bytes), stop.token()));
  stop.request_stop();
  EXPECT_FALSE(check_checksum(bytes_in_memory(bytes), stop.token()));
}

TEST(Verify, AFileThatCannotBeReadIsRefused) {
  const std::string bytes = MadeTable("KQvK.rtbw").bytes();
  // Like a bad disk: nothing can be read beyond some offset.
  for (std::uint64_t readable = 0; readable < bytes.size(); readable += 50) {
    const TableBytes broken{bytes.size(), [&](std::uint64_t offset, std::span<char> target) {
                              return offset + target.size() <= readable && bytes_in_memory(bytes).read(offset, target);
                            }};
    EXPECT_FALSE(check_structure(broken, *table_called("KQvK.rtbw"))) << readable;
    EXPECT_FALSE(check_checksum(broken)) << readable;
  }
}

}  // namespace
}  // namespace zugwerk::tablebase
