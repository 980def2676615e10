// Mutants of what a view is: creation, properties, indices, symbolic extents.
// Tested by tests/mutants/view_rows_test.cc.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "tests/mutants/view_mutants.h"

namespace assay::mutants {

inline const ViewMutantRow kViewPropertyMutants[] = {
    // Creation.
    {"StartsAtOne",
     "view.default_offset",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            if (layout.offset == 0 && !shape.is_zero_size()) layout.offset = 1;
            return v.right_create(shape, layout);
          }}},
    {"LaysOutColumnMajor",
     "view.default_strides",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            const auto extents = shape.concrete();
            if (!layout.strides && extents) {
              std::int64_t step = 1;
              layout.strides.emplace();
              for (std::int64_t extent : *extents) {
                layout.strides->push_back(step);
                step *= std::max<std::int64_t>(extent, 1);
              }
            }
            return v.right_create(shape, layout);
          }}},
    {"HoldsPlacesWithZero",
     "view.placeholder_strides",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            if (!layout.strides && !shape.is_static())
              layout.strides = Strides(shape.rank(), 0);
            return v.right_create(shape, layout);
          }}},
    {"KeepsFullMasks",
     "view.full_mask",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "mask" && v.given().mask)
              return Result<ViewJson>(ViewJson(*v.given().mask));
            return v.right_ask(question);
          }}},
    {"KeepsTheOffsetOfNothing",
     "view.zero_size_offset",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "offset" && has_zero_size(v.last()))
              return Result<ViewJson>(ViewJson(v.given().offset));
            return v.right_ask(question);
          }}},
    {"KeepsTheMaskOfNothing",
     "view.zero_size_mask",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "mask" && has_zero_size(v.last()) &&
                v.given().mask)
              return Result<ViewJson>(ViewJson(*v.given().mask));
            return v.right_ask(question);
          }}},
    {"TakesAnyStrides",
     "view.layout",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            const Status right = v.right_create(shape, layout);
            const bool fits =
                !layout.strides || layout.strides->size() == shape.rank();
            return fits ? right : Status{};
          }}},
    {"TakesAnyMask",
     "view.mask_range",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            const Status right = v.right_create(shape, layout);
            return layout.mask ? Status{} : right;
          }}},
    {"RefusesEmptyMasks",
     "view.empty_mask",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            if (layout.mask && !shape.is_zero_size())
              for (const auto& [start, stop] : *layout.mask)
                if (start == stop) return Status::invalid("nothing is left");
            return v.right_create(shape, layout);
          }}},
    {"TakesNegativeExtents",
     "view.negative_extent",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            const Status right = v.right_create(shape, layout);
            for (const SymbolicExtent& extent : shape.extents())
              if (extent.value().value_or(0) < 0) return Status{};
            return right;
          }}},
    {"TransformsInPlace",
     "view.immutable",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            v.forget_the_first();
            return right;
          }}},

    // Properties.
    {"ReversesTheShape",
     "view.shape",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            auto right = v.right_ask(question);
            if (question.name == "shape" && right.ok())
              std::reverse(right->begin(), right->end());
            return right;
          }}},
    {"MaskedViewsHaveNoStrides",
     "view.strides",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "strides" && v.last().mask())
              return Result<ViewJson>(ViewJson(nullptr));
            return v.right_ask(question);
          }}},
    {"OffsetIsTheLowestPlace",
     "view.offset",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            const auto bounds = v.last().bounds();
            if (question.name == "offset" && bounds.ok())
              return Result<ViewJson>(ViewJson(bounds->first));
            return v.right_ask(question);
          }}},
    {"CountsNoAxesOfOne",
     "view.ndim",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name != "ndim") return v.right_ask(question);
            std::int64_t count = 0;
            for (const SymbolicExtent& extent : v.last().shape().extents())
              count += extent.value() == 1 ? 0 : 1;
            return Result<ViewJson>(ViewJson(count));
          }}},
    {"ScalarsHaveNoElement",
     "view.numel",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "numel" && v.last().ndim() == 0)
              return Result<ViewJson>(ViewJson(0));
            return v.right_ask(question);
          }}},
    {"CountsNoSymbols",
     "view.numel_symbolic",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "numel" && !v.last().shape().is_static())
              return Result<ViewJson>(no_kernel());
            return v.right_ask(question);
          }}},
    {"OffsetDimIsZero",
     "view.offset_dim",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "offset_dim")
              return Result<ViewJson>(ViewJson(0));
            return v.right_ask(question);
          }}},
    {"DimCountsFromTheEnd",
     "view.dim",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "dim")
              question.argument[0] =
                  static_cast<std::int64_t>(v.last().ndim()) - 1 -
                  question.argument[0];
            return v.right_ask(question);
          }}},
    {"StrideHasNoSign",
     "view.stride",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            auto right = v.right_ask(question);
            if (question.name == "stride" && right.ok())
              *right = std::abs(right->get<std::int64_t>());
            return right;
          }}},
    {"NegativeAxesWrap",
     "view.axis_range",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if ((question.name == "dim" || question.name == "stride") &&
                question.argument[0] < 0)
              question.argument[0] +=
                  static_cast<std::int64_t>(v.last().ndim());
            return v.right_ask(question);
          }}},
    {"MaskIncludesTheStop",
     "view.mask",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name != "mask" || !v.last().mask())
              return v.right_ask(question);
            auto mask = *v.last().mask();
            for (auto& [start, stop] : mask) --stop;
            return Result<ViewJson>(ViewJson(mask));
          }}},
    {"ContiguousAnywhere",
     "view.c_contiguous",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            const auto view = v.last().to_view();
            if (question.name == "is_c_contiguous" && view.ok())
              return Result<ViewJson>(ViewJson(view->is_row_major()));
            return v.right_ask(question);
          }}},
    {"StridesOfOnesMatter",
     "view.c_contiguous_ones",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            const auto extents = v.last().shape().concrete();
            if (question.name == "is_c_contiguous" && extents &&
                v.last().strides() != row_major_strides(*extents))
              return Result<ViewJson>(ViewJson(false));
            return v.right_ask(question);
          }}},
    {"NothingIsNotContiguous",
     "view.zero_size_contiguous",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "is_c_contiguous" && has_zero_size(v.last()))
              return Result<ViewJson>(ViewJson(false));
            return v.right_ask(question);
          }}},
    {"SymbolsAreNotContiguous",
     "view.symbolic_contiguous",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "is_c_contiguous" &&
                !v.last().shape().is_static())
              return Result<ViewJson>(ViewJson(false));
            return v.right_ask(question);
          }}},
    {"MaskedStridesAreTold",
     "view.strides_opt",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "strides_opt")
              return Result<ViewJson>(ViewJson(v.last().strides()));
            return v.right_ask(question);
          }}},
    {"AlwaysHasStrides",
     "view.can_get_strides",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "can_get_strides")
              return Result<ViewJson>(ViewJson(true));
            return v.right_ask(question);
          }}},
    {"SymbolsAreMaterializable",
     "view.is_materializable",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "is_materializable")
              return Result<ViewJson>(ViewJson(!v.last().mask()));
            return v.right_ask(question);
          }}},
};

}  // namespace assay::mutants
