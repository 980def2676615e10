// Compares results of ops that work along an axis or on matrices: one batch
// entry alone, parts of a row, and an op applied to its own result.
// Tested by tests/harness/relation/relation_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/judge/tolerance.h"
#include "harness/relation/relation_trial.h"
#include "spec/call_attributes.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Lengths of the axis worked along. They exceed usual block sizes and leave
// tails.
constexpr std::int64_t kLengths[] = {133, 1031, 37};
// Inner extents of matrices, which grow in two directions.
constexpr std::int64_t kInner[] = {67, 131, 19};

std::int64_t length_of(const RelationTrial& trial) {
  const auto number = static_cast<std::size_t>(trial.plan().number);
  return kLengths[number % std::size(kLengths)];
}

// Draws a number from -1 to 1, or a small integer, so that nothing overflows.
ElementBits draw_small(DType dtype, ValueStream& stream) {
  const auto part = [&]() -> std::uint64_t {
    return encode_real(format_of(dtype), 2 * stream.unit() - 1);
  };
  if (!is_real(dtype) && !is_complex(dtype))
    return element_of(dtype, static_cast<std::int64_t>(stream.below(5)) - 2);
  ElementBits bits;
  bits.re = part();
  if (is_complex(dtype)) bits.im = part();
  return bits;
}

Array drawn(DType dtype, const Shape& shape, ValueStream& stream) {
  Array array{dtype, shape, {}};
  for (std::int64_t i = 0; i < element_count(shape); ++i)
    array.elements.push_back(draw_small(dtype, stream));
  return array;
}

// Returns a triangular system with a dominant diagonal, and its right-hand
// sides.
SampleCall sample_solve(DType dtype, ValueStream& stream) {
  constexpr std::int64_t kOrder = 24;
  SampleCall call;
  Array a = drawn(dtype, {4, kOrder, kOrder}, stream);
  for (std::int64_t i = 0; i < std::ssize(a.elements); ++i)
    if (i / kOrder % kOrder == i % kOrder)
      a.elements[static_cast<std::size_t>(i)] = element_of(dtype, 4);
  call.operands = {std::move(a), drawn(dtype, {4, kOrder, 3}, stream)};
  for (const AttributeKey key : {AttributeKey::kUpper, AttributeKey::kTranspose,
                                 AttributeKey::kUnitDiag})
    call.attributes.flag(key, false);
  return call;
}

// Returns a call whose operands share their first axis. No op works along that
// axis.
SampleCall sample_of(const RelationTrial& trial) {
  const PlannedCase& plan = trial.plan();
  ValueStream stream = trial.stream(1);
  const std::int64_t length = length_of(trial);
  const auto number = static_cast<std::size_t>(plan.number);
  const std::int64_t inner = kInner[number % std::size(kInner)];
  SampleCall call;
  const OpSpec& spec = spec_of(plan.op);
  if (is_judged_by_residual(plan.op)) return sample_solve(plan.dtype, stream);
  if (spec.signature.operands.size() == 2) {
    Array a = drawn(plan.dtype, {4, 9, inner}, stream);
    Array b = drawn(plan.dtype, {4, inner, 17}, stream);
    call.operands = {std::move(a), std::move(b)};
    return call;
  }
  call.operands = {drawn(plan.dtype, {4, length}, stream)};
  call.attributes = attributes_along(plan.op, plan.variant, {1}, false);
  if (spec.has(AttributeKey::kDType)) call.attributes.dtype(plan.result);
  return call;
}

// The sign of a zero sum and the order of zeros are left open.
constexpr Sameness kUpToZeros{.zero_sign = true};

void relate_batch(RelationTrial& trial, const SampleCall& sample) {
  const auto whole = trial.call(sample.operands, sample.attributes);
  if (!whole) return;
  const auto batch = sample.operands[0].shape[0];
  const auto size = whole->elements.size() / static_cast<std::size_t>(batch);
  for (std::int64_t entry = 0; entry < batch; ++entry) {
    std::vector<Array> alone;
    for (const Array& operand : sample.operands)
      alone.push_back(part_of(operand, entry, 1));
    const auto part = trial.call(alone, sample.attributes);
    if (!part) return;
    trial.demand_same(*whole, size * static_cast<std::size_t>(entry), *part,
                      kUpToZeros, fmt::format("entry {} alone", entry));
  }
}

// Sorts a sorted result again; it must not change.
void relate_sorted_twice(RelationTrial& trial, const SampleCall& sample) {
  const auto once = trial.call(sample.operands, sample.attributes);
  if (!once) return;
  const auto twice = trial.call({*once}, sample.attributes);
  if (twice)
    trial.demand_same(*once, 0, *twice, kUpToZeros,
                      "applied to its own result");
}

// Returns `count` columns of an array, from `first` on.
Array columns_of(const Array& from, std::int64_t first, std::int64_t count) {
  Array part{from.dtype, {from.shape[0], count}, {}};
  for (std::int64_t row = 0; row < from.shape[0]; ++row) {
    const auto begin = from.elements.begin() + row * from.shape[1] + first;
    part.elements.insert(part.elements.end(), begin, begin + count);
  }
  return part;
}

// Returns how far the sum of a row's two partial sums may be from the sum in
// one piece. Each is within its bound of the exact sum.
long double bound_in_parts(const RelationTrial& trial, const Array& rows,
                           std::int64_t row, std::int64_t cut) {
  const FloatFormat& format = format_of(rows.dtype);
  const std::int64_t length = rows.shape[1];
  long double sums[2] = {0, 0};
  long double scales[2] = {0, 0};
  for (std::int64_t i = 0; i < length; ++i) {
    const auto at = static_cast<std::size_t>(row * length + i);
    const double value = decode_real(format, rows.elements[at].re);
    sums[i < cut ? 0 : 1] += value;
    scales[i < cut ? 0 : 1] += std::fabs(value);
  }
  const auto bound = [&](std::int64_t m, long double scale, long double exact) {
    const bool any_order = adds_in_any_order(rows.dtype, trial.profile());
    const auto terms = static_cast<long double>(m);
    const long double h =
        any_order ? terms - 1 : std::ceil(std::log2(terms)) + 128;
    return sum_bound(rows.dtype, m, h, scale, exact, trial.profile());
  };
  const long double first = bound(cut, scales[0], sums[0]);
  const long double second = bound(length - cut, scales[1], sums[1]);
  const long double whole = std::fabs(sums[0] + sums[1]);
  const long double parts = first + second;
  return bound(length, scales[0] + scales[1], whole) + parts +
         bound(2, std::fabs(sums[0]) + std::fabs(sums[1]) + parts,
               whole + parts);
}

void relate_row_parts(RelationTrial& trial, const SampleCall& sample) {
  const Array& x = sample.operands[0];
  const auto whole = trial.call(sample.operands, sample.attributes);
  if (!whole) return;
  const std::int64_t length = x.shape[1];
  for (const std::int64_t cut : {length / 2, length - 1, std::int64_t{16}}) {
    const auto first = trial.call({columns_of(x, 0, cut)}, sample.attributes);
    const auto second =
        trial.call({columns_of(x, cut, length - cut)}, sample.attributes);
    if (!first || !second) return;
    Array both{x.dtype, {x.shape[0], 2}, {}};
    for (std::size_t row = 0; row < first->elements.size(); ++row) {
      both.elements.push_back(first->elements[row]);
      both.elements.push_back(second->elements[row]);
    }
    const auto joined = trial.call({both}, sample.attributes);
    if (!joined) return;
    const bool is_rounded =
        is_real(x.dtype) && spec_of(trial.plan().op).has(Law::kSumsProducts);
    if (!is_rounded) {
      trial.demand_same(*whole, 0, *joined, kUpToZeros,
                        fmt::format("in two parts, cut at {}", cut));
      continue;
    }
    const FloatFormat& format = format_of(x.dtype);
    for (std::size_t row = 0; row < whole->elements.size(); ++row)
      trial.demand_within(
          std::fabs(decode_real(format, whole->elements[row].re) -
                    decode_real(format, joined->elements[row].re)),
          bound_in_parts(trial, x, static_cast<std::int64_t>(row), cut),
          fmt::format("the sum of row {} less that of its parts, cut at {},",
                      row, cut));
  }
}

}  // namespace

void relate_arrays(RelationTrial& trial) {
  SampleCall sample = sample_of(trial);
  switch (trial.plan().relation) {
    case Relation::kConcat:
      return relate_row_parts(trial, sample);
    case Relation::kIdempotence:
      return relate_sorted_twice(trial, sample);
    case Relation::kBatch:
      return relate_batch(trial, sample);
    default:
      return;
  }
}

}  // namespace assay
