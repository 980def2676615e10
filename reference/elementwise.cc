// Lifts scalar evaluators: applies one to every element, in one loop. It reads
// the operands before it stores the element, so that out may be the same tensor
// as an operand. Tested by tests/reference/reference_test.cc.
#include "reference/lax/elementwise.h"

#include <array>
#include <utility>

#include "reference/evaluation.h"
#include "reference/nx/conversion.h"
#include "reference/nx/elementwise_complex.h"
#include "reference/nx/elementwise_functions.h"
#include "reference/nx/elementwise_integers.h"
#include "reference/nx/elementwise_order.h"
#include "reference/nx/elementwise_reals.h"
#include "reference/tensor_ops.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns how many operands the op with this name takes.
constexpr std::size_t operand_count(std::string_view op) {
  return op_table::spec_of(*op_table::op_named(op)).signature.operands.size();
}

// Names T once for each position of a list of operands.
template <typename T, std::size_t>
using Repeated = T;

constexpr bool has_category(const OpSpec& spec, Category category) {
  for (const DTypeSpec& dtype : kDTypes)
    if (dtype.category == category &&
        spec.variants.items[0].dtypes().contains(dtype.dtype))
      return true;
  return false;
}

// Returns the scalar evaluator of the op applied to elements of the call: with
// the call's attributes if it takes them, else as apply() does.
template <OpName op, typename... X>
auto evaluated_by_op(const Evaluation& call, X... x) {
  if constexpr (requires { evaluate(OpTag<op>{}, call.call.attributes, x...); })
    return evaluate(OpTag<op>{}, call.call.attributes, x...);
  else
    return apply(OpTag<op>{}, call.profile, x...);
}

template <typename T>
constexpr Category kCategoryOf =
    Bool<T>      ? Category::kBool
    : Integer<T> ? std::is_signed_v<T> ? Category::kSigned : Category::kUnsigned
    : Real<T>    ? Category::kReal
                 : Category::kComplex;

// True if the op has a scalar evaluator on T.
template <OpName op, typename T>
constexpr bool kIsEvaluated = []<std::size_t... i>(std::index_sequence<i...>) {
  return requires(const Profile& p, const Attributes& a, Repeated<T, i>... x) {
    requires requires { apply(OpTag<op>{}, p, x...); } || requires {
      evaluate(OpTag<op>{}, a, x...);
    };
  };
}
(std::make_index_sequence<operand_count(op.text)>{});

// Stops the build if a row has a dtype of T's category but no evaluator on T.
template <OpName op, typename T>
struct RequireEvaluator {
  static constexpr bool kIsNeeded = has_category(
      op_table::spec_of(*op_table::op_named(op.text)), kCategoryOf<T>);
  static_assert(!kIsNeeded || kIsEvaluated<op, T>,
                "this op has a row in spec/ but no evaluate() in reference/ "
                "for the scalar type T");
};

// Returns whether a large operand makes the value of the op open. For other ops
// only the size of the result decides.
constexpr bool screens_operands(std::string_view op) {
  return op == "mul" || op == "div" || op == "recip" || op == "abs" ||
         op == "sign";
}

// Stores a complex element. Its value is open if an operand or the exact value
// is near the ends of the range.
template <OpName op, typename... X>
void put_screened(const Results& out, const FloatFormat& format,
                  const Index& at, const ExactComplex& value, X... x) {
  const bool open =
      is_unspecified(format, value) || (!is_finite(x) || ...) ||
      (screens_operands(op.text) && (is_unspecified_operand(format, x) || ...));
  out.put(at, Open<ExactComplex>{value, open ? Freedom::kAny : Freedom::kNone});
}

// out[i] = f(x[i]…).
template <OpName op, typename T, std::size_t... operand>
Result<Tensors> lift(const Evaluation& call, std::index_sequence<operand...>) {
  const std::array<Elements, sizeof...(operand)> x = {call.operand(operand)...};
  const Shape& shape = x[0].view().shape();
  if constexpr (requires(Repeated<T, operand>... s) {
                  is_error(OpTag<op>{}, call.profile, s...);
                })
    for (const Index& at : indices(shape))
      if (is_error(OpTag<op>{}, call.profile,
                   x[operand].template value<T>(at)...))
        return Status::invalid(std::string(op.text) +
                               ": the profile makes an operand an error");
  const Results out = call.results();
  const FloatFormat& format = format_of(x[0].dtype());
  const auto put = [&](const Index& at, auto... scalars) {
    const auto value = evaluated_by_op<op>(call, scalars...);
    if constexpr (std::is_same_v<decltype(value), const ExactComplex>)
      put_screened<op>(out, format, at, value, scalars...);
    else
      out.put(at, value);
  };
  for (const Index& at : indices(shape))
    put(at, x[operand].template value<T>(at)...);
  return Tensors{};
}

template <OpName op>
Result<Tensors> evaluate_lifted(const Evaluation& call) {
  constexpr std::size_t count = operand_count(op.text);
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        static_assert(sizeof(RequireEvaluator<op, T>) != 0);
        if constexpr (kIsEvaluated<op, T>)
          return lift<op, T>(call, std::make_index_sequence<count>{});
        else
          return Status::internal("no evaluator");  // not a cell of the table
      });
}

template <std::size_t i>
constexpr TensorEvaluator lifted_at() {
  if constexpr (kOps[i]->signature.is_lifted())
    return &evaluate_lifted<op_name_at<i>()>;
  else
    return nullptr;
}

// Returns whether the profile refuses to cast one of the elements.
bool is_refused(const Evaluation& call, const Elements& x, DType to) {
  const Category category = category_of(to);
  const bool to_integer =
      category == Category::kSigned || category == Category::kUnsigned;
  const bool from_float = is_real(x.dtype()) || is_complex(x.dtype());
  if (!call.profile.is("cast.out_of_range=error"_policy) || !to_integer ||
      !from_float)
    return false;
  for (const Index& at : indices(x.view().shape())) {
    const double re =
        is_real(x.dtype()) ? x.value<double>(at) : x.value<Complex>(at).re;
    if (is_out_of_range(re, to)) return true;
  }
  return false;
}

}  // namespace

TensorEvaluator elementwise_evaluator(Op op) {
  static constexpr auto kEvaluators =
      []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<TensorEvaluator, sizeof...(i)>{lifted_at<i>()...};
  }
  (std::make_index_sequence<kOps.size()>{});
  return kEvaluators[static_cast<std::size_t>(op)];
}

// out[i] = if_true[i] if condition[i], else if_false[i], as bits.
Result<Tensors> evaluate(OpTag<"where">, const Evaluation& call) {
  const Elements condition = call.operand(0);
  const Elements if_true = call.operand(1);
  const Elements if_false = call.operand(2);
  const Results out = call.results();
  for (const Index& at : indices(condition.view().shape()))
    out.put(at, condition.value<bool>(at) ? if_true.bits(at)     // where.value
                                          : if_false.bits(at));  // where.bits
  return Tensors{};
}

// out[i] = x[i] in the dtype of out.
Result<Tensors> evaluate(OpTag<"cast">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  const DType to = call.call.outs[0].dtype;
  if (is_refused(call, x, to))
    return Status::invalid("cast: the profile refuses values out of range");
  with_scalar_of(x.dtype(), [&]<typename T>(std::type_identity<T>) {
    for (const Index& at : indices(x.view().shape()))
      if (x.dtype() == to)
        out.put(at, x.bits(at));
      else
        out.put(at, apply(OpTag<"cast">{}, call.profile, x.value<T>(at), to));
  });
  return Tensors{};
}

}  // namespace assay
