// Finds few globs that match a set of cases and nothing else, so that a file of
// expectations stays short and hides no other failure.
// Tested by tests/conformance/glob_cover_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "conformance/case_glob.h"
#include "harness/case/planned_case.h"

namespace assay {

// Covers cases of one plan with globs.
class GlobCover {
 public:
  using Ids = std::unordered_set<std::string>;

  explicit GlobCover(const std::vector<PlannedCase>& plan);
  GlobCover(const GlobCover&) = delete;
  GlobCover& operator=(const GlobCover&) = delete;

  // Returns globs that match the wanted cases of the plan, in the order of the
  // plan. They match no other case except some that are `open`, and these are
  // taken out of `open`. No two globs match the same case. A glob may leave out
  // the aspect, the op or parameters, or shorten a dtype to "float*", where it
  // still matches nothing else. Cases that no such glob covers keep their whole
  // ids.
  std::vector<std::string> globs_for(const Ids& wanted, Ids& open) const;

  const std::vector<std::string>& ids() const { return ids_; }

 private:
  // Says of each case whether a glob must, may or must not match it.
  enum class Place : std::uint8_t { kOther, kOpen, kWanted };

  // A glob with the cases that it matches.
  struct Cover {
    std::string glob;
    std::vector<std::size_t> cases;
    std::size_t wanted = 0;  // how many of them
  };

  // Returns the cases that a glob matches; none if it matches one that it must
  // not match.
  Cover cover_of(std::string glob, const std::vector<Place>& places) const;

  std::vector<std::string> ids_;
  std::vector<SplitId> split_;  // views into ids_
  // The positions of the cases of each op and of each family.
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_;
};

}  // namespace assay
