// Ends the process of a target with a sentence, which libFuzzer reports as a
// crash.
// Tested by tests/fuzz/targets_test.cc.
#include <cstdio>
#include <cstdlib>

#include "fuzz/targets/target.h"

namespace assay {

void demand(bool holds, std::string_view sentence) {
  if (holds) return;
  std::fprintf(stderr, "demanded: %.*s\n", static_cast<int>(sentence.size()),
               sentence.data());
  std::abort();
}

}  // namespace assay
