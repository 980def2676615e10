// Lists which ops each policy axis is about, so that whoever looks for the
// value that a library follows tries no other ops.
// Tested by tests/conformance/policy_scope_test.cc, which asks the oracle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "spec/profile.h"

namespace assay {

// The ops of one axis, with blanks between them. An empty list stands for
// every op; `probes` are then those that are asked to find out its value.
struct PolicyScope {
  std::string_view axis;
  std::string_view ops;
  std::string_view probes = {};
  // True if a subject has one value in all of the ops, because the processor or
  // the kind of its arrays decides it.
  bool is_of_subject = false;
};

inline constexpr PolicyScope kPolicyScopes[] = {
    {"round.half", "round"},
    {"mod.sign", "mod"},
    {"div.integer", "div"},
    {"div.integer_zero", "div"},
    {"mod.integer_zero", "mod"},
    {"recip.integer_zero", "recip"},
    {"max.nan",
     "max min reduce_max reduce_min associative_scan max_abs max_with_index "
     "min_with_index scatter_general"},
    {"sign.nan", "sign"},
    {"sign.zero", "sign"},
    {"sign.complex", "sign"},
    {"clamp_general.crossed", "clamp_general"},
    {"pow.negative_exponent", "pow"},
    {"pow.overflow", "pow"},
    {"cast.out_of_range", "cast"},
    {"cast.float8_overflow", "cast"},
    {"cast.complex_bool", "cast"},
    {"convert.check", "convert"},
    {"sum.order", "reduce_sum bias_backward mean einsum"},
    {"sum.accumulator",
     "associative_scan conv conv_transpose conv_x_backward "
     "conv_weight_backward conv_transpose_x_backward "
     "conv_transpose_weight_backward fold matmul reduce_sum scatter avg_pool "
     "avg_pool_backward adaptive_avg_pool adaptive_avg_pool_backward "
     "max_pool_backward linear linear_x_backward linear_weight_backward "
     "bias_backward select_update scatter_nd embedding_backward mean cross "
     "scatter_general dot_general dot_general_update einsum"},
    {"sum.float64", "reduce_sum bias_backward mean einsum"},
    {"prod.accumulator", "associative_scan reduce_prod"},
    {"scan.narrow", "associative_scan"},
    {"float.subnormal", "", "add mul sqrt", true},
    {"layout.bits", "", "add exp reduce_sum"},
    {"reduce.empty", "reduce_sum reduce_prod"},
    {"max.empty", "reduce_max reduce_min"},
    {"argmax.nan", "argmax argmin"},
    {"sort.nan", "sort argsort sort_with_indices topk"},
    {"sort.complex_nan", "sort argsort"},
    {"contiguous.offset", "contiguous"},
    {"gather.negative", "gather"},
    {"gather.out_of_range", "gather"},
    {"scatter.out_of_range", "scatter"},
    {"scatter.base", "scatter"},
    {"fft.norm", "fft ifft rfft irfft"},
    {"triangular_solve.transpose", "triangular_solve"},
    {"svd.values", "svd eigh"},
    {"eig.values", "eig"},
    {"flip.result", "flip"},
    {"view.write",
     "expand flip permute reshape shrink slice unfold_view",
     {},
     true},
    {"solve.singular",
     "triangular_solve full_piv_lu_solve solve triangular_solve_general"},
    {"cholesky.failure", "cholesky"},
    {"cholesky.triangle", "cholesky"},
    {"triangular_solve.unit_diag", "triangular_solve triangular_solve_general"},
    {"eig.norm", "eig"},
    {"lu.parity", "lu"},
    {"full_piv_lu.singular", "full_piv_lu"},
    {"scatter.duplicates", "scatter"},
    {"conv.padding",
     "conv conv_weight_backward conv_transpose_x_backward "
     "conv_transpose_weight_backward"},
    {"conv.algorithm",
     "conv conv_transpose conv_x_backward conv_weight_backward "
     "conv_transpose_x_backward conv_transpose_weight_backward"},
    {"attention.causal", "attention"},
    {"attention.empty_row", "attention"},
    {"attention.weights", "attention"},
    {"pool.ceil", "avg_pool max_pool max_pool_with_indices"},
    {"pool.nan", "max_pool max_pool_with_indices"},
    {"topk.tie", "topk"},
    {"shift.count", "shift_left shift_right"},
    {"mean.integer", "mean"},
    {"quantize.half", "quantize quantize_dynamic"},
    {"reshape.order", "reshape"},
    {"broadcast_in_dim.order", "broadcast_in_dim"},
    {"session.bits", "session"},
    {"fusion.contract", "fusion"},
    {"dynamic_slice.negative", "dynamic_slice dynamic_update_slice"},
    {"gather_general.out_of_range", "gather_general"},
    {"scatter_general.out_of_range", "scatter_general"},
    {"scatter_general.order", "scatter_general"},
    {"dot_general.order", "dot_general dot_general_update"},
};
static_assert(std::size(kPolicyScopes) == kPolicyAxisCount &&
                  std::equal(std::begin(kPolicyScopes), std::end(kPolicyScopes),
                             std::begin(kPolicyAxes),
                             [](const PolicyScope& scope,
                                const PolicyAxis& axis) {
                               return scope.axis == axis.name;
                             }),
              "every axis has its row, in the order of kPolicyAxes");

// Returns whether a list has the op.
constexpr bool lists_op(std::string_view ops, std::string_view op) {
  for (;;) {
    const std::size_t blank = ops.find(' ');
    if (ops.substr(0, blank) == op) return true;
    if (blank == ops.npos) return false;
    ops.remove_prefix(blank + 1);
  }
}

// Returns whether answers of the op may depend on the axis with this number.
constexpr bool is_in_scope(std::size_t axis, std::string_view op) {
  const std::string_view ops = kPolicyScopes[axis].ops;
  return ops.empty() || lists_op(ops, op);
}

// Returns whether the op is asked to find out the value of the axis.
constexpr bool is_probed(std::size_t axis, std::string_view op) {
  const PolicyScope& scope = kPolicyScopes[axis];
  return lists_op(scope.ops.empty() ? scope.probes : scope.ops, op);
}

}  // namespace assay
