// Runs the program of the bytes on a plugin and judges it by the reference. A
// failing program is shrunk and written as a case.
// Tested by tests/fuzz/targets_test.cc.
#include "fuzz/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "conformance/case_file.h"
#include "fuzz/shrink_program.h"
#include "fuzz/targets/target.h"
#include "harness/case/case_json.h"
#include "harness/run/run_case.h"
#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"
#include "spec/sdk/export_backend.h"

namespace assay {
namespace {

constexpr std::size_t kMaxProgramBytes = kHeadBytes + kMaxSteps * kStepBytes;
constexpr const char* kFile = "fuzz-program.json";

std::unique_ptr<PluginSubject> started() {
  const char* path = std::getenv("ASSAY_FUZZ_SUBJECT");
  if (path != nullptr) {
    auto subject = PluginSubject::start(path);
    demand(subject.ok(), subject.status().message);
    return *std::move(subject);
  }
  static const AssayBackendV1* const table =
      exported_table(Exported<Reference>::make, Exported<Reference>::create);
  auto subject = PluginSubject::start(*PluginLibrary::of_table(table, "self"));
  demand(subject.ok(), subject.status().message);
  return *std::move(subject);
}

Record record_of(const Case& test_case, Subject& subject) {
  CaseOutcome outcome = run_case(test_case, subject);
  if (subject.breakdown())
    demand(subject.restart().ok(), "the subject starts again");
  Record record;
  record.id = test_case.id;
  record.verdict = outcome.verdict;
  record.failure = std::move(outcome.failure);
  return record;
}

// Done for some programs only: it takes as long as a dozen runs.
void demand_round_trip(const Case& test_case) {
  const std::string written = case_to_json(test_case).dump();
  const auto read = parse_case(written);
  demand(read.ok(), "a program can be read as a case");
  demand(case_to_json(*read).dump() == written, "it is the same case");
}

}  // namespace

void fuzz_program(FuzzBytes bytes) {
  static Reference oracle;
  static const std::unique_ptr<PluginSubject> subject = started();
  const ProgramRules rules{oracle, kNx, [](const Cell& cell) {
                             return subject->backend().claim(cell).has_value();
                           }};
  bytes = bytes.first(std::min(bytes.size(), kMaxProgramBytes));
  auto test_case = program_of(bytes, rules, "case=0");
  if (!test_case) return;
  if (std::accumulate(bytes.begin(), bytes.end(), 0) % 64 == 0)
    demand_round_trip(*test_case);
  Record record = record_of(*test_case, *subject);
  if (!is_failure(record.verdict)) return;
  const FailingProgram shrunk = shrink_program(
      {{bytes.begin(), bytes.end()}, *std::move(test_case), std::move(record)},
      rules, "case=0", [](const std::vector<Case>& cases) {
        std::vector<Record> records;
        for (const Case& one : cases)
          records.push_back(record_of(one, *subject));
        return std::optional(std::move(records));
      });
  demand(write_case_file(kFile, shrunk.test_case).ok(), "the case is written");
  const std::string message =
      shrunk.record.failure ? shrunk.record.failure->message : "";
  demand(false, fmt::format("{}: {}; assay replay {}",
                            name_of(shrunk.record.verdict), message, kFile));
}

}  // namespace assay
