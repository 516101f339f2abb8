// Damaged tables, hundreds of them: none crashes the program, makes it hang or read outside of a file, and none answers
// differently from the undamaged one unless its checksum was corrected. Kind: unit, each table in its own process.
// ZUGWERK_DAMAGED_TABLES=1000 makes that many of each source.

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "support/data_folder.h"
#include "support/guarded_mmap.h"
#include "support/made_table.h"
#include "support/random_positions.h"
#include "support/temporary_folder.h"
#include "tablebase/checksum.h"
#include "tablebase/syzygy.h"
#include "tablebase/warming.h"

namespace zugwerk::tablebase {
namespace {

constexpr std::size_t kBlock = 64;

enum class Damage {
  Bits,
  HeaderBits,
  HeaderFields,
  Truncated,
  Longer,
  ZeroedBlock,
  NoiseBlocks,
  CopiedBlock,
  SwappedBlocks,
  OtherTable,
  Count
};

std::string damaged(std::string bytes, const std::string& other, Damage damage, bool mend_checksum, base::Rng& rng) {
  const auto below = [&](std::size_t limit) { return rng.below(static_cast<std::uint32_t>(limit)); };
  const auto flip_below = [&](std::size_t limit) {
    for (std::size_t n = 1 + below(8); n > 0; --n) {
      char& byte = bytes[below(std::min(limit, bytes.size()))];
      byte = static_cast<char>(byte ^ (1 << below(8)));
    }
  };
  constexpr std::size_t kHeader = 200;
  const std::size_t blocks = bytes.size() / kBlock;
  const auto block = [&](std::size_t number) { return bytes.begin() + static_cast<std::ptrdiff_t>(number * kBlock); };
  switch (damage) {
    case Damage::Bits:
      flip_below(bytes.size());
      break;
    case Damage::HeaderBits:
      flip_below(kHeader);
      break;
    case Damage::HeaderFields:
      for (std::size_t n = 1 + below(4); n > 0; --n) {
        constexpr std::array kLikely{0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF};
        const bool likely = below(2) == 0;
        bytes[5 + below(std::min(kHeader, bytes.size() - 5))] =
            static_cast<char>(likely ? kLikely[below(kLikely.size())] : static_cast<int>(below(256)));
      }
      break;
    case Damage::Truncated:
      bytes.resize(below(blocks) * kBlock + kChecksumSize);
      break;
    case Damage::Longer:
      bytes.insert(bytes.size() - kChecksumSize, (1 + below(20)) * kBlock, '\0');
      break;
    case Damage::ZeroedBlock:
      std::fill_n(block(below(blocks)), kBlock, '\0');
      break;
    case Damage::NoiseBlocks:
      for (std::size_t n = 1 + below(20); n > 0; --n)
        std::generate_n(block(below(blocks)), kBlock, [&] { return static_cast<char>(below(256)); });
      break;
    case Damage::CopiedBlock:
      std::copy_n(block(below(blocks)), kBlock, block(below(blocks)));
      break;
    case Damage::SwappedBlocks: {
      const auto first = block(below(blocks));
      const auto second = block(below(blocks));
      if (first != second) std::swap_ranges(first, first + kBlock, second);
      break;
    }
    case Damage::OtherTable:
    case Damage::Count:
      bytes = other;
      break;
  }
  if (mend_checksum && bytes.size() > kChecksumSize) {
    bytes.resize(bytes.size() - kChecksumSize);
    bytes += checksum_of(bytes);
  }
  return bytes;
}

/// Some positions of a table, and those that captures and promotions lead to.
std::vector<chess::Position> positions_of(const Material& material) {
  constexpr std::size_t kPositions = 1000;
  constexpr std::uint64_t kSeed = 7;
  std::vector<chess::Position> positions = test::random_positions(material, kPositions, kSeed);
  if (auto mate = mated_position(material)) positions[0] = *std::move(mate);
  return positions;
}

/// Everything that tables say about a position; nothing without an answer.
struct Answer {
  std::optional<Wdl> wdl;
  std::optional<std::vector<int>> root;

  /// A missing answer is no contradiction.
  [[nodiscard]] bool contradicts(const Answer& other) const {
    return (wdl && wdl != other.wdl) || (root && root != other.root);
  }
};

std::vector<Answer> answers(const std::string& folder, const std::vector<chess::Position>& positions) {
  std::vector<Answer> all(positions.size());
  const auto tables = Tables::open(folder);
  if (!tables) return all;
  const auto lease = (*tables)->lease();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    all[i].wdl = lease->probe_wdl(positions[i]);
    constexpr std::size_t kRootStep = 10;
    if (i % kRootStep != 0) continue;
    const auto root = lease->probe_root(positions[i]);
    if (!root) continue;
    all[i].root.emplace();
    for (const RootResult& result : *root) {
      all[i].root->push_back(static_cast<int>(result.wdl));
      all[i].root->push_back(result.dtz);
    }
  }
  return all;
}

enum class Verdict { Same, Different, Died };

/// Probes all positions in a separate process, with a short time limit.
Verdict ask(const std::string& folder, const std::vector<chess::Position>& positions,
            const std::vector<Answer>& expected) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr unsigned kSeconds = 60;
    ::alarm(kSeconds);
    const test::GuardedMappings guarded;
    const auto found = answers(folder, positions);
    bool same = true;
    for (std::size_t i = 0; i < found.size(); ++i) same = same && !found[i].contradicts(expected[i]);
    ::_exit(same ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!WIFEXITED(status)) return Verdict::Died;
  return WEXITSTATUS(status) == 0 ? Verdict::Same : WEXITSTATUS(status) == 1 ? Verdict::Different : Verdict::Died;
}

/// How many damaged tables to make of each source.
int count() {
  const char* const wanted = std::getenv("ZUGWERK_DAMAGED_TABLES");
  constexpr int kUsual = 120;
  return wanted == nullptr ? kUsual : std::atoi(wanted);
}

struct Outcome {
  int harmless = 0;
  int different = 0;
};

/// Damages these files of a folder in turn, one at a time; the others stay as they are.
Outcome damage_files(const std::filesystem::path& source, const std::vector<std::string>& names) {
  Outcome outcome;
  std::map<std::string, std::vector<Answer>> expected;
  for (int number = 0; number < count(); ++number) {
    const std::string& name = names[static_cast<std::size_t>(number) % names.size()];
    const auto positions = positions_of(table_called(name)->material);
    if (!expected.contains(name)) expected[name] = answers(source.string(), positions);
    base::Rng rng(static_cast<std::uint64_t>(number));
    const auto damage = static_cast<Damage>(rng.below(static_cast<std::uint32_t>(Damage::Count)));
    const bool mend_checksum = rng.below(2) == 0;
    const std::string whole = test::read_bytes((source / name).string());
    const std::string other =
        test::read_bytes((source / names[rng.below(static_cast<std::uint32_t>(names.size()))]).string());
    const std::string bytes = damaged(whole, other, damage, mend_checksum, rng);

    test::TemporaryFolder folder;
    for (const auto& entry : std::filesystem::directory_iterator(source))
      if (const auto table = table_called(entry.path());
          table && entry.path().filename() != name && table->material.can_follow(positions[0]))
        std::filesystem::create_symlink(entry.path(), folder.file(entry.path().filename().string()));
    test::write_bytes(folder.file(name), bytes);
    const Verdict verdict = ask(folder.path(), positions, expected[name]);
    const std::string description = name + ", damage " + std::to_string(static_cast<int>(damage)) + ", number " +
                                    std::to_string(number) + (mend_checksum ? ", checksum mended" : "");
    EXPECT_NE(verdict, Verdict::Died) << description;
    EXPECT_FALSE(!mend_checksum && verdict == Verdict::Different) << description;
    if (verdict == Verdict::Different) ++outcome.different;
    if (bytes != whole && verdict == Verdict::Same) ++outcome.harmless;
  }
  std::cout << outcome.harmless << " of " << count() << " damaged tables were refused or say the same, "
            << outcome.different << " with a right checksum say something else\n";
  return outcome;
}

TEST(DamagedTables, DoNoHarmIfGenerated) {
  test::TemporaryFolder folder;
  const std::vector<std::string> names{"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbw"};
  for (const std::string& name : names) test::write_bytes(folder.file(name), test::MadeTable(name).bytes());
  EXPECT_GT(damage_files(folder.path(), names).harmless, count() / 2);
}

TEST(DamagedTables, DoNoHarmIfPublished) {
  if (!tests::data_file("syzygy/KQvK.rtbw")) GTEST_SKIP() << "no tables in " << tests::data_folder();
  const Outcome outcome = damage_files(std::filesystem::absolute(tests::data_folder() / "syzygy"),
                                       {"KQvK.rtbw", "KQvKR.rtbz", "KPvK.rtbw", "KBNvK.rtbz", "KRvKR.rtbz",
                                        "KPvKP.rtbw", "KRNvK.rtbz", "KPvKP.rtbz", "KRvKP.rtbw", "KNNvK.rtbw"});
  EXPECT_GT(outcome.harmless, count() / 2);
  // Otherwise nothing has reached libfathom.
  EXPECT_GT(outcome.different, 0);
}

TEST(GuardedMappings, NoticeReadingBeyondTheEnd) {
  test::TemporaryFolder folder;
  test::write_bytes(folder.file("a"), std::string(80, 'x'));
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    const test::GuardedMappings guarded;
    const int file = ::open(folder.file("a").c_str(), O_RDONLY);
    const auto* const bytes = static_cast<const volatile char*>(test::GuardedMappings::map(file, 80));
    ::_exit(bytes[79] == 'x' && bytes[128] == 'x' ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
}

}  // namespace
}  // namespace zugwerk::tablebase
