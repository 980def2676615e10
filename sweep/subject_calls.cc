// Writes operands, calls the subject and reads results, in wrapped memory if
// the subject wraps it.
// Tested by tests/sweep/sweep_block_test.cc.
#include "sweep/subject_calls.h"

#include <algorithm>
#include <cstring>

namespace assay {

SubjectCalls::SubjectCalls(Backend& subject, const Inputs& inputs)
    : subject_(subject), inputs_(inputs) {
  const auto most =
      static_cast<std::int64_t>(std::min(inputs.count(), kBatchInputs + 1));
  const DType result = inputs.result_dtype();
  const auto size_of = [&](DType dtype) {
    return static_cast<std::size_t>(storage_bytes(dtype, most));
  };
  for (int i = 0; i < inputs.operand_count; ++i)
    operands_.emplace_back(size_of(inputs.dtype));
  out_.resize(size_of(result));
  for (Bytes& operand : operands_)
    if (auto tensor = subject_.wrap(inputs.dtype, most, operand, false))
      wrapped_.push_back(*std::move(tensor));
  if (auto tensor = subject_.wrap(result, most, out_, true))
    wrapped_.push_back(*std::move(tensor));
  if (wrapped_.size() != operands_.size() + 1) wrapped_.clear();
}

void SubjectCalls::write_operands(std::uint64_t first, std::uint64_t count) {
  if (inputs_.operand_count == 1 && spec_of(inputs_.dtype).bits == 32 &&
      !inputs_.is_sample()) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto bits = static_cast<std::uint32_t>(first + i);
      std::memcpy(operands_[0].data() + 4 * i, &bits, sizeof bits);
    }
    return;
  }
  for (std::size_t k = 0; k < operands_.size(); ++k)
    for (std::uint64_t i = 0; i < count; ++i)
      store_element(operands_[k].data(), inputs_.dtype,
                    static_cast<std::int64_t>(i),
                    {inputs_.operand(first + i, static_cast<int>(k)), 0});
}

Result<Call> SubjectCalls::call_of(std::int64_t count) {
  Call call{inputs_.op, {}, {}, {}};
  const View view(Shape{count});
  if (!wrapped_.empty()) {
    for (std::size_t i = 0; i < operands_.size(); ++i)
      call.operands.push_back({inputs_.dtype, view, wrapped_[i].buffer});
    call.outs.push_back({inputs_.result_dtype(), view, wrapped_.back().buffer});
    return call;
  }
  for (const Bytes& operand : operands_) {
    auto tensor = subject_.from_host(inputs_.dtype, count, operand);
    if (!tensor) return tensor.status();
    call.operands.push_back(*std::move(tensor));
  }
  auto out = subject_.from_host(inputs_.result_dtype(), count, out_);
  if (!out) return out.status();
  call.outs.push_back(*std::move(out));
  return call;
}

Result<const std::byte*> SubjectCalls::results(std::uint64_t first,
                                               std::uint64_t count) {
  write_operands(first, count);
  // Fills the out with a value that shows an element that the subject forgot.
  // All bits set is a NaN with an unusual payload, or the largest unsigned
  // integer.
  std::fill(out_.begin(), out_.end(), std::byte{0xff});
  if (inputs_.result_dtype() == DType::kBool)
    std::fill(out_.begin(), out_.end(), std::byte{0x02});
  auto call = call_of(static_cast<std::int64_t>(count));
  if (!call) return call.status();
  const auto returned = subject_.execute(*call);
  if (!returned) return returned.status();
  if (wrapped_.empty()) {
    auto storage = subject_.to_host(call->outs[0]);
    if (!storage) return storage.status();
    const auto needed = static_cast<std::size_t>(storage_bytes(
        inputs_.result_dtype(), static_cast<std::int64_t>(count)));
    if (storage->size() < needed)
      return Status::internal("the subject's out is shorter than it was made");
    std::copy_n(storage->begin(), needed, out_.begin());
  }
  return static_cast<const std::byte*>(out_.data());
}

}  // namespace assay
