// Tests profiles from files with the real command. They give the verdicts of a
// built-in profile with the same values, and records and cases work without
// the file.
#include <nlohmann/json.hpp>

#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"
#include "tests/cli/command_run.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

class ProfileCommand : public CommandRun {
 protected:
  // Writes a profile file based on nx.
  void write(const std::string& file, const std::string& name,
             const PolicyValues& values) const {
    const Json json = {{"format", 1}, {"name", name}, {"values", values}};
    std::ofstream(folder_ / file) << json.dump(2) << '\n';
  }
  // The reference as a plugin, which follows nx whatever the profile is.
  static std::string plugin() {
    return std::filesystem::path(ASSAY_COMMAND).parent_path() /
           "libassay_reference.so";
  }
  Ran check(const std::string& subject, const std::string& profile,
            const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"check", subject, "--profile", profile,
                                      "--out", out,     "--filter",  kCases};
    words.insert(words.end(), more.begin(), more.end());
    return assay(std::move(words));
  }
  // The lines of a run's records, from the second one on.
  std::string cases(const std::string& out) const {
    const std::string text = text_of(folder_ / out / "records.jsonl");
    return text.substr(text.find('\n'));
  }
  Json head(const std::string& out) const {
    std::ifstream file(folder_ / out / "records.jsonl");
    std::string line;
    std::getline(file, line);
    return Json::parse(line);
  }
  void remove(const std::string& file) const {
    std::filesystem::remove(folder_ / file);
  }
  static constexpr const char* kCases =
      "mod:*:dtype=int32,mod:*:dtype=float32,flip:zero_copy,eig:*,"
      "sort:nan_last,sign:nan,gather:range,round:half";
};

TEST_F(ProfileCommand, JudgesAsTheBuiltInProfileWithTheSameValues) {
  write("as_torch.json", "as_torch", differing_values(kTorch));
  EXPECT_EQ(0, check("reference", "torch", "built_in").code);
  const Ran ran = check("reference", "as_torch.json", "file");
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "reference conforms to profile as_torch\n"));
  EXPECT_LT(10000u, cases("file").size());
  EXPECT_EQ(cases("built_in"), cases("file"));
  // A subject that follows nx differs from both alike.
  EXPECT_EQ(1, check(plugin(), "torch", "built_in_nx").code);
  EXPECT_EQ(1, check(plugin(), "as_torch.json", "file_nx").code);
  EXPECT_EQ(cases("built_in_nx"), cases("file_nx"));
  // Heads of built-in profiles have no values.
  EXPECT_FALSE(head("built_in").contains("profile_values"));
  EXPECT_EQ("as_torch", head("file")["profile"]);
  EXPECT_EQ(differing_values(kTorch),
            head("file")["profile_values"].get<PolicyValues>());
}

// A failing run prints what its profile demands, not what nx does.
TEST_F(ProfileCommand, PrintsClausesAsTheProfileReadsThem) {
  constexpr const char* kDivisor =
      "A remainder has the sign of the divisor, also where the signs differ. "
      "(mod.sign = divisor)";
  write("mine.json", "mine", {{"mod.sign", "divisor"}});
  for (const std::string profile : {"burn", "mine.json"}) {
    const Ran ran = check(plugin(), profile, "out_" + profile);
    EXPECT_TRUE(contains(ran.out, kDivisor)) << ran.out;
    const Ran report = assay({"report", "out_" + profile});
    EXPECT_TRUE(contains(report.out, kDivisor)) << report.out;
    const Ran replay =
        shell("$ASSAY replay $(ls out_" + profile +
              "/cases/*.mod.sign.*.json | head -n 1) " + plugin());
    EXPECT_TRUE(contains(replay.out, kDivisor)) << replay.out << replay.err;
    const Ran program = shell("$ASSAY export --python $(ls out_" + profile +
                              "/cases/*.mod.sign.*.json | head -n 1)");
    EXPECT_TRUE(contains(program.out, kDivisor)) << program.err;
  }
}

TEST_F(ProfileCommand, NeedsNoFileOnceTheRunIsRecorded) {
  write("mine.json", "mine", {{"mod.sign", "divisor"}});
  const Ran ran = check(plugin(), "./mine.json", "out");
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "does not conform to profile mine\n"));
  for (const char* shard : {"1", "2"})
    check(plugin(), "./mine.json", std::string("part") + shard,
          {"--shard", std::string(shard) + "/2"});
  remove("mine.json");
  std::string file;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder_ / "out/cases"))
    file = entry.path();
  ASSERT_NE("", file);
  const Json stored = Json::parse(text_of(file));
  EXPECT_EQ("mine", stored["profile"]);
  EXPECT_EQ((Json{{"mod.sign", "divisor"}}), stored["profile_values"]);
  const Ran replayed = assay({"replay", file, plugin()});
  EXPECT_EQ(1, replayed.code) << replayed.err;
  EXPECT_EQ(0, assay({"replay", file, "reference"}).code);
  EXPECT_EQ(1, assay({"replay", "out/cases", plugin()}).code);
  EXPECT_EQ(1, assay({"report", "out"}).code);
  EXPECT_EQ(0, assay({"diff", "out", "out"}).code);
  const Ran merged = assay({"merge", "part1", "part2", "--out", "whole"});
  EXPECT_EQ(1, merged.code) << merged.err;
  EXPECT_EQ("divisor", head("whole")["profile_values"]["mod.sign"]);
  EXPECT_EQ(0, assay({"baseline", "update", "whole", "--expect", "e"}).code);
  // Both the name and the path of the missing file resume the run.
  for (const char* profile : {"mine", "./mine.json"}) {
    const std::string before = cases("part1");
    const Ran resumed =
        check(plugin(), profile, "part1", {"--shard", "1/2", "--resume"});
    EXPECT_EQ(1, resumed.code) << resumed.err;
    EXPECT_EQ(before, cases("part1"));
    EXPECT_EQ("./mine.json", head("part1")["profile_file"]);
  }
  expect_complaint(check(plugin(), "mine", "new"), 2,
                   "there is no profile \"mine\"");
}

TEST_F(ProfileCommand, KeepsProfilesOfOneNameApart) {
  write("a.json", "mine", {{"mod.sign", "divisor"}});
  write("b.json", "mine", {{"mod.sign", "divisor"}, {"sign.nan", "zero"}});
  write("c.json", "mine", {{"mod.sign", "divisor"}});
  EXPECT_EQ(0, check("reference", "a.json", "a", {"--shard", "1/2"}).code);
  EXPECT_EQ(0, check("reference", "b.json", "b", {"--shard", "2/2"}).code);
  EXPECT_EQ(0, check("reference", "c.json", "c", {"--shard", "2/2"}).code);
  expect_complaint(
      assay({"merge", "a", "b"}), 2,
      "a/records.jsonl:1 and b/records.jsonl:1 are not shards of one run: "
      "\"sign.nan\" is \"nan\" and \"zero\"");
  expect_complaint(
      assay({"diff", "a", "b"}), 2,
      "the runs cannot be compared: the value of sign.nan in profile mine of "
      "the first is nan, that of the second is zero");
  expect_complaint(
      check("reference", "b.json", "a", {"--shard", "1/2", "--resume"}), 2,
      "its sign.nan is \"nan\", and that of this run is \"zero\"");
  // The file may have another name, if the profile is the same.
  EXPECT_EQ(0, assay({"merge", "a", "c"}).code);
  EXPECT_EQ(3, assay({"report", "a", "b"}).code);
}

TEST_F(ProfileCommand, WorksForFuzzAndSweep) {
  write("mine.json", "mine",
        {{"float.subnormal", "any"}, {"sign.nan", "zero"}});
  const Ran fuzz = assay({"fuzz", "reference", "--profile", "mine.json",
                          "--count", "20", "--out", "fuzz"});
  EXPECT_EQ(0, fuzz.code) << fuzz.err;
  const std::vector<std::string> words = {"sweep",     "reference", "--op",
                                          "sign",      "--dtype",   "float16",
                                          "--profile", "mine.json", "--out"};
  const auto sweep = [&](const std::string& out) {
    auto all = words;
    all.push_back(out);
    return assay(std::move(all));
  };
  const Ran first = sweep("first");
  EXPECT_EQ(0, first.code) << first.err;
  EXPECT_TRUE(contains(first.out, "against profile mine\n")) << first.out;
  const Json head =
      Json::parse(text_of(folder_ / "first")
                      .substr(0, text_of(folder_ / "first").find('\n')));
  EXPECT_EQ((Json{{"float.subnormal", "any"}, {"sign.nan", "zero"}}),
            head["profile_values"]);
  EXPECT_EQ(0, assay({"sweeps", "first", "--out", "copy"}).code);
  EXPECT_EQ(text_of(folder_ / "first"), text_of(folder_ / "copy"));
  // Another profile of the name is another sweep.
  write("mine.json", "mine", {{"sign.nan", "zero"}});
  EXPECT_EQ(0, sweep("second").code);
  expect_complaint(assay({"sweeps", "first", "second", "--out", "both"}), 2,
                   "contain 2 sweeps");
}

TEST_F(ProfileCommand, IsListedWithItsDifferencesFromNx) {
  const Ran ran = assay({"list", "profiles"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("nx: canonical")) << ran.out;
  for (const Profile* profile : kProfiles) {
    const auto values = differing_values(*profile);
    if (profile != &kNx) {
      EXPECT_TRUE(contains(ran.out, fmt::format("\n{}: nx except for {} axes\n",
                                                profile->name, values.size())));
    }
    for (const auto& [axis, value] : values)
      EXPECT_TRUE(contains(ran.out, fmt::format("\n  {} = {}", axis, value)));
  }
  EXPECT_TRUE(
      contains(ran.out, "  documentation: https://docs.jax.dev/en/latest/\n"));
  EXPECT_TRUE(contains(ran.out,
                       "  mod.sign = dividend (documented: "
                       "generated/torch.fmod.html: the sign of the dividend)"));
}

}  // namespace
}  // namespace assay
