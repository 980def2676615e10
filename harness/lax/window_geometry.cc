// Draws the roles of axes first, and the extents that fit them afterwards.
// Tested by tests/harness/lax/drawn_indexing_test.cc.
#include "harness/lax/window_geometry.h"

#include <algorithm>

#include "spec/call_attributes.h"
#include "spec/window_dimensions.h"

namespace assay {
namespace {

using Integers = Attributes::Integers;

// Describes one axis of x.
struct DrawnAxis {
  std::int64_t extent = 1;
  std::int64_t size = 1;
  bool is_batching = false;
  bool is_window = false;  // else windows have extent 1 on it
  bool is_indexed = false;
};

bool has_batching_axes(const CallWish& wish) {
  return wish.cell.variant.find("batching") != std::string_view::npos;
}

// Without updates the result equals x, but it must be a copy.
bool is_about_fresh_results(const CallWish& wish) {
  return wish.row.program == CaseProgram::kFresh;
}

class GeometryMaker {
 public:
  GeometryMaker(const CallWish& wish, Decisions& decisions)
      : wish_(wish),
        decisions_(decisions),
        special_(special_windows(wish)),
        is_empty_(wish.row.shape == CaseShape::kEmpty ||
                  (is_about_fresh_results(wish) && wish.number == 4)) {}

  WindowGeometry make() {
    draw_own_axes();
    draw_batch();
    if (is_empty_) make_empty();
    if (wish_.extent > 0) make_long();
    make_room();
    if (has_batching_axes(wish_)) draw_batching_axes();
    if (wish_.row.shape == CaseShape::kHighRank) raise_rank();
    return joined();
  }

 private:
  // Draws one to three axes of x that are no batching axes.
  void draw_own_axes() {
    std::int64_t count = 1 + decisions_.below(3);
    if (special_ == LaxIndexingCase::kMapOrder)
      count = std::max<std::int64_t>(count, 2);
    if (special_ == LaxIndexingCase::kNoIndex && wish_.number % 4 == 3)
      count = 0;
    // Index vectors of one component may stand past the last axis.
    if (special_ == LaxIndexingCase::kVectorDim && wish_.number % 4 == 3)
      count = 1;
    // In every second case x has 12 elements or more.
    std::int64_t least = 3;
    if (wish_.number % 2 == 0 && count < 3)
      least = std::max(least,
                       shrinkable_size(wish_.structure, count == 1 ? 12 : 4));
    std::int64_t windows = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      DrawnAxis axis;
      axis.is_window = decisions_.below(2) == 1 && windows < 2;
      axis.is_indexed = decisions_.below(4) != 3;
      const bool is_first = i == 0;
      if (is_first && wants_window()) axis.is_window = true;
      if (is_first || (i == 1 && special_ == LaxIndexingCase::kMapOrder))
        axis.is_indexed = true;
      if (special_ == LaxIndexingCase::kNoIndex) axis.is_indexed = false;
      windows += axis.is_window ? 1 : 0;
      draw_extents(axis, least);
      axes_.push_back(axis);
    }
  }

  bool wants_window() const {
    return special_ == LaxIndexingCase::kWindow ||
           special_ == LaxIndexingCase::kBetween || is_empty_;
  }

  void draw_extents(DrawnAxis& axis, std::int64_t least) {
    axis.extent = least + decisions_.below(4);
    if (!axis.is_window) return;
    if (special_ == LaxIndexingCase::kWhole)
      axis.size = axis.extent;
    else if (axis.is_indexed)
      axis.size = std::min(2 + decisions_.below(2), axis.extent);
    else
      axis.size = axis.extent - decisions_.below(2);
  }

  // Draws the axes of the indices that number windows, but for those that
  // batches share.
  void draw_batch() {
    std::int64_t count = decisions_.below(3);
    if (is_empty_ || special_ == LaxIndexingCase::kSorted)
      count = std::max<std::int64_t>(count, 1);
    if (special_ == LaxIndexingCase::kBetween) count = 2;
    if (special_ == LaxIndexingCase::kVectorDim) count = 2;
    for (std::int64_t i = 0; i < count; ++i)
      batch_.push_back(2 + decisions_.below(i == 0 ? 4 : 2));
    if (special_ == LaxIndexingCase::kMany)
      batch_ = {65 + 16 * (wish_.number % 3)};
    if (special_ == LaxIndexingCase::kRepeated)
      batch_.insert(batch_.begin(), 5 + decisions_.below(4));
    shares_.assign(batch_.size(), -1);
  }

  // Makes a call without windows, or with windows without elements.
  void make_empty() {
    if (wish_.number % 2 == 0) {
      batch_[0] = 0;
      return;
    }
    axes_[0].size = 0;
    if (wish_.number % 4 == 3) axes_[0].extent = 0;
  }

  // Makes an extent long: x and the number of windows, x alone, windows along
  // an axis that is not indexed, or along one that is.
  void make_long() {
    axes_.resize(1);
    DrawnAxis& axis = axes_[0];
    axis = {.extent = wish_.extent,
            .size = 1,
            .is_window = true,
            .is_indexed = true};
    batch_ = {3};
    switch (wish_.number % 4) {
      case 0:
        batch_ = {wish_.extent};
        axis.is_window = wish_.number % 8 == 0;
        break;
      case 1:
        axis.size = std::min<std::int64_t>(2, wish_.extent);
        break;
      case 2:
        axis.is_indexed = false;
        axis.size = wish_.extent;
        axes_.push_back({.extent = 5, .is_indexed = true});
        break;
      default:
        axis.size = std::max<std::int64_t>(wish_.extent / 3, 1);
        batch_ = {2};
    }
    shares_.assign(batch_.size(), -1);
  }

  // Makes x long enough for updates to distinct places, and one place more.
  void make_room() {
    if (!spec_of(wish_.cell.op).has(AttributeKey::kMode) ||
        special_ == LaxIndexingCase::kRepeated ||
        special_ == LaxIndexingCase::kMany || is_empty_)
      return;
    const auto indexed =
        std::find_if(axes_.begin(), axes_.end(),
                     [](const DrawnAxis& axis) { return axis.is_indexed; });
    if (indexed == axes_.end()) return;
    std::int64_t others = 1;
    for (const DrawnAxis& axis : axes_)
      if (axis.is_indexed && &axis != &*indexed)
        others *= axis.extent / axis.size;
    const std::int64_t needed = element_count(batch_) / others + 1;
    indexed->extent = std::max(indexed->extent, needed * indexed->size);
  }

  // Puts batching axes anywhere among those of x, and their partners anywhere
  // among those of the indices.
  void draw_batching_axes() {
    const std::int64_t count = 1 + decisions_.below(2);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t extent = 2 + decisions_.below(2);
      axes_.insert(axes_.begin() + decisions_.below(std::ssize(axes_) + 1),
                   {.extent = extent, .is_batching = true});
    }
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      if (!axes_[axis].is_batching) continue;
      const auto at = decisions_.below(std::ssize(batch_) + 1);
      batch_.insert(batch_.begin() + at, axes_[axis].extent);
      shares_.insert(shares_.begin() + at, static_cast<std::int64_t>(axis));
    }
  }

  // Adds axes of extent 1: most are left out of windows, and some are indexed.
  void raise_rank() {
    const std::size_t rank = with_high_rank({}, wish_.number).size();
    for (std::int64_t i = 0; axes_.size() < rank; ++i) {
      const auto at = i * 2 % (std::ssize(axes_) + 1);
      axes_.insert(
          axes_.begin() + at,
          {.extent = 1, .is_window = i % 3 == 2, .is_indexed = i % 4 == 1});
      for (std::int64_t& shared : shares_)
        if (shared >= at) ++shared;
    }
    for (int i = 0; wish_.number % 2 == 1 && i < 4; ++i) {
      batch_.insert(batch_.begin(), 1);
      shares_.insert(shares_.begin(), -1);
    }
  }

  WindowGeometry joined() {
    WindowGeometry made;
    for (std::int64_t axis = 0; axis < std::ssize(axes_); ++axis) {
      const DrawnAxis& drawn = axes_[static_cast<std::size_t>(axis)];
      made.x.push_back(drawn.extent);
      made.sizes.push_back(drawn.size);
      if (drawn.is_batching)
        made.batching.push_back(axis);
      else if (!drawn.is_window)
        made.left_out.push_back(axis);
      if (drawn.is_indexed) made.index_map.push_back(axis);
    }
    shuffle_index_map(made.index_map);
    made.batch = batch_;
    place_index_vector(made);
    for (std::int64_t axis : made.batching) {
      const auto at =
          std::find(shares_.begin(), shares_.end(), axis) - shares_.begin();
      made.of_indices.push_back(at + (at < made.index_vector ? 0 : 1));
    }
    place_windows(made);
    return made;
  }

  // Leaves the axes in their order in less than half of all calls.
  void shuffle_index_map(Integers& map) {
    if (special_ == LaxIndexingCase::kMapOrder || decisions_.below(3) != 0)
      std::reverse(map.begin(), map.end());
    if (map.size() > 2 && decisions_.below(2) == 1) std::swap(map[0], map[1]);
  }

  void place_index_vector(WindowGeometry& made) {
    const auto rank = std::ssize(made.batch);
    made.index_vector = decisions_.below(rank + 1);
    // A single component may have no axis of its own.
    bool is_past = made.index_map.size() == 1 && decisions_.below(2) == 1;
    if (special_ == LaxIndexingCase::kVectorDim) {
      const std::int64_t kPlaces[] = {0, rank / 2, rank};
      is_past = made.index_map.size() == 1 && wish_.number % 4 == 3;
      made.index_vector = kPlaces[wish_.number % 3];
    }
    if (is_past) made.index_vector = rank;
    made.has_vector_axis = !is_past;
  }

  void place_windows(WindowGeometry& made) {
    std::vector<bool> is_window(made.batch.size(), false);
    const std::size_t count =
        made.x.size() - made.left_out.size() - made.batching.size();
    for (std::size_t i = 0; i < count; ++i) {
      auto at = decisions_.below(std::ssize(is_window) + 1);
      if (special_ == LaxIndexingCase::kBetween && i == 0) at = 1;
      is_window.insert(is_window.begin() + at, true);
    }
    for (std::int64_t axis = 0; axis < std::ssize(is_window); ++axis)
      if (is_window[static_cast<std::size_t>(axis)])
        made.window.push_back(axis);
  }

  const CallWish& wish_;
  Decisions& decisions_;
  LaxIndexingCase special_;
  bool is_empty_;
  std::vector<DrawnAxis> axes_;
  Shape batch_;
  Integers shares_;  // the batching axis of x of each batch axis, or -1
};

}  // namespace

Shape WindowGeometry::indices() const {
  Shape shape = batch;
  if (has_vector_axis)
    shape.insert(shape.begin() + index_vector, std::ssize(index_map));
  return shape;
}

Shape WindowGeometry::outer() const {
  Shape windows;
  for (std::size_t axis = 0; axis < x.size(); ++axis)
    if (!names_axis(left_out, axis) && !names_axis(batching, axis))
      windows.push_back(sizes[axis]);
  Shape shape;
  auto next_batch = batch.begin();
  auto next_window = windows.begin();
  for (std::size_t axis = 0; axis < batch.size() + windows.size(); ++axis)
    shape.push_back(names_axis(window, axis) ? *next_window++ : *next_batch++);
  return shape;
}

Integers WindowGeometry::shared_axes() const {
  Integers axes;
  for (std::int64_t axis : of_indices)
    axes.push_back(axis - (has_vector_axis && axis > index_vector ? 1 : 0));
  return axes;
}

std::int64_t WindowGeometry::windows_at_each() const {
  const Integers shared = shared_axes();
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < batch.size(); ++axis)
    if (!names_axis(shared, axis)) count *= batch[axis];
  return count;
}

std::int64_t WindowGeometry::places_along(std::int64_t axis) const {
  const auto at = static_cast<std::size_t>(axis);
  return sizes[at] == 0 ? 1 : x[at] / sizes[at];
}

std::int64_t WindowGeometry::place_count() const {
  std::int64_t count = 1;
  for (std::int64_t axis : index_map) count *= places_along(axis);
  return count;
}

WindowGeometry draw_window_geometry(const CallWish& wish,
                                    Decisions& decisions) {
  return GeometryMaker(wish, decisions).make();
}

}  // namespace assay
