// Tests the crash lines of a report, one for each op, with records made by
// hand.
#include "reports/crash_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/reports/records.h"

namespace assay {
namespace {

Record crashed(const std::string& op, const std::string& dtype, int number) {
  Record record = elementwise(op, "value", dtype, Verdict::kCrashed, number);
  record.failure->message =
      "the process died of signal 11 (Segmentation fault): it wrote to null + "
      "8";
  record.failure->crash = Crash{
      .call = op + "(x=" + dtype + "[3]) -> out=" + dtype + "[3]",
      .signal = "SIGSEGV",
      .address = "null + 8",
      .frames = {"memcpy+0x4 (libc.so.6+0x1)", "kernel+0x24 (toy.so+0x1139)"}};
  return record;
}

TEST(CrashLines, AreOneForEachOpAndVerdict) {
  std::vector<Record> records;
  for (int i = 0; i < 5; ++i) records.push_back(crashed("abs", "int8", i));
  for (int i = 0; i < 3; ++i) records.push_back(crashed("neg", "int16", i));
  records.push_back(elementwise("abs", "value", "int8", Verdict::kPass, 9));
  // Cases that are not claimed do not count, and a short case is shown before
  // others.
  records.push_back(elementwise("abs", "value", "bool", Verdict::kUnsupported));
  records[1].failure->crash->call = "abs(x=int8[1]) -> out=int8[1]";
  records[1].failure->program = "abs(x=int8[1]{-3}) -> out";
  records.push_back(elementwise("neg", "value", "int8", Verdict::kTimedOut));
  RunRecord run = run_of_toy();
  run.subject = "./toy.so";
  const Summary summary = summarize(records);
  EXPECT_EQ(
      "cases that did not finish, one line per op:\n"
      "  abs              crashed        5 of 6 cases: the process died of "
      "signal 11 (Segmentation fault): it wrote to null + 8; in abs(x=int8[1]) "
      "-> out=int8[1]; at kernel+0x24 (toy.so+0x1139)\n"
      "  neg              crashed        3 of 4 cases: the process died of "
      "signal 11 (Segmentation fault): it wrote to null + 8; in "
      "neg(x=int16[3]) -> out=int16[3]; at kernel+0x24 (toy.so+0x1139)\n"
      "  neg              timed_out      1 of 4 cases: 1 of 4 elements are not "
      "accepted\n"
      "  replay one:  assay replay cases/abs.value.int8.json ./toy.so  "
      "(with --in-process for a debugger)\n\n",
      crash_lines(run, summary, {}));
  // The whole report does not list them once more.
  const std::string report = text_report(run, summary, {});
  EXPECT_EQ(std::string::npos, report.find("failing case")) << report;
}

TEST(CrashLines, SayHowManyEndedOtherwise) {
  std::vector<Record> records;
  for (int i = 0; i < 4; ++i) records.push_back(crashed("abs", "int8", i));
  records[1].failure->message =
      "the process died of signal 11 (Segmentation fault): it wrote to null + "
      "16";
  records[2].failure->message = "the process exited with status 3";
  const std::string text = crash_lines(run_of_toy(), summarize(records), {});
  EXPECT_TRUE(contains(text, "; 1 of them ended differently\n")) << text;
  EXPECT_EQ(std::string::npos, text.find("--in-process")) << text;
}

// A clause that fails in both ways has its wrong values listed, and no more.
TEST(CrashLines, LeaveWrongValuesToTheClauses) {
  std::vector<Record> records = {
      crashed("abs", "int8", 0),
      elementwise("abs", "value", "int8", Verdict::kFail, 1)};
  const std::string report = text_report(run_of_toy(), summarize(records), {});
  EXPECT_TRUE(contains(report, "abs.value: 1 failing case\n")) << report;
  EXPECT_TRUE(contains(report, "abs              crashed        1 of 2"))
      << report;
  records.erase(records.begin());
  EXPECT_EQ("", crash_lines(run_of_toy(), summarize(records), {}));
}

TEST(FailureText, OfACrashHasItsFrames) {
  EXPECT_EQ(
      "    elementwise/abs:value:dtype=int8,layout=contiguous,case=0\n"
      "      crashed: the process died of signal 11 (Segmentation fault): it "
      "wrote to null + 8\n"
      "      in abs(x=int8[3]) -> out=int8[3]\n"
      "      address  null + 8\n"
      "      at memcpy+0x4 (libc.so.6+0x1)\n"
      "         kernel+0x24 (toy.so+0x1139)\n",
      failure_text(crashed("abs", "int8", 0), ""));
}

TEST(PrintedText, IsIndentedAndCut) {
  Record record = crashed("abs", "int8", 0);
  EXPECT_EQ("", printed_text(record));
  record.output = "one\ntwo";
  EXPECT_EQ("      printed:\n        one\n        two\n", printed_text(record));
  for (int i = 0; i < 100; ++i) record.output += "\nline";
  EXPECT_TRUE(contains(printed_text(record), "… (more in the record)\n"));
}

}  // namespace
}  // namespace assay
