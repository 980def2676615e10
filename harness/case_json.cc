// Tested by tests/harness/case_json_test.cc.
#include "harness/case_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/attribute_json.h"
#include "harness/case_parts.h"
#include "harness/case_types.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json elements_to_json(DType dtype, const std::vector<ElementBits>& elements) {
  Json list = Json::array();
  for (ElementBits bits : elements)
    list.push_back(element_to_json(dtype, bits));
  return list;
}

Json tensor_to_json(const CaseTensor& tensor) {
  Json json = {{"dtype", name_of(tensor.dtype)},
               {"shape", tensor.view.shape()}};
  if (!tensor.view.is_c_contiguous()) {
    json["strides"] = tensor.view.strides();
    json["offset"] = tensor.view.offset();
  }
  if (tensor.storage)
    json["storage"] = elements_to_json(tensor.dtype, *tensor.storage);
  if (tensor.recipe)
    json["recipe"] = {{"name", tensor.recipe->name},
                      {"seed", fmt::format("{:016x}", tensor.recipe->seed)},
                      {"count", tensor.recipe->count}};
  return json;
}

Json step_to_json(const Case& test_case, const Step& step) {
  Json json = {{"op", name_of(step.op)}, {"operands", step.operands}};
  if (!step.attributes.entries().empty())
    json["attributes"] =
        attributes_to_json(step.attributes, fill_dtype(test_case, step));
  json["outs"] = step.outs;
  if (step.status != StatusCode::kOk) json["status"] = name_of(step.status);
  if (!step.kind.empty()) json["kind"] = step.kind;
  return json;
}

Json acceptance_to_json(DType dtype, const Acceptance& accept) {
  if (accept.any) return "any";
  return {component_json(dtype, accept.low),
          component_json(dtype, accept.high)};
}

Json permitted_to_json(DType dtype, const Permitted& permitted) {
  Json judge = {
      {"class", kAccuracyNames[static_cast<int>(permitted.accuracy)]}};
  if (!permitted.accept.empty()) {
    const std::size_t parts = is_complex(dtype) ? 2 : 1;
    Json list = Json::array();
    for (std::size_t i = 0; i < permitted.accept.size(); i += parts) {
      Json entry = acceptance_to_json(dtype, permitted.accept[i]);
      if (parts == 2)
        entry = Json::array(
            {entry, acceptance_to_json(dtype, permitted.accept[i + 1])});
      list.push_back(std::move(entry));
    }
    judge["accept"] = std::move(list);
  }
  if (!permitted.bound.empty()) judge["bound"] = bounds_json(permitted.bound);
  if (permitted.slices) {
    judge["axes"] = permitted.slices->axes;
    judge["l2"] = bounds_json(permitted.slices->l2);
    judge["max"] = bounds_json(permitted.slices->max);
  }
  if (permitted.matrices) {
    judge["residual"] = bounds_json(permitted.matrices->residual);
    judge["orthogonality"] = bounds_json(permitted.matrices->orthogonality);
    judge["spectrum"] = bounds_json(permitted.matrices->spectrum);
  }
  if (!permitted.interchangeable.empty())
    judge["interchangeable"] = permitted.interchangeable;
  if (permitted.accuracy == Accuracy::kResidual && permitted.values.empty())
    return {{"judge", std::move(judge)}};  // a factor has no values
  return {{"values", elements_to_json(dtype, permitted.values)},
          {"judge", std::move(judge)}};
}

Json expectation_to_json(const Expectation& expectation) {
  Json json = {{"tensor", expectation.tensor},
               {"dtype", name_of(expectation.dtype)},
               {"shape", expectation.shape}};
  if (expectation.contiguous) json["contiguous"] = true;
  if (expectation.metadata_only) json["metadata_only"] = true;
  if (expectation.whole_storage) json["whole_storage"] = true;
  if (!expectation.same_bits_as.empty())
    json["same_bits_as"] = expectation.same_bits_as;
  if (expectation.any_of.size() == 1) {
    json.update(permitted_to_json(expectation.dtype, expectation.any_of[0]));
  } else if (expectation.any_of.size() > 1) {
    for (const Permitted& permitted : expectation.any_of)
      json["any_of"].push_back(permitted_to_json(expectation.dtype, permitted));
  }
  return json;
}

}  // namespace

Json case_to_json(const Case& test_case) {
  Json json = {{"format", kCaseFormat},
               {"id", test_case.id},
               {"clause", test_case.clause},
               {"seed", fmt::format("{:016x}", test_case.seed)},
               {"profile", test_case.profile},
               {"tensors", Json::object()},
               {"steps", Json::array()},
               {"expect", Json::array()}};
  for (const CaseTensor& tensor : test_case.tensors)
    json["tensors"][tensor.name] = tensor_to_json(tensor);
  for (const Step& step : test_case.steps)
    json["steps"].push_back(step_to_json(test_case, step));
  for (const Expectation& expectation : test_case.expect)
    json["expect"].push_back(expectation_to_json(expectation));
  return json;
}

}  // namespace assay
