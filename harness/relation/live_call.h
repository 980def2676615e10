// Makes a call whose operands stay in a backend, so that it can be repeated on
// the same tensors and by several threads.
// Tested by tests/harness/relation/relation_state_test.cc.
#pragma once

#include <vector>

#include "harness/relation/relation_sample.h"
#include "spec/backend.h"
#include "spec/infer.h"

namespace assay {

// Says which operands of a call share memory.
enum class OperandMemory : std::uint8_t {
  kNone,    // each operand has its own buffer
  kTensor,  // operands of the same type and elements are one tensor
  kBuffer,  // operands of the same type follow each other in one buffer
};

// Holds a call whose operands are stored in a backend. The backend and the
// sample must outlive it. Several threads may call its functions at once if the
// backend allows that.
class LiveCall {
 public:
  // Stores the operands. Fails with the backend's status, or with `invalid` if
  // the sample breaks a precondition.
  static Result<LiveCall> place(const SampleCall& sample, Backend& backend,
                                const Profile& profile, OperandMemory memory);

  // Makes the call. Outs are new tensors filled with a pattern that no kernel
  // writes by chance.
  Result<Tensors> run() const;
  // Reads the results of the call. Fails with `internal` if their types are not
  // those of the call.
  Result<Arrays> read(const Tensors& results) const;

  const SampleCall& sample() const { return *sample_; }
  const Call& call() const { return call_; }
  // Returns the call with its outs, if the op writes into some. They have no
  // buffers.
  Call call_with_out() const;
  // Returns the types of the results.
  const std::vector<TensorType>& types() const { return types_; }
  Backend& backend() const { return *backend_; }

 private:
  LiveCall(const SampleCall& sample, Backend& backend)
      : sample_(&sample), backend_(&backend) {}

  const SampleCall* sample_;
  Backend* backend_;
  Call call_;  // without outs
  std::vector<TensorType> types_;
};

// Stores elements in a buffer of the backend, and returns the tensor that shows
// them through `laid_out`, or contiguously without it. Bytes that the view does
// not show are filled with a pattern.
Result<Tensor> store_array(const Array& array, Backend& backend);

// Returns the elements of a tensor in row-major order.
Result<std::vector<ElementBits>> load_elements(const Tensor& tensor,
                                               Backend& backend);

}  // namespace assay
