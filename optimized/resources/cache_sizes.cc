// Asks the system for the sizes of caches.
// Tested by tests/optimized/alternation_test.cc.
#include "optimized/resources/cache_sizes.h"

#include <unistd.h>

namespace assay::optimized {

std::int64_t l2_bytes() {
  static const std::int64_t bytes = [] {
    std::int64_t size = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    size = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return size > 0 ? size : std::int64_t{1} << 20;
  }();
  return bytes;
}

}  // namespace assay::optimized
