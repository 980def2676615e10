// Tests the files of a site, and that a site can be read again.
#include "reports/site/site_files.h"

#include <gtest/gtest.h>

#include <map>

#include "reports/site/site_index.h"
#include "reports/site/site_script.h"
#include "tests/reports/site/site_runs.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Site small_site() {
  std::vector<std::string> left_out;
  PublishedRun other = version_of("other lib", "1");
  other.profile = "torch";
  Site site{.column = {"quick", std::string(kSuiteVersion)},
            .subjects = *site_subjects({{version_of("mine", "2"), "a"},
                                        {version_of("mine", "1"), "b"},
                                        {other, "c"}},
                                       {}, left_out),
            .benches = {},
            .left_out = {"d: was judged at level deep; expected quick"}};
  BenchRun bench;
  bench.subjects = {"mine"};
  bench.peers = {"numpy", "torch"};
  add_bench(site.benches, bench);
  return site;
}

std::map<std::string, std::string> files_of(const Site& site) {
  std::map<std::string, std::string> files;
  for (SiteFile& file : site_files(site))
    EXPECT_TRUE(files.emplace(file.path, std::move(file.text)).second);
  return files;
}

SiteReader reader_of(const std::map<std::string, std::string>& files) {
  return [&](const std::string& path) -> Result<std::string> {
    const auto file = files.find(path);
    if (file == files.end()) return Status::invalid(path + " is not there");
    return file->second;
  };
}

TEST(SiteFiles, HasAFileForEachPart) {
  const auto files = files_of(small_site());
  std::vector<std::string> paths;
  for (const auto& [path, text] : files) paths.push_back(path);
  EXPECT_EQ((std::vector<std::string>{
                "badges/mine-nx.json", "badges/mine-nx.svg",
                "badges/other-lib-nx.json", "badges/other-lib-nx.svg",
                "data/bench/0.js", "data/contract.js", "data/history/mine.js",
                "data/index.js", "data/subjects/mine.js",
                "data/subjects/other-lib.js", "index.html"}),
            paths);
  EXPECT_TRUE(files.at("index.html").starts_with("<!doctype html>"));
}

TEST(SiteFiles, AReadSiteIsWrittenAsItWas) {
  const auto files = files_of(small_site());
  auto site = read_site(reader_of(files));
  ASSERT_TRUE(site) << site.status().message;
  EXPECT_TRUE(site->left_out.empty());  // that is about its own sources
  site->left_out = small_site().left_out;
  EXPECT_EQ(files, files_of(*site));
}

TEST(SiteFiles, ABrokenSiteIsNamedByItsFile) {
  const auto whole = files_of(small_site());
  for (const auto& [path, text] : whole) {
    if (!path.starts_with("data/") || path == "data/contract.js") continue;
    for (const bool is_there : {false, true}) {
      auto files = whole;
      if (is_there)
        files[path] = text.substr(0, text.size() / 2);
      else
        files.erase(path);
      const auto site = read_site(reader_of(files));
      ASSERT_FALSE(site) << path;
      EXPECT_TRUE(site.status().message.starts_with(path))
          << site.status().message;
    }
  }
  auto files = whole;
  files["data/subjects/mine.js"] = site_script("subjects/mine", Json::object());
  EXPECT_TRUE(contains(read_site(reader_of(files)).status().message,
                       "expected one that `assay publish` wrote"));
}

TEST(SiteIndex, RowsHaveTheirNeeds) {
  const Json index = index_json(small_site());
  const Json& rows = index["rows"];
  const auto add = std::find_if(rows.begin(), rows.end(), [](const Json& row) {
    return row[0] == "add";
  });
  ASSERT_NE(rows.end(), add);
  EXPECT_EQ("elementwise", (*add)[1]);
  EXPECT_EQ("nx", (*add)[3]);
  const std::string needs = (*add)[2];
  ASSERT_EQ(index["dtypes"].size(), needs.size());
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (index["dtypes"][i] == "bool") {
      EXPECT_EQ('.', needs[i]);
    }
    if (index["dtypes"][i] == "float32") {
      EXPECT_EQ('r', needs[i]);
    }
  }
  EXPECT_EQ("nx", index["sets"][0]["name"]);
  EXPECT_EQ("elementwise", index["sets"][0]["families"][0]);
  EXPECT_EQ(2, index["subjects"][0]["versions"]);
  EXPECT_EQ("mine against numpy, torch", index["benches"][0]["title"]);
}

TEST(SiteIndex, ProfilesSayWhatTheyChangeAndLeaveOpen) {
  const Json contract = contract_json(small_site());
  EXPECT_EQ("D", contract["clauses"]["add.value"][0]);
  EXPECT_EQ("out[i] = a[i] + b[i]", contract["formulas"]["add"]);
  const Json& torch = contract["profiles"]["torch"];
  EXPECT_TRUE(torch["texts"].contains("round.half"));
  EXPECT_FALSE(contract["profiles"]["nx"]["texts"].contains("round.half"));
  EXPECT_TRUE(contract["profiles"]["nx"]["values"].empty());
  EXPECT_FALSE(contract["profiles"]["nx"]["open"].empty());
}

TEST(SiteIndex, TwoProfilesOfOneNameAreToldApart) {
  Site site = small_site();
  for (SiteSubject& subject : site.subjects)
    subject.versions.front().profile = "own";
  site.subjects[0].versions.front().profile_values =
      PolicyValues{{"mod.sign", "divisor"}};
  site.subjects[1].versions.front().profile_values =
      PolicyValues{{"round.half", "even"}};
  const Json index = index_json(site);
  EXPECT_EQ("own", index["subjects"][0]["profile"]);
  EXPECT_EQ("own (other lib)", index["subjects"][1]["profile"]);
  const Json contract = contract_json(site);
  EXPECT_EQ(Json::array({"mod.sign=divisor"}),
            contract["profiles"]["own"]["values"]);
  EXPECT_EQ(Json::array({"round.half=even"}),
            contract["profiles"]["own (other lib)"]["values"]);
}

}  // namespace
}  // namespace assay
