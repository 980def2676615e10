// Writes the id of a planned case. The case seed is a hash of the id, so a
// change of its text changes the case.
// Tested by tests/harness/case/planned_case_test.cc.
#include "harness/case/planned_case.h"

#include <fmt/format.h>

#include "harness/case/case.h"

namespace assay {

std::string PlannedCase::id() const {
  if (stored) return stored->id;
  std::string id = fmt::format("{}/{}", family_of(op).name, name_of(op));
  if (!variant.empty()) id += fmt::format(":{}", variant);
  const bool is_metamorphic = relation != Relation::kNone;
  id += fmt::format(":{}:", is_metamorphic ? "metamorphic" : aspect_of(clause));
  if (is_metamorphic) id += fmt::format("relation={},", name_of(relation));
  if (breach != Breach::kNone)
    id += breach == Breach::kBroken ? "call=broken," : "call=control,";
  id += fmt::format("dtype={}", name_of(dtype));
  if (!is_metamorphic) id += fmt::format(",layout={}", name_of(layout));
  if (rung > 0) id += fmt::format(",rung={}", rung);
  if (spec_of(op).signature.is_paired())
    id += fmt::format(",to={}", name_of(result));
  if (shapes == Shapes::kFew) id += ",shapes=few";
  return id + fmt::format(",case={}", number);
}

bool is_metamorphic_id(std::string_view id) {
  return id.find(":metamorphic:relation=") != std::string_view::npos;
}

bool has_few_shapes(std::string_view id) {
  return id.find(",shapes=few") != std::string_view::npos;
}

bool is_robustness_id(std::string_view id) {
  return id.find(":call=") != std::string_view::npos;
}

Cell PlannedCase::cell() const { return {op, variant, dtype, result}; }

}  // namespace assay
