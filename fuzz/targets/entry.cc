// Passes libFuzzer's input to one target. The build defines which.
// Tested by scripts/fuzz.sh.
#include "fuzz/targets/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes,
                                      std::size_t count) {
  assay::ASSAY_FUZZ_TARGET({bytes, count});
  return 0;
}
