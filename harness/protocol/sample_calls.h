// Makes one call of each kind of op, so that a clause about all ops is tried on
// several that backends implement apart.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/families/case_builder.h"

namespace assay {

// Lists the kinds of ops that a backend implements apart from each other.
enum class CallKind : std::uint8_t {
  kElementwise,
  kMovement,
  kReduction,
  kCast,
  kIndexing,
  kContraction,
  kLinalg,
};
inline constexpr int kCallKindCount = 7;

// Names the tensors of a call, all of which the case has.
struct SampleStep {
  Op op{};
  std::vector<std::string> operands;
  Attributes attributes;
  std::string out;
};

// Adds operands and an out of a call of this kind to the case, with names that
// end in `suffix`. The longest axis has `length` >= 4 elements. If the dtype
// has no op of the kind, the call is of the next kind. The out has elements, so
// that a write to it shows. Every sum is exact.
SampleStep add_sample_call(CaseBuilder& builder, CallKind kind, DType dtype,
                           const std::string& suffix, std::int64_t length);

// Returns the elements that such an out has before the call.
std::vector<ElementBits> elements_of_out(DType dtype, std::int64_t count);

// Adds a tensor with small integers that differ from place to place.
void add_addressed(CaseBuilder& builder, const std::string& name, DType dtype,
                   const Shape& shape, std::int64_t first = 1);

// Appends the call.
Step& add_call(CaseBuilder& builder, const SampleStep& call);

}  // namespace assay
