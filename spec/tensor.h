// A tensor as it crosses the backend interface: dtype, view, and a counted
// reference to a buffer that its backend owns.
#pragma once

#include <memory>

#include "spec/dtype.h"
#include "spec/view.h"

namespace assay {

// Memory of a backend. Only the backend that made it looks inside; identity
// (the pointer) tells whether two tensors share memory.
class Buffer {
 public:
  virtual ~Buffer() = default;
};

struct Tensor {
  DType dtype = DType::kFloat32;
  View view;
  std::shared_ptr<Buffer> buffer;
};

}  // namespace assay
