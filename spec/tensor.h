// Defines the tensors that the backend interface passes around. A tensor has a
// dtype, a view, and a counted reference to a buffer that its backend owns.
#pragma once

#include <memory>

#include "spec/dtype.h"
#include "spec/view.h"

namespace assay {

// Is the base class of a backend's memory. Only the backend that made a buffer
// knows its content. Two tensors share memory if they point to the same buffer.
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
