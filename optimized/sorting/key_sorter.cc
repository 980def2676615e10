// Holds one sorter per thread.
// Tested by tests/optimized/sorting_test.cc.
#include "optimized/sorting/key_sorter.h"

#include <memory>

namespace assay::optimized {

const KeySorter& KeySorter::of_thread() {
  thread_local std::unique_ptr<const KeySorter> sorter;
  if (!sorter || sorter->target_ != settings().target)
    sorter.reset(new KeySorter(settings().target));
  return *sorter;
}

}  // namespace assay::optimized
