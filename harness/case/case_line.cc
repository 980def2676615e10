// Writes the steps of a small case as one line, so that a report can show the
// whole failing program.
// Tested by tests/harness/case/case_line_test.cc.
#include "harness/case/case_line.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "harness/case/case_types.h"
#include "spec/element_text.h"

namespace assay {
namespace {

// Returns the operand with the elements that its view shows:
// "x=float32[2]{0x1p+0, nan:7fc00000}". If the line has already shown it, or a
// step made it, returns its name alone.
std::string operand_text(const Case& test_case, const std::string& name,
                         std::string& shown, std::size_t limit) {
  const CaseTensor* tensor = test_case.find(name);
  const bool is_shown = shown.find("," + name + ",") != std::string::npos;
  if (tensor == nullptr || !tensor->storage || is_shown) return name;
  shown += "," + name + ",";
  std::string text = fmt::format("{}={}{}{{", name, name_of(tensor->dtype),
                                 shape_text(tensor->view.shape()));
  if (tensor->storage->size() == 1 && tensor->view.numel() > 1)
    return text + element_text(tensor->dtype, tensor->storage->front()) +
           " repeated}";
  bool first = true;
  for (const Index& at : indices(tensor->view.shape())) {
    if (text.size() > limit) break;
    const auto place = static_cast<std::size_t>(tensor->view.linear_index(at));
    if (!first) text += ", ";
    first = false;
    text += element_text(tensor->dtype, (*tensor->storage)[place]);
  }
  text += "}";
  if (!tensor->view.is_c_contiguous())
    text +=
        fmt::format(" strides {} offset {}", shape_text(tensor->view.strides()),
                    tensor->view.offset());
  return text;
}

}  // namespace

std::string case_line(const Case& test_case, std::size_t limit) {
  std::string line;
  std::string shown;
  for (const Step& step : test_case.steps) {
    if (!line.empty()) line += "; ";
    line += fmt::format("{}(", name_of(step.op));
    for (std::size_t i = 0; i < step.operands.size(); ++i) {
      if (i > 0) line += ", ";
      line += operand_text(test_case, step.operands[i], shown, limit);
    }
    bool first = step.operands.empty();
    const auto attributes =
        attributes_to_json(step.attributes, fill_dtype(test_case, step));
    for (const auto& [name, value] : attributes.items()) {
      line += fmt::format("{}{}={}", first ? "" : ", ", name, value.dump());
      first = false;
    }
    line += fmt::format(") -> {}", fmt::join(step.outs, ", "));
    if (line.size() > limit) return {};
  }
  return line;
}

}  // namespace assay
