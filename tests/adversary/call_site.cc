// Tested by tests/adversary/witness_test.cc.
#include "tests/adversary/call_site.h"

#include <algorithm>
#include <cstring>

#include "spec/float_codec.h"
#include "spec/op_lookup.h"
#include "spec/sdk/abi_values.h"

namespace assay::adversary {

CallSite::CallSite(const AssayBackendV1& target, AssayContext* context,
                   const AssayCall& call, AssayResults* results,
                   AssayStatus* status, CallHistory& calls_before)
    : operands(call.operands, call.operands + call.operand_count),
      outs(call.outs, call.outs + call.out_count),
      history(calls_before),
      target_(target),
      context_(context),
      call_(call),
      results_(results),
      status_(status),
      attributes_(call.attributes, call.attributes + call.attribute_count) {
  const auto op = op_of_id(call.op);
  op_ = op ? name_of(*op) : std::string_view();
  // The condition of where is a bool whatever it chooses from.
  const bool has_condition = op_ == "where" || op_ == "select_general";
  const std::size_t named = has_condition && operands.size() > 1 ? 1 : 0;
  dtype_ = operands.empty() ? result_dtype() : dtype_of(operands[named]);
}

CallSite::~CallSite() {
  for (AssayBuffer* buffer : owned_) target_.release(context_, buffer);
}

DType CallSite::result_dtype() const {
  for (const AssayAttribute& attribute : attributes_)
    if (attribute.key == ASSAY_KEY_DTYPE &&
        attribute.kind == ASSAY_ATTRIBUTE_DTYPE)
      return dtype_of_abi(*static_cast<const AssayDType*>(attribute.data))
          .value_or(DType::kFloat32);
  if (!outs.empty()) return dtype_of(outs[0]);
  return operands.empty() ? DType::kFloat32 : dtype_of(operands[0]);
}

int CallSite::forward() {
  release_results();
  call_.operands = operands.data();
  call_.operand_count = static_cast<std::uint32_t>(operands.size());
  call_.outs = outs.data();
  call_.out_count = static_cast<std::uint32_t>(outs.size());
  call_.attributes = attributes_.data();
  call_.attribute_count = static_cast<std::uint32_t>(attributes_.size());
  return target_.invoke(context_, &call_, results_, status_);
}

std::vector<std::int64_t> CallSite::integers(std::uint16_t key) const {
  for (const AssayAttribute& attribute : attributes_) {
    if (attribute.key != key) continue;
    std::vector<std::int64_t> values(attribute.count);
    for (std::uint32_t i = 0; i < attribute.count; ++i) {
      if (attribute.kind == ASSAY_ATTRIBUTE_I64)
        values[i] = static_cast<const std::int64_t*>(attribute.data)[i];
      else if (attribute.kind == ASSAY_ATTRIBUTE_BOOL)
        values[i] = static_cast<const std::uint8_t*>(attribute.data)[i];
    }
    return values;
  }
  return {};
}

std::int64_t CallSite::integer(std::uint16_t key,
                               std::int64_t otherwise) const {
  const auto values = integers(key);
  return values.empty() ? otherwise : values[0];
}

void CallSite::set_integers(std::uint16_t key,
                            const std::vector<std::int64_t>& values) {
  for (AssayAttribute& attribute : attributes_) {
    if (attribute.key != key) continue;
    attribute.count = static_cast<std::uint32_t>(values.size());
    if (attribute.kind == ASSAY_ATTRIBUTE_I64) {
      attribute.data = integers_.emplace_back(values).data();
    } else if (attribute.kind == ASSAY_ATTRIBUTE_BOOL) {
      auto& bytes = bytes_.emplace_back();
      for (std::int64_t value : values) bytes.push_back(value != 0);
      attribute.data = bytes.data();
    }
  }
}

std::optional<ElementBits> CallSite::element(std::uint16_t key) const {
  for (const AssayAttribute& attribute : attributes_)
    if (attribute.key == key)
      return load_element(static_cast<const std::byte*>(attribute.data),
                          result_dtype(), 0);
  return std::nullopt;
}

ElementBits CallSite::fill_value() const {
  return element(ASSAY_KEY_VALUE).value_or(ElementBits{});
}

void CallSite::set_fill_value(ElementBits bits) {
  for (AssayAttribute& attribute : attributes_) {
    if (attribute.key != ASSAY_KEY_VALUE) continue;
    auto& bytes = bytes_.emplace_back(16);
    store_element(reinterpret_cast<std::byte*>(bytes.data()), result_dtype(), 0,
                  bits);
    attribute.data = bytes.data();
  }
}

std::size_t CallSite::result_count() const {
  return outs.empty() ? results_->count : outs.size();
}

AssayTensor& CallSite::result(std::size_t i) {
  return outs.empty() ? results_->tensors[i] : outs[i];
}

AssayTensor CallSite::scratch(AssayDType dtype, const Shape& shape) {
  AssayTensor made{};
  made.struct_size = sizeof made;
  made.dtype = dtype;
  made.rank = static_cast<std::uint32_t>(shape.size());
  std::int64_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    made.shape[axis] = shape[axis];
    made.strides[axis] = stride;
    stride *= std::max<std::int64_t>(shape[axis], 1);
  }
  const auto bytes = static_cast<std::size_t>(
      storage_bytes(dtype_of(made), element_count(shape)));
  AssayStatus status{sizeof status, ASSAY_OK, ASSAY_KIND_NONE, nullptr, 0};
  if (target_.alloc(context_, bytes, &made.buffer, &status) == ASSAY_OK)
    owned_.push_back(made.buffer);
  return made;
}

AssayTensor CallSite::copy_of(const AssayTensor& tensor) {
  const AssayTensor made = scratch(tensor.dtype, shape_of(tensor));
  Cells to = cells(made);
  const Cells from = cells(tensor);
  to.set_each([&](std::int64_t i) { return from.get(i); });
  return made;
}

void CallSite::replace_result(std::size_t i, const AssayTensor& tensor) {
  if (!outs.empty()) {
    Cells to = cells(outs[i]);
    const Cells from = cells(tensor);
    to.set_each([&](std::int64_t j) { return from.get(j); });
    return;
  }
  target_.retain(context_, tensor.buffer);
  target_.release(context_, results_->tensors[i].buffer);
  const std::size_t size = results_->tensors[i].struct_size;
  results_->tensors[i] = tensor;
  results_->tensors[i].struct_size = size;
}

void CallSite::keep(const AssayTensor& tensor) {
  target_.retain(context_, tensor.buffer);
  history.kept.push_back(tensor);
}

void CallSite::drop(std::size_t kept) {
  target_.release(context_, history.kept[kept].buffer);
  history.kept.erase(history.kept.begin() + static_cast<std::ptrdiff_t>(kept));
}

void CallSite::release_results() {
  for (std::uint32_t i = 0; i < results_->count; ++i)
    target_.release(context_, results_->tensors[i].buffer);
  results_->count = 0;
}

int CallSite::refuse(std::uint32_t code, std::uint32_t kind,
                     const char* message) {
  release_results();
  status_->code = code;
  status_->kind = kind;
  if (status_->message != nullptr && status_->message_capacity > 0) {
    std::strncpy(status_->message, message, status_->message_capacity - 1);
    status_->message[status_->message_capacity - 1] = '\0';
  }
  return static_cast<int>(code);
}

}  // namespace assay::adversary
