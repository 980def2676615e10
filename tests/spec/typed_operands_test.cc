// Tests that functions of typed backends get the operands that a call gives.
#include <gtest/gtest.h>

#include "spec/sdk/typed_backend.h"

namespace assay {
namespace {

class Optional : public TypedBackend<Optional> {
 public:
  static constexpr std::string_view kName = "optional";
  static constexpr std::string_view kVersion = "1";

  // A bias that the call leaves out has no elements.
  void linear(Array<float> out, Array<const float> x, Array<const float> weight,
              Array<const float> bias, bool biased) {
    *out.first() = x[{0, 0}] * weight[{0, 0}] + (biased ? bias[{0}] : 0);
    last = std::to_string(bias.size());
  }
  void attention(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                 const Tensor& mask, const Tensor& bias,
                 std::optional<ElementBits>, std::optional<ElementBits>, bool,
                 bool, bool) {
    last =
        std::string(mask.buffer == nullptr ? "no mask" : name_of(mask.dtype)) +
        (bias.buffer == nullptr ? ", no bias" : ", bias");
  }

  std::string last;
};

// The call has only the operands that are there, so their positions differ.
TEST(TypedOperands, FindsOptionalOnes) {
  Optional small;
  const auto floats = [&](std::vector<float> values) {
    return *small.from_host(DType::kFloat32, std::ssize(values),
                            std::as_bytes(std::span(values)));
  };
  const auto value_of = [](const Tensor& x) {
    return *reinterpret_cast<const float*>(HostMemory::storage_of(x));
  };
  const auto shaped = [&](std::vector<float> values, Shape shape) {
    Tensor made = floats(std::move(values));
    made.view = View(std::move(shape));
    return made;
  };
  const Tensor x = shaped({3}, {1, 1}), weight = shaped({5}, {1, 1});
  const Tensor bias = floats({100}), out = shaped({0}, {1, 1});
  const auto flags = [](std::initializer_list<AttributeKey> keys) {
    Attributes attributes;
    for (AttributeKey key : keys) attributes.set(key, {1});
    return attributes;
  };
  Attributes plain;
  plain.set(AttributeKey::kBiased, {0});
  auto made = small.execute({"linear"_op, {x, weight}, plain, {out}});
  ASSERT_TRUE(made.ok()) << made.status().message;
  EXPECT_EQ("0", small.last);
  EXPECT_EQ(15, value_of(out));
  made = small.execute(
      {"linear"_op, {x, weight, bias}, flags({AttributeKey::kBiased}), {out}});
  ASSERT_TRUE(made.ok()) << made.status().message;
  EXPECT_EQ(115, value_of(out));

  const Tensor q = shaped({1}, {1, 1, 1, 1});
  const Tensor mask = *small.buffer(DType::kBool, {1, 1, 1, 1});
  const auto attend = [&](Tensors operands, bool masked, bool biased) {
    Attributes attributes;
    attributes.set(AttributeKey::kCausal, {0});
    attributes.set(AttributeKey::kMasked, {masked});
    attributes.set(AttributeKey::kBiased, {biased});
    operands.insert(operands.begin(), {q, q, q});
    const auto done =
        small.execute({"attention"_op, operands, attributes, {q}});
    EXPECT_TRUE(done.ok()) << done.status().message;
    return small.last;
  };
  EXPECT_EQ("no mask, no bias", attend({}, false, false));
  EXPECT_EQ("bool, no bias", attend({mask}, true, false));
  EXPECT_EQ("no mask, bias", attend({q}, false, true));
  EXPECT_EQ("bool, bias", attend({mask, q}, true, true));
}

}  // namespace
}  // namespace assay
