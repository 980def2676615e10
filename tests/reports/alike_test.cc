// Tests which messages are alike, by a table written by hand.
#include "reports/alike.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Alike, KeepsWordsAndDropsNumbers) {
  const std::pair<const char*, const char*> kRows[] = {
      {"", ""},
      {"no number", "no number"},
      {"3 of 17 elements of out are not accepted",
       "# of # elements of out are not accepted"},
      {"out has dtype float32, expected int8",
       "out has dtype float32, expected int8"},
      {"has shape [2, 3, 4], expected [24]", "has shape [#], expected [#]"},
      {"the first is 1.5e+07 ULP off", "the first is # ULP off"},
      {"x=-0x1.8p-3 and y=-12.", "x=# and y=#."},
      {"killed by signal 11 (SIGSEGV)", "killed by signal # (SIGSEGV)"},
      {"at 7", "at #"},
      {"a-1", "a#"},
  };
  for (const auto& [message, expected] : kRows)
    EXPECT_EQ(expected, alike(message)) << message;
}

}  // namespace
}  // namespace assay
