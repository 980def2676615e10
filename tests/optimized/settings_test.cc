// Checks how settings are read from text.
#include "optimized/resources/settings.h"

#include <gtest/gtest.h>

#include "optimized/resources/tile_registers.h"

namespace assay::optimized {
namespace {

std::string refusal(std::string_view text) {
  const auto read = parse_settings(text);
  return read ? "" : read.status().message;
}

TEST(Settings, AreReadByName) {
  const auto read = parse_settings("target=scalar,threads=2,block=8");
  ASSERT_TRUE(read);
  EXPECT_EQ("scalar", read->target);
  EXPECT_EQ(2, read->threads);
  EXPECT_EQ(8, read->block);
  EXPECT_EQ(Settings().sum_block, read->sum_block);
}

TEST(Settings, AreAllSmallWhereTiny) {
  const auto read = parse_settings("tiny=1,threads=2");
  ASSERT_TRUE(read);
  EXPECT_EQ(2, read->threads);
  EXPECT_EQ(8, read->block);
  EXPECT_EQ(1, read->thread_bytes);
  EXPECT_EQ(1, read->thread_flops);
}

TEST(Settings, ChooseTheAccuracy) {
  EXPECT_EQ(Accuracy::kCore, Settings().accuracy);
  EXPECT_EQ(Accuracy::kCorrect, parse_settings("accuracy=correct")->accuracy);
  EXPECT_EQ(Accuracy::kCore, parse_settings("accuracy=core")->accuracy);
}

TEST(Settings, SayWhatIsWrong) {
  EXPECT_NE(std::string::npos, refusal("speed=9").find("\"speed\""));
  EXPECT_NE(std::string::npos, refusal("threads=0").find("at least 1"));
  EXPECT_NE(std::string::npos, refusal("threads=two").find("\"two\""));
  EXPECT_NE(std::string::npos, refusal("target=mmx").find("amx or best"));
  EXPECT_NE(std::string::npos, refusal("accuracy=best").find("\"best\""));
  EXPECT_NE(std::string::npos, refusal("accuracy=2").find("correct or core"));
  EXPECT_NE(std::string::npos, refusal("block").find("NAME=VALUE"));
  EXPECT_EQ("", refusal(""));
}

TEST(Settings, ChooseTheTarget) {
  use_settings(*parse_settings("target=scalar"));
  EXPECT_EQ("scalar", dispatched_target());
  use_settings(Settings());
}

TEST(Settings, UseTileRegistersOnlyIfTheTargetAllowsIt) {
  for (const char* text : {"target=scalar", "target=avx2", "target=avx512"})
    if (const auto read = parse_settings(text)) {
      use_settings(*read);
      EXPECT_FALSE(uses_tile_registers()) << text;
    }
  for (const char* text : {"", "target=best", "target=amx"})
    if (const auto read = parse_settings(text)) {
      use_settings(*read);
      EXPECT_EQ(has_tile_registers(), uses_tile_registers()) << text;
    }
  use_settings(Settings());
  if (!has_tile_registers()) {
    EXPECT_NE(std::string::npos, refusal("target=amx").find("has no amx"));
  }
}

}  // namespace
}  // namespace assay::optimized
