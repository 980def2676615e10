// Finds the cheapest order by dynamic programming over the sets of operands.
// Eight operands have 3^8 splits into two parts, which takes less time than any
// contraction that is worth ordering.
// Tested by tests/optimized/general_contraction_test.cc.
#include "optimized/general/contraction_path.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace assay::optimized {
namespace {

// Describes a set of operands, a number whose bits are the operands.
struct Part {
  LabelSet labels;  // of the contracted set
  double cost = std::numeric_limits<double>::infinity();
  std::uint32_t first = 0;  // one of the two sets that it is contracted from
};

class PathSearch {
 public:
  PathSearch(const std::vector<LabelSet>& operands, const LabelSet& output,
             const std::vector<double>& extents)
      : extents_(extents), parts_(std::size_t{1} << operands.size()) {
    const auto all = static_cast<std::uint32_t>(parts_.size() - 1);
    for (std::uint32_t set = 1; set <= all; ++set) {
      LabelSet inside, outside = output;
      for (std::size_t i = 0; i < operands.size(); ++i)
        ((set >> i) % 2 == 1 ? inside : outside) |= operands[i];
      parts_[set].labels = inside & outside;
      if (std::has_single_bit(set)) {
        parts_[set].labels = inside;
        parts_[set].cost = 0;
      } else {
        choose_split(set);
      }
    }
  }

  // Appends the pairs of a set to the path. Returns the position of the result.
  std::size_t append(std::uint32_t set, std::size_t& next,
                     std::vector<std::pair<std::size_t, std::size_t>>& path) {
    if (std::has_single_bit(set))
      return static_cast<std::size_t>(std::countr_zero(set));
    const std::uint32_t first = parts_[set].first;
    const std::size_t a = append(first, next, path);
    const std::size_t b = append(set & ~first, next, path);
    path.emplace_back(a, b);
    return next++;
  }

 private:
  double size_of(const LabelSet& labels) const {
    double size = 1;
    for (std::size_t i = 0; i < extents_.size(); ++i)
      if (labels[i]) size *= extents_[i];
    return size;
  }

  void choose_split(std::uint32_t set) {
    Part& part = parts_[set];
    // Storing an element and reading it again takes as long as some products.
    constexpr double kStored = 8;
    const double stored = kStored * size_of(part.labels);
    for (std::uint32_t first = (set - 1) & set; first != 0;
         first = (first - 1) & set) {
      const std::uint32_t second = set & ~first;
      if (first < second) continue;  // each split once
      const double before = parts_[first].cost + parts_[second].cost + stored;
      if (before >= part.cost) continue;
      const double cost =
          before + size_of(parts_[first].labels | parts_[second].labels);
      if (cost >= part.cost) continue;
      part.cost = cost;
      part.first = first;
    }
  }

  const std::vector<double>& extents_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> contraction_path(
    const std::vector<LabelSet>& operands, const LabelSet& output,
    const std::vector<double>& extents) {
  if (operands.size() == 2) return {{0, 1}};
  PathSearch search(operands, output, extents);
  std::vector<std::pair<std::size_t, std::size_t>> path;
  std::size_t next = operands.size();
  search.append((std::uint32_t{1} << operands.size()) - 1, next, path);
  return path;
}

}  // namespace assay::optimized
