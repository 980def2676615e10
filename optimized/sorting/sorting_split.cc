// Implements the sort of one row by buckets.
// Tested by tests/optimized/sorting_test.cc and threads_test.cc.
#include "optimized/sorting/sorting_split.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// A thread that starts late leaves parts of its own to others.
constexpr std::int64_t kPartsPerThread = 2;

// Returns the distance of `size` keys that are spread over a row. It is odd, so
// that no period of a power of two looks like equal keys.
std::int64_t step_of(std::int64_t count, std::int64_t size) {
  const std::int64_t step = count / size;
  return step > 1 && step % 2 == 0 ? step - 1 : step;
}

// Returns about `size` keys of a row in order.
template <typename Key>
std::vector<Key> sample_of(const SplitRow<Key>& row, std::int64_t size) {
  size = std::min(size, row.count);
  std::vector<Key> sample(static_cast<std::size_t>(size));
  row.sample(step_of(row.count, size), size, sample.data());
  quicksort(sample.data(), size);
  return sample;
}

// A multiple of the row's unit at which a bucket may begin, and how many keys
// of a sample are below it.
template <typename Key>
struct SplitPivot {
  Key key;
  std::int64_t below;
};

// Returns the pivot that has as nearly `target` keys of the sample below it as
// equal keys permit.
template <typename Key>
SplitPivot<Key> split_pivot_of(const std::vector<Key>& sample, Key unit,
                               std::int64_t target) {
  const auto below = [&](Key key) {
    return std::lower_bound(sample.begin(), sample.end(), key) - sample.begin();
  };
  const Key key = static_cast<Key>(sample[static_cast<std::size_t>(target)] &
                                   ~static_cast<Key>(unit - 1));
  const Key next = static_cast<Key>(key + unit);
  const std::int64_t low = below(key);
  if (next < key) return {key, low};
  const std::int64_t high = below(next);
  if (high - target < target - low) return {next, high};
  return {key, low};
}

std::int64_t part_begin(std::int64_t count, std::int64_t part,
                        std::int64_t parts) {
  return count * part / parts;
}

// --- Few values

constexpr std::ptrdiff_t kFewValues = 16;

template <typename Key>
bool has_few_values(const std::vector<Key>& sample) {
  std::ptrdiff_t values = 1;
  for (std::size_t i = 1; i < sample.size(); ++i)
    values += sample[i] != sample[i - 1];
  return values <= std::min(kFewValues, std::ssize(sample) / 2);
}

// Counts the keys of each part and then writes them in order.
template <typename Key>
SplitState sort_few_values(const SplitRow<Key>& row) {
  // A key takes about as long as this many floating-point operations per byte.
  constexpr std::int64_t kFlops = 35;
  if (!row.done ||
      !is_worth_threads(0, kFlops * row.count * std::int64_t{sizeof(Key)}))
    return SplitState::kUntouched;
  const std::int64_t parts = kPartsPerThread * settings().threads;
  std::vector<ValueCounts<Key>> of_parts(static_cast<std::size_t>(parts));
  each_in_threads(parts, [&](std::int64_t part) {
    const std::int64_t begin = part_begin(row.count, part, parts);
    const std::int64_t some = part_begin(row.count, part + 1, parts) - begin;
    row.fill(begin, some);
    count_values(row.keys + begin, some,
                 of_parts[static_cast<std::size_t>(part)]);
  });
  ValueCounts<Key> values;
  std::int64_t counted = 0;
  for (const ValueCounts<Key>& of_part : of_parts)
    for (const auto& value : of_part) {
      values.push_back(value);
      counted += value.second;
    }
  if (counted != row.count) return SplitState::kFilled;
  std::sort(values.begin(), values.end());
  each_in_threads(parts, [&](std::int64_t part) {
    const std::int64_t begin = part_begin(row.count, part, parts);
    const std::int64_t end = part_begin(row.count, part + 1, parts);
    std::int64_t place = 0;
    for (const auto& [key, count] : values) {
      const std::int64_t first = std::max(place, begin);
      place += count;
      const std::int64_t last = std::min(place, end);
      if (first >= last) continue;
      std::fill(row.keys + first, row.keys + last, key);
      row.done(row.keys + first, last - first);
    }
  });
  return SplitState::kSorted;
}

// --- Buckets

// Adjacent keys of a row, from `begin` up to `end`.
struct Run {
  std::int64_t begin, end;
};

// Walks through runs one after the other.
class RunCursor {
 public:
  // Starts `skipped` keys after the first one.
  RunCursor(const std::vector<Run>& runs, std::int64_t skipped)
      : run_(runs.begin()) {
    for (; skipped >= run_->end - run_->begin; ++run_)
      skipped -= run_->end - run_->begin;
    at_ = run_->begin + skipped;
  }
  std::int64_t at() const { return at_; }
  std::int64_t rest() const { return run_->end - at_; }
  // Moves on by at most rest() keys. There must be a run after the last one of
  // them, or this is the last move.
  void advance(std::int64_t some) {
    at_ += some;
    if (at_ == run_->end) at_ = (++run_)->begin;
  }

 private:
  std::vector<Run>::const_iterator run_;
  std::int64_t at_;
};

template <typename Key>
void exchange_keys(Key* a, Key* b, std::int64_t count) {
  constexpr std::int64_t kSome = 512;
  std::array<Key, kSome> room;
  for (std::int64_t first = 0; first < count; first += kSome) {
    const std::int64_t some = std::min(kSome, count - first);
    std::copy_n(a + first, some, room.data());
    std::copy_n(b + first, some, a + first);
    std::copy_n(room.data(), some, b + first);
  }
}

// A part of the keys of some buckets, which is partitioned by the pivot between
// two of them.
struct SplitPart {
  std::int64_t first_bucket, last_bucket;
  std::int64_t begin, end, middle;

  std::size_t pivot() const {
    return static_cast<std::size_t>((first_bucket + last_bucket) / 2);
  }
};

template <typename Key>
class Buckets {
 public:
  // `pivots` are the keys at which buckets begin, the first bucket excepted.
  Buckets(const SplitRow<Key>& row, const std::vector<Key>& pivots)
      : row_(row), pivots_(pivots), begins_(pivots.size() + 2, row.count) {
    begins_[0] = 0;
  }

  void sort() {
    for (auto width = std::bit_ceil(pivots_.size() + 1); width > 1; width /= 2)
      halve();
    each_in_threads(std::ssize(begins_) - 1, [&](std::int64_t bucket) {
      const auto at = static_cast<std::size_t>(bucket);
      if (begins_[at] < begins_[at + 1])
        row_.sort(row_.keys + begins_[at], begins_[at + 1] - begins_[at]);
    });
  }

 private:
  // Cuts each group of buckets that have not been separated into two groups.
  void halve() {
    std::vector<SplitPart> parts;
    for (std::size_t i = 0; i + 1 < groups_of_.size(); ++i)
      add_parts(groups_of_[i], groups_of_[i + 1], parts);
    const bool fills = !std::exchange(is_filled_, true);
    each_in_threads(std::ssize(parts), [&](std::int64_t number) {
      SplitPart& part = parts[static_cast<std::size_t>(number)];
      const std::int64_t some = part.end - part.begin;
      if (fills) row_.fill(part.begin, some);
      part.middle = part.begin + partition_keys(row_.keys + part.begin, some,
                                                pivots_[part.pivot() - 1]);
    });
    join(parts);
  }

  void add_parts(std::int64_t first, std::int64_t last,
                 std::vector<SplitPart>& parts) const {
    if (last - first < 2) return;
    const std::int64_t begin = begins_[static_cast<std::size_t>(first)];
    const std::int64_t count = begins_[static_cast<std::size_t>(last)] - begin;
    const std::int64_t own = kPartsPerThread * (last - first);
    for (std::int64_t part = 0; part < own; ++part)
      parts.push_back({first, last, begin + part_begin(count, part, own),
                       begin + part_begin(count, part + 1, own), 0});
  }

  // Brings the lower keys of all parts of a group before the others.
  void join(const std::vector<SplitPart>& parts) {
    std::vector<Run> low_places, high_places;  // where keys are misplaced
    std::int64_t misplaced = 0;
    for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
      std::int64_t middle = parts[first].begin;
      for (; last < parts.size() &&
             parts[last].first_bucket == parts[first].first_bucket;
           ++last)
        middle += parts[last].middle - parts[last].begin;
      begins_[parts[first].pivot()] = middle;
      for (std::size_t i = first; i < last; ++i) {
        const SplitPart& part = parts[i];
        const Run high{part.middle, std::min(part.end, middle)};
        const Run low{std::max(part.begin, middle), part.middle};
        if (high.begin < high.end) low_places.push_back(high);
        if (low.begin < low.end) high_places.push_back(low);
        misplaced += std::max<std::int64_t>(low.end - low.begin, 0);
      }
    }
    exchange(low_places, high_places, misplaced);
    std::vector<std::int64_t> halves;
    for (std::size_t i = 0; i + 1 < groups_of_.size(); ++i) {
      halves.push_back(groups_of_[i]);
      if (groups_of_[i + 1] - groups_of_[i] > 1)
        halves.push_back((groups_of_[i] + groups_of_[i + 1]) / 2);
    }
    halves.push_back(groups_of_.back());
    groups_of_ = std::move(halves);
  }

  // Exchanges the keys of runs, of which both lists have `count`.
  void exchange(std::vector<Run>& low_places, std::vector<Run>& high_places,
                std::int64_t count) {
    if (count == 0) return;
    constexpr std::int64_t kUnit = 2048;  // keys that are worth a thread
    for (auto* runs : {&low_places, &high_places}) runs->push_back({0, 0});
    in_ranges(count, kUnit, true, [&](std::int64_t first, std::int64_t last) {
      RunCursor low(low_places, first), high(high_places, first);
      while (first < last) {
        const std::int64_t some =
            std::min({low.rest(), high.rest(), last - first});
        exchange_keys(row_.keys + low.at(), row_.keys + high.at(), some);
        low.advance(some);
        high.advance(some);
        first += some;
      }
    });
  }

  const SplitRow<Key>& row_;
  const std::vector<Key>& pivots_;
  std::vector<std::int64_t> begins_;  // of the buckets, and the end of the last
  // The first buckets of groups, and the number of all buckets.
  std::vector<std::int64_t> groups_of_ = {
      0, static_cast<std::int64_t>(pivots_.size()) + 1};
  bool is_filled_ = false;
};

template <typename Key>
SplitState sort_in_buckets(const SplitRow<Key>& row) {
  const std::int64_t threads = settings().threads;
  if (row.count < 4 * threads) return SplitState::kUntouched;
  // A look at few keys takes a negligible time.
  const std::vector<Key> few = sample_of(row, 64);
  if (has_few_values(few)) return sort_few_values(row);
  const std::int64_t size = std::ssize(few);
  const std::int64_t below =
      split_pivot_of(few, row.unit, size * (threads / 2) / threads).below;
  // A thread would have nearly all keys.
  if (std::min(below, size - below) < size / 8) return SplitState::kUntouched;
  const std::vector<Key> sample = sample_of(
      row, std::clamp<std::int64_t>(row.count / 64, 64, 512 * threads));
  std::vector<Key> pivots;
  for (std::int64_t bucket = 1; bucket < threads; ++bucket)
    pivots.push_back(
        split_pivot_of(sample, row.unit, std::ssize(sample) * bucket / threads)
            .key);
  Buckets(row, pivots).sort();
  return SplitState::kSorted;
}

}  // namespace

bool is_worth_splitting(std::int64_t count, std::int64_t rows,
                        std::int64_t key_bytes) {
  // A byte of a key takes about as long per level as this many floating-point
  // operations. Keys of one byte are counted.
  constexpr std::int64_t kFlops = 10;
  const auto levels = static_cast<std::int64_t>(
      std::bit_width(static_cast<std::uint64_t>(count)));
  return is_worth_threads(
      0, kFlops * rows * count * key_bytes * (key_bytes == 1 ? 8 : levels));
}

SplitState sort_split(const SplitRow<std::uint32_t>& row) {
  return sort_in_buckets(row);
}
SplitState sort_split(const SplitRow<std::uint64_t>& row) {
  return sort_in_buckets(row);
}

}  // namespace assay::optimized
