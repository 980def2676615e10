// Running the program of a case on a backend: tensors are made, steps are
// called, and what came of each tensor is read back.
// Tested by tests/harness/run/program_test.cc.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/case_storage.h"
#include "harness/case/verdict.h"
#include "harness/run/guarded_memory.h"
#include "harness/subject/step_claim.h"

namespace assay {

// Replaces the elements that a tensor shows by others, in row-major order,
// through Backend::write(): whatever its view does not show stays. Fails as
// to_host() and write() do.
Status write_elements(Backend& backend, const Tensor& into,
                      const std::vector<ElementBits>& elements);

// Memory that a step changed and must not.
struct StrayWrite {
  std::string tensor;
  std::string text;  // one sentence
};

// The tensors of a running program, by name.
class Program {
 public:
  explicit Program(Backend& backend, Poison poison = Poison::kFirst)
      : backend_(backend), poison_(poison) {}

  // Makes the case's tensors. Half of the cases, by their seed, lie in guarded
  // memory, where this process has such and the backend wraps it; operands are
  // then read-only. In the others, tensors that steps write are followed by a
  // canary, and those that do not begin at the start of their buffer have one
  // in front.
  Status make_tensors(const Case& test_case);

  // Returns how stray accesses are looked for: "guard_pages" or "canaries";
  // nothing where the case has no tensors.
  std::string_view memory() const { return memory_; }

  // Returns the call of a step, its operands and outs found by name.
  Call call_of(const Step& step) const;

  // Carries out one step and names the tensors it returned. Where an op before
  // it is claimed with immutable results, an assignment is a write by the host
  // (HostWrites) if the backend has one.
  Status run(const Step& step);

  const Tensor* find(const std::string& name) const;
  void name_tensor(const std::string& name, Tensor tensor);

  // Returns the elements of a tensor; of its whole storage if asked.
  Result<std::vector<ElementBits>> read(const std::string& name,
                                        bool whole_storage) const;

  // Returns a tensor that steps write and that was written beside its storage.
  Result<std::optional<StrayWrite>> changed_canary() const;

  // Returns a tensor that steps write, an element of whose storage has changed
  // although no view that they wrote shows it.
  Result<std::optional<StrayWrite>> changed_gap(const Case& test_case) const;

  // Returns a tensor that no step writes and that has changed.
  Result<std::optional<StrayWrite>> changed_operand(
      const Case& test_case) const;

 private:
  struct Placed {
    Tensor tensor;
    Bytes storage;                // as it was given to the backend
    std::int64_t lead = 0;        // elements of canary in front
    std::int64_t case_count = 0;  // elements; the rest of storage is canary
    bool written = false;         // some step has it among its outs
    const GuardedMemory::Piece* piece = nullptr;  // where it was wrapped
  };
  // Which elements of the storage the outs of steps show.
  std::vector<bool> written_elements(const Case& test_case,
                                     const Placed& placed) const;
  Status place(const CaseTensor& tensor, Placed& placed);
  Status wrap(const CaseTensor& tensor, std::uint64_t seed, Placed& placed);
  Status make_tensors(const Case& test_case, bool guarded);

  Backend& backend_;
  HostWrites host_writes_;
  Poison poison_;
  std::string_view memory_;
  // Outlive the buffers that wrap them; never more than the tensors.
  std::vector<GuardedMemory::Piece> pieces_;
  std::map<std::string, Placed> tensors_;
};

}  // namespace assay
