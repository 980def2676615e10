// Defines one case about the view module, as a value and as JSON (format 1,
// harness/view/view_case.schema.json). A case is a view, steps that transform
// it, and either the status that must come or the answers that the views must
// give. A view module in any language can be tested with a file of them. Tested
// by tests/harness/view/view_case_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "spec/symbolic_view.h"

namespace assay {

// The format of view cases, and the size of the largest accepted file.
inline constexpr std::int64_t kViewCaseFormat = 1;
inline constexpr std::size_t kMaxViewCaseBytes = std::size_t{1} << 20;

// Holds a transformation by name, and the argument that it takes.
struct ViewStep {
  std::string name;
  SymbolicShape shape;                  // reshape, expand
  std::vector<std::int64_t> axes;       // permute
  AxisPairs pairs;                      // shrink, pad
  std::vector<bool> flags;              // flip
  SymbolicExtent::Replacements values;  // bind, substitute
};
inline constexpr std::string_view kViewStepNames[] = {
    "reshape", "expand", "permute", "shrink",
    "pad",     "flip",   "bind",    "substitute"};

// The questions without an argument, and those with an axis or an index.
inline constexpr std::string_view kViewProperties[] = {
    "shape",           "text",        "strides",         "offset",
    "offset_dim",      "ndim",        "numel",           "mask",
    "is_c_contiguous", "strides_opt", "can_get_strides", "is_materializable",
    "elements",        "to_view"};
inline constexpr std::string_view kViewCalls[] = {"dim", "stride",
                                                  "linear_index", "is_valid"};

// Holds a question and the answer, or the status, that must come. Extents are
// integers or expressions in text. A mask or strides that do not exist are
// null, and so is padding among elements.
struct ViewQuestion {
  std::string name;
  std::vector<std::int64_t> argument;  // one axis, or an index
  bool is_of_first = false;            // asked about the view before all steps
  StatusCode status = StatusCode::kOk;
  nlohmann::ordered_json answer;
};

// Holds one case about views.
struct ViewCase {
  std::string id;
  std::string clause;
  std::vector<Variable> variables;
  SymbolicShape shape;
  ViewLayout layout;
  std::vector<ViewStep> steps;
  // The statuses that the last step, or the creation, may return. Earlier steps
  // must succeed.
  std::vector<StatusCode> statuses = {StatusCode::kOk};
  // Texts that the message must contain if that status is not ok.
  std::vector<std::string> message;
  std::vector<ViewQuestion> questions;  // after the last step
};

// Returns the case as JSON with its keys in the order of the format.
nlohmann::ordered_json view_case_to_json(const ViewCase& view_case);

// Parses and checks a case. Fails with one sentence that says what was found
// and what was expected.
Result<ViewCase> parse_view_case(std::string_view text);

}  // namespace assay
