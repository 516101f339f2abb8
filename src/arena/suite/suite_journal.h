// arena/suite/suite_journal.h
//
// The results of a suite so far, so that a run that was ended can go on. Lies beside the file of the run until that is
// written; that of a shard stays, since shards are merged from their journals.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "arena/suite/suite.h"
#include "base/error.h"
#include "base/files/line_journal.h"
#include "base/files/shard_journals.h"
#include "base/json.h"
#include "base/shard.h"

namespace zugwerk::arena {

class SuiteJournal {
 public:
  /// `about` is what results depend on besides the suite: the engine and its limits. Without `resume`, a journal that
  /// is there is an error. `on_cut` hears what a killed run left half-written.
  [[nodiscard]] static base::Expected<SuiteJournal> open(const std::string& path, const Suite& suite, base::Json about,
                                                         bool resume,
                                                         const std::function<void(const std::string&)>& on_cut,
                                                         const base::Shard& shard = {});

  /// What earlier runs found out.
  [[nodiscard]] const SuiteKnown& known() const { return known_; }

  [[nodiscard]] base::Expected<void> add(std::size_t index, const std::string& engine, const SuiteResult& result);

  /// The run is written, and the journal no longer needed.
  void remove() { lines_.remove(); }

 private:
  SuiteJournal(base::LineJournal lines, SuiteKnown known) : lines_(std::move(lines)), known_(std::move(known)) {}

  base::LineJournal lines_;
  SuiteKnown known_;
};

/// The run whose shards these are. Every position must have been searched.
[[nodiscard]] base::Expected<SuiteRun> merge_suite_shards(const base::ShardJournals& journals);

}  // namespace zugwerk::arena
