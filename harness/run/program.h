// Runs the program of a case on a backend: makes its tensors, calls its steps,
// and reads each tensor back.
// Tested by tests/harness/run/program_test.cc.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/case_storage.h"
#include "harness/case/verdict.h"
#include "harness/run/guarded_memory.h"
#include "harness/subject/step_claim.h"

namespace assay {

// Replaces the elements that a tensor shows, in row-major order, through
// Backend::write(). Elements that its view does not show keep their values.
// Fails if to_host() or write() fails.
Status write_elements(Backend& backend, const Tensor& into,
                      const std::vector<ElementBits>& elements);

// Describes memory that a step changed but must not change.
struct StrayWrite {
  std::string tensor;
  std::string text;  // one sentence
};

// Holds the tensors of a running program by name.
class Program {
 public:
  explicit Program(Backend& backend, Poison poison = Poison::kFirst)
      : backend_(backend), poison_(poison) {}
  // Ends a session that the steps have left open.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Lets a backend with one place run cases about several, as the oracle does:
  // a transfer is then a copy.
  void imagine_places() { imagines_places_ = true; }

  // Makes the case's tensors. Cases with an odd seed use guarded memory if this
  // process has it and the backend can wrap it; operands are then read-only. In
  // other cases each tensor that steps write is followed by a canary, and each
  // tensor that does not begin at the start of its buffer has a canary in
  // front.
  Status make_tensors(const Case& test_case);

  // Returns how stray accesses are detected: "guard_pages" or "canaries";
  // nothing if the case has no tensors.
  std::string_view memory() const { return memory_; }

  // Returns the call of a step, with its operands and outs found by name.
  Call call_of(const Step& step) const;

  // Runs one step and names the tensors that it returned. A reclaimed tensor
  // has no name any more. If an earlier op is claimed with immutable results,
  // an assignment becomes a write by the host (HostWrites), provided that the
  // backend has one.
  Status run(const Step& step);

  Backend& backend() const { return backend_; }
  const Tensor* find(const std::string& name) const;
  void name_tensor(const std::string& name, Tensor tensor);

  // Returns the number of a place, which has a name of the subject or one of
  // those of harness/case/case.h. Returns `unsupported` if the subject has no
  // such place.
  Result<std::uint32_t> place_named(std::string_view name) const;

  // Returns the word that the message of a refused call must contain: upload if
  // an operand is on the host and ops run elsewhere, download if an operand is
  // elsewhere and ops run on the host; "" if neither is so.
  std::string way_out(const Step& step) const;

  // Returns the elements of a tensor, or of its whole storage.
  Result<std::vector<ElementBits>> read(const std::string& name,
                                        bool whole_storage) const;

  // Returns a sentence about wrapped memory that was written after its reclaim.
  std::optional<StrayWrite> changed_reclaimed() const;

  // Returns a sentence about a result whose memory is not aligned for its
  // dtype, as far as the backend lets its addresses be seen.
  std::optional<std::string> misaligned(const Case& test_case) const;

  // Returns a tensor written by steps whose neighbouring bytes have changed.
  Result<std::optional<StrayWrite>> changed_canary() const;

  // Returns a tensor written by steps in whose storage an element has changed
  // that no written view shows.
  Result<std::optional<StrayWrite>> changed_gap(const Case& test_case) const;

  // Returns a tensor that no step writes but that has changed.
  Result<std::optional<StrayWrite>> changed_operand(
      const Case& test_case) const;

 private:
  struct Placed {
    Tensor tensor;
    Bytes storage;                // as given to the backend
    std::int64_t lead = 0;        // elements of canary in front
    std::int64_t case_count = 0;  // elements; the rest of storage is canary
    bool written = false;         // some step names it in its outs
    const GuardedMemory::Piece* piece = nullptr;  // if it was wrapped
    std::span<std::byte> memory;  // of a case about wrapped memory
  };
  // Returns which elements of the storage the outs of the steps show.
  std::vector<bool> written_elements(const Case& test_case,
                                     const Placed& placed) const;
  Status place(const CaseTensor& tensor, Placed& placed);
  Status place_away(const CaseTensor& tensor, Placed& placed);
  Status run_surroundings(const Step& step);
  Status reclaim(const Step& step);
  Status transfer(const Step& step);
  Status run_plan(const Step& step);
  // Returns whether a step was given the buffer of the tensor to use up.
  bool is_given_up(const std::string& name) const {
    return given_up_.contains(name) || !tensors_.contains(name);
  }
  Status wrap(const CaseTensor& tensor, std::uint64_t seed, Placed& placed);
  Status make_tensors(const Case& test_case, bool guarded);

  Backend& backend_;
  bool imagines_places_ = false;
  bool is_in_session_ = false;
  std::uint64_t seed_ = 0;          // chooses among places
  std::set<std::string> given_up_;  // donated, so their content is open
  // Memory that was wrapped for a case about that, and the part of it that was
  // reclaimed.
  bool wraps_all_ = false;
  std::list<Bytes> wrapped_;
  std::vector<std::span<const std::byte>> reclaimed_;
  HostWrites host_writes_;
  Poison poison_;
  std::string_view memory_;
  // These must outlive the buffers that wrap them. There are never more pieces
  // than tensors.
  std::vector<GuardedMemory::Piece> pieces_;
  std::map<std::string, Placed> tensors_;
};

}  // namespace assay
