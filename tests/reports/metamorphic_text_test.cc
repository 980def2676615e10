// Tests the part of a report about metamorphic relations, with records made by
// hand.
#include "reports/metamorphic_text.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

Record related(const std::string& relation, const std::string& op,
               const std::string& dtype, const std::string& clause,
               Verdict verdict) {
  Record record = elementwise(op, "value", dtype, verdict);
  record.id = "elementwise/" + op + ":metamorphic:relation=" + relation +
              ",dtype=" + dtype + ",case=0";
  record.clause = clause;
  return record;
}

TEST(MetamorphicText, TellsWhatBindsFromWhatIsOpen) {
  const Record bound =
      related("swap", "add", "float32", "add.value", Verdict::kFail);
  const Record open = related("position", "exp", "float32", "", Verdict::kFail);
  const Record harm = related("position", "exp", "int8", "", Verdict::kCrashed);
  const Record kept =
      related("swap", "add", "int8", "add.value", Verdict::kPass);
  const Record none =
      related("swap", "add", "bool", "add.value", Verdict::kUnsupported);
  EXPECT_TRUE(breaks_contract(bound));
  EXPECT_FALSE(breaks_contract(open));
  EXPECT_TRUE(breaks_contract(harm));
  EXPECT_FALSE(breaks_contract(kept));
  EXPECT_FALSE(breaks_contract(none));
  EXPECT_EQ("swap", relation_of(bound));
  EXPECT_EQ("", relation_of(elementwise("add", "nan", "int8", Verdict::kPass)));
  EXPECT_EQ(
      "\nmetamorphic relations, checked without an oracle:\n"
      "relation                       cases    hold  broken  unsupported\n"
      "swap                               3       1       1            1\n"
      "position                           2       0       2            0\n"
      "broken relations that count for conformance:\n"
      "  swap of add (add.value): 1 case, float32\n"
      "    1 of 4 elements are not accepted\n"
      "    again: run 'elementwise/add:metamorphic:relation=swap,"
      "dtype=float32,case=0'\n"
      "  position of exp: 1 case, int8\n"
      "    crashed\n"
      "    1 of 4 elements are not accepted\n"
      "    again: run 'elementwise/exp:metamorphic:relation=position,"
      "dtype=int8,case=0'\n"
      "broken relations that the contract leaves open:\n"
      "  position of exp: 1 case, float32\n"
      "    1 of 4 elements are not accepted\n"
      "    again: run 'elementwise/exp:metamorphic:relation=position,"
      "dtype=float32,case=0'\n",
      metamorphic_text({bound, kept, none, open, harm}, "run"));
}

TEST(MetamorphicText, SaysOfSumsWhetherTheyAreNative) {
  Record native = related("accuracy", "matmul", "float32", "", Verdict::kPass);
  native.measured = "positive data, 128 terms: rms 1 (ensemble 1)";
  Record narrow =
      related("accuracy", "reduce_sum", "float16", "", Verdict::kFail);
  narrow.measured = "zero-mean data, 128 terms: rms 90 (ensemble 1)";
  EXPECT_FALSE(breaks_contract(narrow));
  const std::string text = metamorphic_text({native, narrow}, "run");
  EXPECT_NE(std::string::npos,
            text.find("  matmul      float32   native     positive data"))
      << text;
  EXPECT_NE(std::string::npos,
            text.find("  reduce_sum  float16   not native zero-mean data"))
      << text;
  EXPECT_EQ(std::string::npos, text.find("broken relations")) << text;
}

}  // namespace
}  // namespace assay
