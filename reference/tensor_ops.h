// The evaluators that work on whole tensors, one per op that is not
// elementwise; reference.cc finds them by the op's name.
// Tested by tests/reference/ (one file per file of this folder).
#pragma once

#include "reference/evaluation.h"
#include "spec/op_name.h"

namespace assay {

// Evaluates a checked call: returns the new tensors of an op that makes some,
// after writing into call.outs those of an op that does not.
using TensorEvaluator = Result<Tensors> (*)(const Evaluation&);

// Returns the lift of an elementwise op's scalar evaluator, or null for ops of
// other signatures.
TensorEvaluator elementwise_evaluator(Op op);

Result<Tensors> evaluate(OpTag<"where">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"cast">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"reduce_sum">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"reduce_prod">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"reduce_max">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"reduce_min">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"argmax">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"argmin">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"associative_scan">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"sort">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"argsort">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"expand">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"reshape">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"permute">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"shrink">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"flip">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"pad">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"cat">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"buffer">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"full">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"contiguous">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"copy">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"assign">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"threefry">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"gather">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"scatter">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"unfold">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"fold">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"matmul">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"linear">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"linear_x_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"linear_weight_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"bias_backward">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"conv">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"conv_transpose">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"conv_x_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"conv_weight_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"conv_transpose_x_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"conv_transpose_weight_backward">,
                         const Evaluation&);

Result<Tensors> evaluate(OpTag<"fft">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"ifft">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"rfft">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"irfft">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"cholesky">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"qr">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"svd">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"eig">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"eigh">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"triangular_solve">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"max_pool">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"max_pool_with_indices">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"max_pool_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"avg_pool">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"avg_pool_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"adaptive_avg_pool">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"adaptive_avg_pool_backward">,
                         const Evaluation&);

Result<Tensors> evaluate(OpTag<"interpolate">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"interpolate_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"grid_sample_2d">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"attention">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"relu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"relu_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"leaky_relu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"prelu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"gelu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"gelu_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"sigmoid">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"sigmoid_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"hard_sigmoid">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"log_sigmoid">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"log_sigmoid_backward">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"softmax">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"softmin">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"log_softmax">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"layer_norm">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"batch_norm">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"log1p">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"asinh">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"acosh">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"atanh">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"hypot">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"clamp">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"bitwise_not">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"shift_left">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"shift_right">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"is_nan">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"is_inf">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"mean">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"any">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"all">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"max_abs">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"cross">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"max_with_index">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"min_with_index">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"sort_with_indices">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"topk">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"slice">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"slice_assign">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"mask_select">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"argwhere">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"repeat">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"unfold_view">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"arange">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"select">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"select_update">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"gather_nd">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"scatter_nd">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"scatter_reduce">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"embedding">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"embedding_backward">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"dynamic_slice">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"dynamic_update_slice">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"gather_general">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"scatter_general">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"quantize">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"dequantize">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"quantize_dynamic">, const Evaluation&);

Result<Tensors> evaluate(OpTag<"broadcast_in_dim">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"slice_general">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"pad_general">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"extract_diagonal">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"embed_diagonal">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"tril">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"triu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"abs_real">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"clamp_general">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"select_general">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"convert">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"dot_general">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"dot_general_update">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"einsum">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"lu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"lu_factor">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"full_piv_lu">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"full_piv_lu_solve">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"solve">, const Evaluation&);
Result<Tensors> evaluate(OpTag<"triangular_solve_general">, const Evaluation&);

}  // namespace assay
