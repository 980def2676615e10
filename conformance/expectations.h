// Reads expectations: a file that accompanies a backend and lists the cases
// known to fail, with reasons. The verdicts of matching records change before
// the records are written.
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

// Says what a line expects of the cases that it matches.
enum class Expected : std::uint8_t {
  kUnsupported,  // a claimed cell answers `unsupported`
  kXfail,        // the case fails, in any way
  kFlaky,        // the case fails sometimes
  kUlp,          // errors exceed the tolerance, up to a limit
};
inline constexpr std::string_view kExpectedNames[] = {"unsupported", "xfail",
                                                      "flaky", "ulp"};

// Holds one line of the file.
struct ExpectationLine {
  std::int64_t number = 0;
  Expected expected = Expected::kXfail;
  std::string glob;
  std::string reason;
  std::string bug;
  std::string until;  // the last day on which it holds, YYYY-MM-DD
  double limit = 0;   // for kUlp, in ULP
  CaseGlob matcher;
};

// Parses one line, "xfail GLOB reason=…". Returns nothing for a blank line or a
// comment. Error messages leave out the file and the line.
Result<std::optional<ExpectationLine>> parse_expectation(std::string_view line);

// Returns the line as it is written in a file.
std::string expectation_text(const ExpectationLine& line);

// Returns the current day in UTC, as YYYY-MM-DD.
std::string utc_today();

// The lines of a file, and for every case the line that matches it.
class Expectations {
 public:
  // Makes an empty list, which expects nothing.
  Expectations() = default;

  // Parses the text of a file and finds the cases of every line in `plan`, the
  // plan of the whole level. Fails, with FILE:LINE in the message, on a
  // malformed line, on a line past its last day, on a line that matches no
  // case, and if two lines match the same case. `today` is YYYY-MM-DD.
  static Result<Expectations> parse(std::string_view text,
                                    const std::string& file,
                                    std::string_view today,
                                    const std::vector<PlannedCase>& plan);

  // Reads a file and parses it like parse().
  static Result<Expectations> read(const std::filesystem::path& file,
                                   std::string_view today,
                                   const std::vector<PlannedCase>& plan);

  // Returns the line that matches a case, or nullptr.
  const ExpectationLine* line_for(std::string_view id) const;

  const std::vector<ExpectationLine>& lines() const { return lines_; }

 private:
  Status find_cases(const std::string& file,
                    const std::vector<PlannedCase>& plan);

  std::vector<ExpectationLine> lines_;
  std::unordered_map<std::string, std::size_t> line_of_case_;
};

// Changes the verdict of a record as a line that matches its case says, and
// adds the line's reason and bug if the verdict changes.
void apply(const ExpectationLine& line, Record& record);

// Does the same with the line that matches the record's case, if there is one.
// A verdict of `harness_error`, `missing` or, on a cell that is not claimed,
// `unsupported` stays.
void apply(const Expectations& expectations, Record& record);

}  // namespace assay
