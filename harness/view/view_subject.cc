// Makes the view module of spec/ a subject: calls it for each step and
// question, and puts its answers into the form of cases.
// Tested by tests/harness/view/view_case_test.cc.
#include "harness/view/view_subject.h"

#include <nlohmann/json.hpp>

#include "harness/view/view_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Result<SymbolicView> transformed(const SymbolicView& view,
                                 const ViewStep& step) {
  if (step.name == "reshape") return view.reshape(step.shape);
  if (step.name == "expand") return view.expand(step.shape);
  if (step.name == "permute") return view.permute(step.axes);
  if (step.name == "shrink") return view.shrink(step.pairs);
  if (step.name == "pad") return view.pad(step.pairs);
  if (step.name == "flip") return view.flip(step.flags);
  return view.substitute(step.values);  // also for bind
}

Result<Json> elements_of(const SymbolicView& view) {
  const auto elements = view.elements();
  if (!elements) return elements.status();
  Json list = Json::array();
  for (const std::optional<std::int64_t>& element : *elements)
    list.push_back(or_null(element));
  return list;
}

Json text_of(const SymbolicView& view) {
  Json texts = Json::array();
  for (const SymbolicExtent& extent : view.shape().extents())
    texts.push_back(extent.text());
  return texts;
}

Result<Json> strided(const SymbolicView& view) {
  const auto concrete = view.to_view();
  if (!concrete) return concrete.status();
  return Json{{"shape", concrete->shape()},
              {"strides", concrete->strides()},
              {"offset", concrete->offset()}};
}

template <typename T>
Result<Json> as_json(const Result<T>& result) {
  if (!result) return result.status();
  return Json(*result);
}

Result<Json> call(const SymbolicView& view, const ViewQuestion& question) {
  if (question.name == "linear_index")
    return as_json(view.linear_index(question.argument));
  if (question.name == "is_valid")
    return Json(view.is_valid(question.argument));
  const std::int64_t axis = question.argument.at(0);
  if (question.name == "stride") return as_json(view.stride(axis));
  const auto extent = view.dim(axis);
  if (!extent) return extent.status();
  return extent_to_json(*extent);
}

Result<Json> property(const SymbolicView& view, std::string_view name) {
  if (name == "shape") return shape_to_json(view.shape());
  if (name == "text") return text_of(view);
  if (name == "strides") return Json(view.strides());
  if (name == "offset") return Json(view.offset());
  if (name == "offset_dim") return extent_to_json(view.offset_dim());
  if (name == "ndim") return Json(view.ndim());
  if (name == "numel") return extent_to_json(view.numel());
  if (name == "mask") return or_null(view.mask());
  if (name == "is_c_contiguous") return Json(view.is_c_contiguous());
  if (name == "strides_opt") return or_null(view.strides_opt());
  if (name == "can_get_strides") return Json(view.can_get_strides());
  if (name == "is_materializable") return Json(view.is_materializable());
  if (name == "elements") return elements_of(view);
  return strided(view);
}

}  // namespace

Status SymbolicViewSubject::create(const SymbolicShape& shape,
                                   const ViewLayout& layout) {
  auto view = SymbolicView::create(shape, layout);
  if (!view) return view.status();
  first_ = last_ = *std::move(view);
  return {};
}

Status SymbolicViewSubject::apply(const ViewStep& step) {
  auto view = transformed(last_, step);
  if (!view) return view.status();
  last_ = *std::move(view);
  return {};
}

Result<Json> SymbolicViewSubject::ask(const ViewQuestion& question) {
  const SymbolicView& view = question.is_of_first ? first_ : last_;
  return is_view_call(question.name) ? call(view, question)
                                     : property(view, question.name);
}

}  // namespace assay
