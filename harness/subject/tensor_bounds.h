// Checks that a tensor that came from outside stays within its buffer. Plugins
// and adapters use the same check.
// Tested by tests/harness/subject/wire_test.cc and plugin_backend_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "spec/backend.h"
#include "spec/dtype.h"
#include "spec/result.h"
#include "spec/view.h"

namespace assay {

// Returns ok if every element is within a buffer of `buffer_bytes` bytes.
// Otherwise the message says without a full stop what is not; `buffer` names
// the buffer, such as "buffer 3". The shape must be valid, but strides and
// offset may be anything.
Status check_bounds(const View& view, DType dtype, std::int64_t buffer_bytes,
                    std::string_view buffer);

// Returns ok if names of places are different and begin with "host", and the
// place of ops is one of them; otherwise the message says what is not so.
Status check_places(const Places& places);

}  // namespace assay
