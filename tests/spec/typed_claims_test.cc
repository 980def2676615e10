// Backends of authors that are not the usual ones: on memory of their own, and
// with narrower promises than their functions would allow.
#include <gtest/gtest.h>

#include "spec/sdk/typed_backend.h"

namespace assay {
namespace {

// Takes tensors of two dtypes, on memory that is not the host's.
class Device : public TypedBackend<Device, Backend> {
 public:
  static constexpr std::string_view kName = "device";
  static constexpr std::string_view kVersion = "1";
  static constexpr DTypeSet kDTypes = {DType::kFloat32, DType::kInt4};
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    return Tensor{dtype, View(shape), nullptr};
  }
  Result<Tensor> from_host(DType, std::int64_t,
                           std::span<const std::byte>) override {
    return Status::internal("none");
  }
  Result<Bytes> to_host(const Tensor&) override { return Bytes(); }
  Status mul(const Tensor&, const Tensor&, const Tensor&) {
    return Status{StatusCode::kOutOfMemory, "", "the queue is full"};
  }
};

TEST(TypedBackend, TakesTensorsOfAnyMemory) {
  Device device;
  const auto claims = [&](Op op, DType dtype) {
    return device.claim({op, "", dtype, dtype}).has_value();
  };
  EXPECT_TRUE(claims("mul"_op, DType::kFloat32));
  EXPECT_TRUE(claims("mul"_op, DType::kInt4));
  EXPECT_FALSE(claims("mul"_op, DType::kFloat64));
  EXPECT_TRUE(claims("flip"_op, DType::kInt4));
  EXPECT_FALSE(claims("flip"_op, DType::kInt8));
  EXPECT_FALSE(claims("copy"_op, DType::kFloat32));  // moves elements
  EXPECT_FALSE(claims("from_host"_op, DType::kInt8));
  const Tensor x = *device.buffer(DType::kFloat32, {2});
  EXPECT_EQ(StatusCode::kOutOfMemory,
            device.execute({"mul"_op, {x, x}, {}, {x}}).status().code);
  const Tensor wide = *device.buffer(DType::kFloat64, {2});
  EXPECT_EQ("dtype",
            device.execute({"mul"_op, {wide, wide}, {}, {wide}}).status().kind);
}

// Promises less than its functions could do.
class Ascending : public TypedBackend<Ascending> {
 public:
  static constexpr std::string_view kName = "ascending";
  static constexpr std::string_view kVersion = "1";
  void sort(Array<float>, Array<const float>, std::int64_t, bool) {}
  std::optional<Claim> claim(const Cell& cell) const override {
    if (cell.variant == "descending") return std::nullopt;
    auto claim = TypedBackend::claim(cell);
    if (claim) claim->max_rank = 4;
    return claim;
  }
};

TEST(TypedBackend, AClaimCanBeNarrowed) {
  const Ascending backend;
  const auto up =
      backend.claim({"sort"_op, "", DType::kFloat32, DType::kFloat32});
  ASSERT_TRUE(up);
  EXPECT_EQ(4, up->max_rank);
  EXPECT_FALSE(backend.claim(
      {"sort"_op, "descending", DType::kFloat32, DType::kFloat32}));
}

}  // namespace
}  // namespace assay
