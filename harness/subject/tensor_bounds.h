// Whether a tensor that came from outside lies within its buffer; for results
// of plugins and of adapters alike.
// Tested by tests/harness/subject/wire_test.cc and plugin_backend_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "spec/dtype.h"
#include "spec/result.h"
#include "spec/view.h"

namespace assay {

// Returns whether every element lies within a buffer of so many bytes; the
// message says, without a full stop, what does not. `buffer` names it, as in
// "buffer 3". The shape is a possible one; strides and offset may be any.
Status check_bounds(const View& view, DType dtype, std::int64_t buffer_bytes,
                    std::string_view buffer);

}  // namespace assay
