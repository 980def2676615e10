// Tests what the command says about a backend that crashes, and that a debugger
// reaches the crash with `assay replay --in-process` and the lines of
// docs/plugins.md.
#include <nlohmann/json.hpp>

#include "harness/record/record.h"
#include "tests/cli/command_run.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class CrashCommand : public CommandRun {
 protected:
  static std::string plugin(const std::string& name) {
    return fs::path(ASSAY_COMMAND).parent_path() / "tests/hostile" /
           (name + ".so");
  }
  std::vector<Record> records() const {
    std::vector<Record> records;
    std::ifstream file(folder_ / "out/records.jsonl");
    for (std::string line; std::getline(file, line);)
      if (auto record = record_from_json(nlohmann::ordered_json::parse(line)))
        records.push_back(*std::move(record));
    return records;
  }
  // Lets a plugin fail in a case of abs, and returns the path of its file.
  std::string case_file(const std::string& name) {
    const Ran ran = assay({"check", plugin(name), "--filter",
                           "abs:value:dtype=float32", "--out", "out"});
    EXPECT_EQ(1, ran.code) << ran.out << ran.err;
    for (const Record& record : records())
      if (!record.case_file.empty()) return "out/" + record.case_file;
    ADD_FAILURE() << "no case file was written";
    return "";
  }
  static std::ptrdiff_t count_of(const std::string& text,
                                 const std::string& part) {
    std::ptrdiff_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1))
      ++count;
    return count;
  }
};

// The run is one of a backend that does not conform, and no void one: nothing
// of what it claims passes, and a line of an op says for all its cases why.
TEST_F(CrashCommand, OfEveryCallIsALineForEachOp) {
  const Ran ran =
      assay({"check", plugin("dies_in_every_call"), "--filter",
             "neg,abs,flip,from_host,to_host", "--seed", "7", "--out", "out"});
  EXPECT_EQ(1, ran.code) << ran.out << ran.err;
  EXPECT_EQ("", ran.err);
  EXPECT_FALSE(contains(ran.out, "void")) << ran.out;
  int crashes = 0;
  for (const Record& record : records())
    crashes += record.verdict == Verdict::kCrashed ? 1 : 0;
  EXPECT_LT(30, crashes);
  for (const char* op : {"abs", "neg", "flip"}) {
    SCOPED_TRACE(op);
    EXPECT_EQ(1, count_of(ran.out, fmt::format("; in {}(x=float32[", op)))
        << ran.out;
  }
#if !defined(ASSAY_SANITIZED) && defined(__x86_64__)
  EXPECT_EQ(3, count_of(ran.out,
                        " cases: the process died of signal 11 "
                        "(Segmentation fault)"))
      << ran.out;
  EXPECT_EQ(3, count_of(ran.out, ": it wrote to null + 8; in ")) << ran.out;
  EXPECT_EQ(3, count_of(ran.out, "; at write_null+0x")) << ran.out;
  EXPECT_EQ(3, count_of(ran.out, "(dies_in_every_call.so+0x")) << ran.out;
#endif
}

// The few cases that pass are not those that were to have live controls.
TEST_F(CrashCommand, WithAFewPassesIsNotVoid) {
  const Ran ran =
      assay({"check", plugin("dies_in_most_calls"), "--filter",
             "abs:*:dtype=float32,neg:*:dtype=float32", "--out", "out"});
  EXPECT_EQ(1, ran.code) << ran.out << ran.err;
  EXPECT_FALSE(contains(ran.out + ran.err, "void")) << ran.out << ran.err;
  // The records have what would have voided it.
  std::ifstream file(folder_ / "out/records.jsonl");
  std::string head;
  std::getline(file, head);
  EXPECT_EQ(0, nlohmann::json::parse(head)["controls"]["made"]);
  int passes = 0;
  for (const Record& record : records())
    passes += record.verdict == Verdict::kPass && record.compared > 0 ? 1 : 0;
  EXPECT_LT(0, passes);
  const Ran again = assay({"report", "out"});
  EXPECT_EQ(1, again.code) << again.out << again.err;
}

TEST_F(CrashCommand, IsOneOfTheCommandInItsProcess) {
  const std::string file = case_file("write_null");
  // In a worker the case has a verdict.
  const Ran ran = assay({"replay", file, plugin("write_null")});
  EXPECT_EQ(1, ran.code);
  EXPECT_TRUE(contains(ran.out, "\n      in abs(x=float32[")) << ran.out;
#ifndef ASSAY_SANITIZED
  EXPECT_TRUE(contains(ran.out, "\n      at write_null+0x")) << ran.out;
  // In its own process the command dies of the same signal.
  const Ran own = assay({"replay", file, plugin("write_null"), "--in-process"});
  EXPECT_EQ(128 + SIGSEGV, own.code) << own.out << own.err;
#endif
}

// No process but the command calls the subject.
TEST_F(CrashCommand, InProcessForksNone) {
  const std::string file = case_file("write_null");
  const std::vector<std::string> words = {ASSAY_COMMAND, "replay", file,
                                          plugin("print_pid"), "--in-process"};
  const pid_t pid = start(words);
  const Ran ran = finish(pid);
  EXPECT_EQ(0, ran.code) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, fmt::format("called in process {}\n", pid)))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "\npass: ")) << ran.out;
  // The other way there is one in between.
  const pid_t other = start({words.begin(), words.end() - 1});
  const Ran apart = finish(other);
  EXPECT_EQ(0, apart.code) << apart.out << apart.err;
  EXPECT_FALSE(contains(apart.out, "called in process")) << apart.out;
  EXPECT_TRUE(contains(apart.out, "\npass: ")) << apart.out;
}

TEST_F(CrashCommand, InProcessGivesTheVerdictsOfARun) {
  const std::string file = case_file("write_null");
  EXPECT_EQ(0, assay({"replay", file, "reference", "--in-process"}).code);
  const Ran unclaimed =
      assay({"replay", "out/cases", plugin("right"), "--in-process"});
  EXPECT_EQ(0, unclaimed.code) << unclaimed.out << unclaimed.err;
  EXPECT_TRUE(contains(unclaimed.out, ", 0 failed")) << unclaimed.out;
  expect_complaint(assay({"replay", file, "./none.so", "--in-process"}), 4,
                   "there is no file");
}

// The blocks of docs/plugins.md that call gdb, as they stand there but for the
// names, which the document has in capitals.
std::vector<std::string> debugger_blocks() {
  const std::string page =
      text_of(fs::path(ASSAY_SOURCE_DIR) / "docs/plugins.md");
  std::vector<std::string> blocks;
  for (std::size_t at = page.find("```\ngdb "); at != std::string::npos;
       at = page.find("```\ngdb ", at + 1))
    blocks.push_back(page.substr(at + 4, page.find("\n```", at) - at - 4));
  return blocks;
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(std::string::npos, at) << from << " is not in: " << text;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

TEST_F(CrashCommand, IsSeenByTheDebuggerOfTheDocument) {
  std::vector<std::string> blocks = debugger_blocks();
  ASSERT_EQ(2u, blocks.size());
  if (shell("command -v gdb").code != 0)
    GTEST_SKIP() << "gdb is not installed: the debugger's part of "
                    "docs/plugins.md is not tested";
  if (contains(shell("gdb -q -batch -ex run --args true").out, "ptrace"))
    GTEST_SKIP() << "gdb may not trace a process here: the debugger's part of "
                    "docs/plugins.md is not tested";
  const std::string file = case_file("write_null");
  for (std::string& block : blocks) {
    block = replaced(block, "assay replay", "\"$ASSAY\" replay");
    block = replaced(block, "CASE.json", file);
    block = replaced(block, "MY_BACKEND.so", plugin("write_null"));
  }
  // The first block stops at the crash.
  const Ran crash = shell(blocks[0]);
  EXPECT_TRUE(contains(crash.out, "received signal SIGSEGV")) << crash.out;
  EXPECT_TRUE(contains(crash.out, " in write_null ()")) << crash.out;
  EXPECT_TRUE(contains(crash.out, "main (")) << crash.out;
  // The second block stops at a function, before anything happens.
  const Ran stop = shell(replaced(blocks[1], "MY_FUNCTION", "write_null"));
  EXPECT_TRUE(contains(stop.out, "Breakpoint 1, ")) << stop.out << stop.err;
  // An address comes first if the source line is not known.
  EXPECT_TRUE(contains(stop.out, "write_null ()")) << stop.out;
  EXPECT_FALSE(contains(stop.out, "SIGSEGV")) << stop.out;
}

// An adapter that dies shows its own words.
TEST_F(CrashCommand, OfAnAdapterShowsItsTraceback) {
  const Ran ran = assay({"check", broken("raises"), "--filter",
                         "add:value:dtype=float32", "--out", "out"});
  EXPECT_EQ(1, ran.code) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, " | ValueError: out of toys\"")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "; in add(a=float32[")) << ran.out;
  for (const Record& record : records()) {
    if (record.verdict != Verdict::kCrashed) continue;
    EXPECT_TRUE(contains(record.output, "\nValueError: out of toys\n"))
        << record.output;
    EXPECT_TRUE(contains(record.output, "about to compute\n"));
    ASSERT_TRUE(record.failure && record.failure->crash);
    EXPECT_TRUE(contains(record.failure->crash->call, "add(a=float32["));
  }
  expect_complaint(assay({"caps", broken("prints_and_dies")}), 4,
                   "its stdout says \"Loading libfoo 1.2 ... | no license "
                   "found\"");
}

}  // namespace
}  // namespace assay
