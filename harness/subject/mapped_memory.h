// Lets the harness see where a subject's buffers are. Only some subjects have
// memory that the CPU can address, so this is no part of Backend.
// Tested by tests/harness/subject/plugin_protocol_test.cc.
#pragma once

#include <cstddef>

#include "spec/tensor.h"

namespace assay {

class MappedMemory {
 public:
  virtual ~MappedMemory() = default;

  // Returns the address of the first byte of the tensor's buffer, or null if
  // the CPU cannot address it.
  virtual const std::byte* map(const Tensor& tensor) = 0;
};

}  // namespace assay
