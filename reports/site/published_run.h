// Holds a run in the compact form that a site keeps: scores, findings, the
// worst verdict of each clause by dtype, examples of failures, and the largest
// errors. Tested by tests/reports/site/published_run_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/reported_run.h"
#include "spec/file_profile.h"

namespace assay {

// Counts cells: proven, claimed, and all that count.
using CellNumbers = std::array<std::int64_t, 3>;

struct PublishedFinding {
  int kind = 0;  // a FindingKind
  std::string key;
  std::string title;
  std::string example;
  std::string policy;  // empty if no policy value explains it
  std::vector<std::string> shared_by;
  std::vector<std::string> ops;
  std::vector<std::string> dtypes;
  std::string clause;  // empty if the finding is about none
  std::int64_t count = 0;
  friend bool operator==(const PublishedFinding&,
                         const PublishedFinding&) = default;
};

// Shows the failing cases of one clause, row and dtype by one of them.
struct PublishedExample {
  std::string row;
  std::string clause;
  std::size_t dtype = 0;  // a position in kDTypes, as in all that follows
  std::int64_t count = 0;
  std::string call;
  std::string expected;  // empty if `got` is the message of the failure
  std::string got;
  friend bool operator==(const PublishedExample&,
                         const PublishedExample&) = default;
};

// The largest error in ULP that the cases of a run measured in a cell.
struct MeasuredError {
  std::string row;
  std::size_t dtype = 0;
  double ulp = 0;
  double share = 0;   // of what is allowed; 0 if no share is defined
  std::string input;  // empty if the error is 0
  friend bool operator==(const MeasuredError&, const MeasuredError&) = default;
};

// The largest error of a cell over every input.
struct ExhaustiveError {
  std::string row;
  std::size_t dtype = 0;
  double ulp = 0;
  std::string input;  // empty if every result is correctly rounded
  std::uint64_t inputs = 0;
  std::uint64_t rejected = 0;  // results that are not permitted
  friend bool operator==(const ExhaustiveError&,
                         const ExhaustiveError&) = default;
};

struct PublishedRun {
  std::string name;  // under which the site shows the subject
  std::string version;
  std::string profile;
  std::optional<PolicyValues> profile_values;  // of a profile from a file
  std::string subject;                         // as the command line had it
  std::string level;
  std::string suite_version;
  std::string spec_version;
  std::string seed;
  std::string shapes;
  std::string started_at;
  bool conforms = false;
  std::array<std::int64_t, 2> controls{};  // made, caught
  std::array<std::int64_t, 4> cases{};     // all, passed, failed, unsupported
  std::map<std::string, CellNumbers> sets;
  std::map<std::string, CellNumbers> families;  // "nx/elementwise"
  std::vector<std::string> composed;
  std::vector<PublishedFinding> findings;
  // The clauses of each row with a pattern: one character per dtype, the worst
  // verdict in base 36 or ".". Trailing dots are left out.
  using Row = std::map<std::string, std::string>;
  std::map<std::string, Row> rows;
  std::vector<PublishedExample> examples;
  std::vector<MeasuredError> errors;
  std::vector<ExhaustiveError> exhaustive;
  friend bool operator==(const PublishedRun&, const PublishedRun&) = default;
};

// Returns the name of a row: "add", "conv:2d", "cast > int8".
std::string row_name(std::string_view op, std::string_view variant,
                     std::string_view result);

// Returns the run in compact form. `name` is that of the subject on the site.
// The sweeps of the run are not part of `reported`.
PublishedRun published_run(const ReportedRun& reported,
                           const std::string& name);

}  // namespace assay
