// Says which member function of a backend's class carries out which op. It has
// the op's name, except where C++ reserves that name. This is the only list of
// ops other than the op table; spec/sdk/typed_backend.h does not compile if an
// op is missing here.
// Tested by tests/spec/typed_backend_test.cc.
#pragma once

#include <string_view>
#include <utility>

#include "spec/op_table.h"

namespace assay {

// Calls author.FUNCTION(arguments…); it takes the arguments that the function
// takes. is_named says whether the class has a member of that name. To find out
// it derives from the class and from Named, which has such a member: the name
// is ambiguous if the class has it too. The other members do not compile if
// `holds` is false, and the compiler's message then names the function that is
// wrong.
template <typename Tag>
struct OpFunction;

#define ASSAY_OP_FUNCTION(op, function)                                       \
  template <>                                                                 \
  struct OpFunction<OpTag<op>> {                                              \
    template <typename Author, typename... Arguments>                         \
    auto operator()(Author& author, Arguments&&... arguments) const           \
        -> decltype(author.function(std::forward<Arguments>(arguments)...)) { \
      return author.function(std::forward<Arguments>(arguments)...);          \
    }                                                                         \
    struct Named {                                                            \
      int function;                                                           \
    };                                                                        \
    template <typename Author>                                                \
    struct Twice : Author, Named {};                                          \
    template <typename Author>                                                \
    static constexpr bool is_named = !requires {                              \
      &Twice<Author>::function;                                               \
    };                                                                        \
    static constexpr std::string_view kName = #function;                      \
    template <typename Expected, bool holds>                                  \
    struct Takes {                                                            \
      static_assert(holds, "the member function " #function                   \
                           " is not public, or takes other arguments than "   \
                           "the op " op                                       \
                           ": the compiler shows its type for "               \
                           "one dtype as Expected, and "                      \
                           "spec/sdk/typed_arguments.h has the rule");        \
    };                                                                        \
    template <typename Expected, typename Found, bool holds>                  \
    struct Returns {                                                          \
      static_assert(holds, "the member function " #function                   \
                           " returns Found, and the op " op                   \
                           " has a function that returns Expected, with or "  \
                           "without an error: void or Status, or a Tensor, "  \
                           "Tensors or a Result of one");                     \
    };                                                                        \
    template <bool holds>                                                     \
    struct Listed {                                                           \
      static_assert(holds, "the member function " #function                   \
                           " is missing in kFunctions of the class");         \
    };                                                                        \
    template <bool holds>                                                     \
    struct Written {                                                          \
      static_assert(holds, "kFunctions of the class lists " #function         \
                           ", and the class has no such member function");    \
    };                                                                        \
  }

ASSAY_OP_FUNCTION("add", add);
ASSAY_OP_FUNCTION("sub", sub);
ASSAY_OP_FUNCTION("mul", mul);
ASSAY_OP_FUNCTION("div", div);
ASSAY_OP_FUNCTION("mod", mod);
ASSAY_OP_FUNCTION("pow", pow);
ASSAY_OP_FUNCTION("max", max);
ASSAY_OP_FUNCTION("min", min);
ASSAY_OP_FUNCTION("neg", neg);
ASSAY_OP_FUNCTION("recip", recip);
ASSAY_OP_FUNCTION("abs", abs);
ASSAY_OP_FUNCTION("sign", sign);
ASSAY_OP_FUNCTION("cmpeq", cmpeq);
ASSAY_OP_FUNCTION("cmpne", cmpne);
ASSAY_OP_FUNCTION("cmplt", cmplt);
ASSAY_OP_FUNCTION("cmple", cmple);
ASSAY_OP_FUNCTION("xor", xor_);
ASSAY_OP_FUNCTION("or", or_);
ASSAY_OP_FUNCTION("and", and_);
ASSAY_OP_FUNCTION("where", where);
ASSAY_OP_FUNCTION("trunc", trunc);
ASSAY_OP_FUNCTION("ceil", ceil);
ASSAY_OP_FUNCTION("floor", floor);
ASSAY_OP_FUNCTION("round", round);
ASSAY_OP_FUNCTION("sqrt", sqrt);
ASSAY_OP_FUNCTION("exp", exp);
ASSAY_OP_FUNCTION("log", log);
ASSAY_OP_FUNCTION("sin", sin);
ASSAY_OP_FUNCTION("cos", cos);
ASSAY_OP_FUNCTION("tan", tan);
ASSAY_OP_FUNCTION("asin", asin);
ASSAY_OP_FUNCTION("acos", acos);
ASSAY_OP_FUNCTION("atan", atan);
ASSAY_OP_FUNCTION("sinh", sinh);
ASSAY_OP_FUNCTION("cosh", cosh);
ASSAY_OP_FUNCTION("tanh", tanh);
ASSAY_OP_FUNCTION("erf", erf);
ASSAY_OP_FUNCTION("atan2", atan2);
ASSAY_OP_FUNCTION("reduce_sum", reduce_sum);
ASSAY_OP_FUNCTION("reduce_prod", reduce_prod);
ASSAY_OP_FUNCTION("reduce_max", reduce_max);
ASSAY_OP_FUNCTION("reduce_min", reduce_min);
ASSAY_OP_FUNCTION("argmax", argmax);
ASSAY_OP_FUNCTION("argmin", argmin);
ASSAY_OP_FUNCTION("associative_scan", associative_scan);
ASSAY_OP_FUNCTION("sort", sort);
ASSAY_OP_FUNCTION("argsort", argsort);
ASSAY_OP_FUNCTION("expand", expand);
ASSAY_OP_FUNCTION("reshape", reshape);
ASSAY_OP_FUNCTION("permute", permute);
ASSAY_OP_FUNCTION("shrink", shrink);
ASSAY_OP_FUNCTION("flip", flip);
ASSAY_OP_FUNCTION("pad", pad);
ASSAY_OP_FUNCTION("cat", cat);
ASSAY_OP_FUNCTION("cast", cast);
ASSAY_OP_FUNCTION("full", full);
ASSAY_OP_FUNCTION("contiguous", contiguous);
ASSAY_OP_FUNCTION("copy", copy);
ASSAY_OP_FUNCTION("assign", assign);
ASSAY_OP_FUNCTION("threefry", threefry);
ASSAY_OP_FUNCTION("gather", gather);
ASSAY_OP_FUNCTION("scatter", scatter);
ASSAY_OP_FUNCTION("unfold", unfold);
ASSAY_OP_FUNCTION("fold", fold);
ASSAY_OP_FUNCTION("max_pool", max_pool);
ASSAY_OP_FUNCTION("max_pool_with_indices", max_pool_with_indices);
ASSAY_OP_FUNCTION("max_pool_backward", max_pool_backward);
ASSAY_OP_FUNCTION("avg_pool", avg_pool);
ASSAY_OP_FUNCTION("avg_pool_backward", avg_pool_backward);
ASSAY_OP_FUNCTION("adaptive_avg_pool", adaptive_avg_pool);
ASSAY_OP_FUNCTION("adaptive_avg_pool_backward", adaptive_avg_pool_backward);
ASSAY_OP_FUNCTION("matmul", matmul);
ASSAY_OP_FUNCTION("fft", fft);
ASSAY_OP_FUNCTION("ifft", ifft);
ASSAY_OP_FUNCTION("rfft", rfft);
ASSAY_OP_FUNCTION("irfft", irfft);
ASSAY_OP_FUNCTION("cholesky", cholesky);
ASSAY_OP_FUNCTION("qr", qr);
ASSAY_OP_FUNCTION("svd", svd);
ASSAY_OP_FUNCTION("eig", eig);
ASSAY_OP_FUNCTION("eigh", eigh);
ASSAY_OP_FUNCTION("triangular_solve", triangular_solve);
ASSAY_OP_FUNCTION("linear", linear);
ASSAY_OP_FUNCTION("linear_x_backward", linear_x_backward);
ASSAY_OP_FUNCTION("linear_weight_backward", linear_weight_backward);
ASSAY_OP_FUNCTION("bias_backward", bias_backward);
ASSAY_OP_FUNCTION("conv", conv);
ASSAY_OP_FUNCTION("conv_transpose", conv_transpose);
ASSAY_OP_FUNCTION("conv_x_backward", conv_x_backward);
ASSAY_OP_FUNCTION("conv_weight_backward", conv_weight_backward);
ASSAY_OP_FUNCTION("conv_transpose_x_backward", conv_transpose_x_backward);
ASSAY_OP_FUNCTION("conv_transpose_weight_backward",
                  conv_transpose_weight_backward);
ASSAY_OP_FUNCTION("interpolate", interpolate);
ASSAY_OP_FUNCTION("interpolate_backward", interpolate_backward);
ASSAY_OP_FUNCTION("grid_sample_2d", grid_sample_2d);
ASSAY_OP_FUNCTION("attention", attention);
ASSAY_OP_FUNCTION("relu", relu);
ASSAY_OP_FUNCTION("relu_backward", relu_backward);
ASSAY_OP_FUNCTION("leaky_relu", leaky_relu);
ASSAY_OP_FUNCTION("prelu", prelu);
ASSAY_OP_FUNCTION("gelu", gelu);
ASSAY_OP_FUNCTION("gelu_backward", gelu_backward);
ASSAY_OP_FUNCTION("sigmoid", sigmoid);
ASSAY_OP_FUNCTION("sigmoid_backward", sigmoid_backward);
ASSAY_OP_FUNCTION("hard_sigmoid", hard_sigmoid);
ASSAY_OP_FUNCTION("log_sigmoid", log_sigmoid);
ASSAY_OP_FUNCTION("log_sigmoid_backward", log_sigmoid_backward);
ASSAY_OP_FUNCTION("softmax", softmax);
ASSAY_OP_FUNCTION("softmin", softmin);
ASSAY_OP_FUNCTION("log_softmax", log_softmax);
ASSAY_OP_FUNCTION("layer_norm", layer_norm);
ASSAY_OP_FUNCTION("batch_norm", batch_norm);
ASSAY_OP_FUNCTION("log1p", log1p);
ASSAY_OP_FUNCTION("asinh", asinh);
ASSAY_OP_FUNCTION("acosh", acosh);
ASSAY_OP_FUNCTION("atanh", atanh);
ASSAY_OP_FUNCTION("hypot", hypot);
ASSAY_OP_FUNCTION("clamp", clamp);
ASSAY_OP_FUNCTION("bitwise_not", bitwise_not);
ASSAY_OP_FUNCTION("shift_left", shift_left);
ASSAY_OP_FUNCTION("shift_right", shift_right);
ASSAY_OP_FUNCTION("is_nan", is_nan);
ASSAY_OP_FUNCTION("is_inf", is_inf);
ASSAY_OP_FUNCTION("mean", mean);
ASSAY_OP_FUNCTION("any", any);
ASSAY_OP_FUNCTION("all", all);
ASSAY_OP_FUNCTION("max_abs", max_abs);
ASSAY_OP_FUNCTION("cross", cross);
ASSAY_OP_FUNCTION("max_with_index", max_with_index);
ASSAY_OP_FUNCTION("min_with_index", min_with_index);
ASSAY_OP_FUNCTION("sort_with_indices", sort_with_indices);
ASSAY_OP_FUNCTION("topk", topk);
ASSAY_OP_FUNCTION("slice", slice);
ASSAY_OP_FUNCTION("slice_assign", slice_assign);
ASSAY_OP_FUNCTION("mask_select", mask_select);
ASSAY_OP_FUNCTION("argwhere", argwhere);
ASSAY_OP_FUNCTION("repeat", repeat);
ASSAY_OP_FUNCTION("unfold_view", unfold_view);
ASSAY_OP_FUNCTION("arange", arange);
ASSAY_OP_FUNCTION("select", select);
ASSAY_OP_FUNCTION("select_update", select_update);
ASSAY_OP_FUNCTION("gather_nd", gather_nd);
ASSAY_OP_FUNCTION("scatter_nd", scatter_nd);
ASSAY_OP_FUNCTION("scatter_reduce", scatter_reduce);
ASSAY_OP_FUNCTION("embedding", embedding);
ASSAY_OP_FUNCTION("embedding_backward", embedding_backward);
ASSAY_OP_FUNCTION("quantize", quantize);
ASSAY_OP_FUNCTION("dequantize", dequantize);
ASSAY_OP_FUNCTION("quantize_dynamic", quantize_dynamic);
ASSAY_OP_FUNCTION("conj", conj);
ASSAY_OP_FUNCTION("abs_real", abs_real);
ASSAY_OP_FUNCTION("rsqrt", rsqrt);
ASSAY_OP_FUNCTION("expm1", expm1);
ASSAY_OP_FUNCTION("cmpgt", cmpgt);
ASSAY_OP_FUNCTION("cmpge", cmpge);
ASSAY_OP_FUNCTION("broadcast_in_dim", broadcast_in_dim);
ASSAY_OP_FUNCTION("slice_general", slice_general);
ASSAY_OP_FUNCTION("pad_general", pad_general);
ASSAY_OP_FUNCTION("extract_diagonal", extract_diagonal);
ASSAY_OP_FUNCTION("embed_diagonal", embed_diagonal);
ASSAY_OP_FUNCTION("tril", tril);
ASSAY_OP_FUNCTION("triu", triu);
ASSAY_OP_FUNCTION("clamp_general", clamp_general);
ASSAY_OP_FUNCTION("select_general", select_general);
ASSAY_OP_FUNCTION("convert", convert);
ASSAY_OP_FUNCTION("dynamic_slice", dynamic_slice);
ASSAY_OP_FUNCTION("dynamic_update_slice", dynamic_update_slice);
ASSAY_OP_FUNCTION("gather_general", gather_general);
ASSAY_OP_FUNCTION("scatter_general", scatter_general);
ASSAY_OP_FUNCTION("dot_general", dot_general);
ASSAY_OP_FUNCTION("dot_general_update", dot_general_update);
ASSAY_OP_FUNCTION("einsum", einsum);
ASSAY_OP_FUNCTION("lu", lu);
ASSAY_OP_FUNCTION("lu_factor", lu_factor);
ASSAY_OP_FUNCTION("full_piv_lu", full_piv_lu);
ASSAY_OP_FUNCTION("full_piv_lu_solve", full_piv_lu_solve);
ASSAY_OP_FUNCTION("solve", solve);
ASSAY_OP_FUNCTION("triangular_solve_general", triangular_solve_general);

#undef ASSAY_OP_FUNCTION

template <std::size_t i>
constexpr bool has_function() {
  return !kOps[i]->signature.is_executed() || requires {
    sizeof(OpFunction<OpTag<op_name_at<i>()>>);
  };
}
static_assert(
    []<std::size_t... i>(std::index_sequence<i...>) {
      return (has_function<i>() && ...);
    }(std::make_index_sequence<kOps.size()>()),
    "an op of the table has no line in spec/sdk/op_functions.h");

// Returns whether a function of this name carries out some op.
constexpr bool is_op_function(std::string_view function) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto is_of = [&]<std::size_t at>() {
      if constexpr (kOps[at]->signature.is_executed())
        return OpFunction<OpTag<op_name_at<at>()>>::kName == function;
      else
        return false;
    };
    return (is_of.template operator()<i>() || ...);
  }
  (std::make_index_sequence<kOps.size()>());
}

}  // namespace assay
