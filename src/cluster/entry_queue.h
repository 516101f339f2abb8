// cluster/entry_queue.h
//
// Entries of the transposition table on their way from the searching threads to the one thread that sends them.

#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

#include "cluster/wire.h"

namespace zugwerk::cluster {

/// Bounded, and nobody waits for it: an entry is dropped if its part of the queue is full or just in use. Other ranks
/// can do without any of them.
class EntryQueue {
 public:
  /// What a fast thread offers in some ten milliseconds.
  static constexpr std::size_t kMostInBucket = 512;

  EntryQueue() {
    for (Bucket& bucket : buckets_) bucket.entries.reserve(kMostInBucket);
  }

  /// From any thread.
  void offer(Entry entry) {
    Bucket& bucket = buckets_[entry.key % kBuckets];
    const std::unique_lock lock(bucket.mutex, std::try_to_lock);
    if (!lock.owns_lock() || bucket.entries.size() == kMostInBucket) return;
    bucket.entries.push_back(entry);
  }

  /// All entries, without any order; the queue is empty then.
  [[nodiscard]] std::vector<Entry> take() {
    std::vector<Entry> all;
    for (Bucket& bucket : buckets_) {
      const std::scoped_lock lock(bucket.mutex);
      all.insert(all.end(), bucket.entries.begin(), bucket.entries.end());
      bucket.entries.clear();
    }
    return all;
  }

 private:
  /// So many that threads of one machine rarely meet.
  static constexpr std::size_t kBuckets = 64;

  struct alignas(64) Bucket {
    std::mutex mutex;
    std::vector<Entry> entries;
  };
  std::array<Bucket, kBuckets> buckets_;
};

}  // namespace zugwerk::cluster
