// Tests the bound of einsum on four operands: honest contractions in every
// order of pairs keep it, and it bites. A lost term breaks it, and so do
// intermediates of a narrower dtype.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <random>

#include "harness/judge/acceptance.h"
#include "harness/judge/tolerance.h"
#include "spec/accumulator.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "spec/subscripts.h"
#include "tests/harness/lax/oracle_calls.h"

namespace assay {
namespace {

using Number = std::complex<double>;
using Round = std::function<Number(Number)>;

constexpr std::int64_t kMostLabels = 6;
constexpr std::int64_t kNoValue = -1;

// Holds an array whose axes have labels, as intermediates of a path do.
struct LabelledArray {
  Labels labels;
  std::map<Labels, Number> elements;  // by the values of the labels
};

Round rounding_to(const FloatFormat& format) {
  return [&format](Number z) {
    return Number(decode_real(format, encode_real(format, z.real())),
                  decode_real(format, encode_real(format, z.imag())));
  };
}

// A contraction as a library computes it: labels are summed as soon as no other
// array needs them, sums run in the accumulator one term after the other, and
// each intermediate is stored.
class HonestPath {
 public:
  HonestPath(Subscripts subscripts, Round add, Round store)
      : output_(std::move(subscripts.output)),
        add_(std::move(add)),
        store_(std::move(store)) {}

  // Contracts the arrays in every order of pairs, and calls take(result).
  void each_result(std::vector<LabelledArray> arrays,
                   const std::function<void(const LabelledArray&)>& take) {
    for (std::size_t i = 0; i < arrays.size(); ++i)
      arrays[i] = without_lone_labels(arrays, i);
    contract(arrays, take);
  }

 private:
  void contract(const std::vector<LabelledArray>& arrays,
                const std::function<void(const LabelledArray&)>& take) {
    if (arrays.size() == 1) return take(arrays[0]);
    for (std::size_t i = 0; i < arrays.size(); ++i)
      for (std::size_t k = i + 1; k < arrays.size(); ++k) {
        std::vector<LabelledArray> rest;
        for (std::size_t other = 0; other < arrays.size(); ++other)
          if (other != i && other != k) rest.push_back(arrays[other]);
        rest.push_back(multiplied(arrays[i], arrays[k], rest));
        contract(rest, take);
      }
  }

  bool is_needed(std::int64_t label,
                 const std::vector<LabelledArray>& others) const {
    return Subscripts::count_in(output_, label) > 0 ||
           std::any_of(others.begin(), others.end(),
                       [label](const LabelledArray& other) {
                         return Subscripts::count_in(other.labels, label) > 0;
                       });
  }

  LabelledArray without_lone_labels(const std::vector<LabelledArray>& arrays,
                                    std::size_t at) const {
    std::vector<LabelledArray> others = arrays;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
    const LabelledArray one{{}, {{{}, Number(1)}}};
    return multiplied(arrays[at], one, others);
  }

  LabelledArray multiplied(const LabelledArray& a, const LabelledArray& b,
                           const std::vector<LabelledArray>& others) const {
    LabelledArray product;
    for (const LabelledArray* factor : {&a, &b})
      for (const std::int64_t label : factor->labels)
        if (is_needed(label, others) &&
            Subscripts::count_in(product.labels, label) == 0)
          product.labels.push_back(label);
    // The values of all labels at a pair of elements, by label.
    std::array<std::int64_t, kMostLabels> values;
    Labels place(product.labels.size());
    for (const auto& [left, x] : a.elements) {
      for (const auto& [right, y] : b.elements) {
        values.fill(kNoValue);
        set_values(values, a.labels, left);
        if (!set_values(values, b.labels, right)) continue;
        for (std::size_t i = 0; i < place.size(); ++i)
          place[i] = values[static_cast<std::size_t>(product.labels[i])];
        Number& sum = product.elements[place];
        sum = added(sum, x, y);
      }
    }
    for (auto& [place, element] : product.elements) element = store_(element);
    return product;
  }

  // Returns whether no label had another value before.
  static bool set_values(std::array<std::int64_t, kMostLabels>& values,
                         const Labels& labels, const Labels& at) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      std::int64_t& value = values[static_cast<std::size_t>(labels[i])];
      if (value != kNoValue && value != at[i]) return false;
      value = at[i];
    }
    return true;
  }

  // Returns sum + x·y as it is computed in the accumulator.
  Number added(Number sum, Number x, Number y) const {
    const auto part = [this](double s, double a, double b, double c, double d) {
      const double first = add_({a * b, 0}).real();
      const double second = add_({c * d, 0}).real();
      return add_({s + add_({first + second, 0}).real(), 0}).real();
    };
    return {part(sum.real(), x.real(), y.real(), -x.imag(), y.imag()),
            part(sum.imag(), x.real(), y.imag(), x.imag(), y.real())};
  }

  Labels output_;
  Round add_;
  Round store_;
};

// Holds a call of einsum and what is permitted of its result.
struct BoundedCall {
  Subscripts subscripts;
  DType dtype = DType::kFloat32;
  Shape extents;
  std::vector<LabelledArray> arrays;
  std::vector<Labels> places;  // of the result, in row-major order
  std::vector<ElementBits> exact;
  std::vector<double> residue;
  Permitted permitted;
};

class BoundedCalls {
 public:
  BoundedCalls(DType dtype, unsigned seed) : dtype_(dtype), random_(seed) {}

  // Draws a call whose terms stay in the range in which it is judged.
  BoundedCall draw() {
    const FloatFormat& format = format_of(dtype_);
    const double largest = decode_real(format, largest_finite_bits(format));
    BoundedCall call;
    double terms = 0;
    do {
      call = drawn_labels();
      terms = static_cast<double>(
          element_count(shape_of(call, call.subscripts.summed())));
    } while (terms * 64 >= largest / 4);
    fill(call);
    ask(call);
    return call;
  }

 private:
  BoundedCall drawn_labels() {
    BoundedCall call;
    call.dtype = dtype_;
    const std::int64_t count = kMostLabels - 2 + below(3);
    for (std::int64_t i = 0; i < count; ++i)
      call.extents.push_back(2 + below(3));
    for (int operand = 0; operand < 4; ++operand) {
      Labels labels;
      for (std::int64_t label = 0; label < count; ++label)
        if (below(5) < 2) labels.push_back(label);
      if (labels.empty()) labels.push_back(below(count));
      call.subscripts.inputs.push_back(labels);
    }
    for (std::int64_t label = 0; label < count; ++label)
      if (call.subscripts.operands_with(label) > 0 && below(4) == 0)
        call.subscripts.output.push_back(label);
    return call;
  }

  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(random_() %
                                     static_cast<std::uint64_t>(count));
  }
  Shape shape_of(const BoundedCall& call, const Labels& labels) const {
    Shape shape;
    for (const std::int64_t label : labels)
      shape.push_back(call.extents[static_cast<std::size_t>(label)]);
    return shape;
  }
  // In every second call all numbers are positive, so that errors of one sign
  // add up.
  void fill(BoundedCall& call) {
    std::uniform_real_distribution<double> magnitude(0.5, 2);
    const bool is_positive = below(2) == 0;
    const Round round = rounding_to(format_of(dtype_));
    for (const Labels& labels : call.subscripts.inputs) {
      LabelledArray array{labels, {}};
      for (const Index& at : indices(shape_of(call, labels))) {
        const auto part = [&] {
          const double value = magnitude(random_);
          return is_positive || below(2) == 0 ? value : -value;
        };
        const double re = part();
        array.elements[Labels(at.begin(), at.end())] =
            round({re, is_complex(dtype_) ? part() : 0.0});
      }
      call.arrays.push_back(std::move(array));
    }
  }
  void ask(BoundedCall& call) {
    Call asked{"einsum"_op, {}, {}, {}};
    asked.attributes.set(AttributeKey::kSubscripts,
                         subscript_integers(call.subscripts));
    OperandValues values;
    for (const LabelledArray& array : call.arrays) {
      const Shape shape = shape_of(call, array.labels);
      std::vector<ElementBits> elements;
      for (const Index& at : indices(shape)) {
        const Number z = array.elements.at(Labels(at.begin(), at.end()));
        elements.push_back(is_complex(dtype_)
                               ? encode(dtype_, Complex{z.real(), z.imag()})
                               : encode(dtype_, z.real()));
      }
      asked.operands.push_back(test::oracle_tensor(dtype_, elements, shape));
      values.push_back(std::move(elements));
    }
    const Answer answer = test::oracle_answer(asked);
    for (const Index& at : indices(answer.tensors[0].view.shape()))
      call.places.emplace_back(at.begin(), at.end());
    call.exact = test::oracle_elements(answer.tensors[0]);
    call.residue = answer.residue;
    call.permitted =
        permitted_answer(asked, dtype_, call.exact, answer, values, kNx);
  }

  DType dtype_;
  std::mt19937 random_;
};

// Returns the largest error of a result as a share of what is allowed.
double share_of(const BoundedCall& call, const LabelledArray& result) {
  const FloatFormat& format = format_of(call.dtype);
  const std::size_t parts = is_complex(call.dtype) ? 2 : 1;
  double share = 0;
  for (std::size_t i = 0; i < call.places.size(); ++i) {
    Labels place;
    for (const std::int64_t label : result.labels) {
      const auto at = std::find(call.subscripts.output.begin(),
                                call.subscripts.output.end(), label) -
                      call.subscripts.output.begin();
      place.push_back(call.places[i][static_cast<std::size_t>(at)]);
    }
    const Number got = result.elements.at(place);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::uint64_t rounded =
          part == 0 ? call.exact[i].re : call.exact[i].im;
      const std::size_t k = i * parts + part;
      const long double exact = exact_value(
          format, rounded, call.residue.empty() ? 0 : call.residue[k]);
      const double value = part == 0 ? got.real() : got.imag();
      EXPECT_FALSE(call.permitted.accept[k].any);
      share = std::max(share, static_cast<double>(std::fabs(value - exact) /
                                                  call.permitted.allowed[k]));
    }
  }
  return share;
}

// Returns the largest share over all orders of pairs of many calls.
double largest_share(DType dtype, int calls, const Profile& profile = kNx) {
  BoundedCalls drawer(dtype, 7);
  double largest = 0;
  int paths = 0;
  for (int i = 0; i < calls; ++i) {
    const BoundedCall call = drawer.draw();
    HonestPath path(call.subscripts,
                    rounding_to(accumulator_format(dtype, profile)),
                    rounding_to(format_of(dtype)));
    path.each_result(call.arrays, [&](const LabelledArray& result) {
      largest = std::max(largest, share_of(call, result));
      ++paths;
    });
  }
  EXPECT_EQ(paths, 18 * calls);  // 6 pairs, then 3, then 1
  return largest;
}

TEST(EinsumBound, IsKeptByEveryOrderOfPairs) {
  const double single = largest_share(DType::kFloat32, 120);
  RecordProperty("largest_share_float32", std::to_string(single));
  std::printf("largest share of the bound in float32: %.3f\n", single);
  EXPECT_LT(single, 1);
  EXPECT_GT(single, 0.05);
  const double half = largest_share(DType::kFloat16, 60);
  std::printf("largest share of the bound in float16: %.3f\n", half);
  EXPECT_LT(half, 1);
  EXPECT_GT(half, 0.1);
  const double complex = largest_share(DType::kComplex64, 40);
  std::printf("largest share of the bound in complex64: %.3f\n", complex);
  EXPECT_LT(complex, 1);
  EXPECT_GT(complex, 0.001);
}

TEST(EinsumBound, SeesALostTerm) {
  BoundedCalls drawer(DType::kFloat32, 11);
  int lost = 0;
  for (int i = 0; i < 40; ++i) {
    BoundedCall call = drawer.draw();
    if (call.subscripts.summed().empty()) continue;
    const Round round = rounding_to(kFormatFloat32);
    // One element of an operand is taken for 0.
    call.arrays[0].elements.begin()->second = 0;
    HonestPath path(call.subscripts, round, round);
    path.each_result(call.arrays, [&](const LabelledArray& result) {
      EXPECT_GT(share_of(call, result), 50);
      ++lost;
    });
  }
  EXPECT_GT(lost, 300);
}

TEST(EinsumBound, SeesIntermediatesOfHalfThePrecision) {
  BoundedCalls drawer(DType::kFloat32, 13);
  for (const FloatFormat* narrow : {&kFormatFloat16, &kFormatBfloat16}) {
    int seen = 0;
    int results = 0;
    for (int i = 0; i < 40; ++i) {
      const BoundedCall call = drawer.draw();
      HonestPath path(call.subscripts, rounding_to(kFormatFloat32),
                      rounding_to(*narrow));
      path.each_result(call.arrays, [&](const LabelledArray& result) {
        seen += share_of(call, result) > 1;
        ++results;
      });
    }
    // In short sums an intermediate may happen to be near a half.
    EXPECT_GT(20 * seen, 19 * results);
  }
}

}  // namespace
}  // namespace assay
