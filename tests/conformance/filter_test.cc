// Tests filters against a table of ids that is written by hand.
#include "conformance/filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace assay {
namespace {

constexpr std::string_view kAdd =
    "elementwise/add:wrap:dtype=int32,layout=contiguous,case=0";
constexpr std::string_view kAddFlip =
    "elementwise/add:strided_operands:dtype=float32,layout=flip,case=2";
constexpr std::string_view kMax =
    "elementwise/max:nan:dtype=float32,layout=contiguous,case=0";
constexpr std::string_view kScanMax =
    "reduction/associative_scan:max:repeatable:dtype=bool,layout=contiguous,"
    "case=0";
constexpr std::string_view kSort =
    "sorting/sort:nan_last:dtype=float32,layout=contiguous,case=11";
constexpr std::string_view kSortDown =
    "sorting/sort:descending:nan_last:dtype=float32,layout=contiguous,case=1";
constexpr std::string_view kCast =
    "conversion/cast:value:dtype=int8,layout=contiguous,to=uint8,case=0";
constexpr std::string_view kIds[] = {kAdd,  kAddFlip,  kMax, kScanMax,
                                     kSort, kSortDown, kCast};

// The ids that a filter selects, in the order above.
std::vector<std::string_view> selected(std::string_view text) {
  const auto filter = Filter::parse(text);
  EXPECT_TRUE(filter.ok()) << text << ": " << filter.status().message;
  std::vector<std::string_view> ids;
  if (filter)
    for (std::string_view id : kIds)
      if (filter->selects(id)) ids.push_back(id);
  return ids;
}

using Ids = std::vector<std::string_view>;

TEST(Glob, MatchesTheWholeText) {
  struct Row {
    std::string_view glob, text;
    bool matches;
  };
  const Row rows[] = {
      {"", "", true},         {"", "a", false},
      {"*", "", true},        {"*", "abc", true},
      {"a", "a", true},       {"a", "ab", false},
      {"b", "ab", false},     {"?", "a", true},
      {"?", "", false},       {"?", "ab", false},
      {"a*c", "ac", true},    {"a*c", "abcbc", true},
      {"a*c", "abcb", false}, {"*ab", "aab", true},
      {"a**b", "ab", true},   {"*a*b*", "xxaxxbxx", true},
      {"*?", "", false},      {"f*8_e?m*", "float8_e4m3fn", true},
      {"*", "a*b", true},     {"a?b", "a*b", true},
  };
  for (const Row& row : rows)
    EXPECT_EQ(row.matches, glob_matches(row.glob, row.text))
        << row.glob << " on " << row.text;
}

// A backtracking matcher would take 2^30 steps.
TEST(Glob, TakesNoExponentialTime) {
  std::string glob, text(3000, 'a');
  for (int i = 0; i < 30; ++i) glob += "*a";
  EXPECT_FALSE(glob_matches(glob + "*b", text));
}

TEST(Filter, OfNothingSelectsEverything) {
  EXPECT_EQ(std::size(kIds), selected("").size());
  for (std::string_view id : kIds) EXPECT_TRUE(Filter().selects(id));
}

TEST(Filter, NamesAFamilyOrAnOp) {
  EXPECT_EQ((Ids{kAdd, kAddFlip, kMax}), selected("elementwise"));
  EXPECT_EQ((Ids{kAdd, kAddFlip}), selected("add"));
  EXPECT_EQ((Ids{kAdd, kAddFlip}), selected("elementwise/add"));
  EXPECT_EQ((Ids{}), selected("sorting/add"));
  EXPECT_EQ((Ids{kSort, kSortDown}), selected("s?rt"));
}

// "max" is an op, and a variant of associative_scan.
TEST(Filter, HasTheOpBehindTheFamily) {
  EXPECT_EQ((Ids{kMax}), selected("*/max"));
  EXPECT_EQ((Ids{kMax}), selected("max"));
  EXPECT_EQ((Ids{kScanMax}), selected("*/associative_scan:max"));
  EXPECT_EQ((Ids{}), selected("elementwise/*:add"));
}

TEST(Filter, MaySkipTheVariant) {
  EXPECT_EQ((Ids{kSort, kSortDown}), selected("sort:nan_last"));
  EXPECT_EQ((Ids{kSortDown}), selected("sort:descending"));
  EXPECT_EQ((Ids{kSortDown}), selected("sorting/sort:descending:nan_last"));
  EXPECT_EQ((Ids{kSort, kSortDown}), selected("*:nan_last"));
  EXPECT_EQ((Ids{}), selected("sort:nan_last:descending"));
  EXPECT_EQ((Ids{}), selected("sort:nan_last:nan_last"));
}

TEST(Filter, ComparesParametersOneByOne) {
  EXPECT_EQ((Ids{kAddFlip}), selected("add:*:dtype=float32"));
  EXPECT_EQ((Ids{kAddFlip}), selected("add:case=2,dtype=float32"));
  EXPECT_EQ((Ids{}), selected("add:case=2,dtype=int32"));
  EXPECT_EQ((Ids{kAddFlip, kMax, kSort, kSortDown}), selected("dtype=float*"));
  EXPECT_EQ((Ids{kSortDown}), selected("case=1"));  // and not case=11
  EXPECT_EQ((Ids{kCast}), selected("cast:*:to=uint8"));
  EXPECT_EQ((Ids{}), selected("cast:*:dtype=uint8"));
  EXPECT_EQ((Ids{kSort, kSortDown}), selected("sort:nan_last:*"));
}

TEST(Filter, JoinsTermsByCommas) {
  EXPECT_EQ((Ids{kAdd, kAddFlip, kCast}), selected("add,cast"));
  EXPECT_EQ((Ids{kAddFlip, kCast}), selected("add:case=2,layout=flip,cast"));
  EXPECT_EQ((Ids{kAddFlip, kCast}), selected("cast,add:layout=flip,case=2"));
  EXPECT_EQ((Ids{kAdd, kCast}), selected("add:case=0,cast:case=0"));
}

// Ids have commas: globs that run across them, and where a term ends.
TEST(Filter, UnitesTermsWhoseGlobsRunAcrossCommas) {
  EXPECT_EQ((Ids{kAddFlip, kMax}),
            selected("*/add:*dtype=float32*case=2,*/max:*dtype=float32*"));
  EXPECT_EQ((Ids{kAddFlip, kSort}), selected("*flip*case=2,*float32*=11"));
  EXPECT_EQ((Ids{kCast}), selected("dtype=int8*to=uint8"));
  EXPECT_EQ((Ids{kCast}), selected("dtype=int?,layout=*,to=uint8,case=0"));
  EXPECT_EQ((Ids{kAdd, kCast}), selected("*=int32*=0,*=int8*=0"));
  EXPECT_EQ((Ids{}), selected("layout=contiguous*dtype=int32"));
  // A star of one parameter does not reach the next one.
  EXPECT_EQ((Ids{kMax}), selected("max:dtype=*32"));
  EXPECT_EQ((Ids{}), selected("max:dtype=*0"));
}

// A copied id, a parameter of which was replaced by a star.
TEST(Filter, LeavesAParameterOpenWhereAStarStands) {
  EXPECT_EQ((Ids{kAddFlip, kMax}),
            selected("elementwise/add:*:dtype=float32,*,case=2,"
                     "elementwise/max:nan:dtype=float32,*,case=0"));
  EXPECT_EQ((Ids{kAdd}), selected("add:*,-add:dtype=float32,*"));
  // Without a parameter in front, a star is a term of its own and matches
  // everything.
  EXPECT_EQ(std::size(kIds), selected("add,*").size());
}

TEST(Filter, BeginsATermWhereAKeyComesAgain) {
  EXPECT_EQ((Ids{kAdd, kCast}), selected("dtype=int32,dtype=int8"));
  EXPECT_EQ((Ids{kAdd, kAddFlip}), selected("add:*:dtype=int32,dtype=float32"));
  EXPECT_EQ((Ids{kAdd, kAddFlip}),
            selected("add:case=0,dtype=int32,case=2,dtype=float32"));
  EXPECT_EQ((Ids{kMax, kCast}),
            selected("case=0,-add:dtype=int32,dtype=float32,-dtype=bool"));
}

TEST(Filter, ExcludesWhatAMinusNames) {
  EXPECT_EQ((Ids{kScanMax, kSort, kSortDown, kCast}), selected("-elementwise"));
  EXPECT_EQ((Ids{kAdd}), selected("add,-add:strided_operands"));
  EXPECT_EQ((Ids{kAdd}), selected("add:layout=*,-layout=flip"));
  EXPECT_EQ((Ids{kCast}), selected("-dtype=float*,-add,-*/max,-reduction"));
}

TEST(Filter, HeedsTheLastTermThatMatches) {
  EXPECT_EQ((Ids{kMax}), selected("elementwise,-add"));
  EXPECT_EQ((Ids{kAdd, kAddFlip, kMax}), selected("-add,elementwise"));
}

class FilterFile : public testing::Test {
 protected:
  FilterFile()
      : folder_(testing::TempDir() + fmt::format("filter-{}", getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~FilterFile() override { std::filesystem::remove_all(folder_); }

  // Writes a list of terms and returns "@" and its path.
  std::string list(std::string_view name, std::string_view text) {
    const std::string path = folder_ + "/" + std::string(name);
    std::ofstream(path) << text;
    return "@" + path;
  }

  std::string folder_;
};

TEST_F(FilterFile, HoldsTermsAndComments) {
  const std::string file = list("terms",
                                "# a comment\n\nadd:*:dtype=float32,case=2\n"
                                "cast  \r\n");
  EXPECT_EQ((Ids{kAddFlip, kCast}), selected(file));
  EXPECT_EQ((Ids{kAddFlip, kMax, kCast}), selected(file + ",*/max"));
  EXPECT_EQ((Ids{kMax, kCast}), selected("*/max," + file + ",-add"));
  EXPECT_EQ((Ids{kAddFlip, kMax, kCast}), selected("*/max:case=0," + file));
}

TEST_F(FilterFile, MayNameAnother) {
  const std::string inner = list("inner", "cast\n");
  EXPECT_EQ((Ids{kMax, kCast}), selected(list("outer", "*/max\n" + inner)));
}

// Each of these once ran every case there is, or none without a word.
TEST_F(FilterFile, ThatHoldsNothingIsAnError) {
  const std::string itself = list("itself", "@" + folder_ + "/itself\n");
  for (const std::string& text :
       {"@" + folder_, list("empty", ""), list("remarks", "# add\n\n"), itself,
        "@" + folder_ + "/missing", std::string("@"),
        list("misspelt", "add\nadn\n")}) {
    const auto filter = Filter::parse(text);
    ASSERT_FALSE(filter.ok()) << text;
    EXPECT_EQ(StatusCode::kInvalid, filter.status().code);
  }
}

TEST(Filter, SaysWhatIsWrong) {
  struct Row {
    std::string_view text, message;
  };
  const Row rows[] = {
      {"-", "\"-\" has an empty term"},
      {",", "has an empty term"},
      {"add,", "has an empty term"},
      {"add,,cast", "has an empty term"},
      {"adn", "there is no family or op \"adn\""},
      {"add,-adn", "there is no family or op \"adn\""},
      {"adn:wrap:dtype=int8", "there is no family or op \"adn\""},
      {"elementwize/add", "there is no family \"elementwize\""},
      {"add/elementwise", "there is no family \"add\""},
      {"*/adn", "there is no op \"adn\""},
      {"@/nowhere/terms", "/nowhere/terms cannot be read"},
  };
  for (const Row& row : rows) {
    const auto filter = Filter::parse(row.text);
    ASSERT_FALSE(filter.ok()) << row.text;
    const std::string& message = filter.status().message;
    EXPECT_TRUE(message.starts_with("--filter: ")) << message;
    EXPECT_NE(std::string::npos, message.find(row.message)) << message;
    EXPECT_EQ(std::string::npos, message.find('\n')) << message;
  }
}

}  // namespace
}  // namespace assay
