// my_backend is a tensor backend of a device, built as a plugin of Assay. Its
// device is an array on the host until Memory allocates and copies memory of a
// real one. Each op is a member function with the op's name.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "spec/sdk/device_memory.h"
#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace {

using assay::DType;
using assay::Result;
using assay::Status;
using assay::Tensor;

// The memory of the device. DeviceMemory does everything else about places.
class Memory : public assay::DeviceMemory {
 protected:
  Result<Allocation> allocate(std::size_t bytes) override {
    auto* memory = new (std::nothrow) std::byte[bytes];
    if (memory == nullptr)
      return Status{assay::StatusCode::kOutOfMemory, "",
                    "the device has no memory left"};
    return Allocation(
        memory, [](void* given) { delete[] static_cast<std::byte*>(given); });
  }
  Status upload(void* to, std::span<const std::byte> from) override {
    std::memcpy(to, from.data(), from.size());
    return {};
  }
  Status download(std::span<std::byte> to, const void* from) override {
    std::memcpy(to.data(), from, to.size());
    return {};
  }
};

class MyBackend : public assay::TypedBackend<MyBackend, Memory> {
 public:
  static constexpr std::string_view kName = "my_backend";
  static constexpr std::string_view kVersion = "0.1.0";
  static constexpr assay::DTypeSet kDTypes = {DType::kFloat32};
  static constexpr assay::OpFunctionName kFunctions[] = {"add", "neg", "copy"};

  // out[i] = a[i] + b[i]. A kernel of the device takes the place of the loop.
  void add(const Tensor& out, const Tensor& a, const Tensor& b) {
    float* to = elements_of(out);
    for (const assay::Index& at : assay::indices(out.view.shape()))
      to[out.view.linear_index(at)] = elements_of(a)[a.view.linear_index(at)] +
                                      elements_of(b)[b.view.linear_index(at)];
  }

  void neg(const Tensor& out, const Tensor& x) {
    float* to = elements_of(out);
    for (const assay::Index& at : assay::indices(out.view.shape()))
      to[out.view.linear_index(at)] = -elements_of(x)[x.view.linear_index(at)];
  }

  // Returns the elements in memory of their own. They are bytes, because a copy
  // keeps every bit of a NaN.
  Result<Tensor> copy(const Tensor& x) {
    auto made = buffer(x.dtype, x.view.shape());
    if (!made) return made;
    for (const assay::Index& at : assay::indices(x.view.shape()))
      std::memcpy(elements_of(*made) + made->view.linear_index(at),
                  elements_of(x) + x.view.linear_index(at), sizeof(float));
    return made;
  }

 private:
  static float* elements_of(const Tensor& tensor) {
    return static_cast<float*>(address_of(tensor));
  }
};

}  // namespace

ASSAY_EXPORT_BACKEND(MyBackend)
