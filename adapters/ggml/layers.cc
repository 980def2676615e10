// Implements the ops that work along axes.
#include "adapters/ggml/layers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace assay_ggml {

using assay::Shape;
using assay::Status;
using assay::Tensor;
using assay::View;

namespace {

// Returns the order of axes that puts `axis` last and keeps the others.
std::vector<std::int64_t> axis_last(std::size_t rank, std::int64_t axis) {
  std::vector<std::int64_t> order;
  for (std::size_t i = 0; i < rank; ++i)
    if (static_cast<std::int64_t>(i) != axis)
      order.push_back(static_cast<std::int64_t>(i));
  order.push_back(axis);
  return order;
}

// Returns x with `axis` as ggml's fastest axis: x itself where its last axis is
// meant, else a node that copies it.
ggml_tensor* rows_of(Graph& graph, const Tensor& x, std::int64_t axis) {
  if (x.view.rank() == 0) return graph.of(x);
  const View rows = *x.view.permute(axis_last(x.view.rank(), axis));
  ggml_tensor* made = graph.of(x, rows);
  return rows.strides().back() == 1 || rows.shape().back() <= 1
             ? made
             : ggml_cont(graph.context(), made);
}

// Returns x (…, n) as a matrix of rows. x is row-major.
ggml_tensor* matrix_of(Graph& graph, const Tensor& x) {
  const Shape& shape = x.view.shape();
  const std::int64_t rows = std::accumulate(
      shape.begin(), shape.end() - 1, std::int64_t{1}, std::multiplies<>());
  const Shape matrix{rows, shape.back()};
  return graph.of(x, View(matrix, {shape.back(), 1}, x.view.offset()));
}

// Returns a matrix with its axes exchanged, without a copy.
ggml_tensor* exchanged(Graph& graph, ggml_tensor* matrix) {
  return ggml_transpose(graph.context(), matrix);
}

}  // namespace

Status reduce_rows(RowFunction f, const Tensor& out, const Tensor& x,
                   std::int64_t axis) {
  Graph graph;
  ggml_tensor* rows = rows_of(graph, x, axis);
  return graph.run(f(graph.context(), rows), out);
}

Status map_rows(RowFunction f, const Tensor& out, const Tensor& x,
                std::int64_t axis) {
  Graph graph;
  ggml_context* context = graph.context();
  ggml_tensor* rows = f(context, rows_of(graph, x, axis));
  const std::size_t rank = x.view.rank();
  if (axis == static_cast<std::int64_t>(rank) - 1) return graph.run(rows, out);
  // Copies the rows to where the axis is in the result.
  const View back = *out.view.permute(axis_last(rank, axis));
  return graph.run(ggml_cpy(context, rows, graph.of(out, back)));
}

// ggml_mul_mat multiplies rows of a by rows of b, so the second operand is
// transposed first. It takes rows of float32 and returns float32, so 16-bit
// floats are converted before and after it.
Status matmul(const Tensor& out, const Tensor& a, const Tensor& b) {
  Graph graph;
  ggml_context* context = graph.context();
  ggml_tensor* columns =
      ggml_cont(context, ggml_transpose(context, graph.of(b)));
  ggml_tensor* rows = graph.of(a);
  if (rows->type == GGML_TYPE_F32)
    return graph.run(ggml_mul_mat(context, columns, rows), out);
  rows = ggml_cast(context, rows, GGML_TYPE_F32);
  return graph.run(
      ggml_cpy(context, ggml_mul_mat(context, columns, rows), graph.of(out)));
}

Status linear(const Tensor& out, const Tensor& x, const Tensor& weight,
              const Tensor* bias) {
  Graph graph;
  ggml_context* context = graph.context();
  ggml_tensor* columns = ggml_cont(context, exchanged(graph, graph.of(weight)));
  ggml_tensor* product = ggml_mul_mat(context, columns, matrix_of(graph, x));
  if (bias != nullptr) product = ggml_add(context, product, graph.of(*bias));
  return graph.run(product, out);
}

Status linear_x_backward(const Tensor& out, const Tensor& weight,
                         const Tensor& grad) {
  Graph graph;
  return graph.run(
      ggml_mul_mat(graph.context(), graph.of(weight), matrix_of(graph, grad)),
      out);
}

Status linear_weight_backward(const Tensor& out, const Tensor& x,
                              const Tensor& grad) {
  Graph graph;
  return graph.run(ggml_out_prod(graph.context(), matrix_of(graph, grad),
                                 matrix_of(graph, x)),
                   out);
}

Status layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                  const Tensor* beta, float epsilon) {
  Graph graph;
  ggml_context* context = graph.context();
  ggml_tensor* y = ggml_norm(context, graph.of(x), epsilon);
  y = ggml_mul(context, y, graph.of(gamma));
  if (beta != nullptr) y = ggml_add(context, y, graph.of(*beta));
  return graph.run(y, out);
}

// Each group is a convolution of views of the operands.
Status conv(const Tensor& out, const Tensor& x, const Tensor& weight,
            const Tensor* bias, const Pairs& padding, const Integers& stride,
            const Integers& dilation, std::int64_t groups) {
  Graph graph(static_cast<std::size_t>(8 + 12 * groups));
  ggml_context* context = graph.context();
  const std::size_t spatial = stride.size();
  const std::int64_t in = x.view.shape()[1] / groups;
  const std::int64_t made = weight.view.shape()[0] / groups;
  const auto part = [&](const Tensor& tensor, std::size_t axis,
                        std::int64_t start, std::int64_t count) {
    const View& view = tensor.view;
    Shape extents = view.shape();
    extents[axis] = count;
    return graph.of(tensor, View(extents, view.strides(),
                                 view.offset() + start * view.strides()[axis]));
  };
  // Returns an attribute of the fastest spatial axis, or of the other one.
  const auto of_axis = [&](const Integers& list, std::size_t axis) {
    return static_cast<int>(list[spatial - 1 - axis]);
  };
  Integers before;
  for (const auto& [first, last] : padding) before.push_back(first);
  ggml_tensor* all = nullptr;
  for (std::int64_t group = 0; group < groups; ++group) {
    ggml_tensor* kernel = part(weight, 0, group * made, made);
    ggml_tensor* data = part(x, 1, group * in, in);
    ggml_tensor* y =
        spatial == 1
            ? ggml_conv_1d(context, kernel, data, of_axis(stride, 0),
                           of_axis(before, 0), of_axis(dilation, 0))
            : ggml_conv_2d_direct(context, kernel, data, of_axis(stride, 0),
                                  of_axis(stride, 1), of_axis(before, 0),
                                  of_axis(before, 1), of_axis(dilation, 0),
                                  of_axis(dilation, 1));
    all = all == nullptr
              ? y
              : ggml_concat(context, all, y, static_cast<int>(spatial));
  }
  if (bias != nullptr) {
    Shape planes(spatial + 1, 1);
    planes[0] = bias->view.shape()[0];
    all = ggml_add(context, all, graph.of(*bias, *bias->view.reshape(planes)));
  }
  return graph.run(all, out);
}

// The result of ggml_flash_attn_ext has heads inside of queries.
Status attention(const Tensor& out, const Tensor& query, const Tensor& key,
                 const Tensor& value, float scale, float softcap, bool causal) {
  Graph graph;
  ggml_context* context = graph.context();
  const std::int64_t queries = query.view.shape()[2];
  const std::int64_t keys = key.view.shape()[2];
  std::vector<ggml_fp16_t> hidden(static_cast<std::size_t>(queries * keys),
                                  ggml_fp32_to_fp16(0));
  ggml_tensor* mask = nullptr;
  if (causal) {
    for (std::int64_t i = 0; i < queries; ++i)
      for (std::int64_t j = 0; j < keys; ++j)
        if (j > i + keys - queries)
          hidden[static_cast<std::size_t>(i * keys + j)] =
              ggml_fp32_to_fp16(-INFINITY);
    mask = ggml_new_tensor_2d(context, GGML_TYPE_F16, keys, queries);
    mask->data = hidden.data();
  }
  ggml_tensor* y =
      ggml_flash_attn_ext(context, graph.of(query), graph.of(key),
                          graph.of(value), mask, scale, 0, softcap);
  return graph.run(ggml_cont(context, ggml_permute(context, y, 0, 2, 1, 3)),
                   out);
}

Status cat(const Tensor& out, const std::vector<Tensor>& members,
           std::int64_t axis) {
  Graph graph;
  ggml_context* context = graph.context();
  ggml_tensor* first = graph.of(members[0]);
  if (members.size() == 1) return graph.run(ggml_dup(context, first), out);
  const int place =
      static_cast<int>(out.view.rank()) - 1 - static_cast<int>(axis);
  return graph.run(ggml_concat(context, first, graph.of(members[1]), place),
                   out);
}

}  // namespace assay_ggml
