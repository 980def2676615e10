// Asks the oracle for the answers to many inputs in one call, and sorts the
// results into totals.
// Tested by tests/sweep/sweep_block_test.cc.
#include "sweep/exact_judge.h"

#include <cmath>

#include "harness/judge/acceptance.h"
#include "harness/judge/subnormal_answers.h"

namespace assay {
namespace {

std::int64_t ordinal(const FloatFormat& format, std::uint64_t bits) {
  const auto magnitude =
      static_cast<std::int64_t>(bits & (sign_bit(format) - 1));
  return (bits & sign_bit(format)) != 0 ? -magnitude : magnitude;
}

// Returns whether the bits of one component are permitted.
bool is_permitted(DType dtype, const Acceptance& accept, std::uint64_t got) {
  if (!is_real(dtype)) return accept.low == got;
  return accepts(format_of(dtype), accept, got);
}

}  // namespace

std::uint64_t steps_between(DType dtype, std::uint64_t a, std::uint64_t b) {
  const FloatFormat& format = format_of(dtype);
  const std::int64_t distance = ordinal(format, a) - ordinal(format, b);
  return static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
}

Status ExactJudge::flush(Totals& totals) {
  if (pending_.empty()) return {};
  Status status = judge(pending_, totals, nullptr);
  pending_.clear();
  return status;
}

Result<SweptInput> ExactJudge::weighed(std::uint64_t input, std::uint64_t got) {
  SweptInput swept;
  Totals unused;
  if (Status s = judge({{input, got}}, unused, &swept); !s.ok()) return s;
  return swept;
}

Status ExactJudge::judge(const std::vector<Pending>& pending, Totals& totals,
                         SweptInput* only) {
  const auto count = static_cast<std::int64_t>(pending.size());
  const DType dtype = inputs_.dtype;
  const DType type = inputs_.result_dtype();
  Call call{inputs_.op, {}, {}, {}};
  OperandValues operands;
  for (int k = 0; k < inputs_.operand_count; ++k) {
    Bytes storage(static_cast<std::size_t>(storage_bytes(dtype, count)));
    std::vector<ElementBits> values(pending.size());
    for (std::size_t i = 0; i < pending.size(); ++i) {
      values[i].re = inputs_.operand(pending[i].input, k);
      store_element(storage.data(), dtype, static_cast<std::int64_t>(i),
                    values[i]);
    }
    auto tensor = oracle_.from_host(dtype, count, storage);
    if (!tensor) return tensor.status();
    call.operands.push_back(*std::move(tensor));
    operands.push_back(std::move(values));
  }
  auto out = oracle_.buffer(type, Shape{count});
  if (!out) return out.status();
  call.outs.push_back(*std::move(out));
  const auto answer = oracle_.answer(call);
  if (!answer) return answer.status();
  const auto storage = oracle_.to_host(answer->tensors.front());
  if (!storage) return storage.status();
  std::vector<ElementBits> rounded(pending.size());
  for (std::size_t i = 0; i < rounded.size(); ++i)
    rounded[i] =
        load_element(storage->data(), type, static_cast<std::int64_t>(i));
  Permitted permitted = permitted_answer(call, type, std::move(rounded),
                                         *answer, operands, profile_);
  if (Status s = permit_flushed_operands(call, type, operands, oracle_,
                                         profile_, permitted);
      !s.ok())
    return s;
  const bool real = is_real(type);
  for (std::size_t i = 0; i < pending.size(); ++i) {
    SweptInput swept{pending[i].input, pending[i].got, permitted.values[i].re};
    if (!permitted.accept.empty() && permitted.accept[i].any) {
      ++totals.open;
      continue;
    }
    const double residue =
        i < permitted.residue.size() ? permitted.residue[i] : 0;
    const bool got_nan = is_nan_element(type, {swept.got, 0});
    const bool want_nan = is_nan_element(type, permitted.values[i]);
    const bool equal = swept.got == swept.expected || (got_nan && want_nan);
    const bool right = permitted.accept.empty()
                           ? equal
                           : is_permitted(type, permitted.accept[i], swept.got);
    std::size_t bin = kOtherSteps;
    if (equal)
      bin = 0;
    else if (real && !got_nan && !want_nan)
      bin = step_bin(steps_between(type, swept.got, swept.expected));
    swept.ulp = HUGE_VAL;
    if (equal || real)
      swept.ulp =
          real ? ulp_error(format_of(type), swept.got, swept.expected, residue)
               : 0;
    // Zeros of different signs have no distance.
    if (!right && !equal && (bin == 0 || swept.ulp == 0)) {
      bin = kOtherSteps;
      swept.ulp = HUGE_VAL;
    }
    if (only != nullptr) *only = swept;
    ++totals.steps[bin];
    if (bin != 0) totals.note_worst(swept);
    if (right) continue;
    ++totals.rejected;
    totals.note_rejected(swept);
  }
  return {};
}

}  // namespace assay
