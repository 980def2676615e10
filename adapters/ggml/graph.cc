// Implements the graphs.
#include "adapters/ggml/graph.h"

#include <ggml-backend.h>
#include <ggml-cpu.h>

#include <algorithm>
#include <array>
#include <string>

#include "spec/sdk/host_memory.h"

namespace assay_ggml {

using assay::DType;
using assay::Status;
using assay::Tensor;
using assay::View;

namespace {

std::byte* first_of(const Tensor& tensor, const View& view) {
  const std::int64_t bytes = assay::spec_of(tensor.dtype).bits / 8;
  return assay::HostMemory::storage_of(tensor) + view.offset() * bytes;
}

}  // namespace

ggml_type type_of(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return GGML_TYPE_F32;
    case DType::kFloat16:
      return GGML_TYPE_F16;
    case DType::kBfloat16:
      return GGML_TYPE_BF16;
    case DType::kFloat64:
      return GGML_TYPE_F64;
    case DType::kInt8:
      return GGML_TYPE_I8;
    case DType::kInt16:
      return GGML_TYPE_I16;
    case DType::kInt32:
      return GGML_TYPE_I32;
    case DType::kInt64:
      return GGML_TYPE_I64;
    default:
      return GGML_TYPE_COUNT;
  }
}

Graph::Graph(std::size_t nodes)
    : nodes_(2 * nodes),
      context_(ggml_init({ggml_tensor_overhead() * 2 * nodes_ +
                              ggml_graph_overhead_custom(nodes_, false),
                          nullptr, true})) {}

ggml_tensor* Graph::of(const Tensor& tensor) { return of(tensor, tensor.view); }

ggml_tensor* Graph::of(const Tensor& tensor, const View& view) {
  std::array<std::int64_t, GGML_MAX_DIMS> extents{1, 1, 1, 1};
  std::reverse_copy(view.shape().begin(), view.shape().end(), extents.begin());
  ggml_tensor* made = ggml_new_tensor(context(), type_of(tensor.dtype),
                                      GGML_MAX_DIMS, extents.data());
  made->data = first_of(tensor, view);
  if (view.numel() == 0) return made;
  const std::size_t bytes = ggml_type_size(made->type);
  std::size_t next = bytes;
  for (std::size_t axis = 0; axis < GGML_MAX_DIMS; ++axis) {
    // No element uses the stride of an axis of extent 1. Such axes get the
    // stride of a dense tensor, because ggml asserts some strides.
    const bool is_used = axis < view.rank() && extents[axis] != 1;
    made->nb[axis] =
        is_used
            ? static_cast<std::size_t>(view.strides()[view.rank() - 1 - axis]) *
                  bytes
            : next;
    next = made->nb[axis] * static_cast<std::size_t>(extents[axis]);
  }
  return made;
}

Status Graph::run(ggml_tensor* result, const Tensor& out) {
  if (result->type != type_of(out.dtype))
    return Status::unsupported("dtype",
                               std::string("ggml's result has the type ") +
                                   ggml_type_name(result->type));
  return compute(result, first_of(out, out.view));
}

Status Graph::run(ggml_tensor* node) { return compute(node, nullptr); }

Status Graph::compute(ggml_tensor* result, std::byte* out) {
  static ggml_backend* const backend = ggml_backend_cpu_init();
  ggml_cgraph* graph = ggml_new_graph_custom(context(), nodes_, false);
  ggml_build_forward_expand(graph, result);
  // A reshaped node shows the memory of the node before it.
  while (result->op == GGML_OP_RESHAPE) result = result->src[0];
  for (int i = 0; i < ggml_graph_n_nodes(graph); ++i) {
    ggml_tensor* node = ggml_graph_node(graph, i);
    if (!ggml_backend_supports_op(backend, node))
      return Status::unsupported(
          "op", std::string("the backend does not have ") + ggml_op_desc(node));
    if (node == result && out != nullptr) {
      node->data = out;
    } else if (node->view_src != nullptr) {
      node->data =
          static_cast<std::byte*>(node->view_src->data) + node->view_offs;
    } else {
      // 64 bytes more leave room for the alignment that vector code may want.
      memory_.emplace_back(ggml_nbytes(node) + 64);
      node->data = memory_.back().data();
    }
  }
  ggml_cplan plan = ggml_graph_plan(graph, 1, nullptr);
  std::vector<std::uint8_t> work(plan.work_size);
  plan.work_data = work.data();
  if (ggml_graph_compute(graph, &plan) != GGML_STATUS_SUCCESS)
    return Status::invalid("ggml_graph_compute failed");
  return {};
}

}  // namespace assay_ggml
