// A case before it is built: which cell, which clause, which layout, which
// number. Its id follows from that, and its data from the id and the run seed.
// Tested by tests/harness/case/planned_case_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "harness/case/layout.h"
#include "harness/case/relation_name.h"
#include "spec/backend.h"

namespace assay {

struct Case;

// Whether a case is one of robustness mode, and which call of the pair.
enum class Breach : std::uint8_t { kNone, kControl, kBroken };

struct PlannedCase {
  Op op{};
  std::string_view variant;
  DType dtype = DType::kFloat32;
  DType result = DType::kFloat32;  // of a paired op; else equal to dtype
  std::string_view clause;
  Layout layout = Layout::kContiguous;
  int number = 0;
  Breach breach = Breach::kNone;
  // A case that is stored, and so taken as it is; else it is built.
  std::shared_ptr<const Case> stored = nullptr;
  // The case has live controls whatever its seed, which its id does not show.
  bool controlled = false;
  // What is asked of the subject alone, without an oracle, if that is it.
  Relation relation = Relation::kNone;
  // Of a case about sizes, the rung of the ladder that it stands on
  // (harness/ladder/ladder.h); 0 for every other case.
  int rung = 0;

  // Returns "family/op:variant:aspect:dtype=…,layout=…,case=N"; a cast also
  // has "to=…", a case of the ladder "rung=…", and only an op with variants
  // has one. Of robustness mode the
  // parameters begin with "call=broken" or "call=control". A stored case has
  // its own. A relation has "family/op:variant:metamorphic:relation=…".
  std::string id() const;

  Cell cell() const;
};

// Returns whether the id is that of a metamorphic case.
bool is_metamorphic_id(std::string_view id);

// Returns whether the id is that of a case of robustness mode.
bool is_robustness_id(std::string_view id);

// Returns the aspect of a clause id: what stands behind the dot.
constexpr std::string_view aspect_of(std::string_view clause) {
  return clause.substr(clause.find('.') + 1);
}

}  // namespace assay
