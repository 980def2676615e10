// Chooses the order in which the operands of an einsum are contracted in pairs.
// Tested by tests/optimized/general_contraction_test.cc.
#pragma once

#include <bitset>
#include <cstddef>
#include <utility>
#include <vector>

namespace assay::optimized {

// Sets of labels, which are numbered from 0 on. Eight operands of rank 32 have
// no more than this.
inline constexpr std::size_t kMaxLabels = 256;
using LabelSet = std::bitset<kMaxLabels>;

// Returns pairs of positions in the order in which they are to be contracted.
// The result of a pair has the next free position: that of the first one is the
// number of operands. The order costs the least of all orders, where a
// contraction costs its products, and its result as much as some products per
// element. There are at least two operands and at most eight.
std::vector<std::pair<std::size_t, std::size_t>> contraction_path(
    const std::vector<LabelSet>& operands, const LabelSet& output,
    const std::vector<double>& extents);

}  // namespace assay::optimized
