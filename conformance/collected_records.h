// Collects the records of a run while its workers send them. A run of level
// standard has more than a hundred thousand, and workers that start later
// inherit their memory. Of a case that passed, only what the plan does not say
// is therefore kept.
// Tested by tests/conformance/collected_records_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "harness/case/planned_case.h"
#include "harness/record/record.h"

namespace assay {

class CollectedRecords {
 public:
  // The plan must outlive the object.
  explicit CollectedRecords(const std::vector<PlannedCase>& plan);

  // Takes a line of a file of records. Ignores what is not a record of the
  // plan. If a case has two records, keeps the worse one.
  void take(std::string_view line);
  void take(Record record, std::optional<ControlCount> controls);

  // Returns the number of cases that have a record.
  std::size_t count() const { return count_; }
  // Returns the positions that have no record.
  std::vector<std::size_t> missing() const;
  // Returns the sum of all live controls. A case that should have had controls
  // and passed without any counts as a control that was not caught.
  ControlCount controls() const;
  // Returns the records that have arrived, at the positions of their cases, and
  // forgets them.
  std::vector<Boxed<Record>> take_all();

 private:
  // Holds what the record of a passed case says that its plan does not.
  struct Passed {
    std::int64_t compared = 0;
    double max_ulp = 0;
    double tightness = 0;
    std::string worst_operands;
    bool is_guarded = false;  // its memory is "guard_pages", not "canaries"
  };
  using Kept = std::variant<std::monostate, Passed, Boxed<Record>>;

  // Returns the position of the case with an id in the plan.
  std::optional<std::size_t> position_of(const std::string& id) const;
  static Record rebuilt(const Passed& passed, const PlannedCase& plan);
  Verdict verdict_at(std::size_t position) const;

  const std::vector<PlannedCase>& plan_;
  std::vector<Kept> kept_;
  // The hash of each id and its position, sorted. The ids themselves would take
  // more memory than all that is kept.
  std::vector<std::pair<std::size_t, std::size_t>> positions_;
  std::unordered_map<std::string, ControlCount> controls_;  // by case
  std::size_t count_ = 0;
};

}  // namespace assay
