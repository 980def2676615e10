// Filters over case ids: comma-separated terms, each a glob per segment of the
// id; a term that begins with "-" excludes; "@FILE" reads terms from a file,
// one or more a line. Of the terms that match a case the last one decides, so
// that terms without a minus select their union. README.md says where a term
// ends, since ids have commas too.
// Tested by tests/conformance/filter_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case_glob.h"
#include "harness/case/planned_case.h"
#include "spec/result.h"

namespace assay {

class Filter {
 public:
  // Selects everything.
  Filter() = default;

  // Parses a filter; fails on an empty term, on a family or op that there is
  // not, and on a file that cannot be read or has no terms.
  static Result<Filter> parse(std::string_view text);

  // Returns whether the filter selects the case of an id.
  bool selects(std::string_view id) const;
  // Likewise; the id of the case is made only if there are terms.
  bool selects(const PlannedCase& planned) const {
    return terms_.empty() || selects(planned.id());
  }

  // Returns whether the filter selects all cases, since it has no terms.
  bool is_empty() const { return terms_.empty(); }

  // Returns whether the filter can select a case of an op: a plan passes over
  // those of which it selects none.
  bool may_select(Op op) const;

 private:
  struct Term {
    bool excludes = false;
    CaseGlob glob;
  };
  bool has_exclusions_alone() const;
  Status add(std::string_view text, int depth);
  Status add_file(const std::string& path, int depth);
  std::vector<Term> terms_;
};

}  // namespace assay
