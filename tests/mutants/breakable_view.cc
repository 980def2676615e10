// Implements creation and properties; breakable_view_steps.cc has the
// transformations. Tested by tests/mutants/view_rows_test.cc.
#include "tests/mutants/breakable_view.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace assay::mutants {

BreakableView::Strided BreakableView::strided(const SymbolicView& view) {
  return {.shape = *view.shape().concrete(),
          .strides = view.strides(),
          .offset = view.offset(),
          .mask = view.mask()};
}

// Breaks views only if creation accepts them.
Status BreakableView::create(const SymbolicShape& shape,
                             const ViewLayout& layout) {
  created_.reset();
  current_.reset();
  Status status = SymbolicViewSubject::create(shape, layout);
  const auto concrete = shape.concrete();
  if (!status.ok() || !concrete) return status;
  Strided view = strided(last_);
  view.mask = layout.mask;
  if (broken("StridesMultiplyNeighboursAlone") && !layout.strides)
    for (std::size_t axis = 0; axis + 2 < view.rank(); ++axis)
      view.strides[axis] = view.shape[axis + 1];
  view.created_count = element_count(view.shape);
  return keep(std::move(view), true);
}

bool BreakableView::is_full(const Strided& view) const {
  const AxisPairs& mask = *view.mask;
  const auto is_full = [&](std::size_t axis) {
    const bool from_start =
        mask[axis].first == 0 || broken("MaskToTheEndIsFull");
    const bool to_end = mask[axis].second == view.shape[axis] ||
                        broken("MaskFromTheStartIsFull");
    return from_start && to_end;
  };
  if (mask.empty()) return true;
  if (broken("MaskFullOnTheFirstAxisIsFull")) return is_full(0);
  if (broken("MaskFullOnTheLastAxisIsFull")) return is_full(mask.size() - 1);
  if (broken("EmptyMasksAreDropped"))
    for (const auto& [start, stop] : mask)
      if (start == stop) return true;
  std::size_t full = 0;
  for (std::size_t axis = 0; axis < mask.size(); ++axis)
    full += is_full(axis) ? 1 : 0;
  return broken("MaskFullOnOneAxisIsFull") ? full > 0 : full == mask.size();
}

// Brings a view into the form that every view has, and makes it the current
// one.
Status BreakableView::keep(Strided view, bool is_created) {
  const bool is_empty =
      std::find(view.shape.begin(), view.shape.end(), 0) != view.shape.end();
  const bool keeps_full = broken("FullMasksOfStepsStay") && !is_created;
  if (view.mask && !is_empty && !keeps_full && is_full(view)) view.mask.reset();
  if (is_empty) {
    if (is_created || !broken("EmptyViewsOfStepsKeepTheMask"))
      view.mask.reset();
    if (is_created || !broken("EmptyViewsOfStepsKeepTheOffset"))
      view.offset = 0;
  }
  if (is_created) view.was_contiguous = is_contiguous(view);
  view.was_masked = view.was_masked || view.mask.has_value();
  current_ = std::move(view);
  if (is_created) created_ = current_;
  return {};
}

std::int64_t BreakableView::position(const Strided& view,
                                     const Index& at) const {
  std::int64_t position = view.offset;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    position += at[axis] * (broken("LinearIndexForgetsSigns")
                                ? std::abs(view.strides[axis])
                                : view.strides[axis]);
  return position;
}

bool BreakableView::is_valid(const Strided& view, const Index& at) const {
  if (at.size() != view.rank()) return false;
  if (broken("EmptyViewsHaveAValidIndex") && element_count(view.shape) == 0)
    return true;
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    if (at[axis] < 0 || at[axis] >= view.shape[axis]) return false;
    if (!view.mask) continue;
    if (broken("ValidLooksAtTheFirstAxis") && axis > 0) continue;
    if (broken("ValidLooksAtTheLastAxis") && axis + 1 < at.size()) continue;
    const auto [start, stop] = (*view.mask)[axis];
    if (at[axis] < start && !broken("ValidForgetsTheStart")) return false;
    if (at[axis] >= stop + (broken("ValidIncludesTheStop") ? 1 : 0))
      return false;
  }
  return true;
}

BreakableView::Json BreakableView::elements_of(const Strided& view) const {
  Json list = Json::array();
  const auto add = [&](const Index& at) {
    if (is_valid(view, at)) {
      std::int64_t place = view.offset;
      for (std::size_t axis = 0; axis < at.size(); ++axis)
        place += at[axis] * view.strides[axis];
      list.push_back(place);
    } else if (!broken("ElementsSkipPadding")) {
      list.push_back(nullptr);
    }
  };
  Shape shape = view.shape;
  const bool turns = broken("ElementsComeColumnsFirst");
  if (turns) std::reverse(shape.begin(), shape.end());
  for (Index at : indices(shape)) {
    if (turns) std::reverse(at.begin(), at.end());
    add(at);
  }
  return list;
}

bool BreakableView::is_contiguous(const Strided& view) const {
  const std::int64_t count = element_count(view.shape);
  if (count == 0) return true;
  if (view.mask && !broken("ContiguousForgetsTheMask")) return false;
  if (view.offset != 0 && !broken("ContiguousForgetsTheOffset")) return false;
  std::int64_t step = 1;
  std::int64_t before = 0;
  for (std::size_t axis = view.rank(); axis-- > 0;) {
    std::int64_t stride = view.strides[axis];
    if (broken("ContiguousTakesNegativeStrides")) stride = std::abs(stride);
    if (view.shape[axis] == 1) continue;
    if (stride == 0 && broken("ContiguousSkipsStridesOfZero")) continue;
    const bool is_innermost = step == 1;
    const bool fits = broken("ContiguousWhereStridesDescend")
                          ? (is_innermost ? stride == 1 : stride >= before)
                          : stride == step;
    if (broken("ContiguousLooksAtTheLastAxis") && !is_innermost) return true;
    if (!fits) return false;
    before = stride;
    step *= view.shape[axis];
  }
  return true;
}

Result<BreakableView::Json> BreakableView::property(
    const Strided& view, std::string_view name) const {
  const auto or_null = [](const auto& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  const bool is_masked =
      view.mask || (broken("MasksAreRemembered") && view.was_masked);
  if (name == "shape") return Json(view.shape);
  if (name == "strides") return Json(view.strides);
  if (name == "offset") return Json(view.offset);
  if (name == "offset_dim")
    return Json(broken("OffsetDimIsOfTheFirst") && created_ ? created_->offset
                                                            : view.offset);
  if (name == "ndim")
    return Json(broken("NdimIsOfTheFirst") && created_ ? created_->rank()
                                                       : view.rank());
  if (name == "mask") return or_null(view.mask);
  if (name == "elements") return elements_of(view);
  if (name == "can_get_strides") return Json(!is_masked);
  if (name == "is_materializable")
    return Json(
        (!is_masked || broken("MaterializableWithAMask")) &&
        (is_contiguous(view) || !broken("MaterializableNeedsContiguous")));
  if (name == "strides_opt") {
    bool is_left_out = is_masked;
    for (std::int64_t stride : view.strides)
      is_left_out = is_left_out ||
                    (broken("StridesOptNeedsPositiveStrides") && stride < 0) ||
                    (broken("StridesOptNeedsMovingStrides") && stride == 0);
    return is_left_out ? Json(nullptr) : Json(view.strides);
  }
  if (name == "is_c_contiguous")
    return Json(broken("ContiguousIsRemembered") ? view.was_contiguous
                                                 : is_contiguous(view));
  if (name == "numel") {
    if (broken("NumelIsOfTheBuffer")) return Json(view.created_count);
    std::int64_t count = element_count(view.shape);
    if (broken("NumelCountsValidElements") && view.mask) {
      count = 1;
      for (const auto& [start, stop] : *view.mask) count *= stop - start;
    }
    return Json(count);
  }
  if (name == "text") {
    Json texts = Json::array();
    for (std::int64_t extent : view.shape)
      texts.push_back(std::to_string(extent));
    return texts;
  }
  if (view.mask) return Status::unsupported("view", "the view is masked");
  return Json{
      {"shape", view.shape},
      {"strides", view.strides},
      {"offset",
       broken("ConcreteViewsForgetTheOffset") ? std::int64_t{0} : view.offset}};
}

Result<BreakableView::Json> BreakableView::ask(const ViewQuestion& question) {
  const auto& kept = question.is_of_first ? created_ : current_;
  if (!kept) return SymbolicViewSubject::ask(question);
  const Strided& view = *kept;
  const Index& at = question.argument;
  if (question.name == "is_valid") return Json(is_valid(view, at));
  if (question.name == "linear_index") {
    if (at.size() != view.rank())
      return Status::invalid("the index has another rank");
    if (broken("LinearIndexOfPaddingIsTheOffset") && !is_valid(view, at))
      return Json(view.offset);
    const std::int64_t place = position(view, at);
    return Json(broken("LinearIndexStopsAtZero")
                    ? std::max<std::int64_t>(place, 0)
                    : place);
  }
  if (question.name == "dim" || question.name == "stride") {
    const auto axis = static_cast<std::size_t>(at.at(0));
    if (at.at(0) < 0 || axis >= view.rank())
      return Status::invalid("there is no such axis");
    if (broken("DimIsOfTheFirst") && question.name == "dim" && created_ &&
        axis < created_->rank())
      return Json(created_->shape[axis]);
    if (broken("StrideIsOfTheFirst") && question.name == "stride" && created_ &&
        axis < created_->rank())
      return Json(created_->strides[axis]);
    return Json(question.name == "dim" ? view.shape[axis] : view.strides[axis]);
  }
  return property(view, question.name);
}

}  // namespace assay::mutants
