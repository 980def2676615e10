// Tests that few globs cover a set of cases, each case once and no other case.
#include "conformance/glob_cover.h"

#include <gtest/gtest.h>

#include <random>

#include "conformance/case_glob.h"
#include "conformance/filter.h"
#include "conformance/plan.h"

namespace assay {
namespace {

using IdSet = GlobCover::Ids;

const std::vector<PlannedCase>& plan_of_quick() {
  static const auto plan = plan_cases(Level::kQuick, Filter());
  return plan;
}

IdSet ids_selected(const std::string& filter) {
  const auto parsed = Filter::parse(filter);
  EXPECT_TRUE(parsed.ok()) << filter;
  IdSet ids;
  for (const PlannedCase& planned : plan_of_quick())
    if (parsed->selects(planned.id())) ids.insert(planned.id());
  EXPECT_FALSE(ids.empty()) << filter;
  return ids;
}

using GlobList = std::vector<std::string>;

TEST(GlobCover, FindsTheGlobThatSaysIt) {
  const GlobCover cover(plan_of_quick());
  IdSet none;
  for (const char* glob :
       {"elementwise/mod", "elementwise/add:wrap",
        "elementwise/add:wrap:dtype=int8", "elementwise/add:dtype=float32",
        "elementwise/add:dtype=float*",
        "elementwise/add:strided_operands:layout=mixed",
        "sorting/sort:descending", "conversion/cast:to=int8"})
    EXPECT_EQ(GlobList{glob}, cover.globs_for(ids_selected(glob), none))
        << glob;
  // A single case says nothing about others.
  const std::string one =
      "elementwise/add:wrap:dtype=int8,layout=contiguous,case=0";
  EXPECT_EQ(GlobList{"elementwise/add:wrap:dtype=int8"},
            cover.globs_for({one}, none));
}

TEST(GlobCover, TakesOpenCasesOnce) {
  const GlobCover cover(plan_of_quick());
  const IdSet ints = ids_selected("elementwise/add:wrap:dtype=int*");
  IdSet open = ids_selected("elementwise/add:wrap:dtype=uint*");
  EXPECT_EQ(GlobList{"elementwise/add:wrap"}, cover.globs_for(ints, open));
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(GlobList{"elementwise/add:wrap:dtype=int*"},
            cover.globs_for(ints, open));
}

// Sets drawn at random from a few ops are covered exactly.
TEST(GlobCover, MatchesEachCaseOnceAndNoOther) {
  const GlobCover cover(plan_of_quick());
  std::mt19937_64 random(1);
  const char* ops[] = {"add", "sort", "cast", "associative_scan"};
  for (int round = 0; round < 8; round += 2) {
    IdSet wanted, open;
    for (const std::string& id : ids_selected(ops[round / 2])) {
      const auto drawn = random() % 8;
      if (drawn < static_cast<std::uint64_t>(round)) wanted.insert(id);
      if (drawn == 7) open.insert(id);
    }
    const IdSet all_open = open;
    std::vector<std::pair<std::string, CaseGlob>> globs;
    for (const std::string& glob : cover.globs_for(wanted, open))
      globs.emplace_back(glob, *CaseGlob::parse(glob));
    for (const std::string& id : cover.ids()) {
      const SplitId split(id);
      const auto count =
          std::count_if(globs.begin(), globs.end(), [&](const auto& glob) {
            // A whole id is that case alone.
            return glob.first.find(",case=") != std::string::npos
                       ? glob.first == id
                       : glob.second.matches(split);
          });
      if (wanted.contains(id))
        EXPECT_EQ(1, count) << id;
      else
        EXPECT_EQ(all_open.contains(id) && !open.contains(id) ? 1 : 0, count)
            << id;
    }
  }
}

}  // namespace
}  // namespace assay
