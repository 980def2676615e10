// Tests how runs become subjects with versions.
#include "reports/site/site.h"

#include <gtest/gtest.h>

#include "tests/reports/site/site_runs.h"

namespace assay {
namespace {

EnteringRun entering(const std::string& name, const std::string& version,
                     bool is_stored = false) {
  return {version_of(name, version), name + "-" + version, is_stored};
}

TEST(Site, SortsSubjectsByNameAndVersions) {
  std::vector<std::string> left_out;
  const auto subjects = site_subjects(
      {entering("b", "1.9"), entering("a", "1"), entering("b", "1.10")}, {},
      left_out);
  ASSERT_TRUE(subjects);
  ASSERT_EQ(2u, subjects->size());
  EXPECT_EQ("a", (*subjects)[0].name);
  ASSERT_EQ(2u, (*subjects)[1].versions.size());
  EXPECT_EQ("1.10", (*subjects)[1].versions[0].version);
  EXPECT_EQ("1.9", (*subjects)[1].versions[1].version);
  EXPECT_TRUE(left_out.empty());
}

TEST(Site, LeavesOutAVersionThatClaimsLess) {
  EnteringRun fewer = entering("a", "2");
  fewer.run.sets["nx"][1] = 3;
  const std::vector<EnteringRun> runs = {entering("a", "1"), fewer,
                                         entering("a", "3")};
  std::vector<std::string> left_out;
  const auto subjects = site_subjects(runs, {}, left_out);
  ASSERT_TRUE(subjects);
  EXPECT_EQ(2u, (*subjects)[0].versions.size());
  ASSERT_EQ(1u, left_out.size());
  EXPECT_EQ(
      "a-2: version 2 of a claims 3 cells of nx; version 1 claims 12; expected "
      "as many, or --allow-fewer a",
      left_out[0]);
  left_out.clear();
  EXPECT_EQ(3u, (*site_subjects(runs, {"a"}, left_out))[0].versions.size());
  EXPECT_TRUE(left_out.empty());
}

TEST(Site, ANewRunReplacesAStoredOneOfItsVersion) {
  EnteringRun fresh = entering("a", "1");
  fresh.run.seed = "8";
  std::vector<std::string> left_out;
  for (const auto& runs : {std::vector{fresh, entering("a", "1", true)},
                           std::vector{entering("a", "1", true), fresh}}) {
    const auto subjects = site_subjects(runs, {}, left_out);
    ASSERT_TRUE(subjects);
    ASSERT_EQ(1u, (*subjects)[0].versions.size());
    EXPECT_EQ("8", (*subjects)[0].versions[0].seed);
  }
}

TEST(Site, TwoNewRunsOfAVersionAreAnError) {
  std::vector<std::string> left_out;
  EnteringRun second = entering("a", "1");
  second.place = "again";
  const auto subjects =
      site_subjects({entering("a", "1"), second}, {}, left_out);
  ASSERT_FALSE(subjects);
  EXPECT_EQ(
      "a-1 and again are both runs of a 1; expected one, or names that tell "
      "them apart, such as other=again",
      subjects.status().message);
}

TEST(Site, NamesOfFilesAreUniqueAndPlain) {
  std::vector<std::string> left_out;
  const auto subjects = site_subjects(
      {entering("My Lib", "1"), entering("my-lib", "1"), entering("../up", "1"),
       entering("", "1"), entering("\xc3\xa9", "1")},
      {}, left_out);
  ASSERT_TRUE(subjects);
  std::set<std::string> slugs;
  for (const SiteSubject& subject : *subjects) {
    EXPECT_TRUE(slugs.insert(subject.slug).second) << subject.slug;
    EXPECT_FALSE(subject.slug.empty());
    EXPECT_FALSE(subject.slug.starts_with("."));
    EXPECT_EQ(std::string::npos,
              subject.slug.find_first_not_of(
                  "abcdefghijklmnopqrstuvwxyz0123456789._-"));
  }
}

TEST(Site, ABenchReplacesAnEarlierOneOfTheSameContest) {
  BenchRun bench;
  bench.subjects = {"optimized"};
  bench.peers = {"numpy"};
  bench.rows = {{.id = "add", .op = "add", .seconds = 1, .peer_seconds = 2}};
  std::vector<nlohmann::ordered_json> benches;
  add_bench(benches, bench);
  bench.started_at = "later";
  add_bench(benches, bench);
  ASSERT_EQ(1u, benches.size());
  EXPECT_EQ("later", benches[0]["started_at"]);
  EXPECT_EQ("add", benches[0]["rows"][0][0]);
  EXPECT_EQ("measured", benches[0]["rows"][0][11]);
  bench.threads = 2;
  add_bench(benches, bench);
  EXPECT_EQ(2u, benches.size());
}

}  // namespace
}  // namespace assay
