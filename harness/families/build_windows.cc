// Draws the calls of the windows family (unfold and fold): strides, dilations
// and paddings of which a wrong one shows.
// Tested by tests/harness/families/build_arrays_test.cc.
#include <algorithm>

#include "harness/families/clause_rows/windows.h"
#include "harness/families/drawn_families.h"
#include "harness/operands/exact_operands.h"
#include "spec/infer.h"

namespace assay {
namespace {

WindowCase window_case_of(const CallWish& wish) {
  return special_of<WindowCase>(wish.row);
}

// Describes the windows along one spatial axis.
struct WindowAxis {
  std::int64_t extent = 1;
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;
  std::int64_t after = 0;

  // Returns how many places are left after the first window, or a negative
  // number if it does not fit.
  std::int64_t room() const {
    return extent + before + after - (dilation * (kernel - 1) + 1);
  }
};

// Returns windows of few elements, as the structure chooses.
WindowAxis chosen_axis(const CallWish& wish, std::size_t axis,
                       std::int64_t extent, bool is_narrow) {
  const auto choose = [&](std::size_t k, std::int64_t count) {
    return wish.structure.choose((axis + k) % kChoiceCount, count);
  };
  WindowAxis window;
  window.extent = is_narrow ? std::min<std::int64_t>(extent, 2) : extent;
  window.kernel = 1 + choose(0, is_narrow ? 2 : 3);
  window.stride = 1 + choose(1, 3);
  window.dilation = 1 + choose(2, 2);
  window.before = choose(3, is_narrow ? 2 : 3);
  window.after = choose(4, is_narrow ? 2 : 3);
  return window;
}

// Changes the axis so that it shows what the case is about.
void make_telling(const CallWish& wish, std::size_t axis, WindowAxis& window) {
  const auto choose = [&](std::size_t k, std::int64_t count) {
    return wish.structure.choose((axis + k) % kChoiceCount, count);
  };
  switch (window_case_of(wish)) {
    case WindowCase::kStride:
      window.stride = 2 + choose(1, 2);
      window.extent += 4;
      break;
    case WindowCase::kDilation:
      window.dilation = 2 + choose(2, 2);
      window.kernel = std::max<std::int64_t>(window.kernel, 2);
      break;
    case WindowCase::kAsymmetric:
      window.before = axis % 2 == 0 ? 1 + choose(3, 2) : 0;
      window.after = axis % 2 == 0 ? 0 : 1 + choose(4, 2);
      break;
    case WindowCase::kPadded:
      window.before = window.after = 1 + choose(3, 2);
      window.kernel = std::max<std::int64_t>(window.kernel, 2);
      break;
    case WindowCase::kLeftOver:
      window.stride = 3;
      break;
    case WindowCase::kOrder:
      window = {.extent = window.extent + 2, .kernel = 2 + choose(0, 2)};
      break;
    case WindowCase::kOverlap:
      window.stride = 1;
      window.dilation = 1;
      window.kernel = 3;
      window.extent += 3;
      break;
    case WindowCase::kGaps:
      window = {
          .extent = window.extent + 3, .kernel = 1 + choose(0, 2), .stride = 3};
      break;
    default:
      break;
  }
  // At least one window fits; a case about left-over elements also has part of
  // one.
  while (window.room() < 0 || (window_case_of(wish) == WindowCase::kLeftOver &&
                               window.room() % window.stride == 0))
    ++window.extent;
}

// Holds the axes before the spatial ones, and the windows over the spatial
// ones.
struct WindowGeometry {
  Shape leading;
  std::vector<WindowAxis> axes;

  Shape spatial() const {
    Shape extents;
    for (const WindowAxis& axis : axes) extents.push_back(axis.extent);
    return extents;
  }
  // Returns how many elements all windows have together.
  std::int64_t columns() const {
    std::int64_t count = element_count(leading);
    for (const WindowAxis& axis : axes)
      count *= axis.kernel * (axis.room() / axis.stride + 1);
    return count;
  }
  Attributes attributes() const {
    Shape kernel;
    Shape stride;
    Shape dilation;
    std::vector<std::pair<std::int64_t, std::int64_t>> padding;
    for (const WindowAxis& axis : axes) {
      kernel.push_back(axis.kernel);
      stride.push_back(axis.stride);
      dilation.push_back(axis.dilation);
      padding.emplace_back(axis.before, axis.after);
    }
    return Attributes()
        .padding(padding)
        .set(AttributeKey::kKernelSize, kernel)
        .set(AttributeKey::kStride, stride)
        .set(AttributeKey::kDilation, dilation);
  }
};

std::size_t spatial_axes(const CallWish& wish) {
  if (window_case_of(wish) == WindowCase::kSpatial)
    return 1 + static_cast<std::size_t>(wish.number) % 4;
  // In rank 32 one spatial axis would give fold an operand of rank 33.
  if (window_case_of(wish) == WindowCase::kOrder ||
      wish.row.shape == CaseShape::kHighRank)
    return 2;
  return 1 + static_cast<std::size_t>(wish.structure.choose(5, 2));
}

WindowGeometry window_geometry(const CallWish& wish) {
  const CaseShape wanted = wish.row.shape;
  Shape shape = wish.structure.shape;
  if (wanted == CaseShape::kHighRank)
    shape = with_high_rank(shape, wish.number);
  const std::size_t count = spatial_axes(wish);
  while (shape.size() < count) shape.push_back(2);
  const auto first = shape.end() - static_cast<std::ptrdiff_t>(count);
  WindowGeometry geometry;
  geometry.leading = Shape(shape.begin(), first);
  if (window_case_of(wish) == WindowCase::kLeading)
    geometry.leading.insert(geometry.leading.begin(), 2);
  if (wanted == CaseShape::kEmpty)
    geometry.leading.insert(geometry.leading.begin(), 0);
  for (std::size_t axis = 0; axis < count; ++axis) {
    WindowAxis window = chosen_axis(
        wish, axis, first[static_cast<std::ptrdiff_t>(axis)], count > 2);
    make_telling(wish, axis, window);
    geometry.axes.push_back(window);
  }
  // A fold of few windows tests little, so every second case has more.
  if (wanted == CaseShape::kAny && wish.number % 2 == 0)
    while (geometry.columns() < 12)
      geometry.axes.back().extent += geometry.axes.back().stride;
  return geometry;
}

// Returns windows of dozens of elements along one or two axes. They are side by
// side, so that each place shows one address, or they overlap.
WindowGeometry every_term_geometry(const CallWish& wish) {
  const Structure& structure = wish.structure;
  const int number = wish.number;
  const bool is_apart = number % 2 == 1;
  const bool is_plane = number % 4 >= 2;
  const std::int64_t kernel = 1 + shrinkable_size(structure, is_plane ? 2 : 6);
  WindowAxis window{.kernel = kernel, .stride = is_apart ? kernel : 1};
  window.extent = kernel * shrinkable_size(structure, is_plane ? 4 : 17) + 1;
  WindowGeometry geometry;
  geometry.axes.assign(is_plane ? 2 : 1, window);
  return geometry;
}

Shape joined(Shape first, const Shape& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

DrawnCall draw_unfold(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  const WindowGeometry geometry = window_geometry(wish);
  DrawnOperand x{joined(geometry.leading, geometry.spatial())};
  if (dtype != DType::kBool && wish.row.values != ValueKind::kPayloads)
    x.element = [dtype](std::size_t k) {
      return address_element(dtype, static_cast<std::int64_t>(k));
    };
  return {{std::move(x)}, geometry.attributes()};
}

DrawnCall draw_fold(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  const bool is_every_term = window_case_of(wish) == WindowCase::kEveryTerm;
  const WindowGeometry geometry =
      is_every_term ? every_term_geometry(wish) : window_geometry(wish);
  Attributes attributes = geometry.attributes();
  attributes.set(AttributeKey::kOutputSize, geometry.spatial());
  DrawnOperand x{
      joined(geometry.leading,
             {element_count(attributes.integers(AttributeKey::kKernelSize)),
              element_count(window_counts(geometry.spatial(), attributes))})};
  if (is_every_term && wish.number % 2 == 1)
    x.element = [dtype](std::size_t k) {
      return address_element(dtype, static_cast<std::int64_t>(k));
    };
  return {{std::move(x)}, std::move(attributes)};
}

Attributes windows(
    Attributes::Integers kernel, Attributes::Integers stride,
    Attributes::Integers dilation,
    const std::vector<std::pair<std::int64_t, std::int64_t>>& padding) {
  Attributes attributes;
  attributes.set(AttributeKey::kKernelSize, std::move(kernel))
      .set(AttributeKey::kStride, std::move(stride))
      .set(AttributeKey::kDilation, std::move(dilation))
      .padding(padding);
  return attributes;
}

Attributes folded(Attributes attributes, Attributes::Integers output) {
  return attributes.set(AttributeKey::kOutputSize, std::move(output));
}

}  // namespace

std::span<const ClauseCase> windows_rows() {
  return rows_of<WindowCase>("windows", kWindowsClauseCases);
}

DrawnCall draw_windows(const CallWish& wish) {
  return takes_output_size(spec_of(wish.cell.op)) ? draw_fold(wish)
                                                  : draw_unfold(wish);
}

void add_window_rows(const Cell& cell, RobustnessRows& rows) {
  const Attributes one = windows({2}, {1}, {1}, {{0, 0}});
  const bool folds = takes_output_size(spec_of(cell.op));
  const auto add = [&](std::string_view clause, Shape shape,
                       const Attributes& broken, Shape control_shape,
                       const Attributes& control) {
    rows.push_back({clause,
                    {{of(cell.dtype, std::move(shape))}, broken},
                    {{of(cell.dtype, std::move(control_shape))}, control}});
  };
  if (!folds) {
    const Shape x = {2, 3};
    constexpr std::string_view kLengths = "unfold.lengths"_clause;
    constexpr std::string_view kPositive = "unfold.positive"_clause;
    add(kLengths, x, windows({2}, {1, 1}, {1}, {{0, 0}}), x, one);
    add(kLengths, x, windows({}, {}, {}, {}), x, one);
    add(kPositive, x, windows({2}, {0}, {1}, {{0, 0}}), x, one);
    add(kPositive, x, windows({2}, {1}, {1}, {{0, -1}}), x, one);
    add("unfold.rank"_clause, {}, one, {2}, one);
    add("unfold.fits"_clause, {1}, one, {2}, one);
    return;
  }
  const Shape x = {2, 2};
  const Attributes control = folded(one, {3});
  add("fold.lengths"_clause, x, folded(one, {3, 1}), x, control);
  add("fold.positive"_clause, x, folded(windows({2}, {1}, {-1}, {{0, 0}}), {3}),
      x, control);
  add("fold.positive"_clause, x, folded(windows({2}, {0}, {1}, {{0, 0}}), {3}),
      x, control);
  add("fold.consistent"_clause, x, folded(one, {4}), {2, 3}, folded(one, {4}));
}

}  // namespace assay
