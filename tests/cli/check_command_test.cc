// Tests `assay check`: verdicts, exit codes and files, on subjects of every
// kind.
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class CheckCommand : public CommandRun {
 protected:
  bool has(const std::string& name) const {
    return std::filesystem::exists(folder_ / name);
  }
};

TEST_F(CheckCommand, FindsThatTheReferenceConforms) {
  const Ran ran = assay({"check", "reference", "--filter", "neg:value", "--out",
                         "out", "--junit", "reports/junit.xml", "--seed", "3"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ("", ran.err);
  EXPECT_TRUE(
      ran.out.ends_with("reference conforms to profile nx\n"
                        "records: out/records.jsonl\n"))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "seed 3\n"));
  EXPECT_EQ(ran.out, text_of(folder_ / "out/report.txt") +
                         "records: out/records.jsonl\n");
  EXPECT_TRUE(contains(text_of(folder_ / "reports/junit.xml"),
                       "<testsuite name=\"elementwise/neg\""));
  EXPECT_EQ((std::vector<std::string>{"out", "reports"}), made());
}

TEST_F(CheckCommand, WritesToAFolderNamedAfterTheSubject) {
  EXPECT_EQ(0, assay({"check", "reference", "--filter", "neg:value"}).code);
  EXPECT_TRUE(has("assay-results/reference/records.jsonl"));
  // One program with other arguments is another subject.
  for (const char* argument : {"-a", "-b"})
    EXPECT_EQ(1, assay({"check", confused(argument), "--filter",
                        "neg:value:dtype=float32"})
                     .code);
  const std::filesystem::directory_iterator folders(folder_ / "assay-results");
  EXPECT_EQ(3, std::distance(begin(folders), end(folders)));
}

TEST_F(CheckCommand, TakesTheNumpyProfileAndTheHighestSeed) {
  const Ran ran = assay({"check", "reference", "--filter", "round:half",
                         "--profile", "numpy", "--level", "standard", "--seed",
                         "18446744073709551615", "--jobs", "1"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out,
                       "against profile numpy, level standard, seed "
                       "18446744073709551615\n"))
      << ran.out;
}

TEST_F(CheckCommand, NeedsASelection) {
  for (const char* filter : {"add:no_such_aspect", "add,-add"}) {
    const std::string part = fmt::format("the filter \"{}\" selects", filter);
    expect_complaint(
        assay({"check", "reference", "--filter", filter, "--out", "out"}), 5,
        part);
    expect_complaint(
        assay({"check", "reference", "--filter", filter, "--list"}), 5, part);
    expect_complaint(assay({"list", "cases", "--filter", filter}), 5, part);
    EXPECT_TRUE(made().empty());
  }
}

// hangs_at_hello is left to the tests of ProcessSubject: hello has a limit of
// its own, 30 s.
TEST_F(CheckCommand, NeedsASubjectThatStarts) {
  struct Row {
    std::string subject;
    const char* message;
  };
  const Row rows[] = {
      {"exec:", "the command is empty"},
      {"exec:'", "never closed"},
      {"exec:no-such-program --fast", "no-such-program cannot be started"},
      {"exec:/dev/null", "/dev/null cannot be started"},
      {"exec:/bin/true", "exited with code 0"},
      {broken("exits_at_hello"), "exited with code 3 during hello"},
      {broken("aborts_at_hello"), "died of SIGABRT during hello"},
      {broken("prints_banner"), "Loading libf"},
      {broken("wrong_version"), "\"protocol\" is 2 where 1 is expected"},
      {broken("unknown_op"), "frobnicate"},
      {broken("says_why"), "the reason: out of toys"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.subject);
    expect_complaint(assay({"check", row.subject, "--filter", "add:value",
                            "--timeout", "0.5", "--out", "out"}),
                     4, row.message);
    EXPECT_TRUE(made().empty());
  }
}

TEST_F(CheckCommand, FindsWhatASubjectGetsWrong) {
  const Ran ran =
      assay({"check", confused(), "--filter", "neg,abs", "--out", "out"});
  EXPECT_EQ(1, ran.code) << ran.err;
  EXPECT_EQ("", ran.err);
  EXPECT_TRUE(contains(ran.out, "\nconfused does not conform to profile nx\n"));
  EXPECT_TRUE(contains(ran.out, "\n  neg.value: 17 failing cases\n"))
      << ran.out;
  EXPECT_FALSE(contains(ran.out, "\nabs.")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nscore nx: 1 proven / 2 claimed / "))
      << ran.out;
}

// The op is of one set, so the others add nothing.
TEST_F(CheckCommand, PlansTheNamedOpSets) {
  const auto ids = [this](std::vector<std::string> sets) {
    std::vector<std::string> arguments = {"check", "reference", "--filter",
                                          "neg", "--list"};
    arguments.insert(arguments.end(), sets.begin(), sets.end());
    const Ran ran = assay(arguments);
    EXPECT_EQ(0, ran.code) << ran.err;
    return ran.out;
  };
  EXPECT_EQ(ids({}), ids({"--set", "nx"}));
  EXPECT_EQ(ids({}), ids({"--set", "all"}));
  const Ran ran = assay({"check", "reference", "--filter", "neg:value", "--set",
                         "nx", "--out", "out"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\nscore nx: ")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "\nop set nn: not selected\n")) << ran.out;
}

TEST_F(CheckCommand, MakesBrokenCallsWhereAsked) {
  Ran ran = assay({"check", "reference", "--filter", "neg", "--out", "out"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_FALSE(contains(ran.out, "robustness")) << ran.out;
  ran = assay({"check", "reference", "--robustness", "--filter", "neg", "--out",
               "robust"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\nreference conforms to profile nx\n"));
  EXPECT_TRUE(contains(ran.out, "4 calls that break 2 preconditions"))
      << ran.out;
  EXPECT_TRUE(contains(ran.out, "4 refused, 0 accepted, 0 harmful"));
  ran = assay({"check", "reference", "--robustness", "--filter", "neg:call=*",
               "--list"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "elementwise/neg:out:call=broken,dtype="));
}

// Harm, and wrong results of permitted calls, cost the exit code 0. Conformance
// is not mentioned, because this mode does not test it.
TEST_F(CheckCommand, NamesHarmThatBrokenCallsDo) {
  const Ran ran =
      assay({"check", broken("segfaults"), "--robustness", "--filter",
             "add:call=*", "--out", "out", "--timeout", "5"});
  EXPECT_EQ(1, ran.code) << ran.out << ran.err;
  EXPECT_TRUE(contains(ran.out, "\nharmful:\n")) << ran.out;
  EXPECT_TRUE(contains(ran.out, "crashed: ")) << ran.out;
  EXPECT_FALSE(contains(ran.out, "conform to")) << ran.out;
}

struct Break {
  const char* way;
  const char* verdict;
};

TEST_F(CheckCommand, GoesOnWhereASubjectBreaksDown) {
  for (const auto& [way, verdict] :
       {Break{"segfaults", "crashed        2 of 2 cases: "},
        Break{"exits", "crashed        2 of 2 cases: "},
        Break{"hangs",
              "timed_out      2 of 2 cases: the subject did not answer invoke "
              "of add within 0.3 s"},
        Break{"no_id", "protocol_error: "}}) {
    const Ran ran = assay({"check", broken(way), "--filter",
                           "add:value:dtype=float32,cast:*:dtype=int8", "--out",
                           "out", "--timeout", "0.3"});
    EXPECT_EQ(1, ran.code) << way << ran.err;
    EXPECT_EQ("", ran.err) << way;
    EXPECT_TRUE(contains(ran.out, verdict)) << way << ran.out;
    EXPECT_TRUE(contains(ran.out, "2 failed, ")) << way << ran.out;
  }
}

TEST_F(CheckCommand, JudgesNumpyByWhatItPromises) {
  const std::string numpy = fmt::format(
      "exec:/usr/bin/python3 '{}/adapters/numpy/backend.py'", ASSAY_SOURCE_DIR);
  const Ran caps = assay({"caps", numpy});
  if (caps.code == 4 && contains(caps.err, "No module named 'numpy'"))
    GTEST_SKIP() << caps.err;
  const std::vector<std::string> arguments = {"check",      numpy,   "--filter",
                                              "round:half", "--out", "out"};
  const Ran canonical = assay(arguments);
  EXPECT_EQ(1, canonical.code) << canonical.err;
  EXPECT_TRUE(contains(canonical.out, "\n  round.half: ")) << canonical.out;
  auto promised = arguments;
  promised.insert(promised.end(), {"--profile", "numpy"});
  EXPECT_EQ(0, assay(promised).code);
}

TEST_F(CheckCommand, LeavesFoldersOfOthersAlone) {
  std::filesystem::create_directories(folder_ / "mine/cases");
  std::ofstream(folder_ / "mine/cases/one.json") << "{}";
  std::ofstream(folder_ / "file") << "mine";
  expect_complaint(
      assay({"check", "reference", "--filter", "neg", "--out", "mine"}), 2,
      "mine is not empty and contains no records.jsonl");
  EXPECT_EQ("{}", text_of(folder_ / "mine/cases/one.json"));
  for (const char* out : {"file", "file/below", "/dev/null/out"})
    expect_complaint(
        assay({"check", "reference", "--filter", "neg", "--out", out}), 2,
        std::string(out) + " cannot be written");
  EXPECT_EQ("mine", text_of(folder_ / "file"));
}

TEST_F(CheckCommand, WritesRecordsThatDependOnNoWorkers) {
  const auto records = [&](const char* jobs) {
    EXPECT_EQ(0, assay({"check", "reference", "--filter", "neg,sort:nan_last",
                        "--out", "out", "--jobs", jobs})
                     .code);
    const std::string text = text_of(folder_ / "out/records.jsonl");
    return text.substr(text.find('\n'));
  };
  const std::string once = records("1");
  EXPECT_LT(10000u, once.size());
  EXPECT_EQ(once, records("2"));
  EXPECT_EQ(once, records("0"));
}

// Colors are for terminals; `script` makes one.
TEST_F(CheckCommand, ColorsOnlyATerminal) {
  const std::string run = fmt::format(
      "$ASSAY check \"{}\" --filter neg:value --out out", confused());
  const Ran piped = shell(run + " | cat");
  EXPECT_TRUE(contains(piped.out, "does not conform")) << piped.err;
  EXPECT_FALSE(contains(piped.out + piped.err, "\x1b"));
  if (!std::filesystem::exists("/usr/bin/script"))
    GTEST_SKIP() << "there is no script(1) to make a terminal";
  const auto on_terminal = [&](const char* environment) {
    std::ofstream(folder_ / "run.sh")
        << fmt::format("ASSAY='{}'\n{} 2> /dev/null\n", ASSAY_COMMAND, run);
    return shell(fmt::format("{} script -qec 'bash run.sh' /dev/null || true",
                             environment))
        .out;
  };
  EXPECT_TRUE(contains(on_terminal("env -u NO_COLOR"), "\x1b[31mneg"));
  EXPECT_TRUE(contains(on_terminal("NO_COLOR="), "\x1b[31mneg"));
  const std::string plain = on_terminal("NO_COLOR=1");
  EXPECT_TRUE(contains(plain, "does not conform")) << plain;
  EXPECT_FALSE(contains(plain, "\x1b")) << plain;
}

// A terminal that is closed sends SIGHUP.
TEST_F(CheckCommand, EndsOnInterruptWithWhatItHas) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(signal);
    const pid_t pid = start({ASSAY_COMMAND, "check", "reference", "--level",
                             "standard", "--out", "out", "--jobs", "2"});
    const auto partial = folder_ / "out/records.jsonl.partial";
    for (int i = 0; i < 2000 && text_of(partial).size() < 2000; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    kill(pid, signal);
    const Ran ran = finish(pid);
    expect_complaint(ran, 130, "interrupted after ");
    EXPECT_FALSE(has("out/records.jsonl"));
    EXPECT_FALSE(has("out/report.txt"));
    EXPECT_FALSE(has("out/run.lock"));
    std::ifstream lines(partial);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      EXPECT_TRUE(nlohmann::json::accept(line)) << line;
    EXPECT_LT(1, count);
    std::filesystem::remove_all(folder_ / "out");
  }
}

// Signals that nohup ignores stay ignored, and a closed stderr aborts nothing.
TEST_F(CheckCommand, OutlivesWhatItWasToldToIgnore) {
  const Ran ran = shell(
      "trap '' HUP; $ASSAY check reference --filter 'sorting/*' --jobs 1 --out "
      "out & pid=$!; while ! [ -s out/records.jsonl.partial ]; do sleep 0.01; "
      "done; kill -HUP $pid; wait $pid");
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_TRUE(contains(ran.out, "\nreference conforms to profile nx\n"));
  EXPECT_EQ(2, shell("$ASSAY check nosuch 2> /dev/full").code);
  EXPECT_EQ(2, shell("$ASSAY check nosuch 2>&-").code);
}

}  // namespace
}  // namespace assay
