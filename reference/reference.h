// The oracle: every op of the table, evaluated by its formula. Slow and meant
// to be read; only the rounded answer, its distance to the exact one, and what
// the contract leaves open come out. Tested by tests/reference/.
#pragma once

#include "spec/backend.h"
#include "spec/profile.h"
#include "spec/version.h"

namespace assay {

class Reference : public Oracle {
 public:
  // Answers as the profile says, which is copied.
  explicit Reference(const Profile& profile = kNx) : profile_(profile) {}

  std::string_view name() const override { return "reference"; }
  std::string_view version() const override { return kVersion; }

  // Claims every required and every optional cell, without limits.
  std::optional<Claim> claim(const Cell& cell) const override;

  // Returns zeros; `out_of_memory` above 4 GiB.
  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  // Copies the elements; `invalid` where `storage` is too short for them.
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;
  Result<Bytes> to_host(const Tensor& tensor) override;
  // Reads and writes the memory in place; `invalid` where it is too short.
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override;

  // Returns `invalid` for a call that breaks a precondition, including views
  // that leave their buffer, buffers of other backends and outs in memory that
  // was wrapped for reading, and where the profile makes an operand an error;
  // `unsupported` outside the table.
  Result<Tensors> execute(const Call& call) override;

  // Does the same without writing into call.outs: every result is a fresh
  // tensor (assign: the elements that the destination would show), save the
  // views that movement ops answer. `freedom` and `terms` have one entry per
  // element, `residue` and `scale` one per component.
  Result<Answer> answer(const Call& call) override;

 private:
  Status check(const Call& call) const;
  Result<Tensors> evaluate_checked(const Call& call, Answer* answer) const;

  Profile profile_;
};

}  // namespace assay
