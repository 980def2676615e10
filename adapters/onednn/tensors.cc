// Implements the descriptors and memories of tensors, and the engine.
#include "adapters/onednn/tensors.h"

#include <algorithm>

#include "spec/float_codec.h"

namespace assay_onednn {

using assay::DType;
using assay::Status;
using assay::Tensor;
using Kind = dnnl::memory::data_type;

namespace {

dnnl::stream& stream() {
  static dnnl::stream the_stream(engine());
  return the_stream;
}

}  // namespace

dnnl::engine& engine() {
  static dnnl::engine the_engine(dnnl::engine::kind::cpu, 0);
  return the_engine;
}

Kind data_type_of(DType dtype) {
  switch (dtype) {
    case DType::kFloat32:
      return Kind::f32;
    case DType::kBfloat16:
      return Kind::bf16;
    case DType::kFloat16:
      return Kind::f16;
    case DType::kInt32:
      return Kind::s32;
    case DType::kInt8:
      return Kind::s8;
    case DType::kUint8:
    case DType::kBool:  // results of comparisons, which are 0 or 1
      return Kind::u8;
    default:
      return Kind::undef;
  }
}

Layout layout_of(const assay::View& view) {
  Layout layout{view.shape(), view.strides()};
  if (layout.dims.empty()) return {{1}, {1}};
  if (view.is_row_major() || view.numel() == 0) {
    layout.strides.back() = 1;
    for (std::size_t axis = layout.dims.size() - 1; axis-- > 0;)
      layout.strides[axis] = layout.strides[axis + 1] *
                             std::max<std::int64_t>(layout.dims[axis + 1], 1);
    return layout;
  }
  std::int64_t span = 1;
  for (std::size_t axis = 0; axis < layout.dims.size(); ++axis)
    if (layout.dims[axis] != 1)
      span = std::max(span, layout.dims[axis] * layout.strides[axis]);
  for (std::size_t axis = 0; axis < layout.dims.size(); ++axis)
    if (layout.dims[axis] == 1) layout.strides[axis] = span;
  return layout;
}

Desc desc_of(const Layout& layout, DType dtype) {
  return Desc(layout.dims, data_type_of(dtype), layout.strides);
}
Desc desc_of(const Tensor& tensor) {
  return desc_of(layout_of(tensor.view), tensor.dtype);
}

dnnl::memory memory_of(const Tensor& tensor, const Desc& desc) {
  std::byte* storage = assay::HostMemory::storage_of(tensor);
  const std::int64_t bytes = assay::spec_of(tensor.dtype).bits / 8;
  return dnnl::memory(desc, engine(), storage + tensor.view.offset() * bytes);
}
dnnl::memory memory_of(const Tensor& tensor) {
  return memory_of(tensor, desc_of(tensor));
}

void run(const dnnl::primitive& primitive, const Memories& memories) {
  primitive.execute(stream(), memories);
  stream().wait();
}

float float_of(DType dtype, assay::ElementBits bits) {
  return static_cast<float>(
      assay::decode_real(assay::format_of(dtype), bits.re));
}

Status status_of(const dnnl::error& error) {
  switch (error.status) {
    case dnnl_unimplemented:
      return Status::unsupported("op", error.message);
    case dnnl_out_of_memory:
      return Status{assay::StatusCode::kOutOfMemory, "", error.message};
    default:
      return Status::invalid(error.message);
  }
}

}  // namespace assay_onednn
