// Status and Result: names of the codes, and a value or its explanation.
#include "spec/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace assay {
namespace {

TEST(Status, IsOkUnlessSaidOtherwise) {
  EXPECT_TRUE(Status{}.ok());
  EXPECT_FALSE(Status::invalid("no").ok());
  EXPECT_EQ(Status::invalid("no").message, "no");
  const Status status = Status::unsupported("dtype", "no float16");
  EXPECT_EQ(status.code, StatusCode::kUnsupported);
  EXPECT_EQ(status.kind, "dtype");
  EXPECT_EQ(Status::internal("x").code, StatusCode::kInternal);
}

TEST(Status, CodesHaveTheNamesOfTheFormats) {
  EXPECT_EQ(name_of(StatusCode::kOk), "ok");
  EXPECT_EQ(name_of(StatusCode::kUnsupported), "unsupported");
  EXPECT_EQ(name_of(StatusCode::kInvalid), "invalid");
  EXPECT_EQ(name_of(StatusCode::kNumeric), "numeric");
  EXPECT_EQ(name_of(StatusCode::kOutOfMemory), "out_of_memory");
  EXPECT_EQ(name_of(StatusCode::kInternal), "internal");
}

TEST(Result, HoldsAValueOrAStatus) {
  const Result<int> value = 5;
  EXPECT_TRUE(value.ok());
  EXPECT_EQ(*value, 5);
  EXPECT_TRUE(value.status().ok());
  const Result<int> none = Status::invalid("none");
  EXPECT_FALSE(none);
  EXPECT_EQ(none.status().message, "none");
}

TEST(Result, MovesItsValueOut) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> value = *std::move(result);
  EXPECT_EQ(*value, 5);
}

}  // namespace
}  // namespace assay
