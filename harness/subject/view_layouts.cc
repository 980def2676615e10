// Classifies a view by the signs, order and spacing of its strides.
// Tested by tests/harness/subject/claim_reach_test.cc.
#include "harness/subject/view_layouts.h"

#include <algorithm>

namespace assay {
namespace {

// Describes an axis that moves through the buffer: it is neither repeated nor
// of extent 1.
struct MovingAxis {
  std::int64_t extent = 0;
  std::int64_t step = 0;  // the magnitude of the stride
};

// Says whether elements have gaps between them or share places.
struct Spacing {
  bool has_gaps = false;
  bool has_overlap = false;
};

// Returns the spacing of a view. Without gaps or overlap the innermost axis
// steps by one element, and every other axis by the span of the axes inside it.
Spacing spacing_of(std::vector<MovingAxis> axes) {
  std::stable_sort(
      axes.begin(), axes.end(),
      [](const MovingAxis& a, const MovingAxis& b) { return a.step < b.step; });
  Spacing spacing;
  std::int64_t span = 1;
  for (const MovingAxis& axis : axes) {
    spacing.has_gaps = spacing.has_gaps || axis.step > span;
    spacing.has_overlap = spacing.has_overlap || axis.step < span;
    span += axis.step * (axis.extent - 1);
  }
  return spacing;
}

}  // namespace

std::vector<std::string_view> layouts_of(const View& view) {
  if (view.numel() == 0) return {};
  bool is_reversed = false;
  bool is_repeated = false;
  std::vector<MovingAxis> axes;
  for (std::size_t axis = 0; axis < view.rank(); ++axis) {
    const std::int64_t extent = view.shape()[axis];
    const std::int64_t stride = view.strides()[axis];
    if (extent == 1) continue;
    is_repeated = is_repeated || stride == 0;
    is_reversed = is_reversed || stride < 0;
    if (stride != 0) axes.push_back({extent, stride < 0 ? -stride : stride});
  }
  const bool is_transposed = !std::is_sorted(
      axes.begin(), axes.end(),
      [](const MovingAxis& a, const MovingAxis& b) { return a.step > b.step; });
  const Spacing spacing = spacing_of(std::move(axes));
  const bool is_sliced = spacing.has_gaps || spacing.has_overlap;
  const bool is_mixed = is_reversed && (is_sliced || is_transposed);

  std::vector<std::string_view> names;
  if (is_mixed) names.push_back("mixed");
  if (is_reversed && !is_mixed) names.push_back("flip");
  if (is_transposed && !is_mixed) names.push_back("transpose");
  if (is_sliced && !is_mixed) names.push_back("slice");
  if (is_repeated || spacing.has_overlap) names.push_back("broadcast");
  if (!is_reversed && !is_sliced && view.bounds().first > 0)
    names.push_back("offset");
  if (names.empty() && view.numel() > 1) names.push_back("contiguous");
  return names;
}

}  // namespace assay
