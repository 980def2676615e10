// Tests the command line that runs a case again, with and without a case file.
#include "reports/replay_line.h"

#include <gtest/gtest.h>

#include "tests/reports/records.h"

namespace assay {
namespace {

TEST(ReplayLine, NamesTheFileWhereThereIsOne) {
  const Record record = elementwise("add", "wrap", "int8", Verdict::kFail);
  EXPECT_EQ("assay replay out/cases/add.wrap.int8.json 'exec:toy --fast'",
            replay_line(run_of_toy(), record, "assay", "out/"));
}

TEST(ReplayLine, ChecksTheCaseAloneWhereThereIsNone) {
  Record record = elementwise("add", "wrap", "int8", Verdict::kCrashed);
  record.case_file.clear();
  EXPECT_EQ(
      "assay check 'exec:toy --fast' --profile nx --level quick --seed 7 "
      "--filter elementwise/add:wrap:dtype=int8,layout=contiguous,case=0",
      replay_line(run_of_toy(), record, "assay", "out/"));
}

TEST(ShellQuoted, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ("plain/a-b_c.json", shell_quoted("plain/a-b_c.json"));
  EXPECT_EQ("''", shell_quoted(""));
  EXPECT_EQ("'it'\\''s $HOME'", shell_quoted("it's $HOME"));
}

}  // namespace
}  // namespace assay
