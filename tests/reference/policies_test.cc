// Every value of every policy axis makes a difference that can be seen: one
// telling call per axis, and what the reference answers under each value.
#include <fmt/format.h>

#include <functional>
#include <set>

#include "spec/accumulator.h"
#include "spec/op_table.h"
#include "tests/reference/array_policy_calls.h"
#include "tests/reference/lax_indexing_policy_calls.h"
#include "tests/reference/network_policy_calls.h"

namespace assay::test {
namespace {

using Key = AttributeKey;

// The answer as text: numbers, "any" where all is open, others that are right
// as well, or the status.
std::string seen(const Call& call, const Profile& profile) {
  const auto answered = Reference(profile).answer(call);
  if (!answered) return std::string(name_of(answered.status().code));
  const Tensor& result = answered->tensors.front();
  std::string text;
  std::size_t i = 0;
  std::int64_t position = 0;
  for (ElementBits bits : elements_of(result)) {
    const bool any =
        !answered->freedom.empty() && answered->freedom[i++] == Freedom::kAny;
    if (!text.empty()) text += ' ';
    if (any)
      text += "any";
    else if (is_complex(result.dtype))
      text += fmt::format("{}{:+}i", decode<Complex>(result.dtype, bits).re,
                          decode<Complex>(result.dtype, bits).im);
    else if (is_real(result.dtype))
      text += fmt::format("{}", decode<double>(result.dtype, bits));
    else
      text += fmt::format("{}", signed_value(result.dtype, bits));
    for (const Alternatives& others : answered->alternatives)
      if (others.position == position)
        for (ElementBits other : others.elements)
          text += fmt::format("|{}", decode<double>(result.dtype, other));
    ++position;
  }
  return text;
}

using Observe = std::function<std::string(const Profile&)>;
Observe answer_to(const Call& call) {
  return [call](const Profile& profile) { return seen(call, profile); };
}

Call ints(Op op, Numbers x, Numbers y) {
  return call_of(op, {tensor_of(DType::kInt8, x), tensor_of(DType::kInt8, y)});
}
Call floats(Op op, Numbers x) {
  return call_of(op, {tensor_of(DType::kFloat32, x)});
}
std::string pooled_in_ceil_mode(const Profile& profile) {
  Call call = pooled({-1, -2, -3});
  const bool is_plain = profile.is("pool.ceil=plain"_policy);
  call.outs[0] = *Reference().buffer(DType::kFloat32, {1, 1, is_plain ? 3 : 2});
  return seen(call, profile);
}
std::string which_of_equals(const Profile& profile) {
  const Call call = call_of(
      "topk"_op, {tensor_of(DType::kInt32, Numbers{7, 7})},
      Attributes()
          .axis(0)
          .set(Key::kIndexDType, {static_cast<std::int64_t>(DType::kInt32)})
          .set(Key::kK, {1}));
  const bool is_open = !answer(call, profile).about(1).alternatives.empty();
  return is_open ? "either" : "the first";
}
std::string singular_dtype(const Profile& profile) {
  const Call call =
      call_of("svd"_op, {tensor_of(DType::kFloat32, Numbers{2}, {1, 1})},
              Attributes().flag(Key::kFullMatrices, false));
  const auto made = Reference(profile).execute(call);
  return made ? std::string(name_of((*made)[1].dtype)) : "";
}
std::string eigen_dtype(const Profile& profile) {
  const Call call =
      call_of("eig"_op, {tensor_of(DType::kFloat32, Numbers{2}, {1, 1})},
              Attributes().flag(Key::kVectors, false));
  const auto made = Reference(profile).execute(call);
  return made ? std::string(name_of(made->front().dtype)) : "";
}
std::string parity_dtype(const Profile& profile) {
  const Call call = call_of(
      "lu"_op, {tensor_of(DType::kComplex64, ComplexNumbers{2}, {1, 1})});
  const auto made = Reference(profile).execute(call);
  return made ? std::string(name_of(made->back().dtype)) : "";
}
std::string flipped(const Profile& profile) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2});
  const Tensor y =
      execute(call_of("flip"_op, {x}, Attributes().flips({true})), profile);
  EXPECT_EQ((std::vector{1.0, 2.0}),
            (std::vector{decode<double>(y.dtype, elements_of(y)[1]),
                         decode<double>(y.dtype, elements_of(y)[0])}));
  return y.buffer == x.buffer ? "the operand" : "a copy";
}
std::string contiguous_of_offset(const Profile& profile) {
  Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, 3});
  x.view = View({2}, {1}, 1);
  const Tensor y = execute(call_of("contiguous"_op, {x}), profile);
  return y.buffer == x.buffer ? "the operand" : "a copy";
}
std::string accumulator(const Profile& profile) {
  return fmt::format("{} bits",
                     accumulator_format(DType::kFloat16, profile).precision);
}

// Observes the result of execute(). An answer is exact there, and the judge
// accounts for the difference.
Observe result_of(const Call& call) {
  return [call](const Profile& profile) {
    std::string text;
    for (double value : numbers_in(execute(call, profile)))
      text += fmt::format("{}{:g}", text.empty() ? "" : " ", value);
    return text;
  };
}

// Says what is open of the value and of the index.
Observe extremum_of(Op op, const Numbers& x) {
  return [op, x](const Profile& profile) {
    const Call call = call_of(
        op, {tensor_of(DType::kFloat32, x)},
        Attributes().axis(0).keepdims(false).set(
            Key::kIndexDType, {static_cast<std::int64_t>(DType::kInt32)}));
    const Answer found = answer(call, profile);
    const bool is_open = !found.about(1).freedom.empty();
    const double place = numbers_in(found.tensors[1])[0];
    return seen(call, profile) + (is_open ? " any" : fmt::format(" {}", place));
  };
}

struct Row {
  std::string_view axis;
  Observe observe;
  std::vector<std::string_view> expected;  // in the order of the values
};

std::vector<Row> rows() {
  const Call empty =
      call_of("reduce_sum"_op, {tensor_of(DType::kFloat32, Numbers{}, {0})},
              Attributes().axes({0}).keepdims(false));
  const auto of_nothing = [](Op op, DType dtype) {
    return answer_to(call_of(op, {tensor_of(dtype, Numbers{}, {0})},
                             Attributes().axes({0}).keepdims(false)));
  };
  // The answer is one under both values, and a subject may refuse.
  const Observe turned = [](const Profile& profile) -> std::string {
    const Call call =
        call_of("broadcast_in_dim"_op,
                {tensor_of(DType::kInt8, Numbers{1, 2, 3, 4}, {2, 2})},
                Attributes().shape({2, 2}).set(Key::kBroadcastDims, {1, 0}));
    EXPECT_TRUE(Reference(profile).answer(call).ok());
    if (!Reference(profile).execute(call)) return "invalid";
    return result_of(call)(profile);
  };
  const Call argmax =
      call_of("argmax"_op, {tensor_of(DType::kFloat32, Numbers{1, kNan, 2})},
              Attributes().axis(0).keepdims(false));
  const Call cast = call_of(
      "cast"_op, {tensor_of(DType::kFloat32, Numbers{300})}, {}, DType::kInt8);
  const Call indefinite =
      call_of("cholesky"_op, {tensor_of(DType::kFloat32, Numbers{-1}, {1, 1})},
              Attributes().flag(Key::kUpper, false));
  const Call complex_sort =
      call_of("sort"_op,
              {tensor_of(DType::kComplex64, ComplexNumbers{{1, kNan}, {0, 0}})},
              Attributes().axis(0).descending(false));
  const Call inverse = call_of(
      "ifft"_op, {tensor_of(DType::kComplex64, ComplexNumbers{{2, 0}, {0, 0}})},
      Attributes().axes({0}));
  return {
      {"round.half", answer_to(floats("round"_op, {2.5})), {"3", "2"}},
      {"mod.sign", answer_to(ints("mod"_op, {-7}, {3})), {"-1", "2"}},
      {"div.integer", answer_to(ints("div"_op, {-7}, {2})), {"-3", "-4"}},
      {"div.integer_zero",
       answer_to(ints("div"_op, {7}, {0})),
       {"0", "invalid", "any"}},
      {"recip.integer_zero",
       answer_to(call_of("recip"_op, {tensor_of(DType::kInt8, Numbers{0})})),
       {"0", "any"}},
      {"mod.integer_zero",
       answer_to(ints("mod"_op, {7}, {0})),
       {"0", "invalid", "any"}},
      {"max.nan",
       answer_to(call_of("max"_op, {tensor_of(DType::kFloat32, Numbers{kNan}),
                                    tensor_of(DType::kFloat32, Numbers{1})})),
       {"nan", "1", "any"}},
      {"max.nan",
       answer_to(call_of("max_abs"_op,
                         {tensor_of(DType::kFloat32, Numbers{1, kNan, -3})},
                         Attributes().axes({0}).keepdims(false))),
       {"nan", "3", "any"}},
      {"max.nan",
       extremum_of("max_with_index"_op, {1, kNan, 3}),
       {"nan 1", "3 2", "any any"}},
      {"max.nan",
       extremum_of("min_with_index"_op, {kNan, kNan}),
       {"nan 0", "nan any", "any any"}},
      {"max.nan",
       extremum_of("min_with_index"_op, {kNan}),
       {"nan 0", "nan any", "nan 0"}},
      {"sign.zero", answer_to(floats("sign"_op, {-0.0, 0.0})), {"0 0", "-0 0"}},
      {"sign.nan", answer_to(floats("sign"_op, {kNan})), {"nan", "0"}},
      {"sign.complex",
       answer_to(call_of(
           "sign"_op, {tensor_of(DType::kComplex64, ComplexNumbers{{0, 2}})})),
       {"0+1i", "1+0i"}},
      {"clamp_general.crossed",
       answer_to(call_of("clamp_general"_op,
                         {tensor_of(DType::kFloat32, Numbers{5, 2, 0, 2}),
                          tensor_of(DType::kFloat32, Numbers{3, 3, 3, 1}),
                          tensor_of(DType::kFloat32, Numbers{1, 1, 1, 3})})),
       {"1 1 1 2", "3 3 3 2", "any any any 2"}},
      {"pow.negative_exponent",
       answer_to(ints("pow"_op, {-1}, {-3})),
       {"-1", "0", "invalid", "any"}},
      {"pow.overflow",
       answer_to(ints("pow"_op, {3, 3, 1}, {63, 64, 127})),
       {"-85 1 1", "-85 any any"}},
      {"cast.out_of_range", answer_to(cast), {"127", "any", "invalid"}},
      {"cast.float8_overflow",
       answer_to(call_of(
           "cast"_op,
           {tensor_of(DType::kFloat32, Numbers{464, -465, kInf, 448, kNan})},
           {}, DType::kFloat8E4m3fn)),
       {"448 -nan nan 448 nan", "448 -448 448 448 nan", "448 any any 448 nan"}},
      {"cast.float8_overflow",
       answer_to(call_of("cast"_op,
                         {tensor_of(DType::kInt32, Numbers{-70000, 57344})}, {},
                         DType::kFloat8E5m2)),
       {"-inf 57344", "-57344 57344", "any 57344"}},
      {"cast.complex_bool",
       answer_to(call_of("cast"_op,
                         {tensor_of(DType::kComplex64,
                                    ComplexNumbers{{0, 2}, {2, 0}, {0, 0}})},
                         {}, DType::kBool)),
       {"1 1 0", "0 1 0"}},
      {"convert.check",
       answer_to(call_of("convert"_op,
                         {tensor_of(DType::kFloat64, Numbers{-0.0, 7})}, {},
                         DType::kInt8)),
       {"invalid", "0 7"}},
      {"convert.check",
       answer_to(call_of("convert"_op,
                         {tensor_of(DType::kFloat64, Numbers{7.5})}, {},
                         DType::kInt8)),
       {"invalid", "invalid"}},
      {"sum.float64",
       result_of(
           call_of("reduce_sum"_op,
                   {tensor_of(DType::kFloat64, Numbers{0x1p53, 1, 1, -0x1p53})},
                   Attributes().axes({0}).keepdims(false))),
       {"2", "0"}},
      {"prod.accumulator",
       result_of(
           call_of("reduce_prod"_op,
                   {tensor_of(DType::kFloat16, Numbers{1.5, 0x1.004p+0, 1.5})},
                   Attributes().axes({0}).keepdims(false))),
       {"2.25195", "2.25391"}},
      {"scan.narrow",
       result_of(call_of("associative_scan"_op,
                         {tensor_of(DType::kFloat16, Numbers{2048, 1, 1})},
                         Attributes().axis(0).op(Scan::kSum))),
       {"2048 2048 2050", "2048 2048 2048"}},
      {"float.subnormal",
       result_of(call_of(
           "mul"_op,
           {tensor_of(DType::kFloat32, Numbers{0x1p-130, 0x1p-126, -0x1p-126}),
            tensor_of(DType::kFloat32, Numbers{0x1p10, 0.5, 0.5})})),
       {"7.52316e-37 5.87747e-39 -5.87747e-39", "0 5.87747e-39 -5.87747e-39",
        "7.52316e-37 0 -0", "0 0 -0", "7.52316e-37 5.87747e-39 -5.87747e-39"}},
      {"sum.accumulator", accumulator, {"24 bits", "11 bits"}},
      {"reduce.empty", answer_to(empty), {"0", "invalid"}},
      {"max.empty",
       of_nothing("reduce_max"_op, DType::kFloat32),
       {"invalid", "-inf", "any"}},
      {"max.empty",
       of_nothing("reduce_min"_op, DType::kFloat8E4m3fn),
       {"invalid", "448", "any"}},
      {"max.empty",
       of_nothing("reduce_max"_op, DType::kInt4),
       {"invalid", "-8", "any"}},
      {"max.empty",
       of_nothing("reduce_min"_op, DType::kUint16),
       {"invalid", "65535", "any"}},
      {"max.empty",
       of_nothing("reduce_max"_op, DType::kBool),
       {"invalid", "0", "any"}},
      {"argmax.nan", answer_to(argmax), {"1", "2", "any"}},
      {"sort.nan",
       answer_to(sorted(DType::kFloat32, {1, kNan, -0.0, 0.0})),
       {"1 -0 0 nan", "nan 1 -0 0", "nan 1 0 -0", "any any any any"}},
      {"sort.nan",
       answer_to(sorted(DType::kFloat32, {1, 3, -0.0})),
       {"3 1 -0", "3 1 -0", "3 1 -0", "3 1 -0"}},
      {"sort.complex_nan", answer_to(complex_sort), {"0+0i 1+nani", "any any"}},
      {"contiguous.offset", contiguous_of_offset, {"a copy", "the operand"}},
      {"gather.negative", answer_to(gathered({-1})), {"invalid", "12"}},
      {"gather.out_of_range",
       answer_to(gathered({1, 3, -1})),
       {"invalid", "invalid", "11 12 10", "11 any any"}},
      {"scatter.out_of_range",
       answer_to(scattered({3})),
       {"invalid", "invalid", "10 11 17", "10 11 12"}},
      {"dynamic_slice.negative",
       answer_to(slice_before_the_start()),
       {"10 11", "11 12"}},
      {"gather_general.out_of_range",
       answer_to(gathered_outside()),
       {"11 12 10 11", "11 12 any any"}},
      {"scatter_general.out_of_range",
       answer_to(scattered_outside()),
       {"12 11 12", "10 11 12", "11 13 12", "any any any"}},
      {"scatter.base", answer_to(scattered({1})), {"10 16 12", "0 5 0"}},
      {"fft.norm", answer_to(inverse), {"2+0i 2+0i", "1+0i 1+0i"}},
      {"triangular_solve.transpose", answer_to(solved()), {"-1+1i", "1-1i"}},
      {"svd.values", singular_dtype, {"float64", "float32"}},
      {"eig.values", eigen_dtype, {"complex128", "complex64"}},
      {"flip.result", flipped, {"the operand", "a copy"}},
      {"solve.singular", answer_to(unsolved()), {"numeric", "inf"}},
      {"cholesky.failure", answer_to(indefinite), {"numeric", "nan"}},
      {"lu.parity", parity_dtype, {"float32", "complex64"}},
      {"full_piv_lu.singular",
       answer_to(singular_factors()),
       {"1 0 0 1", "numeric", "1 0 0 1"}},
      {"scatter.duplicates", answer_to(set_twice()), {"10 6 12", "10 5|6 12"}},
      {"conv.padding",
       answer_to(infinite_over_padding()),
       {"2 inf", "any inf"}},
      {"conv.algorithm", answer_to(nan_in_plane()), {"nan 1 2", "any any any"}},
      {"pool.ceil", pooled_in_ceil_mode, {"-1 -2", "-1 -2 -inf"}},
      {"pool.nan", answer_to(pooled({kNan, 2})), {"nan 2", "any 2"}},
      {"topk.tie", which_of_equals, {"the first", "either"}},
      {"shift.count",
       answer_to(shifted()),
       {"any any", "-1 -1", "-1 -4", "-4 -4"}},
      {"mean.integer", answer_to(mean_of_bytes()), {"100", "14"}},
      {"quantize.half", answer_to(quantized_halves()), {"0 2", "1 2"}},
      {"dot_general.order",
       answer_to(scaled_rows()),
       {"1 2 30 40", "1 30 2 40"}},
      {"attention.causal", answer_to(two_queries()), {"0 5", "5 5"}},
      {"attention.empty_row", answer_to(two_queries()), {"0 5", "nan 5"}},
      {"attention.weights", result_of(two_weights()), {"-946.5", "-946"}},
      {"reshape.order",
       answer_to(
           call_of("reshape"_op,
                   {tensor_of(DType::kInt8, Numbers{1, 2, 3, 4, 5, 6}, {2, 3})},
                   Attributes().shape({6}))),
       {"1 2 3 4 5 6", "1 4 2 5 3 6"}},
      {"broadcast_in_dim.order", turned, {"1 3 2 4", "invalid"}},
  };
}

TEST(Policies, EachValueIsSeen) {
  for (const Row& row : rows()) {
    std::size_t axis = 0;
    while (kPolicyAxes[axis].name != row.axis) ++axis;
    for (std::size_t value = 0; value < kPolicyAxes[axis].values.size();
         ++value) {
      if (kPolicyAxes[axis].values[value].empty()) continue;
      ASSERT_LT(value, row.expected.size()) << row.axis;
      const Profile profile =
          kNx.with({axis, static_cast<std::uint8_t>(value)});
      EXPECT_EQ(row.observe(profile), row.expected[value])
          << row.axis << "=" << kPolicyAxes[axis].values[value];
    }
  }
}

// The judge alone decides these: tolerance_test.cc, rule_pivoted_test.cc,
// prepare_test.cc, view_check_test.cc, tests/mutants/policy_axes_test.cc.
TEST(Policies, EveryAxisIsObserved) {
  std::set<std::string_view> observed = {"sum.order",
                                         "layout.bits",
                                         "view.write",
                                         "scatter_general.order",
                                         "session.bits",
                                         "fusion.contract",
                                         "eig.norm",
                                         "cholesky.triangle",
                                         "triangular_solve.unit_diag"};
  for (const Row& row : rows()) observed.insert(row.axis);
  std::set<std::string_view> stated;
  for (const PolicyAxis& axis : kPolicyAxes) stated.insert(axis.name);
  EXPECT_EQ(observed, stated);
}

}  // namespace
}  // namespace assay::test
