// Tests `assay publish`: what enters a site, and what becomes of its folder.
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class PublishCommand : public CommandRun {
 protected:
  // Judges a subject at level quick. A run of every case takes too long here,
  // so the filter is taken out of the head afterwards.
  void check(const std::string& out, const std::string& version = "",
             const std::string& subject = confused()) const {
    const Ran ran =
        assay({"check", subject, "--filter", "neg,abs,exp", "--out", out});
    EXPECT_LE(ran.code, 1) << ran.err;
    shell("sed -i '1s/\"filter\":\"[^\"]*\"/\"filter\":\"\"/' " + out +
          "/records.jsonl");
    if (!version.empty())
      shell("sed -i '1s/\"subject_version\":\"[^\"]*\"/\"subject_version\":\"" +
            version + "\"/' " + out + "/records.jsonl");
  }
  std::vector<std::string> files(const std::string& folder) const {
    std::vector<std::string> paths;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(folder_ / folder))
      if (entry.is_regular_file())
        paths.push_back(
            std::filesystem::relative(entry.path(), folder_ / folder));
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  std::string text(const std::string& path) const {
    return text_of(folder_ / path);
  }
};

TEST_F(PublishCommand, WritesASiteOfNamedSubjects) {
  check("one");
  check("two", "2.0", "reference");
  const Ran ran = assay({"publish", "mine=one", "two", "--out", "site"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(
      ran.out.starts_with("site/index.html: 2 subjects with 2 versions"))
      << ran.out;
  EXPECT_EQ("", ran.err);
  EXPECT_EQ(
      (std::vector<std::string>{
          "badges/mine-nx.json", "badges/mine-nx.svg",
          "badges/reference-lax.json", "badges/reference-lax.svg",
          "badges/reference-nn.json", "badges/reference-nn.svg",
          "badges/reference-nx.json", "badges/reference-nx.svg",
          "badges/reference-protocol.json", "badges/reference-protocol.svg",
          "data/contract.js", "data/index.js", "data/subjects/mine.js",
          "data/subjects/reference.js", "index.html"}),
      files("site"));
  // The same runs give the same bytes, and replace the site.
  const std::string before = text("site/data/index.js");
  std::filesystem::create_directory(folder_ / "site/stale");
  EXPECT_EQ(0, assay({"publish", "two", "mine=one", "--out", "site/"}).code);
  EXPECT_EQ(before, text("site/data/index.js"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "site/stale"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "site.old"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "site.fresh"));
}

TEST_F(PublishCommand, KeepsEarlierVersionsOfASite) {
  check("one", "1.0");
  EXPECT_EQ(0, assay({"publish", "one", "--out", "site"}).code);
  check("two", "1.1");
  EXPECT_EQ(0, assay({"publish", "site", "two", "--out", "site"}).code);
  std::filesystem::remove_all(folder_ / "one");
  std::filesystem::remove_all(folder_ / "two");
  const Ran again = assay({"publish", "site", "--out", "copy"});
  EXPECT_EQ(0, again.code) << again.err;
  EXPECT_TRUE(contains(again.out, "1 subject with 2 versions")) << again.out;
  for (const std::string& file : files("site"))
    EXPECT_EQ(text("site/" + file), text("copy/" + file)) << file;
}

TEST_F(PublishCommand, SaysWhyARunIsLeftOut) {
  check("one");
  const Ran part =
      assay({"check", "reference", "--filter", "neg", "--out", "part"});
  EXPECT_EQ(0, part.code);
  const Ran ran = assay({"publish", "one", "part", "--out", "site"});
  EXPECT_EQ(1, ran.code);
  EXPECT_EQ(
      "left out: part: has only the cases of --filter neg; expected all of "
      "them\n",
      ran.err);
  EXPECT_TRUE(contains(text("site/data/index.js"), "part: has only"));
  const Ran none = assay({"publish", "part", "--out", "other"});
  EXPECT_EQ(5, none.code);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other"));
  const Ran deep =
      assay({"publish", "one", "site", "--level", "deep", "--out", "deep"});
  EXPECT_EQ(5, deep.code);
  EXPECT_TRUE(contains(deep.err, "one: was judged at level quick")) << deep.err;
  EXPECT_TRUE(contains(deep.err, "site: is a site of level quick")) << deep.err;
}

TEST_F(PublishCommand, JoinsShardsOfOneRun) {
  for (const char* index : {"1", "2"}) {
    assay({"check", confused(), "--filter", "neg,abs", "--shard",
           std::string(index) + "/2", "--out", index});
    shell("sed -i '1s/\"filter\":\"[^\"]*\"/\"filter\":\"\"/' " +
          std::string(index) + "/records.jsonl");
  }
  const Ran ran = assay({"publish", "2", "1", "--out", "site"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "1 subject with 1 version"));
  EXPECT_EQ(5, assay({"publish", "2", "--out", "half"}).code);
}

TEST_F(PublishCommand, SweepsGiveErrorsOverEveryInput) {
  check("run", "", "reference");
  const auto sweep = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"sweep", "reference", "--op", "exp", "--dtype"});
    EXPECT_EQ(0, assay(more).code);
  };
  sweep({"float16", "--out", "exp.jsonl"});
  const Ran ran = assay({"publish", "run", "exp.jsonl", "--out", "site"});
  EXPECT_EQ(0, ran.code) << ran.err;
  // The dtype, and the bound of results that are all correctly rounded.
  EXPECT_TRUE(contains(text("site/data/subjects/reference.js"),
                       ",0,0.5,\"\",65536,0]\n]"))
      << text("site/data/subjects/reference.js").substr(0, 400);
  sweep({"float32", "--blocks", "1016-1016", "--out", "part.jsonl"});
  const Ran part = assay(
      {"publish", "run", "part.jsonl", "else=exp.jsonl", "--out", "site"});
  EXPECT_EQ(1, part.code);
  EXPECT_TRUE(
      contains(part.err, "part.jsonl: has 1048576 of 4294967296 inputs"))
      << part.err;
  EXPECT_TRUE(contains(part.err, "exp.jsonl: is a sweep of else ")) << part.err;
}

TEST_F(PublishCommand, NeverReplacesAFolderThatIsNoSite) {
  check("one");
  std::filesystem::create_directory(folder_ / "precious");
  std::ofstream(folder_ / "precious/file") << "kept";
  const Ran ran = assay({"publish", "one", "--out", "precious"});
  expect_complaint(ran, 2,
                   "precious is not empty and contains no data/index.js; "
                   "expected an empty folder or an earlier site");
  EXPECT_EQ("kept", text("precious/file"));
  expect_complaint(assay({"publish", "one", "--out", "one/records.jsonl"}), 2,
                   "one/records.jsonl cannot be written: Not a directory");
}

TEST_F(PublishCommand, BadSourcesAreNamed) {
  check("one");
  expect_complaint(assay({"publish", "one", "none", "--out", "site"}), 2,
                   "none");
  expect_complaint(assay({"publish", "one", "one", "--out", "site"}), 2,
                   "one and one are both runs of ");
  EXPECT_EQ(0, assay({"publish", "one", "--out", "site"}).code);
  std::ofstream(folder_ / "site/data/index.js") << "assayData(\"index\", 3);\n";
  expect_complaint(
      assay({"publish", "site", "--out", "other"}), 2,
      "site: data/index.js: it is not a data file of this version");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other"));
}

}  // namespace
}  // namespace assay
