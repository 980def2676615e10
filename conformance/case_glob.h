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
// Each parameter is a glob that some parameter of the id matches. One that is
// no plain `key=glob`, as "dtype=int8*case=0" or "*int8*case=0", is compared
// with neighbouring parameters and the commas between them; stars alone leave
// a parameter open.
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
  std::vector<std::string> runs_;        // globs over several parameters
};

// Returns the key that a parameter spells out: "dtype" for "dtype=float*", and
// nothing for "*type=float32", "float32" and "dtype=int8*case=0".
std::string_view spelt_key(std::string_view parameter);

// Returns whether a part of a glob is stars and nothing else.
bool is_stars(std::string_view part);

// Returns whether a glob with * and ? matches the whole text.
bool glob_matches(std::string_view glob, std::string_view text);

}  // namespace assay
