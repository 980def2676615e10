// Calls a subject on consecutive inputs, with memory that is allocated once.
// Tested by tests/sweep/sweep_block_test.cc.
#pragma once

#include "spec/backend.h"
#include "sweep/inputs.h"

namespace assay {

class SubjectCalls {
 public:
  SubjectCalls(Backend& subject, const Inputs& inputs);

  // Returns the storage of the results of `count` inputs from `first` on;
  // `count` is at most kBatchInputs + 1. The storage is valid until the next
  // call. Fails as the subject does.
  Result<const std::byte*> results(std::uint64_t first, std::uint64_t count);

 private:
  void write_operands(std::uint64_t first, std::uint64_t count);
  Result<Call> call_of(std::int64_t count);

  Backend& subject_;
  Inputs inputs_;
  std::vector<Bytes> operands_;
  Bytes out_;
  // Tensors over operands_ and out_; empty if the subject does not wrap memory.
  std::vector<Tensor> wrapped_;
};

}  // namespace assay
