// Tests the adversary's table: it has enough rows, and each has everything that
// a reader needs.
#include "tests/adversary/bug_table.h"

#include <gtest/gtest.h>

#include <set>

#include "spec/op_lookup.h"
#include "tests/adversary/cliff_bugs.h"

namespace assay::adversary {
namespace {

TEST(BugTable, HasManyRowsOfEveryClass) {
  int counts[kBugClassCount] = {};
  for (const BugRow& row : every_bug()) ++counts[static_cast<int>(row.kind)];
  EXPECT_GE(every_bug().size(), 200u);
  for (int kind = 0; kind < kBugClassCount; ++kind)
    EXPECT_GE(counts[kind], 12) << kBugClassNames[kind];
}

TEST(BugTable, NamesEachRowOnce) {
  std::set<std::string> names;
  for (const BugRow& row : every_bug()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.name, bug_named(row.name)->name);
  }
}

TEST(BugTable, RowsSayWhatIsWrongAndWhere) {
  for (const BugRow& row : every_bug()) {
    EXPECT_TRUE(row.text.ends_with('.')) << row.name;
    EXPECT_FALSE(ops_of(row).empty()) << row.name;
    for (std::string_view op : ops_of(row))
      EXPECT_TRUE(op_named(op)) << row.name << " names " << op;
    for (std::string_view name : split(row.dtypes, ',')) {
      for (std::string_view part : split(name, '>'))
        EXPECT_TRUE(part.empty() || dtype_named(part))
            << row.name << " names " << part;
    }
    EXPECT_TRUE(row.fault) << row.name;
    EXPECT_FALSE(row.witness.empty()) << row.name;
    if (row.source.empty()) continue;
    EXPECT_NE(std::string::npos, row.source.find('/')) << row.name;
    EXPECT_NE(std::string::npos, row.source.find('#')) << row.name;
  }
}

TEST(BugTable, ConcernsOpsAndDtypes) {
  const BugRow any{.ops = "add,sub"};
  EXPECT_TRUE(concerns(any, "sub", "int8", "int8"));
  EXPECT_FALSE(concerns(any, "mul", "int8", "int8"));
  const BugRow narrow{.ops = "cast", .dtypes = "float32,int8>int4,>bool"};
  EXPECT_TRUE(concerns(narrow, "cast", "float32", "int8"));
  EXPECT_TRUE(concerns(narrow, "cast", "int8", "int4"));
  EXPECT_FALSE(concerns(narrow, "cast", "int8", "int16"));
  EXPECT_TRUE(concerns(narrow, "cast", "int64", "bool"));
}

TEST(BugTable, ReadsTheNamesOfCliffs) {
  const auto rows = every_cliff("sort,matmul");
  ASSERT_FALSE(rows.empty());
  for (const BugRow& row : rows) {
    const auto read = bug_named(row.name);
    ASSERT_TRUE(read) << row.name;
    EXPECT_EQ(row.ladder, read->ladder);
  }
  EXPECT_FALSE(bug_named("cliff:sort:no_role:12:zeros"));
  EXPECT_FALSE(bug_named("cliff:sort:axis:12:wrong"));
  EXPECT_FALSE(bug_named("cliff:sort:axis:x:zeros"));
  EXPECT_FALSE(bug_named("no_such_bug"));
  EXPECT_EQ("sorting, axis", cliff_place("cliff:sort:axis:16:last").line);
  EXPECT_EQ(1u, cliff_place("cliff:sort:axis:16:last").rung);
}

}  // namespace
}  // namespace assay::adversary
