// Implements the grouping as a sort of words that hold a place and a row, so
// that no two words are equal.
// Tested by tests/optimized/selection_test.cc.
#include "optimized/selection/row_groups.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "optimized/sorting/quicksort.h"

namespace assay::optimized {
namespace {

// Stores the numbers of the rows, ordered by place and then by number.
void order_rows(const std::vector<std::int64_t>& places,
                std::vector<std::int64_t>& rows) {
  const std::size_t count = places.size();
  const auto highest = static_cast<std::uint64_t>(
      *std::max_element(places.begin(), places.end()));
  const int row_bits = static_cast<int>(std::bit_width(count - 1));
  if (static_cast<int>(std::bit_width(highest)) + row_bits > 64) {
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::int64_t a, std::int64_t b) {
                       return places[static_cast<std::size_t>(a)] <
                              places[static_cast<std::size_t>(b)];
                     });
    return;
  }
  std::vector<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count; ++i)
    words[i] = static_cast<std::uint64_t>(places[i]) << row_bits | i;
  quicksort(words.data(), static_cast<std::int64_t>(count));
  const std::uint64_t mask = (std::uint64_t{1} << row_bits) - 1;
  for (std::size_t i = 0; i < count; ++i)
    rows[i] = static_cast<std::int64_t>(words[i] & mask);
}

}  // namespace

RowGroups::RowGroups(const std::vector<std::int64_t>& places)
    : rows_(places.size()) {
  if (!places.empty()) order_rows(places, rows_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::int64_t place = places[static_cast<std::size_t>(rows_[i])];
    if (!places_.empty() && places_.back() == place) continue;
    places_.push_back(place);
    starts_.push_back(static_cast<std::int64_t>(i));
  }
  starts_.push_back(static_cast<std::int64_t>(rows_.size()));
}

}  // namespace assay::optimized
