// Widens intervals and discs until they contain every answer that a backend
// which flushes subnormals may give.
// Tested by tests/harness/judge/subnormal_answers_test.cc.
#include "harness/judge/subnormal_answers.h"

#include <algorithm>
#include <cmath>

#include "harness/case/case_storage.h"
#include "spec/op_table.h"
#include "spec/subnormal.h"

namespace assay {
namespace {

std::size_t component_count(DType type) { return is_complex(type) ? 2 : 1; }

std::uint64_t& component_of(ElementBits& bits, std::size_t part) {
  return part == 0 ? bits.re : bits.im;
}

// Replaces each value that stands alone by the interval that holds only it.
void make_intervals(DType type, Permitted& permitted) {
  if (!permitted.accept.empty()) return;
  for (ElementBits bits : permitted.values)
    for (std::size_t part = 0; part < component_count(type); ++part)
      permitted.accept.push_back(accept_only(component_of(bits, part)));
}

bool is_subnormal(const FloatFormat& format, std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  return magnitude != 0 && magnitude < smallest_normal_bits(format);
}

// Returns whether a component is the smallest normal, rounded up from below.
// Results that are always rounded to the nearest have no residue that would
// tell, so for them it is assumed.
bool may_be_rounded_to_normal(const FloatFormat& format, bool is_nearest,
                              std::uint64_t bits, double residue) {
  if ((bits & (sign_bit(format) - 1)) != smallest_normal_bits(format))
    return false;
  const bool negative = (bits & sign_bit(format)) != 0;
  return is_nearest || (negative ? residue > 0 : residue < 0);
}

// Moves the subnormal ends of an interval to the zero of the same sign. The end
// nearer to zero always moves. The other end moves only if results are always
// flushed, because otherwise it stays permitted.
void flush_ends(const FloatFormat& format, bool always, Acceptance& accept) {
  const std::uint64_t sign = sign_bit(format);
  const auto flush_end = [&](std::uint64_t& end, bool is_low) {
    const bool is_nearer = ((end & sign) == 0) == is_low;
    if (is_subnormal(format, end) && (always || is_nearer)) end &= sign;
  };
  flush_end(accept.low, true);
  flush_end(accept.high, false);
}

// Extends the disc or interval of one answer so that it contains another's.
void extend(DType type, const Permitted& other, Permitted& permitted) {
  if (!permitted.bound.empty()) {
    const FloatFormat& format = format_of(type);
    for (std::size_t i = 0; i < permitted.bound.size(); ++i) {
      const ElementBits a = permitted.values[i];
      const ElementBits b = other.values[i];
      const auto part = [&](std::uint64_t x, std::uint64_t y) {
        return static_cast<long double>(decode_real(format, x)) -
               static_cast<long double>(decode_real(format, y));
      };
      const long double off =
          a == b ? 0 : std::hypot(part(a.re, b.re), part(a.im, b.im));
      double& bound = permitted.bound[i];
      if (bound < 0 || other.bound[i] < 0 || !std::isfinite(off))
        bound = -1;
      else if (off > 0)  // rounded up, so that it holds the other value
        bound = std::max(
            bound, std::nextafter(static_cast<double>(off + other.bound[i]),
                                  double{HUGE_VAL}));
      else
        bound = std::max(bound, other.bound[i]);
    }
    return;
  }
  Permitted with_intervals = other;
  make_intervals(type, with_intervals);
  make_intervals(type, permitted);
  for (std::size_t k = 0; k < permitted.accept.size(); ++k) {
    Acceptance& accept = permitted.accept[k];
    const Acceptance& alternative = with_intervals.accept[k];
    if (is_real(type) || is_complex(type))
      accept = hull(format_of(type), accept, alternative);
    else if (accept != alternative)
      accept = {true, 0, 0};
  }
}

// Makes a new tensor of the oracle with these elements in row-major order.
Result<Tensor> oracle_tensor(const Tensor& like,
                             const std::vector<ElementBits>& elements,
                             Oracle& oracle) {
  const std::int64_t count = std::ssize(elements);
  Bytes bytes(static_cast<std::size_t>(storage_bytes(like.dtype, count)));
  for (std::int64_t k = 0; k < count; ++k)
    store_element(bytes.data(), like.dtype, k,
                  elements[static_cast<std::size_t>(k)]);
  auto tensor = oracle.from_host(like.dtype, count, bytes);
  if (tensor) tensor->view = View(like.view.shape());
  return tensor;
}

}  // namespace

void permit_flushed_results(const Call& call, DType type, const Answer& answer,
                            const Profile& profile, Permitted& permitted) {
  const bool always = flushes_output(profile);
  if (!always && !profile.is("float.subnormal=any"_policy)) return;
  if (!is_governed_by_subnormal(call, type) || permitted.slices ||
      !permitted.bound.empty() || !(is_real(type) || is_complex(type)))
    return;
  const FloatFormat& format = format_of(type);
  make_intervals(type, permitted);
  const std::size_t parts = component_count(type);
  const bool is_nearest =
      permitted.accuracy == Accuracy::kCorrectlyRounded || call.op == "cast"_op;
  for (std::size_t k = 0; k < permitted.accept.size(); ++k) {
    // A place that scatter adds nothing to keeps the template's bits.
    const std::size_t i = k / parts;
    if (i < answer.roundings.size() && answer.roundings[i] == 0) continue;
    Acceptance& accept = permitted.accept[k];
    if (accept.any || is_nan_bits(format, accept.low) ||
        is_nan_bits(format, accept.high))
      continue;
    flush_ends(format, always, accept);
    std::uint64_t& value = component_of(permitted.values[i], k % parts);
    const double residue = k < answer.residue.size() ? answer.residue[k] : 0;
    const std::uint64_t zero = value & sign_bit(format);
    if (may_be_rounded_to_normal(format, is_nearest, value, residue))
      accept = hull(format, accept, accept_only(zero));
    // The expected value must be one that is accepted.
    if (is_subnormal(format, value) && !accepts(format, accept, value)) {
      value = zero;
      if (k < permitted.residue.size()) permitted.residue[k] = 0;
    }
  }
}

Status permit_flushed_operands(const Call& call, DType type,
                               const OperandValues& operands, Oracle& oracle,
                               const Profile& profile, Permitted& permitted,
                               std::size_t result) {
  if (!profile.is("float.subnormal=any"_policy) || permitted.slices ||
      !is_governed_by_subnormal(call, type))
    return {};
  OperandValues zeroed = operands;
  std::vector<std::size_t> concerned;
  for (std::size_t n = 0; n < operands.size(); ++n) {
    for (ElementBits& bits : zeroed[n])
      bits = flushed(call.operands[n].dtype, bits);
    if (zeroed[n] != operands[n]) concerned.push_back(n);
  }
  for (std::size_t mask = 1; mask < std::size_t{1} << concerned.size();
       ++mask) {
    Call changed = call;
    OperandValues values = operands;
    for (std::size_t k = 0; k < concerned.size(); ++k) {
      if ((mask >> k & 1) == 0) continue;
      const std::size_t n = concerned[k];
      auto tensor = oracle_tensor(call.operands[n], zeroed[n], oracle);
      if (!tensor) return tensor.status();
      changed.operands[n] = *std::move(tensor);
      values[n] = zeroed[n];
    }
    const auto answer = oracle.answer(changed);
    if (!answer) return answer.status();
    const Tensor& tensor = answer->tensors[result];
    const auto storage = oracle.to_host(tensor);
    if (!storage) return storage.status();
    extend(type,
           permitted_answer(changed, type, elements_of(tensor, *storage),
                            answer->about(result), values, profile),
           permitted);
  }
  return {};
}

}  // namespace assay
