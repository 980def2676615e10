// Counts the windows of a pool. The type rules, the reference and the cases of
// the pooling family share it.
// Tested by tests/spec/infer_pooling_test.cc.
#pragma once

#include "spec/attributes.h"
#include "spec/profile.h"
#include "spec/shape.h"

namespace assay {

// Returns how many windows a pool has along each of the spatial extents. The
// count is 1 along an axis whose kernel_size or stride is 0, so that such a
// call has an out and can be refused. The attributes keep the preconditions.
Shape pool_counts(const Shape& spatial, const Attributes& attributes,
                  const Profile& profile);

}  // namespace assay
