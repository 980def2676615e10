// Tests commands that need a temporary folder. They say so if they cannot make
// one, and they remove it at the end.
#include <cstdlib>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class ScratchFolderCommand : public CommandRun {
 protected:
  void TearDown() override {
    unsetenv("TMPDIR");
    CommandRun::TearDown();
  }
};

TEST_F(ScratchFolderCommand, SaysWhereNoneCanBeMade) {
  setenv("TMPDIR", "/nowhere", 1);
  const std::string vectors = std::string(ASSAY_SOURCE_DIR) +
                              "/conformance/vectors/elementwise/neg.json";
  const std::string sentence = "can be made in /nowhere (TMPDIR)";
  expect_complaint(
      assay({"sweep", "reference", "--op", "neg", "--dtype", "int8"}), 2,
      sentence);
  expect_complaint(assay({"replay", vectors, "reference"}), 2, sentence);
  EXPECT_TRUE(made().empty());
}

TEST_F(ScratchFolderCommand, IsGoneAfterwards) {
  std::filesystem::create_directory(folder_ / "scratch");
  setenv("TMPDIR", (folder_ / "scratch").c_str(), 1);
  EXPECT_EQ(
      0, assay({"sweep", "reference", "--op", "neg", "--dtype", "int8"}).code);
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "scratch"));
}

}  // namespace
}  // namespace assay
