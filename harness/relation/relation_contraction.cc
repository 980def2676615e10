// Compares ways to compute the same sums of products: einsum, dot_general and
// permute, matmul, and einsum with its operands in another order. Exact
// operands must give the same bits; others may differ by the sum of both
// bounds. Tested by tests/harness/relation/relation_contraction_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

#include "harness/families/clause_rows/row_parts.h"
#include "harness/families/drawn_families.h"
#include "harness/judge/tolerance.h"
#include "harness/operands/exact_operands.h"
#include "harness/relation/relation_trial.h"
#include "spec/dot_axes.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

using Wide = std::complex<long double>;

// Holds a contraction with the elements of its operands.
struct Contracted {
  Subscripts subscripts;
  std::vector<Array> operands;

  Attributes attributes() const {
    return Attributes().set(AttributeKey::kSubscripts,
                            subscript_integers(subscripts));
  }
};

Wide wide_element(const Array& array, const Index& at) {
  const ElementBits bits = array.elements[static_cast<std::size_t>(
      View(array.shape).linear_index(at))];
  const FloatFormat& format = format_of(array.dtype);
  return {decode_real(format, bits.re),
          is_complex(array.dtype) ? decode_real(format, bits.im) : 0.0L};
}

// The compiler warns of std::rotate on arrays.
template <typename Item>
void move_first_to_end(std::vector<Item>& list) {
  list.push_back(list.front());
  list.erase(list.begin());
}

// Returns by how much two results of a contraction may differ: twice the bound
// of einsum, which is at least that of dot_general. The bounds take the sum of
// magnitudes for the exact sum, which is at most as large.
std::vector<long double> bounds_of_contraction(const Contracted& contracted,
                                               const Profile& profile) {
  std::map<std::int64_t, std::int64_t> extents;
  for (std::size_t i = 0; i < contracted.operands.size(); ++i)
    for (std::size_t axis = 0; axis < contracted.operands[i].shape.size();
         ++axis)
      extents[contracted.subscripts.inputs[i][axis]] =
          contracted.operands[i].shape[axis];
  const auto extents_of = [&](const Labels& labels) {
    Shape shape;
    for (const std::int64_t label : labels) shape.push_back(extents[label]);
    return shape;
  };
  const Labels summed = contracted.subscripts.summed();
  const DType dtype = contracted.operands[0].dtype;
  const std::int64_t m = element_count(extents_of(summed));
  const auto n = std::ssize(contracted.operands);
  const auto h =
      static_cast<long double>(is_complex(dtype) ? 4 * m + 8 * n : m + 2 * n);
  const std::int64_t stored = 2 * (n - 2) + contracted.subscripts.lone_count();
  const long double rounded =
      std::expm1(static_cast<long double>(std::max<std::int64_t>(stored, 0)) *
                 std::log1p(unit_roundoff(format_of(dtype))));
  std::vector<long double> bounds;
  std::map<std::int64_t, std::int64_t> values;
  for (const Index& kept : indices(extents_of(contracted.subscripts.output))) {
    for (std::size_t k = 0; k < kept.size(); ++k)
      values[contracted.subscripts.output[k]] = kept[k];
    long double scale = 0;
    for (const Index& at : indices(extents_of(summed))) {
      for (std::size_t k = 0; k < at.size(); ++k) values[summed[k]] = at[k];
      long double product = 1;
      for (std::size_t i = 0; i < contracted.operands.size(); ++i) {
        Index place;
        for (const std::int64_t label : contracted.subscripts.inputs[i])
          place.push_back(values[label]);
        product *= std::abs(wide_element(contracted.operands[i], place));
      }
      scale += product;
    }
    const long double summed_bound =
        sum_bound(dtype, m, h, scale * (1 + rounded), scale, profile);
    bounds.push_back(2 * (summed_bound + rounded * scale));
  }
  return bounds;
}

// Demands the same bits, or a distance within the bounds if they are given.
void demand_near(RelationTrial& trial, const Array& expected, const Array& got,
                 const std::vector<long double>& bounds,
                 const std::string& how) {
  if (trial.ended()) return;
  if (bounds.empty())
    return trial.demand_same(expected, 0, got, {.zero_sign = true}, how);
  const FloatFormat& format = format_of(got.dtype);
  for (std::size_t i = 0; i < got.elements.size(); ++i) {
    const auto distance = [&](std::uint64_t a, std::uint64_t b) {
      return std::fabs(static_cast<long double>(decode_real(format, a)) -
                       decode_real(format, b));
    };
    long double off = distance(expected.elements[i].re, got.elements[i].re);
    if (is_complex(got.dtype))
      off =
          std::max(off, distance(expected.elements[i].im, got.elements[i].im));
    trial.demand_within(off, bounds[i], fmt::format("element {} {}", i, how));
  }
}

// Makes the calls of one case.
class ContractionTrial {
 public:
  explicit ContractionTrial(RelationTrial& trial)
      : trial_(trial), stream_(trial.stream(1)) {}

  void relate() {
    switch (trial_.plan().number % 3) {
      case 0:
        return relate_matmul();
      case 1:
        return relate_dot_general();
      default:
        return relate_orders();
    }
  }

 private:
  DType dtype() const { return trial_.plan().dtype; }
  // Returns whether sums are exact. Those of integers always are.
  bool is_exact() const {
    return trial_.plan().number < 3 || is_integer(dtype());
  }

  // Draws a call for a clause whose operands are exact, or for accuracy.
  DrawnCall drawn(Op op, std::string_view exact, std::string_view rounded,
                  int number) {
    Structure structure{{2, 3}, {}};
    for (std::size_t k = 0; k < kChoiceCount; ++k)
      structure.choices.push_back(
          static_cast<std::uint32_t>(stream_.below(64)));
    return drawn_family(op)->draw(
        {.cell = {op, "", dtype(), dtype()},
         .row = *clause_case(is_exact() ? exact : rounded),
         .structure = structure,
         .number = number});
  }

  std::vector<Array> arrays_of(const DrawnCall& call) {
    std::vector<Array> arrays;
    for (const DrawnOperand& operand : call.operands) {
      Array array{dtype(), operand.shape, {}};
      const std::int64_t count = element_count(operand.shape);
      for (std::int64_t k = 0; k < count; ++k)
        array.elements.push_back(
            operand.element ? operand.element(static_cast<std::size_t>(k))
                            : draw_moderate());
      arrays.push_back(std::move(array));
    }
    return arrays;
  }
  // Returns a number with components of a magnitude from 1/2 to 1.
  ElementBits draw_moderate() {
    const FloatFormat& format = format_of(dtype());
    const auto component = [&] {
      const double magnitude = (1 + stream_.unit()) / 2;
      return encode_real(format,
                         stream_.below(2) == 0 ? magnitude : -magnitude);
    };
    ElementBits bits{component(), 0};
    if (is_complex(dtype())) bits.im = component();
    return bits;
  }

  std::vector<long double> bounds(const Contracted& contracted) const {
    if (is_exact()) return {};
    return bounds_of_contraction(contracted, trial_.profile());
  }

  // "ij,jk->ik" is matmul.
  void relate_matmul() {
    const auto extent = [this] {
      return static_cast<std::int64_t>(2 + stream_.below(16));
    };
    const std::int64_t inner = extent();
    DrawnCall call{{{{extent(), inner}}, {{inner, extent()}}}, {}};
    if (is_exact())
      for (DrawnOperand& operand : call.operands)
        operand.element = [this](std::size_t) {
          return draw_term(dtype(), stream_);
        };
    const Contracted contracted{{{{0, 1}, {1, 2}}, {0, 2}}, arrays_of(call)};
    const auto sums = trial_.call(contracted.operands, contracted.attributes());
    const auto product =
        trial_.call("matmul"_op, contracted.operands, {}, dtype());
    if (sums && product)
      demand_near(trial_, *product, *sums, bounds(contracted),
                  "by ij,jk->ik and by matmul");
  }

  // An einsum of two operands is dot_general, and the axes of its result in
  // another order.
  void relate_dot_general() {
    constexpr Op kDot = "dot_general"_op;
    const auto number = static_cast<int>(stream_.below(8));
    const DrawnCall call = drawn(kDot, "dot_general.value"_clause,
                                 "dot_general.accuracy"_clause, number);
    Contracted contracted{
        dot_subscripts(call.attributes, call.operands[0].shape.size(),
                       call.operands[1].shape.size(),
                       has_batch_last(trial_.profile())),
        arrays_of(call)};
    Labels& output = contracted.subscripts.output;
    Attributes::Integers order;
    for (std::int64_t axis = 0; axis < std::ssize(output); ++axis)
      order.push_back(axis);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[stream_.below(i)]);
    const auto dot =
        trial_.call(kDot, contracted.operands, call.attributes, dtype());
    if (!dot) return;
    const auto moved = trial_.call("permute"_op, {*dot},
                                   Attributes().permutation(order), dtype());
    const Labels before = output;
    for (std::size_t i = 0; i < order.size(); ++i)
      output[i] = before[static_cast<std::size_t>(order[i])];
    const auto sums = trial_.call(contracted.operands, contracted.attributes());
    if (moved && sums)
      demand_near(trial_, *moved, *sums, bounds(contracted),
                  "by einsum and by dot_general and permute");
  }

  // The order of the operands does not matter.
  void relate_orders() {
    const DrawnCall call =
        drawn("einsum"_op, "einsum.hyper_edge"_clause, "einsum.accuracy"_clause,
              is_exact() ? static_cast<int>(stream_.below(2)) : 2);
    Contracted contracted{
        *read_subscripts(call.attributes.integers(AttributeKey::kSubscripts)),
        arrays_of(call)};
    const auto first =
        trial_.call(contracted.operands, contracted.attributes());
    if (!first) return;
    const std::vector<long double> allowed = bounds(contracted);
    for (std::size_t turn = 1; turn < contracted.operands.size(); ++turn) {
      move_first_to_end(contracted.operands);
      move_first_to_end(contracted.subscripts.inputs);
      const auto rotated =
          trial_.call(contracted.operands, contracted.attributes());
      if (!rotated) return;
      demand_near(trial_, *first, *rotated, allowed,
                  "with the operands in another order");
    }
  }

  RelationTrial& trial_;
  ValueStream stream_;
};

}  // namespace

void relate_contraction(RelationTrial& trial) {
  ContractionTrial(trial).relate();
}

}  // namespace assay
