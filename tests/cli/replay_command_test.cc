// Tests `assay replay`: the verdict of a case file, and files that are not case
// files.
#include <nlohmann/json.hpp>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

class ReplayCommand : public CommandRun {
 protected:
  // Lets the confused adapter fail, and returns the path of the case file.
  std::string failing_case() {
    const Ran ran = assay({"check", confused(), "--filter",
                           "neg:value:dtype=float32", "--out", "out"});
    EXPECT_EQ(1, ran.code) << ran.out << ran.err;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_ / "out/cases"))
      return entry.path().string();
    ADD_FAILURE() << "no case file was written";
    return "";
  }

  // Writes a file and replays it.
  Ran replay_text(const std::string& text) {
    std::ofstream(folder_ / "case.json") << text;
    return assay({"replay", "case.json", "reference"});
  }
};

TEST_F(ReplayCommand, GivesTheVerdictAgain) {
  const std::string file = failing_case();
  const Ran wrong = assay({"replay", file, confused()});
  EXPECT_EQ(1, wrong.code) << wrong.err;
  EXPECT_EQ("", wrong.err);
  EXPECT_TRUE(contains(wrong.out, "neg.value\n  [")) << wrong.out;
  EXPECT_TRUE(contains(wrong.out, "\n      fail: ")) << wrong.out;
  EXPECT_TRUE(contains(wrong.out, "\n      expected ")) << wrong.out;
  EXPECT_TRUE(contains(wrong.out, "\nfail: 1 elements compared")) << wrong.out;
  const Ran right = assay({"replay", file, "reference"});
  EXPECT_EQ(0, right.code) << right.out << right.err;
  EXPECT_TRUE(contains(right.out, "\npass: ")) << right.out;
}

// The line that a report prints is the line that repeats the failure.
TEST_F(ReplayCommand, IsWhatTheReportPrints) {
  const Ran check = assay({"check", confused(), "--filter",
                           "neg:value:dtype=float32", "--out", "it's here"});
  const std::string label = "replay:  ";
  const std::size_t at = check.out.find(label);
  ASSERT_NE(std::string::npos, at) << check.out;
  const std::size_t from = at + label.size();
  const std::string line =
      check.out.substr(from, check.out.find('\n', from) - from);
  const Ran again = shell(line);
  EXPECT_EQ(1, again.code) << line << "\n" << again.err;
  EXPECT_TRUE(contains(again.out, "\nfail: ")) << again.out;
}

TEST_F(ReplayCommand, NeedsASubjectThatStarts) {
  const std::string file = failing_case();
  expect_complaint(assay({"replay", file, "nosuch"}), 2,
                   "there is no subject \"nosuch\"");
  expect_complaint(assay({"replay", file, broken("exits_at_hello")}), 4,
                   "exited with code 3");
  const Ran unclaimed = assay({"replay", file, broken("hangs")});
  EXPECT_EQ(5, unclaimed.code) << unclaimed.err;
  EXPECT_TRUE(contains(unclaimed.out, "unsupported: ")) << unclaimed.out;
}

TEST_F(ReplayCommand, NeedsAFile) {
  expect_complaint(assay({"replay", "missing.json", "reference"}), 2,
                   "missing.json: No such file");
  expect_complaint(assay({"replay", ".", "reference"}), 2,
                   "contains no case file");
  expect_complaint(assay({"replay", "/dev/null", "reference"}), 2, "/dev/null");
  std::ofstream(folder_ / "huge.json").seekp(std::int64_t{17} << 20) << "x";
  expect_complaint(assay({"replay", "huge.json", "reference"}), 2,
                   "expected at most");
}

TEST_F(ReplayCommand, RefusesWhatIsNoCase) {
  for (const char* text :
       {"", "x", "[]", "{}", "null", "{\"format\": 1}", "{\"format\": 2}",
        "\"\xff\"", "{\"format\": 1, \"id\": 3}"}) {
    SCOPED_TRACE(text);
    expect_complaint(replay_text(text), 2, "case.json: ");
  }
  std::string deep = "{\"format\":1,\"tensors\":";
  deep.append(100000, '[');
  expect_complaint(replay_text(deep), 2, "case.json: ");
}

TEST_F(ReplayCommand, RefusesATruncatedCase) {
  const std::string whole = text_of(failing_case());
  ASSERT_LT(100u, whole.size());
  for (std::size_t size = 1; size + 3 < whole.size();
       size += whole.size() / 12) {
    SCOPED_TRACE(size);
    expect_complaint(replay_text(whole.substr(0, size)), 2, "case.json: ");
  }
}

// A case file with one thing changed, each a contradiction.
TEST_F(ReplayCommand, RefusesACaseThatContradictsItself) {
  const Json whole = Json::parse(text_of(failing_case()));
  const auto changed = [&](const std::string& pointer, Json value) {
    Json other = whole;
    other[Json::json_pointer(pointer)] = std::move(value);
    return other.dump();
  };
  ASSERT_EQ(0, replay_text(whole.dump()).code);
  const std::string tensor = "/tensors/" + whole["tensors"].begin().key();
  const std::pair<std::string, Json> changes[] = {
      {"/format", 4},
      {"/format", "1"},
      {"/clause", "add.nonsense"},
      {"/profile", "nix"},
      {"/steps/0/op", "adn"},
      {"/steps/0/operands/0", "nobody"},
      {"/steps/0/outs/0", "nobody"},
      {"/steps/0/status", "fine"},
      {"/steps", Json::array()},
      {"/steps/0/operands", Json::array()},
      {"/expect/0/tensor", "nobody"},
      {"/expect/0/values", Json::array({"inf", "inf"})},
      {tensor + "/dtype", "float12"},
      {tensor + "/dtype", "bool"},
      {tensor + "/shape", {-1}},
      {tensor + "/shape", {9999}},
      {tensor + "/shape", {std::int64_t{1} << 40, std::int64_t{1} << 40}},
      {tensor + "/offset", 9999},
      {tensor + "/offset", -1},
      {tensor + "/storage", Json::array({"five"})},
      {tensor + "/storage", Json::array()},
  };
  for (const auto& [pointer, value] : changes) {
    SCOPED_TRACE(pointer + " = " + value.dump());
    const Ran ran = replay_text(changed(pointer, value));
    expect_complaint(ran, 2, "case.json: ");
  }
}

}  // namespace
}  // namespace assay
