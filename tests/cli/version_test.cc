// Tests that the command, the package, the backends and the cases have one
// version.
#include "spec/version.h"

#include <nlohmann/json.hpp>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class Version : public CommandRun {};

TEST_F(Version, IsOneNumberEverywhere) {
  const std::string version(kVersion);
  const std::string minor = version.substr(0, version.rfind('.'));
  const Ran said = assay({"--version"});
  EXPECT_TRUE(said.out.starts_with("assay " + version + " (")) << said.out;
  EXPECT_TRUE(contains(said.out, "suite " + version)) << said.out;
  EXPECT_TRUE(assay({"caps", "reference"})
                  .out.starts_with("reference " + version + "\n"));
  // find_package(Assay) compares the first with the version that `assay new`
  // asks for.
  const std::filesystem::path build =
      std::filesystem::path(ASSAY_COMMAND).parent_path();
  EXPECT_TRUE(contains(text_of(build / "AssayConfigVersion.cmake"),
                       "set(PACKAGE_VERSION \"" + version + "\")"));
  EXPECT_EQ(0, assay({"new", "backend"}).code);
  EXPECT_TRUE(contains(text_of(folder_ / "backend/CMakeLists.txt"),
                       "find_package(Assay " + minor + " REQUIRED"));
  // CI takes the tag of the version.
  for (const std::string& file :
       {text_of(folder_ / "backend/.github/workflows/conformance.yml"),
        text_of(ASSAY_SOURCE_DIR "/ci/gitlab.yml")})
    EXPECT_TRUE(contains(file, "ASSAY_VERSION: \"" + version + "\"")) << file;
  EXPECT_TRUE(contains(text_of(ASSAY_SOURCE_DIR "/ci/README.md"),
                       "ci/check@v" + version));
  // Headings of the changes are versions, the newest first.
  const std::string changes = text_of(ASSAY_SOURCE_DIR "/CHANGELOG.md");
  EXPECT_EQ(changes.find("\n## "), changes.find("\n## " + version));
  EXPECT_EQ(
      0, assay({"check", "reference", "--filter", "neg:value", "--out", "out"})
             .code);
  const std::string records = text_of(folder_ / "out/records.jsonl");
  const auto head =
      nlohmann::json::parse(records.substr(0, records.find('\n')));
  EXPECT_EQ(version, head["suite_version"]);
  EXPECT_EQ(version, head["subject_version"]);
}

}  // namespace
}  // namespace assay
