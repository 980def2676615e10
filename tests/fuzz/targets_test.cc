// Tests the targets of libFuzzer without libFuzzer: on inputs that once failed,
// on random bytes, and on inputs that must end the process.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/targets/target.h"
#include "harness/case/seed.h"

namespace assay {
namespace {

FuzzBytes bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// fuzz/found/TARGET has the inputs that once ended a target.
TEST(FuzzTargets, StandWhatWasFound) {
  const std::filesystem::path found =
      std::filesystem::path(ASSAY_SOURCE_DIR) / "fuzz" / "found";
  std::size_t files = 0;
  for (const FuzzTarget& target : kFuzzTargets) {
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator(found / target.name, error)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string text((std::istreambuf_iterator<char>(file)), {});
      SCOPED_TRACE(entry.path());
      target.run(bytes_of(text));
      ++files;
    }
  }
  EXPECT_LT(0u, files);
}

TEST(FuzzTargets, TakeAnyBytes) {
  for (const FuzzTarget& target : kFuzzTargets) {
    SCOPED_TRACE(target.name);
    for (std::uint32_t round = 0; round < 200; ++round) {
      ValueStream stream(round, 0);
      const std::uint64_t count = stream.below(400);
      std::string text;
      // Now of all values, now of small ones.
      const std::uint64_t limit = round % 2 == 0 ? 256 : 8;
      for (std::uint64_t i = 0; i < count; ++i)
        text += static_cast<char>(stream.below(limit));
      target.run(bytes_of(text));
    }
  }
}

TEST(FuzzTargetsDeathTest, DemandEndsTheProcess) {
  demand(true, "this holds");
  EXPECT_DEATH(demand(false, "this does not"), "demanded: this does not");
}

}  // namespace
}  // namespace assay
