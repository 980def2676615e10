// Records made by hand, for the tests of reports.
#pragma once

#include <string>
#include <utility>

#include "harness/record/record.h"

namespace assay {

// A record of family/op:aspect on a dtype; `number` makes ids differ.
inline Record record_of(const std::string& family, const std::string& op,
                        const std::string& aspect, const std::string& dtype,
                        Verdict verdict, int number = 0) {
  Record record;
  record.id = family + "/" + op + ":" + aspect + ":dtype=" + dtype +
              ",layout=contiguous,case=" + std::to_string(number);
  record.clause = op + "." + aspect;
  record.op = op;
  record.dtype = dtype;
  record.verdict = verdict;
  const bool ran =
      verdict != Verdict::kUnsupported && verdict != Verdict::kMissing;
  record.compared = ran ? 4 : 0;
  if (verdict == Verdict::kUnsupported) {
    record.unsupported_kind = "dtype";
  } else if (verdict != Verdict::kPass) {
    record.failure = Failure{.message = "1 of 4 elements are not accepted"};
    record.case_file = "cases/" + op + "." + aspect + "." + dtype + ".json";
  }
  return record;
}

inline Record elementwise(const std::string& op, const std::string& aspect,
                          const std::string& dtype, Verdict verdict,
                          int number = 0) {
  return record_of("elementwise", op, aspect, dtype, verdict, number);
}

inline RunRecord run_of_toy() {
  RunRecord run;
  run.subject = "exec:toy --fast";
  run.subject_name = "toy";
  run.subject_version = "1.2";
  run.profile = "nx";
  run.level = "quick";
  run.seed = 7;
  run.cells_required = 1352;
  run.cells_claimed = 12;
  run.controls.add("exact", true, "");
  return run;
}

// A record of robustness mode: of a "broken" call or of its "control".
inline Record call_of(const std::string& call, const std::string& op,
                      Verdict verdict) {
  Record record = elementwise(op, "same_shape", "int8", verdict);
  record.id.replace(record.id.find("dtype="), 0, "call=" + call + ",");
  record.clause = "elementwise.same_shape";
  return record;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace assay
