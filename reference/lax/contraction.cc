// Evaluates dot_general and dot_general_update: one exact sum of products for
// each element. Tested by tests/reference/lax_contraction_test.cc.
#include "reference/accumulators.h"
#include "reference/lax/factor_sum.h"
#include "reference/lax/modulus.h"
#include "reference/lax/term_walk.h"
#include "reference/tensor_ops.h"
#include "spec/dot_axes.h"

namespace assay {
namespace {

// Returns the walk over the terms of dot_general and of its update.
TermWalk products_of(const Evaluation& call) {
  const Tensors& operands = call.call.operands;
  return TermWalk(
      dot_subscripts(call.call.attributes, operands[0].view.rank(),
                     operands[1].view.rank(),
                     has_batch_last(call.profile)),  // dot_general.pairing
      operands);  // dot_general.many_axes, dot_general.no_batch,
                  // dot_general.only_batch
}

// Returns whether a single product in the range of the dtype has one right
// rounding. Below it, an accumulator of a wider format may round first.
bool is_rounded_once(DType dtype, double product) {
  const FloatFormat& format = format_of(dtype);
  return std::fabs(product) >=
         decode_component(format, smallest_normal_bits(format));
}

// y[batch, i, j] = Σ_k lhs[batch, i, k] · rhs[batch, k, j]. The products and
// their sum are exact, and the sum is rounded once.
template <typename T>
Result<Tensors> sum_products(const Evaluation& call) {
  const Elements lhs = call.operand(0);
  const Elements rhs = call.operand(1);
  const TermWalk walk = products_of(call);
  const auto made = make_tensor(lhs.dtype(), walk.shape());
  if (!made) return made.status();
  const Results out = call.results_in(*made);
  for (const Index& at : walk.label_indices()) {
    Sum<T> sum(call);  // dot_general.empty_sum, dot_general.isolated_nan
    double single = 0;
    walk.each_term(at, [&](const std::vector<std::int64_t>& places) {
      const T x = lhs.value_at<T>(places[0]);
      const T y = rhs.value_at<T>(places[1]);
      sum.add_product(x, y);  // dot_general.value, dot_general.every_term,
      // dot_general.wrap, dot_general.accuracy, dot_general.accumulator,
      // dot_general.not_conjugated, dot_general.nonfinite,
      // dot_general.partial_overflow
      if constexpr (Real<T>) single = x * y;
    });
    sum.write(out, at);
    if (Real<T> && !walk.sums() && is_rounded_once(lhs.dtype(), single))
      out.note_roundings(at, 0);  // dot_general.outer
  }
  return Tensors{*made};
}

double conjugated(double x) { return x; }
Complex conjugated(Complex z) { return {z.re, -z.im}; }

// Accumulates alpha · Σ lhs · rhs + beta · out for one element, exactly.
template <typename T>
class UpdatedElement {
 public:
  UpdatedElement(T alpha, T beta) : alpha_(alpha), beta_(beta) {}

  void add_product(T x, T y) {
    const T factors[] = {alpha_, x, y};
    sum_.add_factors(factors);
    magnitude_ += modulus(x) * modulus(y);
    largest_ = std::max({largest_, modulus(x), modulus(y)});
    ++count_;
  }
  void add_old(T x) {
    if (is_zero(beta_)) return;  // dot_general_update.beta_zero
    const T factors[] = {beta_, x};
    sum_.add_factors(factors);
    old_ = modulus(beta_) * modulus(x);
  }
  void write(const FloatFormat& accumulator, const Results& out,
             const Index& at) {
    sum_.write(out, at);
    if (!out.recording()) return;
    const double scale = modulus(alpha_) * magnitude_ + old_;
    for (int part = 0; part < (kIsComplex<T> ? 2 : 1); ++part)
      out.note_scale(at, part, scale);
    out.note_roundings(at, kIsComplex<T> ? 4 * count_ + 8 : count_ + 3);
    out.note_terms(at, underflow_count());
    const double limit =
        decode_component(accumulator, largest_finite_bits(accumulator)) / 2;
    // The comparison is false for NaN.
    const bool is_closed = std::max(scale, magnitude_) <= limit &&
                           modulus(alpha_) * largest_ <= limit &&
                           std::isfinite(modulus(beta_));
    if (!is_closed)
      out.note_freedom(at, Freedom::kAny);  // dot_general_update.nonfinite,
    // dot_general_update.alpha_zero, dot_general_update.partial_overflow
    else if (sum_.is_zero())
      out.note_freedom(at, Freedom::kZeroSign);
  }

 private:
  // Returns how many smallest subnormals the terms may lose: a product of two
  // factors that underflows is multiplied by the third one later.
  std::int64_t underflow_count() const {
    const double growth = std::max({1.0, modulus(alpha_), largest_});
    return static_cast<std::int64_t>(
        std::min(growth * static_cast<double>(4 * count_ + 8), 0x1p40));
  }

  T alpha_;
  T beta_;
  FactorSum<T> sum_;
  double magnitude_ = 0;  // Σ |lhs · rhs|
  double largest_ = 0;    // of |lhs| and |rhs|
  double old_ = 0;        // |beta · out|
  std::int64_t count_ = 0;
};

// Returns an attribute that is an element, as a scalar.
template <typename T>
T scalar_attribute(const Evaluation& call, AttributeKey key) {
  const DType dtype = call.call.operands[0].dtype;
  const ElementBits bits = call.call.attributes.element(key);
  return decode<T>(dtype,
                   flushes_input(call.profile) ? flushed(dtype, bits) : bits);
}

// out ← alpha · Σ lhs · rhs + beta · out
template <typename T>
Result<Tensors> update_products(const Evaluation& call) {
  const Attributes& attributes = call.call.attributes;
  const Elements lhs = call.operand(0);
  const Elements rhs = call.operand(1);
  const Elements old(call.call.outs[0], flushes_input(call.profile));
  const Results out = call.results();
  const TermWalk walk = products_of(call);
  const bool conjugates_lhs = attributes.flag(AttributeKey::kLhsConj);
  const bool conjugates_rhs = attributes.flag(AttributeKey::kRhsConj);
  const T alpha = scalar_attribute<T>(call, AttributeKey::kAlpha);
  const T beta = scalar_attribute<T>(call, AttributeKey::kBeta);
  for (const Index& at : walk.label_indices()) {
    UpdatedElement<T> sum(alpha, beta);  // dot_general_update.empty_sum
    walk.each_term(at, [&](const std::vector<std::int64_t>& places) {
      const T x = lhs.value_at<T>(places[0]);
      const T y = rhs.value_at<T>(places[1]);
      sum.add_product(
          conjugates_lhs ? conjugated(x) : x,
          conjugates_rhs ? conjugated(y) : y);  // dot_general_update.conj,
      // dot_general_update.value, dot_general_update.every_term
    });
    sum.add_old(old.value<T>(at));             // dot_general_update.beta_one
    sum.write(accumulator_of(call), out, at);  // dot_general_update.accuracy,
    // dot_general_update.strided_out, dot_general_update.neighbours
  }
  return Tensors{};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"dot_general">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) return sum_products<T>(call);
        return Status::internal("no products of bool");
      });
}

Result<Tensors> evaluate(OpTag<"dot_general_update">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Real<T> || kIsComplex<T>) return update_products<T>(call);
        return Status::internal("updates are of floats and complex numbers");
      });
}

}  // namespace assay
