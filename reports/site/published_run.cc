// Walks the records of a run once, and keeps the worst verdict, one example and
// the largest error of each place. Tested by
// tests/reports/site/published_run_test.cc.
#include "reports/site/published_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/finding_texts.h"
#include "reports/findings.h"
#include "reports/html_cases.h"
#include "reports/set_scores.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

// Long messages of libraries would fill a site.
constexpr std::size_t kTextLimit = 240;

// The row and the column of a record.
struct CellPlace {
  std::string row;
  std::size_t dtype = 0;
};

std::optional<CellPlace> place_of(const Record& record) {
  const auto arrow = record.dtype.find('>');
  const auto dtype = dtype_named(record.dtype.substr(0, arrow));
  if (!dtype) return std::nullopt;
  const std::string result =
      arrow == std::string::npos ? "" : record.dtype.substr(arrow + 1);
  const auto column =
      std::find_if(std::begin(kDTypes), std::end(kDTypes),
                   [&](const DTypeSpec& spec) { return spec.dtype == *dtype; });
  return CellPlace{row_name(record.op, record.variant, result),
                   static_cast<std::size_t>(column - std::begin(kDTypes))};
}

// Returns the clause for which a record counts: the one that it shows to be
// broken, unless the record says no clause but an op.
const std::string& clause_for(const Record& record) {
  const std::string& broken = broken_of(record);
  return clause_named(broken) == nullptr ? record.clause : broken;
}

char digit_of(Verdict verdict) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  static_assert(std::size(kVerdictNames) <= kDigits.size());
  return kDigits[static_cast<std::size_t>(verdict)];
}

// Puts a verdict into a pattern, if it says more than the one that is there. A
// cell with passing cases is claimed, so its unsupported cases are outside of
// the claims: a layout, for example.
void note_verdict(std::string& pattern, std::size_t dtype, Verdict verdict) {
  if (pattern.size() <= dtype) pattern.resize(dtype + 1, '.');
  char& place = pattern[dtype];
  const char passed = digit_of(Verdict::kPass);
  const char unsupported = digit_of(Verdict::kUnsupported);
  const char digit = digit_of(verdict);
  // The dot, the digits and the letters of base 36 are in ascending order.
  static_assert('.' < '0' && '9' < 'a');
  if (place == '.' || (place == unsupported && digit == passed))
    place = digit;
  else if (digit != unsupported)
    place = std::max(place, digit);
}

// Returns whether the error of a cell is measured in ULP, so that a run whose
// results all are exact has an error of 0 to show.
bool has_measure(const Record& record, std::size_t dtype) {
  const auto op = op_named(record.op);
  if (!op) return false;
  const Variant* variant = variant_named(spec_of(*op), record.variant);
  if (variant == nullptr) return false;
  const Accuracy accuracy =
      tolerance_of(*variant, kDTypes[dtype].dtype).accuracy;
  return accuracy != Accuracy::kExact && accuracy != Accuracy::kBits;
}

PublishedExample example_of(const Record& record, const CellPlace& place) {
  PublishedExample example{
      .row = place.row, .clause = clause_for(record), .dtype = place.dtype};
  example.call = cut(call_text(record), kTextLimit);
  if (record.failure && record.failure->expected && record.failure->got) {
    const Failure& failure = *record.failure;
    const bool alike = failure.expected->decimal == failure.got->decimal;
    example.expected =
        alike ? failure.expected->exact : failure.expected->decimal;
    example.got = alike ? failure.got->exact : failure.got->decimal;
  } else if (record.failure) {
    example.got = cut(record.failure->message, kTextLimit);
  }
  return example;
}

// Collects what a run has for each row, clause and dtype.
class Collector {
 public:
  explicit Collector(PublishedRun& run) : run_(run) {}

  void add(const Record& record) {
    const auto place = place_of(record);
    if (!place) return;
    const std::string& clause = clause_for(record);
    note_verdict(run_.rows[place->row][clause], place->dtype, record.verdict);
    if (record.verdict >= Verdict::kFail) {
      Shown& shown = examples_[{place->row, clause, place->dtype}];
      ++shown.count;
      if (shown.record == nullptr ||
          example_rank(record) < example_rank(*shown.record))
        shown.record = &record;
    }
    add_error(record, *place);
  }

  void finish() {
    for (const auto& [key, shown] : examples_) {
      const auto& [row, clause, dtype] = key;
      run_.examples.push_back(example_of(*shown.record, {row, dtype}));
      run_.examples.back().count = shown.count;
    }
    for (auto& [key, error] : errors_) run_.errors.push_back(std::move(error));
  }

 private:
  struct Shown {
    const Record* record = nullptr;
    std::int64_t count = 0;
  };

  void add_error(const Record& record, const CellPlace& place) {
    if (record.compared == 0 || !has_measure(record, place.dtype)) return;
    MeasuredError& error =
        errors_
            .try_emplace({place.row, place.dtype},
                         MeasuredError{.row = place.row, .dtype = place.dtype})
            .first->second;
    error.share = std::max(error.share, record.tightness);
    const double rejected =
        record.failure ? record.failure->distance.value_or(0) : 0;
    if (record.max_ulp > error.ulp) {
      error.ulp = record.max_ulp;
      error.input = cut(record.worst_operands, kTextLimit);
    }
    if (rejected > error.ulp) {
      error.ulp = rejected;
      error.input = cut(record.failure->operands, kTextLimit);
    }
  }

  PublishedRun& run_;
  std::map<std::tuple<std::string, std::string, std::size_t>, Shown> examples_;
  std::map<std::pair<std::string, std::size_t>, MeasuredError> errors_;
};

PublishedFinding published(const Finding& finding) {
  PublishedFinding one{.kind = static_cast<int>(finding.kind),
                       .key = finding.key,
                       .title = finding.title,
                       .example = cut(finding.example, kTextLimit),
                       .policy = finding.policy,
                       .shared_by = finding.shared_by,
                       .ops = finding.ops,
                       .dtypes = finding.dtypes,
                       .clause = "",
                       .count = std::ssize(finding.records)};
  const std::string& broken = broken_of(*finding.records.front());
  if (clause_named(broken) != nullptr) one.clause = broken;
  return one;
}

}  // namespace

std::string row_name(std::string_view op, std::string_view variant,
                     std::string_view result) {
  std::string name(op);
  if (!variant.empty()) name += fmt::format(":{}", variant);
  if (!result.empty()) name += fmt::format(" > {}", result);
  return name;
}

PublishedRun published_run(const ReportedRun& reported,
                           const std::string& name) {
  const RunRecord& head = reported.run;
  const Summary summary = summarize(head, reported.records);
  PublishedRun run;
  run.name = name;
  run.version = head.subject_version;
  run.profile = head.profile;
  run.profile_values = head.profile_values;
  run.subject = head.subject;
  run.level = head.level;
  run.suite_version = head.suite_version;
  run.spec_version = head.spec_version;
  run.seed = fmt::format("{}", head.seed);
  run.shapes = kShapesNames[static_cast<int>(head.shapes)];
  run.started_at = head.started_at;
  run.conforms = summary.conforms() && reported.swept.broken.empty();
  run.controls = {head.controls.made, head.controls.caught};
  run.cases = {summary.cases, summary.passed, summary.failed,
               summary.unsupported};
  run.composed = head.composed;
  for (const SetScore& score : set_scores(head, summary))
    if (score.cells.is_planned)
      run.sets[score.cells.name] = {score.proven, score.cells.claimed,
                                    score.cells.scored()};
  for (const auto& [family, count] : summary.cells_of_family)
    run.families[family] = {count.proven, count.claimed, count.selected};
  for (const Finding& finding : findings_of(head, reported.records))
    run.findings.push_back(published(finding));
  Collector collector(run);
  for (const Record& record : reported.records)
    if (is_of_conformance(record) &&
        !(is_metamorphic(record) && record.verdict == Verdict::kUnsupported))
      collector.add(record);
  collector.finish();
  return run;
}

}  // namespace assay
