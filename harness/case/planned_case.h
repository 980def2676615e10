// Describes a case before it is built: its cell, clause, layout and number. Its
// id follows from these, and its data from the id and the run seed.
// Tested by tests/harness/case/planned_case_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "harness/case/layout.h"
#include "harness/case/relation_name.h"
#include "harness/case/shapes.h"
#include "spec/backend.h"

namespace assay {

struct Case;

// Says whether a case belongs to robustness mode, and which call of its pair it
// makes.
enum class Breach : std::uint8_t { kNone, kControl, kBroken };

// Describes a case before it is built.
struct PlannedCase {
  Op op{};
  std::string_view variant;
  DType dtype = DType::kFloat32;
  DType result = DType::kFloat32;  // of a paired op; else equal to dtype
  std::string_view clause;
  Layout layout = Layout::kContiguous;
  int number = 0;
  Breach breach = Breach::kNone;
  // A stored case is run unchanged; every other case is built.
  std::shared_ptr<const Case> stored = nullptr;
  // The case has live controls whatever its seed is. The id does not show this.
  bool controlled = false;
  // The metamorphic relation this case checks (it needs no oracle); kNone for
  // ordinary cases.
  Relation relation = Relation::kNone;
  // The rung of the ladder (harness/ladder/ladder.h) of a case about sizes; 0
  // for every other case.
  int rung = 0;
  Shapes shapes = Shapes::kMany;

  // Returns "family/op:variant:aspect:dtype=…,layout=…,case=N". An op without
  // variants has no variant in it. A cast also has "to=…" and a case of the
  // ladder "rung=…", and one of few shapes "shapes=few". In robustness mode the
  // parameters begin with "call=broken" or "call=control". A relation has
  // "family/op:variant:metamorphic:relation=…". A stored case keeps its own id.
  std::string id() const;

  Cell cell() const;
};

// Returns whether the id belongs to a metamorphic case.
bool is_metamorphic_id(std::string_view id);

// Returns whether the id belongs to a case that shares its shape with others.
bool has_few_shapes(std::string_view id);

// Returns whether the id belongs to a case of robustness mode.
bool is_robustness_id(std::string_view id);

// Returns the aspect of a clause id: the part after the dot.
constexpr std::string_view aspect_of(std::string_view clause) {
  return clause.substr(clause.find('.') + 1);
}

}  // namespace assay
