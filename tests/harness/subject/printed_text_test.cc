// Tests which part of an adapter's output is quoted.
#include "harness/subject/printed_text.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr std::string_view kLoads =
    "loading weights\n"
    "Traceback (most recent call last):\n"
    "  File \"a.py\", line 3, in invoke\n"
    "    raise ValueError(\"out of toys\")\n"
    "ValueError: out of toys\n";

TEST(PrintedText, KeepsTheFirstTraceback) {
  PrintedText printed;
  printed.append(kLoads);
  printed.append(
      "\nDuring handling of the above exception, another exception occurred:\n"
      "Traceback (most recent call last):\n  File \"b.py\", line 1\n"
      "KeyError: 1\nbye\n");
  EXPECT_EQ(kLoads.substr(kLoads.find("Trace")), printed.first_error());
  EXPECT_EQ("bye", printed.last_line());
}

// This also works if the text arrives byte by byte and has no end yet.
TEST(PrintedText, TakesAnyPieces) {
  PrintedText printed;
  for (const char c : kLoads.substr(0, kLoads.size() - 1))
    printed.append({&c, 1});
  EXPECT_EQ(kLoads.substr(kLoads.find("Trace")), printed.first_error());
}

TEST(PrintedText, PrefersATracebackToALineAndALineToNothing) {
  PrintedText printed;
  printed.append("all is well\n");
  EXPECT_EQ("", printed.first_error());
  printed.append("RuntimeError: first\nerror: second\n");
  EXPECT_EQ("RuntimeError: first\n", printed.first_error());
  printed.append(kLoads);
  EXPECT_TRUE(printed.first_error().starts_with("Traceback"))
      << printed.first_error();
  printed.clear();
  EXPECT_EQ("", printed.first_error());
  EXPECT_EQ("", printed.last_line());
}

// A recursion's traceback has thousands of lines, and its exception at the end.
TEST(PrintedText, KeepsTheExceptionOfALongTraceback) {
  PrintedText printed;
  printed.append("Traceback (most recent call last):\n");
  for (int i = 0; i < 2000; ++i) printed.append("  File \"deep.py\", line 9\n");
  printed.append("RecursionError: too deep\n");
  EXPECT_GT(4000u, printed.first_error().size());
  EXPECT_TRUE(printed.first_error().ends_with("\nRecursionError: too deep\n"));
  EXPECT_EQ(10u, printed.tail(10).size());
}

TEST(JoinedLines, IsOneLineWithBothEnds) {
  EXPECT_EQ("a | b c", joined_lines("  a \n\n\tb c\r\n", 100));
  EXPECT_EQ("", joined_lines("\n \n", 100));
  const std::string text = "begin" + std::string(500, '-') + "end";
  const std::string joined = joined_lines(text, 100);
  EXPECT_EQ(100u, joined.size());
  EXPECT_TRUE(joined.starts_with("begin")) << joined;
  EXPECT_TRUE(joined.ends_with("-end")) << joined;
}

}  // namespace
}  // namespace assay
