// Implements what walks back and forth share.
// Tested by tests/optimized/alternation_test.cc.
#include "optimized/resources/alternation.h"

namespace assay::optimized {

bool walks_from_end() {
  thread_local bool from_end = true;
  from_end = !from_end;
  return from_end;
}

}  // namespace assay::optimized
