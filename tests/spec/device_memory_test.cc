// Tests a backend of a device that writes only how memory is allocated and
// copied, and what a class claims by the functions that it overrides.
#include "spec/sdk/device_memory.h"

#include <gtest/gtest.h>

#include <cstring>

#include "spec/sdk/typed_backend.h"

namespace assay {
namespace {

class PlacedMemory : public DeviceMemory {
 protected:
  Result<Allocation> allocate(std::size_t bytes) override {
    return Allocation(new std::byte[bytes], [](void* memory) {
      delete[] static_cast<std::byte*>(memory);
    });
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

class OnDevice : public TypedBackend<OnDevice, PlacedMemory> {
 public:
  static constexpr std::string_view kName = "on_device";
  static constexpr std::string_view kVersion = "1";
  static constexpr DTypeSet kDTypes = {DType::kFloat32};
  void neg(const Tensor& out, const Tensor& x) {
    for (const Index& at : indices(out.view.shape()))
      static_cast<float*>(address_of(out))[out.view.linear_index(at)] =
          -static_cast<float*>(address_of(x))[x.view.linear_index(at)];
  }
};

class OnHost : public TypedBackend<OnHost> {
 public:
  static constexpr std::string_view kName = "on_host";
  static constexpr std::string_view kVersion = "1";
  Status session_begin() override { return {}; }
  Status session_end() override { return {}; }
  template <std::floating_point T>
  void neg(Array<T> out, Array<const T> x) {
    for (const Index& at : out.indices()) out[at] = -x[at];
  }
};

bool claims(const Backend& backend, std::string_view row, DType dtype) {
  return backend.claim({*op_named(row), "", dtype, dtype}).has_value();
}

TEST(DeviceMemory, IsClaimedByWhatAClassOverrides) {
  const OnDevice device;
  EXPECT_TRUE(claims(device, "placement", DType::kFloat32));
  EXPECT_FALSE(claims(device, "placement", DType::kInt8));
  for (const char* row : {"session", "reclaim", "donation"})
    EXPECT_FALSE(claims(device, row, DType::kUint8)) << row;
  EXPECT_FALSE(claims(device, "fusion", DType::kFloat32));
  const OnHost host;
  EXPECT_TRUE(claims(host, "session", DType::kUint8));
  EXPECT_FALSE(claims(host, "placement", DType::kFloat32));
}

TEST(DeviceMemory, MovesBytesAndRefusesTheHost) {
  OnDevice device;
  const std::vector<float> values = {1, -2};
  const auto bytes = std::as_bytes(std::span(values));
  const Tensor x = *device.from_host(DType::kFloat32, 2, bytes);
  EXPECT_EQ(DeviceMemory::kDevice, *device.place_of(x));
  const Tensor on_host = *device.transfer(x, DeviceMemory::kHost);
  EXPECT_EQ(DeviceMemory::kHost, *device.place_of(on_host));
  EXPECT_EQ(nullptr, DeviceMemory::address_of(on_host));
  EXPECT_EQ(Bytes(bytes.begin(), bytes.end()), *device.to_host(on_host));
  const Tensor out = *device.buffer(DType::kFloat32, {2});
  const auto refused = device.execute({*op_named("neg"), {on_host}, {}, {out}});
  EXPECT_EQ("placement", refused.status().kind);
  EXPECT_NE(std::string::npos, refused.status().message.find("upload"));
  const Tensor back = *device.transfer(on_host, DeviceMemory::kDevice);
  ASSERT_TRUE(device.execute({*op_named("neg"), {back}, {}, {out}}).ok());
  float negated[2];
  std::memcpy(negated, device.to_host(out)->data(), 8);
  EXPECT_EQ(-1, negated[0]);
  EXPECT_EQ(2, negated[1]);
  EXPECT_EQ(StatusCode::kInvalid, device.transfer(x, 2).status().code);
  EXPECT_TRUE(device.buffer(DType::kFloat32, {0}).ok());
}

}  // namespace
}  // namespace assay
