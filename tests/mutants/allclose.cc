// Tested by tests/mutants/allclose_test.cc.
#include "tests/mutants/allclose.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "conformance/case_glob.h"
#include "tests/mutants/mutant.h"
#include "tests/mutants/registry.h"

namespace assay::mutants {
namespace {

constexpr double kRelative = 1e-5;
constexpr double kAbsolute = 1e-8;
constexpr int kDraws = 10;

// Aspects that are about values: rounding, NaN, range, signs, what is exact.
constexpr std::string_view kNumericAspects[] = {
    "accuracy",    "accumulator",  "long",           "nonfinite",   "wrap",
    "exact_small", "isolated_nan", "isolated_slice", "signed_zero", "one_hot"};

// Mutants of other clauses that also are about rounding.
constexpr std::string_view kRounding[] = {"OneBeyondTheBound", "Roundoffs",
                                          "SwapsTheNeutralElement"};

// Normally distributed by the method of Box and Muller; the standard leaves
// std::normal_distribution to the library.
class NormalStream {
 public:
  double next() {
    const double u = (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53;
    const double v = static_cast<double>(bits_() >> 11) * 0x1p-53;
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
  }

 private:
  std::mt19937_64 bits_{2026};
};

// A call's shapes and attributes.
struct Shapes {
  std::vector<Shape> operands;
  Shape result;
  std::vector<std::int64_t> axes;
};

std::vector<Shapes> shapes_of(Op op) {
  if (op == "matmul"_op)
    return {{{{4, 4}, {4, 4}}, {4, 4}, {}},
            {{{64, 64}, {64, 64}}, {64, 64}, {}},
            {{{3, 17, 32}, {3, 32, 9}}, {3, 17, 9}, {}}};
  if (op == "reduce_sum"_op)
    return {{{{1000}}, {}, {0}},
            {{{64, 64}}, {64}, {1}},
            {{{64, 64}}, {64}, {0}},
            {{{5, 6, 7}}, {6}, {0, 2}}};
  return {{{{64}}, {64}, {0}},
          {{{3, 100}}, {3, 100}, {1}},
          {{{16, 16}}, {16, 16}, {0, 1}}};
}

std::complex<double> value_at(const Tensor& tensor, const Index& at) {
  const ElementBits bits = element_at(tensor, at);
  if (is_integer(tensor.dtype))
    return static_cast<double>(signed_value(tensor.dtype, bits));
  const FloatFormat& format = format_of(tensor.dtype);
  const bool has_parts = is_complex(tensor.dtype);
  return {decode_real(format, bits.re),
          has_parts ? decode_real(format, bits.im) : 0};
}

void fill(const Tensor& tensor, NormalStream& stream) {
  replace_each(tensor, [&](const Index&, ElementBits) {
    const double re = stream.next();
    const double im = is_complex(tensor.dtype) ? stream.next() : 0;
    if (is_integer(tensor.dtype))
      return ElementBits{static_cast<std::uint64_t>(
          static_cast<std::int64_t>(std::lround(4 * re)))};
    const FloatFormat& format = format_of(tensor.dtype);
    return ElementBits{encode_real(format, re),
                       is_complex(tensor.dtype) ? encode_real(format, im) : 0};
  });
}

// The call on fresh tensors of the same values.
Call made_call(Op op, DType dtype, const Shapes& shapes, NormalStream& stream) {
  Reference reference;
  Call call{op, {}, {}, {}};
  for (const Shape& shape : shapes.operands) {
    call.operands.push_back(*reference.buffer(dtype, shape));
    fill(call.operands.back(), stream);
  }
  if (!shapes.axes.empty()) call.attributes.axes(shapes.axes);
  if (op == "reduce_sum"_op) call.attributes.keepdims(false);
  if (op != "fft"_op)
    call.outs.push_back(*reference.buffer(dtype, shapes.result));
  return call;
}

bool all_close(const Tensor& got, const Tensor& want) {
  if (got.dtype != want.dtype || got.view.shape() != want.view.shape())
    return false;
  for (const Index& at : indices(want.view.shape())) {
    const auto expected = value_at(want, at);
    const double error = std::abs(value_at(got, at) - expected);
    if (!(error <= kAbsolute + kRelative * std::abs(expected))) return false;
  }
  return true;
}

// The dtype that the row's cases have; without one, what a test would take.
DType dtype_of(const MutantRow& row) {
  for (const DTypeSpec& dtype : kDTypes)
    if (row.filter.ends_with("dtype=" + std::string(dtype.name)))
      return dtype.dtype;
  return op_of(row) == "fft"_op ? DType::kComplex64 : DType::kFloat32;
}

}  // namespace

bool is_structural(const MutantRow& row) {
  const std::string_view aspect = row.clause.substr(row.clause.find('.') + 1);
  const auto names = [&](std::string_view part) {
    return row.name.ends_with(part);
  };
  return std::ranges::find(kNumericAspects, aspect) ==
             std::end(kNumericAspects) &&
         std::ranges::none_of(kRounding, names);
}

bool is_killed_customarily(const MutantRow& row) {
  const Op op = op_of(row);
  const auto mutant = row.make();
  Reference reference;
  NormalStream stream;
  for (const Shapes& shapes : shapes_of(op))
    for (int draw = 0; draw < kDraws; ++draw) {
      const Call call = made_call(op, dtype_of(row), shapes, stream);
      Call wanted = call;
      for (Tensor& out : wanted.outs)
        out = *reference.buffer(out.dtype, out.view.shape());
      const auto want = reference.execute(wanted);
      const auto got = mutant->execute(call);
      if (!got.ok()) return true;
      const Tensors& results = call.outs.empty() ? *got : call.outs;
      const Tensors& right = wanted.outs.empty() ? *want : wanted.outs;
      if (results.empty() || !all_close(results[0], right[0])) return true;
    }
  return false;
}

std::vector<CustomaryVerdict> customary_verdicts() {
  std::vector<CustomaryVerdict> verdicts;
  for (const MutantRow& row : every_mutant()) {
    const Op op = op_of(row);
    if (op != "matmul"_op && op != "reduce_sum"_op && op != "fft"_op) continue;
    if (!is_structural(row)) continue;
    verdicts.push_back({row, op, is_killed_customarily(row)});
  }
  return verdicts;
}

}  // namespace assay::mutants
