// Hands tensors to oneDNN: as memory descriptors with the tensor's own strides,
// over the tensor's own memory. Also runs primitives on the one engine and
// stream, and turns oneDNN's errors into statuses.
#pragma once

#include <cstdint>
#include <dnnl.hpp>
#include <unordered_map>

#include "spec/backend.h"
#include "spec/sdk/host_memory.h"

namespace assay_onednn {

using Dims = dnnl::memory::dims;
using Desc = dnnl::memory::desc;
using Memories = std::unordered_map<int, dnnl::memory>;

// Holds extents and strides before they become a descriptor, so that axes can
// be added, split and exchanged.
struct Layout {
  Dims dims;
  Dims strides;
};

dnnl::engine& engine();

dnnl::memory::data_type data_type_of(assay::DType dtype);

// Returns the extents and strides of a view. Rank 0 becomes one axis of extent
// 1, because oneDNN has no rank 0. Strides that no element uses (of axes of
// extent 1, and of views without elements) become those of a dense tensor,
// because oneDNN checks them.
Layout layout_of(const assay::View& view);

Desc desc_of(const Layout& layout, assay::DType dtype);
Desc desc_of(const assay::Tensor& tensor);

// Returns the tensor's elements as memory of a descriptor. The memory starts at
// the element at index 0 of every axis.
dnnl::memory memory_of(const assay::Tensor& tensor, const Desc& desc);
dnnl::memory memory_of(const assay::Tensor& tensor);

void run(const dnnl::primitive& primitive, const Memories& memories);

// Returns an element of float32 or bfloat16 as the float that oneDNN takes.
float float_of(assay::DType dtype, assay::ElementBits bits);

assay::Status status_of(const dnnl::error& error);

// Calls `f` and returns the status of what it threw, if anything.
template <typename F>
assay::Status answer(F f) {
  try {
    f();
  } catch (const dnnl::error& error) {
    return status_of(error);
  }
  return {};
}

}  // namespace assay_onednn
