// Finds the operand elements of the element with the largest error, which
// reports name.
// Tested by tests/harness/run/worst_operands_test.cc.
#include "harness/run/worst_operands.h"

#include "harness/run/program.h"
#include "spec/element_text.h"

namespace assay {
namespace {

// Returns the case tensor that a step reads, or null if a step makes it.
const CaseTensor* given_tensor(const Case& test_case, const std::string& name) {
  const CaseTensor* tensor = test_case.find(name);
  const bool given = tensor != nullptr && (tensor->storage || tensor->recipe);
  return given ? tensor : nullptr;
}

ElementBits element_at(const CaseTensor& tensor, std::int64_t position) {
  const Shape& shape = tensor.view.shape();
  std::int64_t place = tensor.view.offset();
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    place += position % shape[axis] * tensor.view.strides()[axis];
    position /= shape[axis];
  }
  const auto at = static_cast<std::size_t>(place);
  return tensor.storage ? (*tensor.storage)[at] : storage_of(tensor)[at];
}

}  // namespace

std::string operands_of_element(const Case& test_case,
                                const Expectation& expectation,
                                std::int64_t position) {
  if (expectation.whole_storage) return {};
  std::string text;
  for (const Step& step : test_case.steps) {
    if (step.outs.empty() || step.outs[0] != expectation.tensor) continue;
    if (!spec_of(step.op).signature.is_by_element) return {};
    for (const std::string& name : step.operands) {
      const CaseTensor* operand = given_tensor(test_case, name);
      if (operand == nullptr || operand->view.shape() != expectation.shape)
        return {};
      if (!text.empty()) text += ", ";
      text += name + "=" +
              element_text(operand->dtype, element_at(*operand, position));
    }
  }
  return text;
}

}  // namespace assay
