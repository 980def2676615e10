// Globs over case ids, one per segment, as filters and expectations write
// them. Tested by tests/conformance/filter_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/op_table.h"
#include "spec/result.h"

namespace assay {

// A case id in its segments: views into the id, which outlives it.
struct SplitId {
  explicit SplitId(std::string_view id);

  std::vector<std::string_view> path;        // family, op, variant, aspect
  std::vector<std::string_view> parameters;  // key=value
};

// One glob over case ids: "elementwise/add:wrap:dtype=int8", "sort:*", "add".
class CaseGlob {
 public:
  // Parses a glob; fails on a family or op that there is not.
  static Result<CaseGlob> parse(std::string_view text);

  // Returns whether the glob matches a case.
  bool matches(const SplitId& id) const;

  // Returns whether the glob can match a case of an op, whatever follows it.
  bool may_match(Op op) const;

  // Returns the op that the glob names outright; empty if it may be several.
  std::string_view op() const;

 private:
  std::vector<std::string> path_;        // segments before the parameters
  bool has_family_ = false;              // the first segment is a family
  std::vector<std::string> parameters_;  // key=value globs
};

// Returns whether a glob with * and ? matches the whole text.
bool glob_matches(std::string_view glob, std::string_view text);

}  // namespace assay
