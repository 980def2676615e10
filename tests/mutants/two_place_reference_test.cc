// Tests the reference with two places: what it tags, copies and refuses.
#include "tests/mutants/two_place_reference.h"

#include <gtest/gtest.h>

#include "spec/op_table.h"

namespace assay::mutants {
namespace {

TEST(TwoPlaceReference, TagsAndCopies) {
  TwoPlaceReference backend;
  const Bytes bytes(8, std::byte{7});
  const Tensor x = *backend.from_host(DType::kFloat32, 2, bytes);
  EXPECT_EQ(1u, *backend.place_of(x));
  const Tensor on_host = *backend.transfer(x, TwoPlaceReference::kHost);
  EXPECT_EQ(0u, *backend.place_of(on_host));
  EXPECT_NE(x.buffer, on_host.buffer);
  EXPECT_EQ(bytes, *backend.to_host(on_host));
  EXPECT_EQ("placement.unknown", backend.transfer(x, 2).status().kind);
  EXPECT_EQ("placement.unknown",
            backend.alloc_in(9, DType::kInt8, {1}).status().kind);
}

TEST(TwoPlaceReference, RefusesWhatIsElsewhere) {
  TwoPlaceReference backend;
  const Tensor x = *backend.alloc_in(0, DType::kFloat32, {2});
  const Tensor out = *backend.buffer(DType::kFloat32, {2});
  const auto refused = backend.execute({"neg"_op, {x}, {}, {out}});
  EXPECT_EQ("placement", refused.status().kind);
  EXPECT_NE(std::string::npos, refused.status().message.find("upload"));
  EXPECT_TRUE(
      backend.execute({"flip"_op, {x}, Attributes().flips({true}), {}}).ok());
  EXPECT_TRUE(
      backend.claim({"placement"_op, "", DType::kFloat32, DType::kFloat32}));
  EXPECT_FALSE(Reference().claim(
      {"placement"_op, "", DType::kFloat32, DType::kFloat32}));
}

}  // namespace
}  // namespace assay::mutants
