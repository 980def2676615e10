// Formats calls for messages. A thread-local pointer remembers the step of the
// innermost NamedStep, because a Call itself carries no names.
// Tested by tests/harness/case/call_text_test.cc.
#include "harness/case/call_text.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "spec/cells.h"

namespace assay {
namespace {

thread_local const Step* step_at_hand = nullptr;

using CallBuffer = fmt::memory_buffer;

void append(CallBuffer& text, std::string_view part) {
  text.append(part.data(), part.data() + part.size());
}

void append_tensor(CallBuffer& text, const Tensor& tensor,
                   const std::string* name) {
  if (name != nullptr) {
    append(text, *name);
    append(text, "=");
  }
  append(text, name_of(tensor.dtype));
  append(text, shape_text(tensor.view.shape()));
  if (tensor.view.is_c_contiguous()) return;
  fmt::format_to(std::back_inserter(text), " strides {} offset {}",
                 shape_text(tensor.view.strides()), tensor.view.offset());
}

}  // namespace

NamedStep::NamedStep(const Step& step) : previous_(step_at_hand) {
  step_at_hand = &step;
}
NamedStep::~NamedStep() { step_at_hand = previous_; }

std::string call_text(const Call& call) {
  const Step* step = step_at_hand;
  if (step != nullptr &&
      (step->op != call.op || step->operands.size() != call.operands.size()))
    step = nullptr;
  CallBuffer text;
  append(text, name_of(call.op));
  append(text, "(");
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (i > 0) append(text, ", ");
    append_tensor(text, call.operands[i],
                  step == nullptr ? nullptr : &step->operands[i]);
  }
  if (!call.attributes.entries().empty()) {
    const auto json = attributes_to_json(call.attributes, element_dtype(call));
    bool is_first = call.operands.empty();
    for (const auto& [name, value] : json.items()) {
      fmt::format_to(std::back_inserter(text), "{}{}={}", is_first ? "" : ", ",
                     name, value.dump());
      is_first = false;
    }
  }
  append(text, ")");
  for (std::size_t i = 0; i < call.outs.size(); ++i) {
    append(text, i == 0 ? " -> " : ", ");
    const bool is_named = step != nullptr && i < step->outs.size();
    append_tensor(text, call.outs[i], is_named ? &step->outs[i] : nullptr);
  }
  return fmt::to_string(text);
}

}  // namespace assay
