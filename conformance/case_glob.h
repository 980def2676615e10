// Matches case ids against globs. A glob has one pattern per segment of the id;
// filters and expectations use them to name many cases at once.
// Tested by tests/conformance/filter_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/op_lookup.h"
#include "spec/result.h"

namespace assay {

// A case id split into its segments. They are views into the id, which must
// outlive them.
struct SplitId {
  explicit SplitId(std::string_view id);

  std::vector<std::string_view> path;        // family, op, variant, aspect
  std::vector<std::string_view> parameters;  // key=value
};

// One glob over case ids: "elementwise/add:wrap:dtype=int8", "sort:*", "add".
// Each parameter of the glob must match some parameter of the id. A parameter
// that is not of the form `key=glob`, such as "dtype=int8*case=0" or
// "*int8*case=0", is matched against neighbouring parameters together with the
// commas between them. A parameter of stars alone may be anything.
class CaseGlob {
 public:
  // Parses a glob. Fails if it spells out a family or op that does not exist.
  static Result<CaseGlob> parse(std::string_view text);

  // Returns whether the glob matches a case.
  bool matches(const SplitId& id) const;

  // Returns whether the glob can match some case of an op.
  bool may_match(Op op) const;

  // Returns the op that the glob spells out; empty if it may match several.
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
