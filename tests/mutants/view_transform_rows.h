// Mutants of expand, permute, shrink, pad and flip of views: what they do to
// strides, offsets and masks, and what they refuse.
// Tested by tests/mutants/view_rows_test.cc.
#pragma once

#include <algorithm>

#include "spec/op_name.h"
#include "tests/mutants/view_mutants.h"

namespace assay::mutants {

// Carries a step of a name out, then gives its result another layout.
template <OpName name, void (*change)(const ViewMutant&, ViewLayout&)>
Status relaid(ViewMutant& view, ViewStep step) {
  const Status right = view.right_apply(step);
  if (step.name != std::string_view(name.text) || !right.ok()) return right;
  ViewLayout layout = layout_of(view.last());
  change(view, layout);
  return view.replace(view.last().shape(), layout);
}
inline void without_mask(const ViewMutant&, ViewLayout& layout) {
  layout.mask.reset();
}
inline void with_mask_before(const ViewMutant& view, ViewLayout& layout) {
  layout.mask = view.before().mask();
}
inline void with_offset_before(const ViewMutant& view, ViewLayout& layout) {
  layout.offset = view.before().offset();
}
inline void with_strides_before(const ViewMutant& view, ViewLayout& layout) {
  if (view.before().ndim() == view.last().ndim())
    layout.strides = view.before().strides();
}
// Makes the whole of the earlier view valid, including its own padding.
inline void with_whole_mask(const ViewMutant& view, ViewLayout& layout) {
  const auto extents = view.before().shape().concrete();
  if (!extents || !layout.mask || !view.before().mask()) return;
  for (std::size_t i = 0; i < extents->size(); ++i) {
    (*layout.mask)[i].first -= (*view.before().mask())[i].first;
    (*layout.mask)[i].second = (*layout.mask)[i].first + (*extents)[i];
  }
}
inline bool was_symbolic(const ViewMutant& view) {
  return !view.before().shape().is_static();
}
inline void without_symbolic_offset(const ViewMutant& view,
                                    ViewLayout& layout) {
  if (was_symbolic(view)) layout.offset = 0;
}
inline void without_symbolic_mask(const ViewMutant& view, ViewLayout& layout) {
  if (was_symbolic(view)) layout.mask.reset();
}
inline void with_fresh_strides(const ViewMutant& view, ViewLayout& layout) {
  if (was_symbolic(view)) layout.strides.reset();
}

inline const ViewMutantRow kViewTransformMutants[] = {
    {"ExpandKeepsStrides",
     "view.expand",
     {.apply = relaid<"expand", with_strides_before>}},
    {"ExpandTakesNoScalar",
     "view.expand_rank_zero",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return step.name == "expand" && v.last().ndim() == 0
                       ? Status::invalid("another rank")
                       : v.right_apply(step);
          }}},
    {"RepeatsAreContiguous",
     "view.expand_contiguous",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            const auto& strides = v.last().strides();
            if (question.name == "is_c_contiguous" &&
                std::find(strides.begin(), strides.end(), 0) != strides.end())
              return Result<ViewJson>(ViewJson(true));
            return v.right_ask(question);
          }}},
    {"ExpandTakesNoNothing",
     "view.expand_zero_size",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return step.name == "expand" && step.shape.is_zero_size()
                       ? Status::invalid("nothing to repeat")
                       : v.right_apply(step);
          }}},
    {"ExpandForgetsSymbolicStrides",
     "view.expand_symbolic",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            if (step.name != "expand" || !right.ok() ||
                v.last().shape().is_static())
              return right;
            return v.replace(v.last().shape(), {});
          }}},
    {"ExpandTakesAnyExtent",
     "view.expand_invalid",
     {.apply = accept<"expand">}},
    {"ExpandAddsAxes",
     "view.expand_rank",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            return step.name == "expand" &&
                           step.shape.rank() > v.before().ndim()
                       ? Status{}
                       : right;
          }}},
    {"ExpandForgetsMasks",
     "view.expand_masked",
     {.apply = relaid<"expand", without_mask>}},
    {"ExpandRepeatsPadding", "view.expand_masked", {.apply = accept<"expand">}},

    {"PermutesTheOtherWay",
     "view.permute",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            if (step.name != "permute") return v.right_apply(step);
            const auto axes = step.axes;
            for (std::size_t i = 0; i < axes.size(); ++i)
              if (axes[i] >= 0 && axes[i] < std::ssize(axes))
                step.axes[static_cast<std::size_t>(axes[i])] =
                    static_cast<std::int64_t>(i);
            return v.right_apply(step);
          }}},
    {"PermuteForgetsMasks",
     "view.permute_mask",
     {.apply = relaid<"permute", without_mask>}},
    {"PermuteTakesNoSymbols",
     "view.permute_symbolic",
     {.apply = refuse_symbolic<"permute">}},
    {"PermuteTakesAnyAxes",
     "view.permute_invalid",
     {.apply = accept<"permute">}},

    {"ShrinkKeepsTheFirst",
     "view.shrink",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            for (auto& [start, stop] : step.pairs)
              if (step.name == "shrink" && start >= 0 && start < stop) {
                stop -= start;
                start = 0;
              }
            return v.right_apply(step);
          }}},
    {"ShrinkRefusesWholeAxes",
     "view.shrink_whole",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const auto extents = v.last().shape().concrete();
            bool is_whole = step.name == "shrink" && extents.has_value();
            for (std::size_t i = 0; is_whole && i < extents->size(); ++i)
              is_whole =
                  step.pairs[i] == std::pair{std::int64_t{0}, (*extents)[i]};
            return is_whole ? Status::invalid("nothing to shrink")
                            : v.right_apply(step);
          }}},
    {"ShrinkTakesAnyRange", "view.shrink_range", {.apply = accept<"shrink">}},
    {"ShrinkForgetsMasks",
     "view.shrink_mask",
     {.apply = relaid<"shrink", without_mask>}},
    {"ShrinkTakesSymbols", "view.shrink_symbolic", {.apply = accept<"shrink">}},

    {"PadGrowsInFront",
     "view.pad_shape",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            if (step.name == "pad")
              for (auto& [before, after] : step.pairs)
                if (after > 0) after = 0;
            return v.right_apply(step);
          }}},
    {"PadKeepsTheOffset",
     "view.pad_offset",
     {.apply = relaid<"pad", with_offset_before>}},
    {"PadMasksNothing",
     "view.pad_mask",
     {.apply = relaid<"pad", without_mask>}},
    {"PadForgetsOlderPadding",
     "view.pad_masked",
     {.apply = relaid<"pad", with_whole_mask>}},
    {"PadRefusesZeros",
     "view.pad_none",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const bool is_none = std::all_of(
                step.pairs.begin(), step.pairs.end(), [](const auto& pair) {
                  return pair.first == 0 && pair.second == 0;
                });
            return step.name == "pad" && is_none ? Status::invalid("no padding")
                                                 : v.right_apply(step);
          }}},
    {"PadTakesAnyPairs", "view.pad_invalid", {.apply = accept<"pad">}},
    {"PadTakesSymbols", "view.pad_symbolic", {.apply = accept<"pad">}},

    {"FlipKeepsTheOffset",
     "view.flip",
     {.apply = relaid<"flip", with_offset_before>}},
    {"FlipKeepsTheMask",
     "view.flip_mask",
     {.apply = relaid<"flip", with_mask_before>}},
    {"FlipTakesAnyFlags", "view.flip_invalid", {.apply = accept<"flip">}},
    {"FlipTakesSymbols", "view.flip_symbolic", {.apply = accept<"flip">}},

    // These lose something that a symbolic view keeps.
    {"BindForgetsTheOffset",
     "view.bind",
     {.apply = relaid<"bind", without_symbolic_offset>}},
    {"BindForgetsTheMask",
     "view.bind",
     {.apply = relaid<"bind", without_symbolic_mask>}},
    {"BindForgetsGivenStrides",
     "view.bind",
     {.apply = relaid<"bind", with_fresh_strides>}},
    {"BindLaysOutAgain",
     "view.bind_strides",
     {.apply = relaid<"bind", with_fresh_strides>}},
    {"SubstituteForgetsTheOffset",
     "view.substitute",
     {.apply = relaid<"substitute", without_symbolic_offset>}},
    {"PartialEvalForgetsStrides",
     "view.partial_eval",
     {.apply = relaid<"bind", with_fresh_strides>}},
    {"PermuteForgetsSymbolicOffsets",
     "view.permute_symbolic",
     {.apply = relaid<"permute", without_symbolic_offset>}},
    {"PermuteForgetsSymbolicMasks",
     "view.permute_symbolic",
     {.apply = relaid<"permute", without_symbolic_mask>}},
    {"PermuteForgetsSymbolicSteps",
     "view.permute_symbolic",
     {.apply = relaid<"permute", with_fresh_strides>}},
    {"ExpandForgetsSymbolicOffsets",
     "view.expand_symbolic",
     {.apply = relaid<"expand", without_symbolic_offset>}},
};

}  // namespace assay::mutants
