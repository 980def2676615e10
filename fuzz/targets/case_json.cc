// Tested by tests/fuzz/targets_test.cc.
#include "harness/case_json.h"

#include <string>

#include "fuzz/targets/target.h"
#include "harness/view_case.h"

namespace assay {
namespace {

// A refusal is one line that a terminal shows.
void demand_sentence(const Status& status) {
  demand(!status.message.empty(), "a refusal says why");
  demand(status.message.find('\n') == std::string::npos,
         "a refusal is one line");
}

template <typename T, typename Parse, typename Write>
void demand_round_trip(const Result<T>& read, Parse parse, Write write) {
  if (!read) return demand_sentence(read.status());
  const std::string written = write(*read).dump();
  const Result<T> again = parse(written);
  demand(again.ok(), "what was written can be read");
  demand(write(*again).dump() == written, "it is the same case");
}

}  // namespace

void fuzz_case_json(FuzzBytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  demand_round_trip(parse_case(text), parse_case, case_to_json);
  demand_round_trip(parse_view_case(text), parse_view_case, view_case_to_json);
}

}  // namespace assay
