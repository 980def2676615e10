// Compares an op followed by its inverse with its operand, and sums with the
// accuracy gate. Both have known results without an oracle. Tested by
// tests/harness/relation/relation_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/judge/tolerance_fft.h"
#include "harness/relation/accuracy_gate.h"
#include "harness/relation/inverse_rows.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// A product of small primes, a prime above 13, and a power of two.
constexpr std::int64_t kInverseLengths[] = {60, 67, 256};

// Returns |got - n·x| of a row in the 2-norm.
long double distance(const Array& x, const Array& got, std::int64_t row,
                     long double factor) {
  const FloatFormat& format = format_of(x.dtype);
  long double squares = 0;
  const std::int64_t length = x.shape[1];
  for (std::int64_t i = 0; i < length; ++i) {
    const auto at = static_cast<std::size_t>(row * length + i);
    const auto off = [&](std::uint64_t a, std::uint64_t b) -> long double {
      return decode_real(format, b) - factor * decode_real(format, a);
    };
    const long double re = off(x.elements[at].re, got.elements[at].re);
    const long double im =
        is_complex(x.dtype) ? off(x.elements[at].im, got.elements[at].im) : 0;
    squares += re * re + im * im;
  }
  return std::sqrt(squares);
}

long double norm_of(const Array& x, std::int64_t row) {
  Array nothing = x;
  for (ElementBits& bits : nothing.elements) bits = {};
  return distance(nothing, x, row, 1);
}

// Draws one term of a sum: with zero mean, or positive.
double draw_term(bool is_positive, const FloatFormat& format,
                 ValueStream& stream) {
  double value = stream.unit();
  // Nearly normal, as a sum of twelve uniform numbers, which every platform
  // computes alike.
  if (!is_positive) {
    for (int i = 1; i < 12; ++i) value += stream.unit();
    value -= 6;
  }
  return decode_real(format, encode_real(format, value));
}

// Holds 1024 sums: of rows, or of products of the rows of a and the columns of
// b.
struct GatedCall {
  SumProblem problem;
  std::vector<Array> operands;
  Attributes attributes;
};

constexpr std::int64_t kRows = 32;

Array gated_array(DType dtype, const Shape& shape, bool is_positive,
                  ValueStream& stream) {
  const FloatFormat& format = format_of(dtype);
  Array array{dtype, shape, {}};
  for (std::int64_t i = 0; i < element_count(shape); ++i)
    array.elements.push_back(
        {encode_real(format, draw_term(is_positive, format, stream)), 0});
  return array;
}

double value_at(const Array& array, std::int64_t at) {
  return decode_real(format_of(array.dtype),
                     array.elements[static_cast<std::size_t>(at)].re);
}

GatedCall gated_rows(const RelationTrial& trial, bool is_positive,
                     std::int64_t terms) {
  const DType dtype = trial.plan().dtype;
  ValueStream stream = trial.stream(1);
  GatedCall call{{.dtype = dtype, .terms = terms}, {}, {}};
  Array x = gated_array(dtype, {kRows * kRows, terms}, is_positive, stream);
  for (std::int64_t i = 0; i < std::ssize(x.elements); ++i)
    call.problem.a.push_back(value_at(x, i));
  call.operands = {std::move(x)};
  call.attributes.axes({1}).keepdims(false);
  return call;
}

GatedCall gated_products(const RelationTrial& trial, bool is_positive,
                         std::int64_t terms) {
  const DType dtype = trial.plan().dtype;
  ValueStream stream = trial.stream(1);
  GatedCall call{{.dtype = dtype, .terms = terms}, {}, {}};
  Array a = gated_array(dtype, {kRows, terms}, is_positive, stream);
  Array b = gated_array(dtype, {terms, kRows}, is_positive, stream);
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t j = 0; j < kRows; ++j)
      for (std::int64_t k = 0; k < terms; ++k) {
        call.problem.a.push_back(value_at(a, i * terms + k));
        call.problem.b.push_back(value_at(b, k * kRows + j));
      }
  call.operands = {std::move(a), std::move(b)};
  return call;
}

// Says how the sums of each op are made whose error the gate measures.
struct SumRow {
  Op op;
  GatedCall (*make)(const RelationTrial& trial, bool is_positive,
                    std::int64_t terms);
};
constexpr SumRow kSumRows[] = {{"reduce_sum"_op, gated_rows},
                               {"matmul"_op, gated_products}};
static_assert(is_complete(Law::kSumsProducts, kSumRows));

}  // namespace

// Checks that fold(unfold(x)) is x times the number of windows over each place.
// It is exact, because the integers are small.
void relate_windows(RelationTrial& trial, Op inverse) {
  const DType dtype = trial.plan().dtype;
  const std::int64_t kernel = 1 + trial.plan().number % 3;
  const std::int64_t extent = 31;
  const std::int64_t windows = extent - kernel + 1;
  Attributes attributes;
  attributes.set(AttributeKey::kKernelSize, {kernel})
      .set(AttributeKey::kStride, {1})
      .set(AttributeKey::kDilation, {1})
      .padding({{0, 0}});
  ValueStream stream = trial.stream(1);
  Array x{dtype, {2, extent}, {}};
  Array expected = x;
  for (std::int64_t i = 0; i < 2 * extent; ++i) {
    const std::int64_t at = i % extent;
    const auto value = static_cast<std::int64_t>(1 + stream.below(2));
    const std::int64_t covers = std::min(at, windows - 1) -
                                std::max<std::int64_t>(at - kernel + 1, 0) + 1;
    x.elements.push_back(element_of(dtype, value));
    expected.elements.push_back(element_of(dtype, value * covers));
  }
  const auto columns = trial.call(inverse, {x}, attributes, dtype);
  if (!columns) return;
  attributes.set(AttributeKey::kOutputSize, {extent});
  const auto back = trial.call({*columns}, attributes);
  if (back)
    trial.demand_same(expected, 0, *back, {},
                      fmt::format("fold of unfold with windows of {}", kernel));
}

// Checks that ifft(fft(x)) and irfft(rfft(x)) are n·x. The forward transform is
// off by at most 4·u·L·√n·‖x‖; as a half spectrum stands for a whole one, by √2
// times that. The inverse multiplies this error by √n and adds 4·u·L·√n times
// the norm of the spectrum.
void relate_transforms(RelationTrial& trial, Op inverse) {
  const PlannedCase& plan = trial.plan();
  const auto number = static_cast<std::size_t>(plan.number);
  const std::int64_t n = kInverseLengths[number % std::size(kInverseLengths)];
  // The operand of a half spectrum is real, so its cells are pairs.
  const bool is_half = spec_of(plan.op).signature.is_paired();
  ValueStream stream = trial.stream(1);
  const auto draw = [&] {
    return element_of(plan.dtype,
                      static_cast<std::int64_t>(stream.below(33)) - 16)
        .re;
  };
  Array x{plan.dtype, {3, n}, {}};
  for (std::int64_t i = 0; i < 3 * n; ++i) {
    ElementBits bits;
    bits.re = draw();
    if (!is_half) bits.im = draw();
    x.elements.push_back(bits);
  }
  Attributes forward;
  forward.axes({1});
  Attributes backward = forward;
  if (is_half) {
    forward.dtype(plan.result);
    backward.dtype(plan.dtype).set(AttributeKey::kSizes, {n});
  }
  const auto spectrum = trial.call({x}, forward);
  if (!spectrum) return;
  const auto back = trial.call(inverse, {*spectrum}, backward, plan.dtype);
  if (!back) return;
  const bool is_divided = trial.profile().is("fft.norm=backward"_policy);
  const auto length = static_cast<long double>(n);
  const long double u = std::ldexp(1.0L, -format_of(plan.dtype).precision);
  const long double levels =
      std::max(1.0L, std::log2(static_cast<long double>(padded_length(n))));
  const long double part = 4 * u * levels;
  const long double first = is_half ? part * std::sqrt(2.0L) : part;
  for (std::int64_t row = 0; row < 3; ++row) {
    const long double factor = is_divided ? 1 : length;
    trial.demand_within(
        distance(x, *back, row, factor),
        (first + part * (1 + first)) * factor * norm_of(x, row),
        fmt::format("the distance of row {} from {} times itself", row,
                    static_cast<double>(factor)));
  }
}

void relate_round_trip(RelationTrial& trial) {
  const InverseRow& row = row_for(trial.plan().op, kInverseRows);
  row.relate(trial, row.inverse);
}

void relate_accuracy(RelationTrial& trial) {
  const int number = trial.plan().number;
  const bool is_positive = number % 2 == 0;
  const std::int64_t terms = number < 2 ? 128 : 1024;
  const GatedCall call =
      row_for(trial.plan().op, kSumRows).make(trial, is_positive, terms);
  const auto results = trial.call(call.operands, call.attributes);
  if (!results) return;
  std::vector<double> values;
  for (const ElementBits& bits : results->elements)
    values.push_back(decode_real(format_of(results->dtype), bits.re));
  const AccuracyFinding finding = judge_accuracy(call.problem, values);
  trial.note(finding.share,
             fmt::format("{} data, {} terms: {}",
                         is_positive ? "positive" : "zero-mean", terms,
                         accuracy_text(finding)),
             finding.is_native());
}

}  // namespace assay
