// Running the program of a case on a backend: tensors are made, steps are
// called, and what came of each tensor is read back.
// Tested by tests/harness/program_test.cc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case.h"
#include "harness/verdict.h"

namespace assay {

// Returns the storage of a case tensor: given, made by its recipe, or poison
// in a pattern that no kernel writes by chance.
std::vector<ElementBits> storage_of(const CaseTensor& tensor);

// Returns the elements that a view shows of a storage, in row-major order.
std::vector<ElementBits> elements_of(const Tensor& tensor,
                                     const Bytes& storage);

// The tensors of a running program, by name.
class Program {
 public:
  explicit Program(Backend& backend) : backend_(backend) {}

  // Makes the case's tensors. Tensors that steps write are followed by a
  // canary, which check_canaries() looks at.
  Status make_tensors(const Case& test_case);

  // Returns the call of a step, its operands and outs found by name.
  Call call_of(const Step& step) const;

  // Carries out one step and names the tensors it returned.
  Status run(const Step& step);

  const Tensor* find(const std::string& name) const;
  void name_tensor(const std::string& name, Tensor tensor);

  // Returns the elements of a tensor; of its whole storage if asked.
  Result<std::vector<ElementBits>> read(const std::string& name,
                                        bool whole_storage) const;

  // Returns the name of a tensor whose canary has changed, if any.
  Result<std::optional<std::string>> changed_canary() const;

  // Returns the name of a tensor that no step writes and that has changed.
  Result<std::optional<std::string>> changed_operand(
      const Case& test_case) const;

 private:
  struct Placed {
    Tensor tensor;
    Bytes storage;                // as it was given to the backend
    std::int64_t case_count = 0;  // elements; the rest of storage is canary
    bool written = false;         // some step has it among its outs
  };
  Backend& backend_;
  std::map<std::string, Placed> tensors_;
};

}  // namespace assay
