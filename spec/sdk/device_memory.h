// Implements tensors of two places, the host and a device, so that a backend of
// a device writes only how memory is allocated there and copied. A class
// derives from TypedBackend<Author, Device>, where Device has this class as its
// base. Tested by tests/spec/device_memory_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "spec/backend.h"

namespace assay {

class DeviceMemory : public Backend {
 public:
  static constexpr std::uint32_t kHost = 0;
  static constexpr std::uint32_t kDevice = 1;

  Result<Tensor> buffer(DType dtype, const Shape& shape) override;
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override;
  Result<Bytes> to_host(const Tensor& tensor) override;
  Status write(const Tensor& tensor,
               std::span<const std::byte> storage) override;

  Result<Places> places() override;
  Result<std::uint32_t> place_of(const Tensor& tensor) override;
  Result<Tensor> alloc_in(std::uint32_t place, DType dtype,
                          const Shape& shape) override;
  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override;

  // Returns where the storage of a tensor begins on the device, or null if it
  // is not there.
  static void* address_of(const Tensor& tensor);

  // Refuses a call with a tensor that is on the host. TypedBackend asks before
  // it calls a function.
  Status check_places(const Call& call) const;

 protected:
  // Owns memory of a device. It may outlive the backend.
  using Allocation = std::shared_ptr<void>;

  // Allocates at least one byte of device memory.
  virtual Result<Allocation> allocate(std::size_t bytes) = 0;
  // Copy between host and device. They return when the copy is complete.
  virtual Status upload(void* to, std::span<const std::byte> from) = 0;
  virtual Status download(std::span<std::byte> to, const void* from) = 0;
};

}  // namespace assay
