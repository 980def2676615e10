// Every op has one row of provenance, and rows name only sources that there
// are and that are explained.
#include "conformance/second_sources.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "spec/op_table.h"

namespace assay {
namespace {

std::vector<std::string> words_of(std::string_view list) {
  std::istringstream words{std::string(list)};
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(SecondSources, VouchForEveryOpOnce) {
  for (const OpSpec* op : kOps) {
    int rows = 0;
    for (const Provenance& row : provenance_rows())
      rows += lists_word(row.ops, op->name) ? 1 : 0;
    EXPECT_EQ(rows, 1) << op->name;
    ASSERT_NE(provenance_of(op->name), nullptr) << op->name;
    EXPECT_FALSE(provenance_of(op->name)->method.empty()) << op->name;
  }
  EXPECT_NE(provenance_of("view_module"), nullptr);
  EXPECT_EQ(provenance_of("ad"), nullptr);
}

TEST(SecondSources, RowsNameOpsAndSources) {
  for (const Provenance& row : provenance_rows()) {
    for (const std::string& word : words_of(row.ops))
      EXPECT_TRUE(op_named(word) || word == "view_module") << word;
    std::string rest(row.sources);
    int named = 0;
    for (const SecondSource& source : second_sources())
      if (lists_word(row.sources, source.name)) {
        ++named;
        rest.erase(rest.find(source.name), source.name.size());
      }
    EXPECT_GT(named, 0) << row.ops;
    EXPECT_EQ(rest.find_first_not_of(", "), std::string::npos) << row.sources;
  }
}

// docs/second_opinions.md says of each source where it is tested.
TEST(SecondSources, AreExplained) {
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/second_opinions.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const SecondSource& source : second_sources())
    EXPECT_NE(page.find("| " + std::string(source.name)), std::string::npos)
        << source.name;
}

}  // namespace
}  // namespace assay
