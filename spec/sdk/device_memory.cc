// Keeps the bytes of tensors on the host or hands them to the functions of a
// device.
// Tested by tests/spec/device_memory_test.cc.
#include "spec/sdk/device_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// Holds the memory of a tensor: `host` if it is there, else `device`.
class PlacedMemory final : public Buffer {
 public:
  PlacedMemory(Bytes bytes) : host_(std::move(bytes)), count_(host_.size()) {}
  PlacedMemory(std::shared_ptr<void> device, std::size_t count)
      : device_(std::move(device)), count_(count) {}

  std::uint32_t place() const {
    return device_ == nullptr ? DeviceMemory::kHost : DeviceMemory::kDevice;
  }
  std::size_t count() const { return count_; }
  void* device() const { return device_.get(); }
  Bytes& host() { return host_; }

 private:
  Bytes host_;
  std::shared_ptr<void> device_;
  std::size_t count_;
};

PlacedMemory* memory_of(const Tensor& tensor) {
  return dynamic_cast<PlacedMemory*>(tensor.buffer.get());
}

Status not_of_the_device() {
  return Status::invalid("a tensor's buffer is not one of this backend");
}

Status unknown_place(std::uint32_t place) {
  return Status::invalid(fmt::format("there is no place {}", place));
}

}  // namespace

Result<Tensor> DeviceMemory::buffer(DType dtype, const Shape& shape) {
  return alloc_in(kDevice, dtype, shape);
}

Result<Tensor> DeviceMemory::alloc_in(std::uint32_t place, DType dtype,
                                      const Shape& shape) {
  if (place > kDevice) return unknown_place(place);
  const auto count = checked_element_count(shape);
  if (!count) return Status::invalid(shape_text(shape) + " is not a shape");
  const auto bytes = static_cast<std::size_t>(storage_bytes(dtype, *count));
  if (place == kHost)
    return Tensor{dtype, View(shape),
                  std::make_shared<PlacedMemory>(Bytes(bytes))};
  auto memory = allocate(std::max<std::size_t>(bytes, 1));
  if (!memory) return memory.status();
  return Tensor{dtype, View(shape),
                std::make_shared<PlacedMemory>(*std::move(memory), bytes)};
}

Result<Tensor> DeviceMemory::from_host(DType dtype, std::int64_t count,
                                       std::span<const std::byte> storage) {
  auto made = DeviceMemory::buffer(dtype, {count});
  if (!made) return made;
  const std::size_t bytes = memory_of(*made)->count();
  if (storage.size() < bytes)
    return Status::invalid(fmt::format(
        "{} bytes of storage where {} are needed", storage.size(), bytes));
  if (Status status = write(*made, storage.first(bytes)); !status.ok())
    return status;
  return made;
}

Result<Bytes> DeviceMemory::to_host(const Tensor& tensor) {
  PlacedMemory* memory = memory_of(tensor);
  if (memory == nullptr) return not_of_the_device();
  if (memory->place() == kHost) return memory->host();
  Bytes bytes(memory->count());
  if (bytes.empty()) return bytes;
  if (Status status = download(bytes, memory->device()); !status.ok())
    return status;
  return bytes;
}

Status DeviceMemory::write(const Tensor& tensor,
                           std::span<const std::byte> storage) {
  PlacedMemory* memory = memory_of(tensor);
  if (memory == nullptr) return not_of_the_device();
  if (storage.size() != memory->count())
    return Status::invalid(
        fmt::format("{} bytes of storage where {} are needed", storage.size(),
                    memory->count()));
  if (memory->place() == kHost) {
    std::copy(storage.begin(), storage.end(), memory->host().begin());
    return {};
  }
  return storage.empty() ? Status() : upload(memory->device(), storage);
}

Result<Places> DeviceMemory::places() {
  return Places{{"host", "device"}, kDevice};
}

Result<std::uint32_t> DeviceMemory::place_of(const Tensor& tensor) {
  const PlacedMemory* memory = memory_of(tensor);
  if (memory == nullptr) return not_of_the_device();
  return memory->place();
}

Result<Tensor> DeviceMemory::transfer(const Tensor& tensor,
                                      std::uint32_t place) {
  if (place > kDevice) return unknown_place(place);
  const auto bytes = to_host(tensor);
  if (!bytes) return bytes.status();
  auto copy = alloc_in(place, DType::kUint8,
                       {static_cast<std::int64_t>(bytes->size())});
  if (!copy) return copy;
  if (Status status = write(*copy, *bytes); !status.ok()) return status;
  return Tensor{tensor.dtype, tensor.view, copy->buffer};
}

void* DeviceMemory::address_of(const Tensor& tensor) {
  const PlacedMemory* memory = memory_of(tensor);
  return memory == nullptr ? nullptr : memory->device();
}

Status DeviceMemory::check_places(const Call& call) const {
  for (const auto* tensors : {&call.operands, &call.outs})
    for (const Tensor& tensor : *tensors)
      if (const PlacedMemory* memory = memory_of(tensor);
          memory != nullptr && memory->place() == kHost)
        return Status::unsupported(
            "placement", fmt::format("{} has a tensor on the host; upload it "
                                     "to the device first",
                                     name_of(call.op)));
  return {};
}

}  // namespace assay
