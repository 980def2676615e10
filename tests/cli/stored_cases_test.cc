// Tests `assay vectors`, `assay replay` of many cases, and `assay promote`.
#include <nlohmann/json.hpp>

#include "spec/built_in_profiles.h"
#include "tests/cli/command_run.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const std::string kVectors = ASSAY_SOURCE_DIR "/conformance/vectors";
const std::string kNumpy =
    "exec:/usr/bin/python3 " ASSAY_SOURCE_DIR "/adapters/numpy/backend.py";

class StoredCasesCommand : public CommandRun {
 protected:
  // Lets the confused adapter fail, and returns the path of the case file.
  std::string failing_case() {
    const Ran ran = assay({"check", confused(), "--filter",
                           "neg:value:dtype=float32", "--out", "out"});
    EXPECT_EQ(1, ran.code) << ran.out << ran.err;
    for (const auto& entry : fs::directory_iterator(folder_ / "out/cases"))
      return entry.path().string();
    ADD_FAILURE() << "no case file was written";
    return "";
  }
};

TEST_F(StoredCasesCommand, ReferencePassesEveryVectorAndRegression) {
  const Ran all = assay({"replay", kVectors, "reference", "--robustness"});
  EXPECT_EQ(0, all.code) << all.out << all.err;
  EXPECT_TRUE(contains(all.out, " 0 failed, 0 unsupported")) << all.out;
  EXPECT_FALSE(contains(all.out, "left out")) << all.out;
  const Ran regressions = assay(
      {"replay", ASSAY_SOURCE_DIR "/conformance/regressions", "reference"});
  EXPECT_EQ(0, regressions.code) << regressions.out << regressions.err;
}

TEST_F(StoredCasesCommand, NumpyGivesItsKnownFindings) {
  if (shell("/usr/bin/python3 -c 'import numpy'").code != 0)
    GTEST_SKIP() << "python3-numpy is not installed";
  const Ran ran = assay({"replay", kVectors, kNumpy});
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_EQ("", ran.err);
  for (const char* finding :
       {"fail: elementwise/round:half:", "fail: elementwise/div:truncate:",
        "wrong_metadata: linalg/svd:float64:",
        "401 cases about views were left out",
        "calls that break preconditions were left out"})
    EXPECT_TRUE(contains(ran.out, finding)) << finding;
  EXPECT_FALSE(contains(ran.out, "elementwise/add:")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "crashed")) << ran.out;
}

TEST_F(StoredCasesCommand, ACorruptedVectorFails) {
  Json file = Json::parse(text_of(kVectors + "/elementwise/neg.json"));
  std::ofstream(folder_ / "neg.json") << file.dump();
  EXPECT_EQ(0, assay({"replay", "neg.json", "reference"}).code);
  for (Json& test_case : file["cases"])
    if (contains(test_case["id"], "dtype=int32,")) {
      test_case["expect"][0]["values"][0] = "77";
      break;
    }
  std::ofstream(folder_ / "neg.json") << file.dump();
  const Ran ran = assay({"replay", "neg.json", "reference"});
  EXPECT_EQ(1, ran.code) << ran.out;
  EXPECT_TRUE(contains(ran.out, ", 1 failed, ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "in neg.json")) << ran.out;
}

TEST_F(StoredCasesCommand, NeedsCases) {
  fs::create_directory(folder_ / "empty");
  expect_complaint(assay({"replay", "empty", "reference"}), 2,
                   "empty contains no case file");
  for (const auto& [text, complaint] :
       {std::pair{R"({"cases": []})", "\"format\" is null, expected 1"},
        std::pair{R"({"format": 2, "cases": []})", "\"format\" is 2"},
        std::pair{R"({"format": 1, "cases": []})", "is not a list of cases"},
        std::pair{R"({"format": 1, "cases": [3]})", "cases[0]: "}}) {
    std::ofstream(folder_ / "bad.json") << text;
    expect_complaint(assay({"replay", "bad.json", "reference"}), 2, complaint);
  }
}

// This also checks that the cases of a run do not depend on the compiler.
// scripts/generate_vectors.sh --check compares all files with the stored ones.
TEST_F(StoredCasesCommand, VectorsAreWrittenAsTheyAreStored) {
  const Ran ran = assay({"vectors", "--out", "here", "--filter",
                         "pow,reduce_sum,sort,pad,gather,matmul,rfft,qr"});
  ASSERT_EQ(0, ran.code) << ran.err;
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "here")) {
    const fs::path& path = entry.path();
    if (!entry.is_regular_file()) continue;
    ++files;
    const fs::path stored =
        fs::path(kVectors) / fs::relative(path, folder_ / "here");
    EXPECT_TRUE(text_of(path) == text_of(stored))
        << stored << " is stale: run scripts/generate_vectors.sh";
  }
  EXPECT_EQ(8, files);
  EXPECT_TRUE(ran.out.starts_with("8 files, ")) << ran.out;
  expect_complaint(assay({"vectors", "--out", "here", "--filter", "nothing"}),
                   2, "nothing");
}

TEST_F(StoredCasesCommand, VectorsNeedAFolder) {
  expect_complaint(assay({"vectors", "--out", "/dev/null"}), 2,
                   "cannot be written");
}

TEST_F(StoredCasesCommand, PromotesACaseOnce) {
  const std::string file = failing_case();
  fs::create_directory(folder_ / "kept");
  const Ran ran = assay(
      {"promote", file, "--note", "neg of it is \"wrong\"", "--to", "kept"});
  ASSERT_EQ(0, ran.code) << ran.err;
  const std::string path = ran.out.substr(0, ran.out.find('\n'));
  EXPECT_TRUE(path.starts_with("kept/elementwise/neg.value.")) << path;
  const Json kept = Json::parse(text_of(folder_ / path));
  EXPECT_EQ(kept["op"], "neg");
  EXPECT_EQ(kept["provenance"]["note"], "neg of it is \"wrong\"");
  EXPECT_FALSE(kept["provenance"]["found_in"].get<std::string>().empty());
  EXPECT_EQ(kept["cases"].size(), 1u);
  EXPECT_EQ(1, assay({"replay", "kept", confused()}).code);
  EXPECT_EQ(0, assay({"replay", "kept", "reference"}).code);
  // Promoting it again, and under another id, is refused.
  expect_complaint(assay({"promote", file, "--to", "kept"}), 2,
                   "is already stored as the regression");
  Json renamed = Json::parse(text_of(file));
  renamed["id"] = "elementwise/neg:value:case=99";
  std::ofstream(folder_ / "renamed.json") << renamed.dump();
  expect_complaint(assay({"promote", "renamed.json", "--to", "kept"}), 2,
                   "is already stored as the regression");
}

TEST_F(StoredCasesCommand, PromotesNothingThatIsWrong) {
  const std::string file = failing_case();
  expect_complaint(assay({"promote", file}), 2,
                   "there is no folder conformance/regressions");
  fs::create_directory(folder_ / "kept");
  Json wrong = Json::parse(text_of(file));
  wrong["expect"][0]["values"][0] = "0x1.8p+100";
  wrong["expect"][0]["judge"] = {{"class", "exact"}};
  std::ofstream(folder_ / "wrong.json") << wrong.dump();
  expect_complaint(assay({"promote", "wrong.json", "--to", "kept"}), 2,
                   "the reference does not pass this case");
  EXPECT_TRUE(fs::is_empty(folder_ / "kept"));
}

}  // namespace
}  // namespace assay
