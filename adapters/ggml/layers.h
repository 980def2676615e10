// Declares the ops that work along axes: reductions, products, normalization,
// convolution, attention, and rows of tables.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "adapters/ggml/graph.h"

namespace assay_ggml {

using Integers = std::vector<std::int64_t>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Is a function of ggml that works along rows, which are its fastest axis.
using RowFunction = ggml_tensor* (*)(ggml_context*, ggml_tensor*);

// Runs a function that makes one element of each row.
assay::Status reduce_rows(RowFunction f, const assay::Tensor& out,
                          const assay::Tensor& x, std::int64_t axis);

// Runs a function that makes a row of each row.
assay::Status map_rows(RowFunction f, const assay::Tensor& out,
                       const assay::Tensor& x, std::int64_t axis);

assay::Status matmul(const assay::Tensor& out, const assay::Tensor& a,
                     const assay::Tensor& b);
assay::Status linear(const assay::Tensor& out, const assay::Tensor& x,
                     const assay::Tensor& weight, const assay::Tensor* bias);
assay::Status linear_x_backward(const assay::Tensor& out,
                                const assay::Tensor& weight,
                                const assay::Tensor& grad);
assay::Status linear_weight_backward(const assay::Tensor& out,
                                     const assay::Tensor& x,
                                     const assay::Tensor& grad);
assay::Status layer_norm(const assay::Tensor& out, const assay::Tensor& x,
                         const assay::Tensor& gamma, const assay::Tensor* beta,
                         float epsilon);
assay::Status conv(const assay::Tensor& out, const assay::Tensor& x,
                   const assay::Tensor& weight, const assay::Tensor* bias,
                   const Pairs& padding, const Integers& stride,
                   const Integers& dilation, std::int64_t groups);

// A softcap of 0 stands for none.
assay::Status attention(const assay::Tensor& out, const assay::Tensor& query,
                        const assay::Tensor& key, const assay::Tensor& value,
                        float scale, float softcap, bool causal);

assay::Status cat(const assay::Tensor& out,
                  const std::vector<assay::Tensor>& members, std::int64_t axis);

}  // namespace assay_ggml
