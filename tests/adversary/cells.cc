// Elements of a tensor of the C header, read and written through the target.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "spec/float_codec.h"
#include "spec/sdk/abi_values.h"
#include "tests/adversary/call_site.h"

namespace assay::adversary {

Shape shape_of(const AssayTensor& tensor) {
  return Shape(tensor.shape, tensor.shape + tensor.rank);
}

std::int64_t count_of(const AssayTensor& tensor) {
  return element_count(shape_of(tensor));
}

DType dtype_of(const AssayTensor& tensor) {
  return dtype_of_abi(tensor.dtype).value_or(DType::kUint8);
}

bool is_row_major(const AssayTensor& tensor) {
  std::int64_t stride = 1;
  for (std::uint32_t axis = tensor.rank; axis-- > 0;) {
    if (tensor.shape[axis] == 0) return true;
    if (tensor.shape[axis] > 1 && tensor.strides[axis] != stride) return false;
    stride *= tensor.shape[axis];
  }
  return true;
}

Cells::Cells(const AssayBackendV1& target, AssayContext* context,
             const AssayTensor& tensor)
    : target_(target),
      context_(context),
      tensor_(tensor),
      dtype_(dtype_of(tensor)),
      shape_(shape_of(tensor)),
      count_(element_count(shape_)),
      row_major_(is_row_major(tensor)) {
  if (tensor.buffer == nullptr) return;
  bytes_ = target.size(context, tensor.buffer);
  if (target.map != nullptr)
    mapped_ = static_cast<std::byte*>(target.map(context, tensor.buffer));
  if (mapped_ != nullptr || bytes_ == 0) return;
  copy_.resize(bytes_);
  AssayStatus status{sizeof status, ASSAY_OK, ASSAY_KIND_NONE, nullptr, 0};
  target.read(context, tensor.buffer, 0, copy_.data(), bytes_, &status);
}

std::int64_t Cells::place_of(std::int64_t number) const {
  if (row_major_) return tensor_.offset + number;
  std::int64_t place = tensor_.offset;
  for (std::uint32_t axis = tensor_.rank; axis-- > 0;) {
    place += number % tensor_.shape[axis] * tensor_.strides[axis];
    number /= tensor_.shape[axis];
  }
  return place;
}

std::int64_t Cells::capacity() const {
  return static_cast<std::int64_t>(bytes_) * 8 / spec_of(dtype_).bits;
}

ElementBits Cells::at_place(std::int64_t place) const {
  const std::int64_t all = capacity();
  if (all == 0) return {};
  place %= all;
  if (place < 0) place += all;
  return load_element(mapped_ != nullptr ? mapped_ : copy_.data(), dtype_,
                      place);
}

ElementBits Cells::get(std::int64_t number) const {
  return at_place(place_of(number));
}

bool Cells::store(std::int64_t place, ElementBits bits) {
  if (place < 0 || place >= capacity()) return false;
  store_element(mapped_ != nullptr ? mapped_ : copy_.data(), dtype_, place,
                bits);
  return true;
}

void Cells::write(std::size_t from, std::size_t size) {
  if (mapped_ != nullptr || size == 0) return;
  AssayStatus status{sizeof status, ASSAY_OK, ASSAY_KIND_NONE, nullptr, 0};
  target_.write(context_, tensor_.buffer, from, copy_.data() + from, size,
                &status);
}

void Cells::set(std::int64_t number, ElementBits bits) {
  const std::int64_t place = place_of(number);
  if (!store(place, bits)) return;
  const int width = spec_of(dtype_).bits;
  write(static_cast<std::size_t>(place) * static_cast<std::size_t>(width) / 8,
        static_cast<std::size_t>(std::max(width / 8, 1)));
}

void Cells::set_each(const std::function<ElementBits(std::int64_t)>& value) {
  for (std::int64_t i = 0; i < count_; ++i) store(place_of(i), value(i));
  write(0, copy_.size());
}

double Cells::real(std::int64_t number) const {
  const ElementBits bits = get(number);
  if (is_real(dtype_) || is_complex(dtype_))
    return decode_real(format_of(dtype_), bits.re);
  if (category_of(dtype_) == Category::kUnsigned)
    return static_cast<double>(bits.re);
  return static_cast<double>(signed_value(dtype_, bits));
}

void Cells::set_real(std::int64_t number, double value) {
  ElementBits bits = get(number);
  if (is_real(dtype_) || is_complex(dtype_))
    bits.re = encode_real(format_of(dtype_), value);
  else
    bits.re = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  set(number, bits);
}

}  // namespace assay::adversary
