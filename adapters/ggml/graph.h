// Builds graphs of ggml over the memory of tensors, and runs them with one
// thread of the CPU backend.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "spec/backend.h"

namespace assay_ggml {

ggml_type type_of(assay::DType dtype);

// Builds and runs the graph of one call. Extents are in ggml's order, the
// fastest axis first. Unused axes have extent 1.
class Graph {
 public:
  // There is room for `nodes` nodes and as many operands.
  explicit Graph(std::size_t nodes = 16);
  ggml_context* context() const { return context_.get(); }

  // Returns a tensor over the memory of `tensor`, with its strides.
  ggml_tensor* of(const assay::Tensor& tensor);
  // Returns the same for a view of the same elements.
  ggml_tensor* of(const assay::Tensor& tensor, const assay::View& view);

  // Computes `result` into the memory of `out`, whose elements are in row-major
  // order. Other nodes get memory of their own. Returns `unsupported` if the
  // backend says that it does not have one of the nodes.
  assay::Status run(ggml_tensor* result, const assay::Tensor& out);

  // Computes a node that writes into an operand, as ggml_cpy does.
  assay::Status run(ggml_tensor* node);

 private:
  struct Free {
    void operator()(ggml_context* context) const { ggml_free(context); }
  };
  assay::Status compute(ggml_tensor* result, std::byte* out);

  std::size_t nodes_;
  std::unique_ptr<ggml_context, Free> context_;
  std::vector<std::vector<std::byte>> memory_;
};

}  // namespace assay_ggml
