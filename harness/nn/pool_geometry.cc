// Chooses kernels, strides, dilations, paddings and extents by the structure of
// a case, and changes them until they show what the case is about.
// Tested by tests/harness/nn/pool_geometry_test.cc.
#include "harness/nn/pool_geometry.h"

#include <algorithm>
#include <bit>

#include "harness/families/accumulation.h"
#include "harness/nn/pooling_rows.h"
#include "spec/pool_windows.h"

namespace assay {
namespace {

// The fewest elements of the results of every second case.
constexpr std::int64_t kEnough = 16;
// The most elements of a window of ones.
constexpr std::int64_t kLongWindow = 4096;

bool has_dilation(const CallWish& wish) {
  return spec_of(wish.cell.op).has(AttributeKey::kDilation);
}

// Returns whether the elements of the results must be exact means.
bool has_exact_means(const CallWish& wish) {
  return !has_dilation(wish) && adds_terms(wish.cell.op, wish.cell.variant) &&
         (wish.row.values == kSmallTerms || wish.extent > 0);
}

// Returns the extent of the structure's shape that belongs to an axis, counted
// from the last, or 2 if the shape has too few. Those of three spatial axes are
// short, so that results have few elements.
std::int64_t extent_of(const CallWish& wish, std::size_t from_last) {
  const Shape& shape = wish.structure.shape;
  if (wish.extent > 0 || from_last >= shape.size()) return 2;
  const std::int64_t extent = shape[shape.size() - 1 - from_last];
  return pool_axes(wish.cell.variant) > 2 ? std::min<std::int64_t>(extent, 3)
                                          : extent;
}

Shape chosen_leading(const CallWish& wish, std::size_t axes) {
  if (wish.row.shape == CaseShape::kEmpty) return {0, 2};
  return {1 + (extent_of(wish, axes + 1) - 1) % 2,
          1 + extent_of(wish, axes) % 3};
}

PoolAxis chosen_axis(const CallWish& wish, std::size_t i) {
  PoolAxis axis;
  axis.extent = 1 + extent_of(wish, i);
  axis.kernel = 1 + wish.choose(2 * i, 3);
  // 3 is no power of two.
  if (has_exact_means(wish) && axis.kernel == 3)
    axis.kernel = wish.number % 2 == 0 ? 2 : 4;
  axis.stride = 1 + wish.choose(2 * i + 1, 3);
  if (has_dilation(wish)) axis.dilation = 1 + wish.choose(2 * i + 2, 2);
  axis.before = axis.after = wish.choose(2 * i + 3, axis.kernel / 2 + 1);
  return axis;
}

// Lets windows overlap along an axis, or leaves gaps between them.
void make_overlap(const CallWish& wish, PoolAxis& axis) {
  axis.stride = axis.dilation = 1;
  axis.kernel = has_exact_means(wish) ? 2 : 3;
  axis.before = axis.after = 0;
  axis.extent += 3;
}
void make_gaps(PoolAxis& axis) {
  axis.kernel = std::min<std::int64_t>(axis.kernel, 2);
  axis.stride = 3;
  axis.dilation = 1;
  axis.before = axis.after = 0;
  axis.extent += 3;
}

// Changes an axis so that it shows what the case is about.
void make_telling(const CallWish& wish, std::size_t i, PoolAxis& axis) {
  const auto at_least = [](std::int64_t& value, std::int64_t least) {
    value = std::max(value, least);
  };
  switch (pool_case_of(wish)) {
    case PoolCase::kPadded:
    case PoolCase::kDivisor:
      at_least(axis.kernel, 2);
      axis.before = axis.after = axis.kernel / 2;
      break;
    case PoolCase::kDilation:
      at_least(axis.kernel, 2);
      axis.dilation = 2 + wish.choose(i, 2);
      break;
    case PoolCase::kFlat:
      axis.extent = 3 + static_cast<std::int64_t>(i) * 2;
      axis.kernel = 2;
      break;
    case PoolCase::kNan:
      if (wish.number % 2 == 1) break;
      at_least(axis.kernel, 2);
      axis = {.extent = 2 * axis.kernel,
              .kernel = axis.kernel,
              .stride = axis.kernel};
      break;
    case PoolCase::kNoElement:
      if (i > 0 || is_pool_gradient(spec_of(wish.cell.op))) break;
      axis.kernel = 2;
      axis.dilation = 3 + wish.choose(2, 3);
      axis.extent = axis.dilation - 1;
      axis.before = axis.after = 1;
      break;
    case PoolCase::kLeftOver:
      at_least(axis.kernel, 2);
      at_least(axis.stride, 2);
      break;
    case PoolCase::kCeil:
      at_least(axis.kernel, 2);
      if (has_exact_means(wish)) axis.kernel = 2;
      at_least(axis.stride, 2);
      // With padding the part would start after the operand.
      if (axis.kernel == 2) axis.before = axis.after = 0;
      break;
    case PoolCase::kCeilStart:
      if (has_exact_means(wish))
        axis.kernel = std::min<std::int64_t>(axis.kernel, 2);
      axis.before = axis.after = std::min(axis.before, axis.kernel / 2);
      at_least(axis.stride, 2);
      break;
    case PoolCase::kManyTerms:
      axis = {.extent = i == 0 ? shrinkable_size(wish.structure, 600) : 1};
      break;
    case PoolCase::kOverlap:
      make_overlap(wish, axis);
      break;
    case PoolCase::kGaps:
      make_gaps(axis);
      break;
    default:
      break;
  }
}

// Returns whether the windows along an axis are such as the case needs.
bool is_telling(const CallWish& wish, const PoolAxis& axis) {
  if (axis.room() < 0) return false;
  switch (pool_case_of(wish)) {
    case PoolCase::kLeftOver:
      return axis.has_rest();
    case PoolCase::kCeil:
      return axis.has_rest() && !axis.starts_after();
    case PoolCase::kCeilStart:
      return axis.starts_after();
    default:
      return true;
  }
}

// Lengthens an axis until it is telling. If no extent of a whole period is, a
// kernel of 1 is, whose last window then starts after the operand.
void lengthen(const CallWish& wish, PoolAxis& axis) {
  while (axis.room() < 0) ++axis.extent;
  for (std::int64_t step = 0; step < axis.stride; ++step, ++axis.extent)
    if (is_telling(wish, axis)) return;
  if (is_telling(wish, axis)) return;
  if (pool_case_of(wish) == PoolCase::kCeilStart)
    axis = {.extent = 2 * axis.stride, .stride = axis.stride};
}

// Makes padding asymmetric where the variant is, on the last axis, and nowhere
// else.
void fit_padding(const CallWish& wish, std::vector<PoolAxis>& axes) {
  for (PoolAxis& axis : axes) axis.after = axis.before;
  if (wish.cell.variant != "asymmetric") return;
  PoolAxis& last = axes.back();
  if (last.kernel < 2) last.kernel = 2;
  // Only with these windows some extent has one that starts after the operand.
  const bool starts_after = pool_case_of(wish) == PoolCase::kCeilStart;
  if (starts_after) {
    last.kernel = 2;
    last.dilation = 1;
  }
  const std::int64_t most = last.kernel / 2;
  const bool is_before = pool_case_of(wish) == PoolCase::kCeil ||
                         (!starts_after && wish.choose(3, 2) == 0);
  last.before = is_before ? most : 0;
  last.after = most - last.before;
}

// Grows C, so that a misplaced element has elements around it to differ from.
void enlarge(const CallWish& wish, const OpSpec& op, PoolGeometry& geometry) {
  if (wish.number % 2 == 1 || wish.extent > 0 ||
      wish.row.shape != CaseShape::kAny)
    return;
  const Shape counts = pool_counts(geometry.spatial(),
                                   geometry.attributes(op, DType::kInt32), kNx);
  while (element_count(counts) * element_count(geometry.leading) < kEnough)
    ++geometry.leading[1];
}

// Makes one extent long: the last axis, its kernel, C or N. The others are so
// short that the oracle stays fast.
void stretch(const CallWish& wish, PoolGeometry& geometry) {
  PoolAxis& last = geometry.axes.back();
  geometry.leading = {1, 1};
  const std::size_t kept = wish.number % 4 < 2 ? 2 : 1;
  for (std::size_t i = 0; i + kept < geometry.axes.size(); ++i)
    geometry.axes[i] = PoolAxis{};
  switch (wish.number % 4) {
    case 0:
      last.extent = wish.extent;
      break;
    case 1:
      last.extent = wish.extent;
      last.kernel = static_cast<std::int64_t>(
          std::bit_floor(static_cast<std::uint64_t>(wish.extent)));
      last.stride = std::max<std::int64_t>(last.kernel / 2, 1);
      last.dilation = 1;
      last.before = last.after = 0;
      break;
    case 2:
      geometry.leading[1] = wish.extent;
      break;
    default:
      geometry.leading[0] = wish.extent;
      break;
  }
}

// Makes windows of which many hold each position.
PoolGeometry dense_windows(const CallWish& wish, std::size_t axes) {
  PoolGeometry geometry{{1, 1}, {}, false, false};
  constexpr std::int64_t kKernels[] = {128, 12, 4};
  const std::int64_t kernel =
      1 + shrinkable_size(wish.structure, kKernels[axes - 1]);
  geometry.axes.assign(axes, {.extent = 2 * kernel, .kernel = kernel});
  if (wish.cell.variant == "asymmetric") geometry.axes.back().after = 1;
  return geometry;
}

// Makes one window of many elements, and nothing beside it.
PoolGeometry wide_window(const CallWish& wish, std::size_t axes) {
  PoolGeometry geometry{{1, 1}, {}, false, false};
  std::int64_t kernel = kLongWindow;
  if (axes == 2) kernel = 64;
  if (axes == 3) kernel = 16;
  if (pool_case_of(wish) == PoolCase::kManyTerms) kernel = kernel / 2 - 1;
  kernel = shrinkable_size(wish.structure, kernel);
  geometry.axes.assign(axes,
                       {.extent = kernel, .kernel = kernel, .stride = kernel});
  if (wish.cell.variant == "asymmetric") {
    PoolAxis& first = geometry.axes.front();
    first.kernel = std::max<std::int64_t>(first.kernel, 2);
    first.extent = first.stride = first.kernel;
    first.before = 1;
  }
  return geometry;
}

// Shortens the axis at which the case is about a zero.
void put_zero(const CallWish& wish, std::vector<PoolAxis>& axes) {
  // The last axis may be the asymmetric one.
  PoolAxis& axis = axes.front();
  if (pool_case_of(wish) == PoolCase::kZeroStride) axis.stride = 0;
  if (pool_case_of(wish) != PoolCase::kZeroKernel) return;
  axis.kernel = 0;
  axis.before = axis.after = 0;
}

bool is_wide(PoolCase special) {
  return special == PoolCase::kLong || special == PoolCase::kManyTerms;
}

// Makes one bin of many elements, or for gradients many bins that hold each
// position.
BinGeometry wide_bins(const CallWish& wish, std::size_t axes) {
  if (!is_pool_gradient(spec_of(wish.cell.op))) {
    const PoolGeometry window = wide_window(wish, axes);
    return {window.leading, window.spatial(), Shape(axes, 1)};
  }
  constexpr std::int64_t kSizes[] = {600, 24, 8};
  const std::int64_t size = shrinkable_size(wish.structure, kSizes[axes - 1]);
  return {{1, 1}, Shape(axes, 2), Shape(axes, size)};
}

// Holds the extent of an axis and the number of its bins.
struct BinAxis {
  std::int64_t in;
  std::int64_t out;
};

// Returns bins along the axis that is `from_last` before the last. Of a call
// with a long extent the other axes are short, so that the oracle stays fast.
BinAxis chosen_bins(const CallWish& wish, std::size_t from_last) {
  BinAxis axis{1 + extent_of(wish, from_last), 1 + wish.choose(from_last, 4)};
  if (pool_case_of(wish) == PoolCase::kBins) {
    // Bins that overlap. In every third case there are more than positions.
    axis.out = 2 + wish.choose(from_last, 3);
    axis.in = axis.out * (1 + wish.choose(3, 3)) + 1;
    if (wish.number % 3 == 2) axis = {axis.out, 2 * axis.out + 1};
  }
  if (pool_case_of(wish) == PoolCase::kGlobal) axis.out = 1;
  if (pool_case_of(wish) == PoolCase::kIdentity) axis.out = axis.in;
  const int way = wish.number % 4;
  if (wish.extent > 0 && from_last > (way < 2 ? 1u : 0u)) axis = {1, 1};
  if (wish.extent > 0 && from_last == 0 && way < 2) {
    axis.in = wish.extent;
    // One long bin, or for gradients many bins.
    if (way == 1)
      axis.out = is_pool_gradient(spec_of(wish.cell.op)) ? axis.in : 1;
  }
  if (has_exact_means(wish) && axis.out < axis.in)
    axis.in = axis.out * static_cast<std::int64_t>(std::bit_floor(
                             static_cast<std::uint64_t>(axis.in / axis.out)));
  return axis;
}

}  // namespace

PoolGeometry pool_geometry(const CallWish& wish) {
  const OpSpec& op = spec_of(wish.cell.op);
  const PoolCase special = pool_case_of(wish);
  const std::size_t axes = pool_axes(wish.cell.variant);
  if (is_wide(special) && !has_dilation(wish))
    return is_pool_gradient(op) ? dense_windows(wish, axes)
                                : wide_window(wish, axes);
  PoolGeometry geometry{chosen_leading(wish, axes), {}, false, false};
  geometry.includes_padding = special == PoolCase::kDivisor
                                  ? wish.number % 2 == 0
                                  : wish.choose(6, 2) == 0;
  if (special == PoolCase::kCeil) geometry.includes_padding = true;
  geometry.rounds_up = special == PoolCase::kCeil ||
                       special == PoolCase::kCeilStart ||
                       (special == PoolCase::kPlain && wish.choose(5, 3) == 0);
  for (std::size_t i = 0; i < axes; ++i) {
    geometry.axes.push_back(chosen_axis(wish, i));
    make_telling(wish, i, geometry.axes.back());
  }
  if (wish.extent > 0) stretch(wish, geometry);
  fit_padding(wish, geometry.axes);
  for (PoolAxis& axis : geometry.axes) {
    // A clipped window of more than two elements has other counts.
    if (has_exact_means(wish) && axis.kernel > 2) {
      geometry.rounds_up = false;
      if (axis.before + axis.after > 0) geometry.includes_padding = true;
    }
    lengthen(wish, axis);
  }
  put_zero(wish, geometry.axes);
  enlarge(wish, op, geometry);
  // Gradients have the shape of the result, which must not depend on the
  // profile.
  const Attributes attributes = geometry.attributes(op, DType::kInt32);
  if (is_pool_gradient(op) &&
      pool_counts(geometry.spatial(), attributes, kNx) !=
          pool_counts(geometry.spatial(), attributes,
                      kNx.with("pool.ceil=plain"_policy)))
    geometry.rounds_up = false;
  return geometry;
}

BinGeometry bin_geometry(const CallWish& wish) {
  const std::size_t axes = pool_axes(wish.cell.variant);
  if (is_wide(pool_case_of(wish))) return wide_bins(wish, axes);
  BinGeometry bins{chosen_leading(wish, axes), {}, {}};
  for (std::size_t i = 0; i < axes; ++i) {
    const auto [in, out] = chosen_bins(wish, i);
    bins.spatial.insert(bins.spatial.begin(), in);
    bins.sizes.insert(bins.sizes.begin(), out);
  }
  if (wish.extent > 0) bins.leading = {1, 1};
  if (wish.extent > 0 && wish.number % 4 == 2) bins.leading[1] = wish.extent;
  if (wish.extent > 0 && wish.number % 4 == 3) bins.leading[0] = wish.extent;
  if (wish.number % 2 == 0 && wish.extent == 0 &&
      wish.row.shape == CaseShape::kAny)
    while (element_count(bins.leading) * element_count(bins.sizes) < kEnough)
      ++bins.leading[1];
  return bins;
}

}  // namespace assay
