// Expectations: a file beside a backend that says which cases are known to go
// wrong, and why. Records are changed by it before they are written.
// Tested by tests/conformance/expectations_test.cc.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "conformance/case_glob.h"
#include "harness/case/planned_case.h"
#include "harness/record/record.h"

namespace assay {

// What a line expects of the cases that it matches.
enum class Expected : std::uint8_t {
  kUnsupported,  // a claimed cell answers `unsupported`
  kXfail,        // the case fails, in whatever way
  kFlaky,        // the case fails now and then
  kUlp,          // distances are beyond what is accepted, up to a limit
};
inline constexpr std::string_view kExpectedNames[] = {"unsupported", "xfail",
                                                      "flaky", "ulp"};

// One line of the file.
struct ExpectationLine {
  std::int64_t number = 0;
  Expected expected = Expected::kXfail;
  std::string glob;
  std::string reason;
  std::string bug;
  std::string until;  // the last day that it holds, YYYY-MM-DD
  double limit = 0;   // of kUlp, in ulps
  CaseGlob matcher;
};

// Parses one line, "xfail GLOB reason=…"; nothing of a blank line or a comment.
// The message of what fails says nothing of the place.
Result<std::optional<ExpectationLine>> parse_expectation(std::string_view line);

// Returns the line as a file holds it.
std::string expectation_text(const ExpectationLine& line);

// Returns the day that it is, YYYY-MM-DD in UTC.
std::string utc_today();

// The lines of a file, and of every case which one is for it.
class Expectations {
 public:
  // Expects nothing.
  Expectations() = default;

  // Parses a file's text and finds the cases of every line in the plan of the
  // whole level. Fails, with FILE:LINE in the message, on what is no line, on a
  // line past its day, on one that matches no case, and where two match the
  // same. `today` is YYYY-MM-DD.
  static Result<Expectations> parse(std::string_view text,
                                    const std::string& file,
                                    std::string_view today,
                                    const std::vector<PlannedCase>& plan);

  // Reads and parses a file.
  static Result<Expectations> read(const std::filesystem::path& file,
                                   std::string_view today,
                                   const std::vector<PlannedCase>& plan);

  // Returns the line for a case, or nullptr.
  const ExpectationLine* line_for(std::string_view id) const;

  const std::vector<ExpectationLine>& lines() const { return lines_; }

 private:
  Status find_cases(const std::string& file,
                    const std::vector<PlannedCase>& plan);

  std::vector<ExpectationLine> lines_;
  std::unordered_map<std::string, std::size_t> line_of_case_;
};

// Changes the verdict of a record to what a line for its case makes of it.
void apply(const ExpectationLine& line, Record& record);

// Changes the verdict of a record to what its line makes of it, and notes the
// line's reason and bug where it does. A verdict of `harness_error`, `missing`
// or, on a cell that is not claimed, `unsupported` stays.
void apply(const Expectations& expectations, Record& record);

}  // namespace assay
