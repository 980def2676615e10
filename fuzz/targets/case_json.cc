// Feeds texts to the parser of cases. A text must be a case or be refused with
// one line, and a case that is written must read back as the same.
// Tested by tests/fuzz/targets_test.cc.
#include "harness/case/case_json.h"

#include <string>

#include "fuzz/targets/target.h"
#include "harness/view/view_case.h"

namespace assay {
namespace {

// Demands that a refusal is one line that a terminal can show.
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

// A short file may describe millions of elements, which take long to write
// again.
bool is_huge(const Case& test_case) {
  constexpr std::size_t kMost = 1 << 18;
  for (const CaseTensor& tensor : test_case.tensors)
    if (tensor.storage && tensor.storage->size() > kMost) return true;
  return false;
}

}  // namespace

void fuzz_case_json(FuzzBytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  const Result<Case> read = parse_case(text);
  if (!read || !is_huge(*read)) {
    demand_round_trip(read, parse_case,
                      [](const Case& one) { return case_to_json(one); });
    // In short form wherever that is shorter than the list.
    demand_round_trip(read, parse_case,
                      [](const Case& one) { return case_to_json(one, 0); });
  }
  demand_round_trip(parse_view_case(text), parse_view_case, view_case_to_json);
}

}  // namespace assay
