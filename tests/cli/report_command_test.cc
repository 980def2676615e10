// Tests `assay report` and the further output of check: the page, and the text
// for GitHub Actions.
#include <nlohmann/json.hpp>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class ReportCommand : public CommandRun {
 protected:
  // Makes two runs in folders: one that conforms and one that does not.
  void make_runs() const {
    ASSERT_EQ(0, assay({"check", "reference", "--filter", "neg:value", "--out",
                        "good"})
                     .code);
    ASSERT_EQ(
        1, assay({"check", confused(), "--filter", "neg:value", "--out", "bad"})
               .code);
  }
  // The model that a page holds; null if it holds none.
  nlohmann::json model_of(const std::string& file) const {
    const std::string page = text_of(folder_ / file);
    const std::string open = "<script type=\"application/json\" id=\"model\">";
    const std::size_t from = page.find(open) + open.size();
    const std::size_t to = page.find("</script>", from);
    return nlohmann::json::parse(page.substr(from, to - from), nullptr, false);
  }
};

TEST_F(ReportCommand, ACheckWritesAPageBesideItsRecords) {
  make_runs();
  const auto good = model_of("good/report.html");
  ASSERT_TRUE(good.is_object());
  EXPECT_TRUE(good["runs"][0]["conforms"]);
  EXPECT_TRUE(good["runs"][0]["cases"].empty());
  const auto bad = model_of("bad/report.html")["runs"][0];
  EXPECT_FALSE(bad["conforms"]);
  ASSERT_FALSE(bad["cases"].empty());
  // The case file is in the page, and the command names it.
  const auto& shown = bad["cases"][0];
  const std::string file = shown["file"];
  EXPECT_EQ(text_of(folder_ / file), shown["text"]);
  EXPECT_TRUE(contains(shown["replay"], " replay " + file)) << shown["replay"];
  EXPECT_EQ(1, shell(shown["replay"].get<std::string>()).code);
}

TEST_F(ReportCommand, ShowsOpsThatAreNotClaimedWhereAsked) {
  const std::vector<std::string> check = {
      "check", confused(), "--filter", "neg:value,sort:value", "--out", "some"};
  const Ran ran = assay(check);
  EXPECT_TRUE(contains(ran.out, "\nneg   ")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "\nsort   ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " not shown, because nothing of ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, " selected of ")) << ran.out;
  std::vector<std::string> all = check;
  all.push_back("--all");
  for (const Ran& whole : {assay(all), assay({"report", "some", "--all"})}) {
    EXPECT_TRUE(contains(whole.out, "\nsort   ")) << whole.out;
    EXPECT_FALSE(contains(whole.out, "not shown")) << whole.out;
  }
}

TEST_F(ReportCommand, ACheckWritesThePageThatIsAskedFor) {
  EXPECT_EQ(0, assay({"check", "reference", "--filter", "neg:value", "--out",
                      "good", "--html", "pages/one.html"})
                   .code);
  EXPECT_EQ(text_of(folder_ / "good/report.html"),
            text_of(folder_ / "pages/one.html"));
  expect_complaint(assay({"check", "reference", "--html", "/dev/null/x"}), 2,
                   "/dev/null/x cannot be written");
}

// A control that was not caught voids the run wherever its records are read; so
// do records without any.
TEST_F(ReportCommand, ARunWhoseControlsWereNotCaughtIsVoid) {
  make_runs();
  const std::string records = text_of(folder_ / "good/records.jsonl");
  auto head =
      nlohmann::ordered_json::parse(records.substr(0, records.find('\n')));
  const std::string rest = records.substr(records.find('\n'));
  EXPECT_LT(0, head["controls"]["made"]);
  EXPECT_EQ(head["controls"]["made"], head["controls"]["caught"]);
  const auto expect_void = [&](const std::string& sentence) {
    std::ofstream(folder_ / "void.jsonl") << head.dump() << rest;
    const Ran report = assay(
        {"report", "void.jsonl", "--html", "void.html", "--junit", "void.xml"});
    EXPECT_EQ(3, report.code);
    EXPECT_TRUE(contains(report.err, "the run is void")) << report.err;
    EXPECT_TRUE(contains(report.out, sentence)) << report.out;
    const Ran merged = assay({"merge", "void.jsonl", "--out", "merged"});
    EXPECT_EQ(3, merged.code);
    EXPECT_TRUE(contains(merged.err, sentence)) << merged.err;
    const auto model = model_of("void.html")["runs"][0];
    EXPECT_FALSE(model["conforms"]);
    EXPECT_TRUE(contains(model["gaps"][0], sentence));
    EXPECT_TRUE(contains(text_of(folder_ / "void.xml"), sentence));
    std::filesystem::remove_all(folder_ / "merged");
  };
  EXPECT_EQ(0, assay({"report", "good/records.jsonl"}).code);
  head["controls"]["caught"] = head["controls"]["made"].get<int>() - 1;
  head["controls"]["missed"] = "a case: a NaN was put";
  expect_void("a NaN was put");
  head["controls"] = {
      {"made", 0}, {"caught", 0}, {"classes", nlohmann::json::object()}};
  expect_void("no live controls");
}

TEST_F(ReportCommand, DrawsFromRecordsWhatTheCheckDrew) {
  make_runs();
  const Ran good = assay(
      {"report", "good/records.jsonl", "--html", "g.html", "--junit", "g.xml"});
  EXPECT_EQ(0, good.code) << good.err;
  EXPECT_EQ(text_of(folder_ / "good/report.txt"), good.out);
  EXPECT_EQ(model_of("good/report.html"), model_of("g.html"));
  EXPECT_TRUE(contains(text_of(folder_ / "g.xml"), "<testsuite name="));
  const Ran bad = assay({"report", "bad", "--html", "b.html"});
  EXPECT_EQ(1, bad.code);
  EXPECT_EQ(text_of(folder_ / "bad/report.txt"), bad.out);
  EXPECT_EQ(model_of("bad/report.html"), model_of("b.html"));
}

TEST_F(ReportCommand, SetsSeveralSubjectsSideBySide) {
  make_runs();
  const Ran both = assay({"report", "good", "bad", "--html", "both.html"});
  EXPECT_EQ(1, both.code);
  EXPECT_EQ(2u, model_of("both.html")["runs"].size());
  expect_complaint(assay({"report", "good", "bad", "--junit", "both.xml"}), 2,
                   "takes the records of one run, but these are 2");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "both.xml"));
}

// A run that ended early has no verdict, whatever its cases say.
TEST_F(ReportCommand, SaysThatARunIsIncomplete) {
  make_runs();
  ASSERT_EQ(0, shell("head -n 3 good/records.jsonl > cut.jsonl.partial; "
                     "printf '{\"id\": \"torn' >> cut.jsonl.partial")
                   .code);
  const Ran cut = assay({"report", "cut.jsonl.partial", "--html", "cut.html"});
  EXPECT_EQ(3, cut.code) << cut.err;
  EXPECT_TRUE(contains(cut.out, "\nthe run is incomplete: ")) << cut.out;
  EXPECT_FALSE(contains(cut.out, "conforms to")) << cut.out;
  EXPECT_TRUE(cut.out.starts_with("incomplete: The run was interrupted"))
      << cut.out;
  EXPECT_TRUE(contains(cut.out, "planned cases have no result")) << cut.out;
  EXPECT_EQ(2u, model_of("cut.html")["runs"][0]["gaps"].size());
}

TEST_F(ReportCommand, RefusesWhatIsNoFileOfRecords) {
  make_runs();
  ASSERT_EQ(0, shell("echo '{}' > odd.jsonl; mkdir empty").code);
  for (const char* file : {"nosuch.jsonl", "odd.jsonl", "empty"}) {
    expect_complaint(assay({"report", file, "--html", "x.html"}), 2, file);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x.html"));
  }
  expect_complaint(assay({"report", "good", "--html", "/"}), 2,
                   "/ cannot be written");
  expect_complaint(assay({"report"}), 2, "RECORDS is required");
}

TEST_F(ReportCommand, TellsGithubActionsWhereThatRunsIt) {
  const std::string check =
      "\"$ASSAY\" check \"" + confused() + "\" --filter neg:value --out out";
  const Ran quiet = shell(
      "unset GITHUB_ACTIONS; export "
      "GITHUB_STEP_SUMMARY=sum.md; " +
      check);
  EXPECT_EQ(1, quiet.code) << quiet.err;
  EXPECT_FALSE(contains(quiet.out, "::error"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "sum.md"));
  const Ran ran = shell(
      "echo before > sum.md; export GITHUB_ACTIONS=true "
      "GITHUB_STEP_SUMMARY=sum.md; " +
      check);
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\n::error title=")) << ran.out;
  const std::string summary = text_of(folder_ / "sum.md");
  EXPECT_TRUE(summary.starts_with("before\n## ")) << summary;
  EXPECT_TRUE(contains(summary, "<code>neg.value</code>")) << summary;
  const Ran unwritable = shell(
      "export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=/dev/null/x; " + check);
  EXPECT_EQ(1, unwritable.code);
  EXPECT_TRUE(contains(unwritable.err, "/dev/null/x cannot be written"));
}

}  // namespace
}  // namespace assay
