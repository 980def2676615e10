// Defines the oracle, which evaluates every op of the table by its formula. It
// is written to be read and not to be fast. For each call it returns the
// rounded answer, its distance to the exact value, and how much the contract
// leaves open.
// Tested by tests/reference/.
#pragma once

#include "spec/backend.h"
#include "spec/profile.h"
#include "spec/version.h"

namespace assay {

class Reference : public Oracle {
 public:
  // Makes an oracle for the profile, which is copied.
  explicit Reference(const Profile& profile = kNx) : profile_(profile) {}

  std::string_view name() const override { return "reference"; }
  std::string_view version() const override { return kVersion; }

  // Claims every required and every optional cell, without limits. It has one
  // place, so it does not claim placement.
  std::optional<Claim> claim(const Cell& cell) const override;

  // Returns a tensor of zeros, or `out_of_memory` above 4 GiB.
  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  // Copies the elements. Returns `invalid` if `storage` is too short for them.
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;
  Result<Bytes> to_host(const Tensor& tensor) override;
  // Wraps the memory, which is read and written in place. Returns `invalid` if
  // it is too short.
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override;

  // Returns `invalid` for a call that breaks a precondition. This includes
  // views that are not within their buffer, buffers of other backends, outs in
  // memory that was wrapped for reading, and operands that the profile makes an
  // error. Returns `unsupported` for cells that the table does not have.
  Result<Tensors> execute(const Call& call) override;

  // A session has no state, and memory that is given up is only released.
  Status session_begin() override { return {}; }
  Status session_end() override { return {}; }
  Status reclaim(Tensor) override { return {}; }
  // Carries the plan out op by op.
  Result<Tensors> execute_plan(const Plan& plan) override;

  // Does the same without writing into call.outs. Every result is a new tensor,
  // except the views that movement ops return. For assign it has the elements
  // that the destination would show. `freedom` and `terms` have one entry per
  // element, `residue` and `scale` one per component.
  Result<Answer> answer(const Call& call) override;

 private:
  Status check(const Call& call) const;
  Result<Tensors> evaluate_checked(const Call& call, Answer* answer) const;

  Profile profile_;
};

}  // namespace assay
