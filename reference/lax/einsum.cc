// Evaluates einsum: one exact sum for each element, of products of as many
// factors as there are operands.
// Tested by tests/reference/lax_contraction_test.cc.
#include <cmath>

#include "reference/accumulators.h"
#include "reference/lax/factor_sum.h"
#include "reference/lax/modulus.h"
#include "reference/lax/term_walk.h"
#include "reference/tensor_ops.h"
#include "spec/accumulator.h"

namespace assay {
namespace {

// Holds an einsum call: its subscripts, operands and walk, and the result.
struct Contraction {
  const Evaluation& call;
  Subscripts subscripts;
  TermWalk walk;
  std::vector<Elements> operands;
  Results out;

  DType dtype() const { return operands[0].dtype(); }
};

// Holds the largest and the smallest non-zero magnitude of an operand. The
// largest is infinite if an element is not finite.
struct Magnitudes {
  double largest = 0;
  double smallest = kInfinity;
};

template <typename T>
Magnitudes magnitudes_of(const Elements& operand) {
  Magnitudes found;
  for (const Index& at : indices(operand.view().shape())) {
    const double magnitude = modulus(operand.value<T>(at));
    if (magnitude == 0) continue;
    const bool is_known = std::isfinite(magnitude);
    found.largest = std::max(found.largest, is_known ? magnitude : kInfinity);
    found.smallest = std::min(found.smallest, magnitude);
  }
  return found;
}

// Returns whether no step of a path can leave the range of the dtype, whichever
// tree of contractions is computed and whichever labels are summed first.
template <typename T>
bool stays_in_range(const Contraction& einsum) {
  const FloatFormat& format = format_of(einsum.dtype());
  double high = static_cast<double>(einsum.walk.term_count());
  double low = 1;
  for (const Elements& operand : einsum.operands) {
    const Magnitudes found = magnitudes_of<T>(operand);
    high *= std::max(1.0, found.largest);
    low *= std::min(1.0, found.smallest);
  }
  return high < decode_component(format, largest_finite_bits(format)) / 4 &&
         low >= decode_component(format, smallest_normal_bits(format));
}

// Returns by how much the scale of the terms grows if intermediates are rounded
// to the dtype: ((1 + γ_h)(1 + u)^s - 1) / γ_h.
double growth_of_scale(const Contraction& einsum, std::int64_t h) {
  const auto n = static_cast<std::int64_t>(einsum.operands.size());
  const std::int64_t stored = 2 * (n - 2) + einsum.subscripts.lone_count();
  const long double hu =
      static_cast<long double>(h) * unit_roundoff(accumulator_of(einsum.call));
  if (hu >= 1) return 1;  // there is no bound then
  const long double gamma = hu / (1 - hu);
  const long double rounded =
      std::expm1(static_cast<long double>(stored) *
                 std::log1p(unit_roundoff(format_of(einsum.dtype()))));
  return static_cast<double>((gamma + rounded + gamma * rounded) / gamma);
}

// Returns whether the call has one path: that of dot_general.
bool is_dot_general(const Contraction& einsum) {
  return einsum.operands.size() == 2 && einsum.subscripts.lone_count() == 0;
}

// Copies the bits of one operand.
void move_elements(const Contraction& einsum) {
  for (const Index& values : einsum.walk.label_indices())
    einsum.walk.each_term(values, [&](const std::vector<std::int64_t>& places) {
      einsum.out.put(einsum.walk.result_at(values),
                     einsum.operands[0].bits_at(places[0]));
    });  // einsum.single, einsum.trace, einsum.order
}

// Sums over the labels of one operand.
template <typename T>
void sum_operand(const Contraction& einsum) {
  const TermWalk& walk = einsum.walk;
  const std::int64_t roundings = roundings_of_reduction(
      einsum.dtype(), walk.term_count(), einsum.call.profile);
  for (const Index& values : walk.label_indices()) {
    const Index at = walk.result_at(values);
    Sum<T> sum(einsum.call);
    bool is_finite_sum = true;
    walk.each_term(values, [&](const std::vector<std::int64_t>& places) {
      const T x = einsum.operands[0].value_at<T>(places[0]);
      sum.add(x);  // einsum.single, einsum.sum_out
      if constexpr (!Integer<T>) is_finite_sum &= std::isfinite(modulus(x));
    });
    sum.write(einsum.out, at);
    if constexpr (!Integer<T>) einsum.out.note_roundings(at, roundings);
    if (!is_finite_sum) einsum.out.note_freedom(at, Freedom::kAny);
  }
}

// Sums the products of two operands as dot_general does.
template <typename T>
void sum_pairs(const Contraction& einsum) {
  for (const Index& values : einsum.walk.label_indices()) {
    Sum<T> sum(einsum.call);
    einsum.walk.each_term(values, [&](const std::vector<std::int64_t>& places) {
      sum.add_product(einsum.operands[0].value_at<T>(places[0]),
                      einsum.operands[1].value_at<T>(places[1]));
    });  // einsum.nonfinite, einsum.partial_overflow
    const Index at = einsum.walk.result_at(values);
    sum.write(einsum.out, at);
    if (einsum.subscripts.embeds()) einsum.out.note_roundings(at, -1);
  }
}

// Sums the products of any number of operands.
template <typename T>
void sum_terms(const Contraction& einsum) {
  const TermWalk& walk = einsum.walk;
  const std::size_t n = einsum.operands.size();
  const auto width = static_cast<std::int64_t>(n);
  const std::int64_t h = kIsComplex<T> ? 4 * walk.term_count() + 8 * width
                                       : walk.term_count() + 2 * width;
  bool is_open = false;
  double growth = 1;
  if constexpr (!Integer<T>)
    if (einsum.out.recording()) {
      is_open = !stays_in_range<T>(einsum);  // einsum.range
      growth = growth_of_scale(einsum, h);   // einsum.accuracy
    }
  std::vector<T> factors(n);
  for (const Index& values : walk.label_indices()) {
    const Index at = walk.result_at(values);
    FactorSum<T> sum;
    double scale = 0;
    walk.each_term(values, [&](const std::vector<std::int64_t>& places) {
      double product = 1;
      for (std::size_t i = 0; i < n; ++i) {
        factors[i] = einsum.operands[i].value_at<T>(places[i]);
        if constexpr (!Integer<T>) product *= modulus(factors[i]);
      }
      sum.add_factors(factors);  // einsum.value, einsum.hyper_edge,
                                 // einsum.outer
      scale += product;
    });
    sum.write(einsum.out, at);  // einsum.empty_sum
    if constexpr (!Integer<T>) {
      for (int part = 0; part < (kIsComplex<T> ? 2 : 1); ++part)
        einsum.out.note_scale(at, part, scale * growth);
      einsum.out.note_terms(at, walk.term_count());
      einsum.out.note_roundings(at, h);
      if (is_open)
        einsum.out.note_freedom(at, Freedom::kAny);
      else if (einsum.out.recording() && sum.is_zero())
        einsum.out.note_freedom(at, Freedom::kZeroSign);
    }
  }
}

// Fills the result with +0, of which only the diagonal is written later.
void clear_result(const Contraction& einsum) {
  for (const Index& at : indices(einsum.walk.shape())) {
    einsum.out.put(at, ElementBits{});  // einsum.embed
    einsum.out.note_roundings(at, 0);
  }
}

}  // namespace

Result<Tensors> evaluate(OpTag<"einsum">, const Evaluation& call) {
  const Tensors& operands = call.call.operands;
  const Subscripts subscripts = *read_subscripts(
      call.call.attributes.integers(AttributeKey::kSubscripts));
  const TermWalk walk(subscripts, operands);
  const auto made = make_tensor(operands[0].dtype, walk.shape());
  if (!made) return made.status();
  Contraction einsum{call, subscripts, walk, {}, call.results_in(*made)};
  for (std::size_t i = 0; i < operands.size(); ++i)
    einsum.operands.push_back(call.operand(i));
  if (subscripts.embeds()) clear_result(einsum);
  if (subscripts.only_moves()) {
    if (call.answer != nullptr) call.answer->only_moves = true;
    move_elements(einsum);
    return Tensors{*made};
  }
  return with_scalar_of(
      operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Bool<T>) {
          return Status::internal("no sums of bool");
        } else {
          if (operands.size() == 1)
            sum_operand<T>(einsum);
          else if (is_dot_general(einsum))
            sum_pairs<T>(einsum);
          else
            sum_terms<T>(einsum);
          return Tensors{*made};
        }
      });
}

}  // namespace assay
