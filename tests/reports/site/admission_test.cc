// Tests which runs enter a site.
#include "reports/site/admission.h"

#include <gtest/gtest.h>

#include "tests/reports/site/site_runs.h"

namespace assay {
namespace {

const SiteColumn kColumn = {"quick", std::string(kSuiteVersion)};

TEST(Admission, AWholeRunEnters) {
  EXPECT_EQ("", why_not_admitted(mixed_run(), kColumn));
}

TEST(Admission, ARunOfAnotherLevelOrSuiteDoesNot) {
  EXPECT_EQ("was judged at level quick; expected deep",
            why_not_admitted(mixed_run(), {"deep", kColumn.suite_version}));
  EXPECT_TRUE(contains(why_not_admitted(mixed_run(), {"quick", "9.9"}),
                       "; expected 9.9"));
}

TEST(Admission, APartOfARunDoesNot) {
  ReportedRun run = mixed_run();
  run.run.filter = "sort";
  EXPECT_TRUE(contains(why_not_admitted(run, kColumn), "--filter sort"));
  run = mixed_run();
  run.run.shard_count = 2;
  EXPECT_TRUE(contains(why_not_admitted(run, kColumn), "shards"));
  run = mixed_run();
  run.partial = true;
  EXPECT_TRUE(contains(why_not_admitted(run, kColumn), "interrupted"));
  run = mixed_run();
  run.records.pop_back();
  EXPECT_TRUE(contains(why_not_admitted(run, kColumn), "have no result"));
}

TEST(Admission, ARunWhoseControlsWereNotCaughtDoesNot) {
  ReportedRun run = mixed_run();
  run.run.controls.add("exact", false, "one that was missed");
  EXPECT_TRUE(contains(why_not_admitted(run, kColumn), "is void"));
  run = mixed_run();
  run.run.controls = {};
  EXPECT_TRUE(contains(why_not_admitted(run, kColumn), "no live controls"));
}

TEST(Admission, ARunThatHidesFailuresDoesNot) {
  for (const Verdict verdict : {Verdict::kExpectedFailure, Verdict::kFlaky}) {
    ReportedRun run = mixed_run();
    run.records[0].verdict = verdict;
    EXPECT_EQ("hides 1 failures by --expect; expected a run without it",
              why_not_admitted(run, kColumn));
  }
}

TEST(Admission, CountsMayNotFall) {
  const PublishedRun before = version_of("mine", "1");
  PublishedRun run = version_of("mine", "2");
  EXPECT_EQ("", why_fallen(run, before));
  run.sets["nx"][0] =
      0;  // fewer cells are proven: that is for the site to show
  EXPECT_EQ("", why_fallen(run, before));
  run.sets["nx"][1] = 11;
  EXPECT_EQ("claims 11 cells of nx; version 1 claims 12",
            why_fallen(run, before));
  run.sets.clear();
  EXPECT_TRUE(contains(why_fallen(run, before), "lacks op set nx"));
  run = version_of("mine", "2");
  run.cases[0] = 4;
  EXPECT_EQ("has 4 cases; version 1 has 5", why_fallen(run, before));
}

}  // namespace
}  // namespace assay
