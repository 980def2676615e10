// Encodes operands into buffers, keeps them there, and makes fresh outs for
// each call.
// Tested by tests/harness/relation/relation_state_test.cc.
#include "harness/relation/live_call.h"

#include <fmt/format.h>

#include "harness/case/case_types.h"
#include "harness/run/program.h"

namespace assay {
namespace {

// Fills the places where no element is stored, and outs before they are
// written.
constexpr std::byte kPattern{0xa5};

Result<Tensor> stored(DType dtype, const View& view, std::int64_t count,
                      std::span<const ElementBits> elements, Backend& backend) {
  Bytes bytes(static_cast<std::size_t>(storage_bytes(dtype, count)), kPattern);
  std::size_t next = 0;
  if (view.is_c_contiguous()) {
    for (std::int64_t i = 0; i < std::ssize(elements); ++i)
      store_element(bytes.data(), dtype, view.offset() + i,
                    elements[static_cast<std::size_t>(i)]);
  } else if (!elements.empty()) {
    for (const Index& at : indices(view.shape()))
      store_element(bytes.data(), dtype, view.linear_index(at),
                    elements[next++]);
  }
  auto made = backend.from_host(dtype, count, bytes);
  if (!made) return made.status();
  return Tensor{dtype, view, made->buffer};
}

LaidOut laid_out_of(const SampleCall& sample, const TensorType& type) {
  return sample.out ? *sample.out : lay_out(Layout::kContiguous, type.shape);
}

// Returns a new out of the call, filled with the pattern or, if the op reads
// it, with its elements.
Result<Tensor> fresh_out(const SampleCall& sample, const TensorType& type,
                         Backend& backend) {
  const LaidOut laid_out = laid_out_of(sample, type);
  std::span<const ElementBits> elements;
  if (sample.kept) elements = sample.kept->elements;
  return stored(type.dtype, laid_out.view, laid_out.storage_count, elements,
                backend);
}

// Stores operands of the same type after each other in one buffer.
Result<Tensors> in_one_buffer(const std::vector<Array>& operands,
                              Backend& backend) {
  const Array& first = operands.front();
  Array joined{first.dtype, {0}, {}};
  for (const Array& operand : operands) {
    joined.shape[0] += element_count(operand.shape);
    joined.elements.insert(joined.elements.end(), operand.elements.begin(),
                           operand.elements.end());
  }
  auto whole = store_array(joined, backend);
  if (!whole) return whole.status();
  Tensors tensors;
  std::int64_t offset = 0;
  for (const Array& operand : operands) {
    tensors.push_back(
        {operand.dtype,
         View(operand.shape, row_major_strides(operand.shape), offset),
         whole->buffer});
    offset += element_count(operand.shape);
  }
  return tensors;
}

}  // namespace

Result<Tensor> store_array(const Array& array, Backend& backend) {
  const LaidOut laid_out =
      array.laid_out ? *array.laid_out : lay_out(array.layout, array.shape);
  return stored(array.dtype, laid_out.view, laid_out.storage_count,
                array.elements, backend);
}

Result<std::vector<ElementBits>> load_elements(const Tensor& tensor,
                                               Backend& backend) {
  const auto storage = backend.to_host(tensor);
  if (!storage) return storage.status();
  const auto count = static_cast<std::int64_t>(storage->size()) * 8 /
                     spec_of(tensor.dtype).bits;
  if (!stays_within_storage(tensor.view, count))
    return Status::internal(fmt::format(
        "the view of a result leaves its storage of {} elements", count));
  return elements_of(tensor, *storage);
}

Result<LiveCall> LiveCall::place(const SampleCall& sample, Backend& backend,
                                 const Profile& profile, OperandMemory memory) {
  LiveCall live(sample, backend);
  live.call_.op = sample.op;
  live.call_.attributes = sample.attributes;
  auto results = types_of_results(sample, profile);
  if (!results) return results.status();
  live.types_ = *std::move(results);
  std::vector<TensorType> types;
  for (const Array& operand : sample.operands)
    types.push_back({operand.dtype, operand.shape});
  std::vector<bool> done(sample.operands.size(), false);
  live.call_.operands.resize(sample.operands.size());
  for (std::size_t i = 0; i < sample.operands.size(); ++i) {
    if (done[i]) continue;
    std::vector<std::size_t> alike = {i};
    std::vector<Array> members = {sample.operands[i]};
    for (std::size_t k = i + 1; k < sample.operands.size(); ++k)
      if (memory != OperandMemory::kNone && types[k] == types[i] &&
          (memory == OperandMemory::kBuffer ||
           sample.operands[k].elements == sample.operands[i].elements)) {
        alike.push_back(k);
        members.push_back(sample.operands[k]);
      }
    if (memory == OperandMemory::kTensor) members.resize(1);
    auto tensors = members.size() > 1 ? in_one_buffer(members, backend)
                                      : Result<Tensors>(Tensors{});
    if (!tensors) return tensors.status();
    if (members.size() == 1) {
      auto tensor = store_array(members[0], backend);
      if (!tensor) return tensor.status();
      tensors->assign(alike.size(), *tensor);
    }
    for (std::size_t k = 0; k < alike.size(); ++k) {
      live.call_.operands[alike[k]] = (*tensors)[k];
      done[alike[k]] = true;
    }
  }
  return live;
}

Call LiveCall::call_with_out() const {
  Call call = call_;
  if (!spec_of(call.op).signature.returns_tensor())
    for (const TensorType& type : types_)
      call.outs.push_back(
          {type.dtype, laid_out_of(*sample_, type).view, nullptr});
  return call;
}

Result<Tensors> LiveCall::run() const {
  Call call = call_;
  const bool returns = spec_of(call.op).signature.returns_tensor();
  for (const TensorType& type : types_) {
    if (returns) break;
    auto out = fresh_out(*sample_, type, *backend_);
    if (!out) return out.status();
    call.outs.push_back(*std::move(out));
  }
  auto made = backend_->execute(call);
  if (!made) return made.status();
  return returns ? std::move(*made) : std::move(call.outs);
}

Result<Arrays> LiveCall::read(const Tensors& results) const {
  if (results.size() != types_.size())
    return Status::internal(fmt::format("{} returned {} tensors, expected {}",
                                        name_of(call_.op), results.size(),
                                        types_.size()));
  Arrays arrays;
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const TensorType& type = types_[i];
    if (results[i].dtype != type.dtype || results[i].view.shape() != type.shape)
      return Status::internal(
          fmt::format("result {} of {} is {} of shape {}, expected {} of "
                      "shape {}",
                      i, name_of(call_.op), name_of(results[i].dtype),
                      shape_text(results[i].view.shape()), name_of(type.dtype),
                      shape_text(type.shape)));
    auto elements = load_elements(results[i], *backend_);
    if (!elements) return elements.status();
    arrays.push_back({type.dtype, type.shape, *std::move(elements)});
  }
  return arrays;
}

}  // namespace assay
