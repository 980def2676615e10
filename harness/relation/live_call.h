// A call whose operands are stored in a backend, so that it can be made many
// times on the very same tensors, and by several threads.
// Tested by tests/harness/relation/relation_state_test.cc.
#pragma once

#include <vector>

#include "harness/relation/relation_sample.h"
#include "spec/backend.h"
#include "spec/infer.h"

namespace assay {

// Which operands of a call share memory.
enum class OperandMemory : std::uint8_t {
  kNone,    // each operand has a buffer of its own
  kTensor,  // operands of one type are one tensor
  kBuffer,  // operands of one type follow each other in one buffer
};

// The backend and the sample must outlive it. The functions may be called by
// several threads at once if the backend allows that.
class LiveCall {
 public:
  // Stores the operands. Fails with what the backend answered, or with
  // `invalid` where the sample breaks a precondition.
  static Result<LiveCall> place(const SampleCall& sample, Backend& backend,
                                const Profile& profile, OperandMemory memory);

  // Makes the call. Outs are new tensors, filled with a pattern that no kernel
  // writes by chance.
  Result<Tensors> run() const;
  // Reads results of the call. Fails with `internal` where their types are not
  // those of the call.
  Result<Arrays> read(const Tensors& results) const;

  const SampleCall& sample() const { return *sample_; }
  const Call& call() const { return call_; }
  // The same with its out, which has no buffer, where the op writes into one.
  Call call_with_out() const;
  // The types of the results.
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

// Stores elements in a buffer of the backend, and returns the tensor that
// `laid_out` (or, without it, a contiguous view) shows of it. What the view
// does not show is filled with a pattern.
Result<Tensor> store_array(const Array& array, Backend& backend);

// Returns the elements of a tensor in row-major order.
Result<std::vector<ElementBits>> load_elements(const Tensor& tensor,
                                               Backend& backend);

}  // namespace assay
