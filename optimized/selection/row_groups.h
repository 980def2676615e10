// Brings rows with equal places together, in ascending order of places. The
// rows of a group keep their order, so a sum over a group has a fixed order.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::optimized {

// The numbers of the rows of one place, ascending.
struct RowGroup {
  const std::int64_t* first;
  const std::int64_t* last;
};

class RowGroups {
 public:
  // places[i] is the place of row i and is not negative.
  explicit RowGroups(const std::vector<std::int64_t>& places);

  std::int64_t count() const {
    return static_cast<std::int64_t>(places_.size());
  }
  std::int64_t place(std::int64_t group) const {
    return places_[static_cast<std::size_t>(group)];
  }
  RowGroup operator[](std::int64_t group) const {
    const auto at = static_cast<std::size_t>(group);
    return {rows_.data() + starts_[at], rows_.data() + starts_[at + 1]};
  }

 private:
  std::vector<std::int64_t> rows_;    // all groups, one after the other
  std::vector<std::int64_t> starts_;  // of groups in rows_, and its size
  std::vector<std::int64_t> places_;  // of groups
};

}  // namespace assay::optimized
