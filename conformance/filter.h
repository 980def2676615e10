// Selects cases by id. A filter has comma-separated terms, each a glob per
// segment of the id. A term that begins with "-" excludes; "@FILE" reads terms
// from a file, one or more per line. The last term that matches a case decides,
// so that terms without a minus select their union. Ids have commas too;
// README.md says where a term ends.
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
  // Makes a filter that selects everything.
  Filter() = default;

  // Parses a filter. Fails on an empty term, on a family or op that does not
  // exist, and on a file that cannot be read or has no terms.
  static Result<Filter> parse(std::string_view text);

  // Returns whether the filter selects the case of an id.
  bool selects(std::string_view id) const;
  // The same for a planned case, whose id is made only if there are terms.
  bool selects(const PlannedCase& planned) const {
    return terms_.empty() || selects(planned.id());
  }

  // Returns whether the filter has no terms and so selects every case.
  bool is_empty() const { return terms_.empty(); }

  // Returns whether the filter can select a case of an op. A plan skips the ops
  // of which it selects none.
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
