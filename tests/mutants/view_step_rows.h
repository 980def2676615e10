// Mutants of indices, of symbolic extents, and of what becomes of a view: each
// transformation, what it does to masks, and what it refuses.
// Tested by tests/mutants/view_rows_test.cc.
#pragma once

#include <algorithm>

#include "tests/mutants/view_mutants.h"

namespace assay::mutants {

inline bool is_reshape(const ViewStep& step) { return step.name == "reshape"; }
inline bool has_strided_elements(const ViewMutant& v) {
  return v.last().shape().is_static() && !v.last().is_c_contiguous() &&
         !v.last().mask();
}
inline bool repeats_one_element(const ViewMutant& v) {
  return std::all_of(v.last().strides().begin(), v.last().strides().end(),
                     [](std::int64_t stride) { return stride == 0; });
}

inline const ViewMutantRow kViewIndexMutants[] = {
    {"IndicesStartAtTheBuffer",
     "view.linear_index",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            auto right = v.right_ask(question);
            if (question.name == "linear_index" && right.ok())
              *right = right->get<std::int64_t>() - v.last().offset();
            return right;
          }}},
    {"ShortIndicesAreFilled",
     "view.linear_index_rank",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "linear_index")
              question.argument.resize(v.last().ndim(), 0);
            return v.right_ask(question);
          }}},
    {"IndicesTakePlaceholders",
     "view.linear_index_symbolic",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name != "linear_index" || v.last().shape().is_static())
              return v.right_ask(question);
            return Result<ViewJson>(ViewJson(v.last().offset()));
          }}},
    {"MasksIncludeTheStop",
     "view.is_valid",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            const auto& mask = v.last().mask();
            for (std::size_t i = 0; question.name == "is_valid" && mask &&
                                    i < question.argument.size();
                 ++i)
              if (question.argument[i] == (*mask)[i].second)
                --question.argument[i];
            return v.right_ask(question);
          }}},
    {"ShortIndicesAreValid",
     "view.is_valid_rank",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "is_valid")
              question.argument.resize(v.last().ndim(), 0);
            return v.right_ask(question);
          }}},
    {"WithoutMaskAllIsValid",
     "view.is_valid_shape",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "is_valid" && !v.last().mask())
              return Result<ViewJson>(
                  ViewJson(question.argument.size() == v.last().ndim()));
            return v.right_ask(question);
          }}},
    {"UnboundIsNotValid",
     "view.is_valid_symbolic",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "is_valid" && !v.last().shape().is_static())
              return Result<ViewJson>(ViewJson(false));
            return v.right_ask(question);
          }}},
    {"WalksBackwards",
     "view.elements",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            auto right = v.right_ask(question);
            if (question.name == "elements" && right.ok())
              std::reverse(right->begin(), right->end());
            return right;
          }}},

    // Symbolic extents.
    {"ProductsAreNeverEqual",
     "view.extent_equal",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            for (const SymbolicExtent& extent : step.shape.extents())
              for (const auto& [monomial, coefficient] : extent.terms())
                if (monomial.size() > 1)
                  return Status::invalid("other extents");
            return v.right_apply(step);
          }}},
    {"PrintsSumsBackwards",
     "view.extent_text",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            auto right = v.right_ask(question);
            if (question.name != "text" || !right.ok()) return right;
            for (ViewJson& text : *right) {
              const auto whole = text.get<std::string>();
              const std::size_t plus = whole.rfind(" + ");
              if (plus != std::string::npos)
                text = whole.substr(plus + 3) + " + " + whole.substr(0, plus);
            }
            return right;
          }}},
    {"ExtentsOverflow",
     "view.extent_overflow",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            const Status right = v.right_create(shape, layout);
            return shape.is_static() ? right : Status{};
          }}},
    {"SubstitutesNothing",
     "view.substitute",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return step.name == "substitute" ? Status{} : v.right_apply(step);
          }}},
    {"BindsAllOrNothing",
     "view.partial_eval",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            const bool is_partial =
                step.name == "bind" && !v.last().shape().is_static();
            return is_partial ? no_kernel() : right;
          }}},
    {"UnboundViewsHaveNoElements",
     "view.eval_unbound",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name == "elements" && !v.last().shape().is_static())
              return Result<ViewJson>(ViewJson(ViewJson::array()));
            return v.right_ask(question);
          }}},
    {"BindingForgetsStrides",
     "view.bind",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            if (step.name != "bind" || !right.ok()) return right;
            return v.replace(v.last().shape(), {.offset = v.last().offset()});
          }}},
    {"BindingKeepsPlaceholders",
     "view.bind_strides",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            if (step.name != "bind" || !right.ok()) return right;
            ViewLayout layout = layout_of(v.last());
            layout.strides = v.before().strides();
            return v.replace(v.last().shape(), layout);
          }}},
    {"BindsAnyValue", "view.bind_range", {.apply = accept<"bind">}},
    {"TakesNoNegativeStrides",
     "view.from_concrete",
     {.create =
          [](ViewMutant& v, SymbolicShape shape, ViewLayout layout) {
            if (layout.strides)
              for (std::int64_t stride : *layout.strides)
                if (stride < 0) return no_kernel();
            return v.right_create(shape, layout);
          }}},
    {"ForgetsMasksOfConcreteViews",
     "view.to_concrete",
     {.ask =
          [](ViewMutant& v, ViewQuestion question) {
            if (question.name != "to_view" || !v.last().mask())
              return v.right_ask(question);
            return Result<ViewJson>(
                ViewJson{{"shape", *v.last().shape().concrete()},
                         {"strides", v.last().strides()},
                         {"offset", v.last().offset()}});
          }}},
};

inline const ViewMutantRow kViewReshapeMutants[] = {
    {"ReshapeRefusesMasks",
     "view.reshape_same",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return is_reshape(step) && v.last().mask() ? no_kernel()
                                                       : v.right_apply(step);
          }}},
    {"ReshapeForgetsStrides",
     "view.reshape_order",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            if (!is_reshape(step) || !right.ok()) return right;
            return v.replace(v.last().shape(), {});
          }}},
    {"ReshapeAddsNoAxes",
     "view.reshape_contiguous",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return is_reshape(step) && step.shape.rank() > v.last().ndim()
                       ? no_kernel()
                       : v.right_apply(step);
          }}},
    {"ReshapeTakesOnesForAxes",
     "view.reshape_ones",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            bool has_ones = false;
            for (const auto& shape : {step.shape, v.last().shape()})
              for (const SymbolicExtent& extent : shape.extents())
                has_ones = has_ones || extent.value() == 1;
            return is_reshape(step) && has_ones && has_strided_elements(v)
                       ? no_kernel()
                       : v.right_apply(step);
          }}},
    {"ReshapeMergesNothing",
     "view.reshape_merge",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return is_reshape(step) && step.shape.rank() < v.last().ndim() &&
                           has_strided_elements(v)
                       ? no_kernel()
                       : v.right_apply(step);
          }}},
    {"ReshapeSplitsNothing",
     "view.reshape_split",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return is_reshape(step) && step.shape.rank() > v.last().ndim() &&
                           has_strided_elements(v)
                       ? no_kernel()
                       : v.right_apply(step);
          }}},
    {"ReshapeRegroupsNothing",
     "view.reshape_regroup",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return is_reshape(step) && step.shape.rank() == v.last().ndim() &&
                           step.shape != v.last().shape() &&
                           has_strided_elements(v)
                       ? no_kernel()
                       : v.right_apply(step);
          }}},
    {"ReshapeRefusesRepeats",
     "view.reshape_zero_strides",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            return is_reshape(step) && repeats_one_element(v)
                       ? no_kernel()
                       : v.right_apply(step);
          }}},
    {"ReshapeCountsNothing",
     "view.reshape_zero_size",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const bool is_other =
                v.last().shape().is_zero_size() != step.shape.is_zero_size();
            return is_reshape(step) && is_other
                       ? Status::invalid("another count")
                       : v.right_apply(step);
          }}},
    {"ReshapeTakesAnyCount",
     "view.reshape_count",
     {.apply = accept<"reshape">}},
    {"ReshapeForgetsMasks",
     "view.reshape_masked",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            return is_reshape(step) && v.before().mask() ? Status{} : right;
          }}},
    {"ReshapeMovesElements",
     "view.reshape_strides",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            if (!is_reshape(step) || right.code != StatusCode::kUnsupported)
              return right;
            return v.replace(step.shape, {});
          }}},
    {"ReshapeGivesNoAdvice",
     "view.reshape_advice",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            Status right = v.right_apply(step);
            if (is_reshape(step) && !right.ok())
              right.message = "cannot reshape";
            return right;
          }}},
    {"ReshapeNamesNoWayOut",
     "view.reshape_advice",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            Status right = v.right_apply(step);
            if (is_reshape(step) && !right.ok())
              right.message = right.message.substr(0, right.message.find(';'));
            return right;
          }}},
    {"ReshapeTakesNoSymbols",
     "view.reshape_symbolic",
     {.apply = refuse_symbolic<"reshape">}},
    {"ReshapeTakesAnySymbolicCount",
     "view.reshape_symbolic_count",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            const bool is_symbolic = !v.before().shape().is_static();
            return is_reshape(step) && is_symbolic ? Status{} : right;
          }}},
    {"ReshapeForgetsSymbolicStrides",
     "view.reshape_symbolic_strided",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            if (!is_reshape(step) || v.last().shape().is_static() ||
                right.code != StatusCode::kUnsupported)
              return right;
            return v.replace(step.shape, {});
          }}},
    {"InfersNothing",
     "view.infer",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            for (const SymbolicExtent& extent : step.shape.extents())
              if (extent.is_infer()) return Status::invalid("no extent");
            return v.right_apply(step);
          }}},
    {"InfersRoundedExtents",
     "view.infer_indivisible",
     {.apply =
          [](ViewMutant& v, ViewStep step) {
            const Status right = v.right_apply(step);
            for (const SymbolicExtent& extent : step.shape.extents())
              if (extent.is_infer()) return Status{};
            return right;
          }}},
};

}  // namespace assay::mutants
