// Checks that rows name only sources that there are and that are explained.
#include "conformance/second_sources.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "spec/op_lookup.h"

namespace assay {
namespace {

TEST(SecondSources, VouchForEveryOp) {
  for (const OpSpec* op : every_op()) {
    ASSERT_NE(provenance_of(op->name), nullptr) << op->name;
    EXPECT_FALSE(provenance_of(op->name)->method.empty()) << op->name;
  }
  EXPECT_NE(provenance_of("view_module"), nullptr);
  EXPECT_EQ(provenance_of("ad"), nullptr);
}

TEST(SecondSources, AreThoseOfTheTable) {
  std::vector<std::string_view> names{"view_module"};
  for (const OpSpec* op : every_op()) names.push_back(op->name);
  for (std::string_view name : names) {
    const Provenance& row = *provenance_of(name);
    std::string rest(row.sources);
    int named = 0;
    for (const SecondSource& source : second_sources())
      if (lists_word(row.sources, source.name)) {
        ++named;
        rest.erase(rest.find(source.name), source.name.size());
      }
    EXPECT_GT(named, 0) << name;
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
