// Tests the command line: which commands and options there are, what is
// refused, and the messages.
#include <nlohmann/json.hpp>
#include <set>

#include "spec/cells.h"
#include "spec/op_sets.h"
#include "tests/cli/command_run.h"

namespace assay {
namespace {

class Command : public CommandRun {};

std::ptrdiff_t line_count(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

TEST_F(Command, SaysWhatItIs) {
  const Ran version = assay({"--version"});
  EXPECT_EQ(0, version.code);
  EXPECT_TRUE(version.out.starts_with("assay 0.")) << version.out;
  EXPECT_TRUE(contains(version.out, "spec ")) << version.out;
  EXPECT_TRUE(contains(version.out, "suite ")) << version.out;
  EXPECT_EQ("", version.err);
  EXPECT_EQ(1, line_count(version.out));
  // FFTW is under the GPL, so the command must not link it.
  EXPECT_NE(0, shell("ldd \"$ASSAY\" | grep -q fftw").code);

  const Ran help = assay({"--help"});
  EXPECT_EQ(0, help.code);
  EXPECT_EQ("", help.err);
  for (const char* name :
       {"check", "replay", "list", "spec", "caps", "explain"}) {
    EXPECT_TRUE(contains(help.out, std::string("\n  ") + name)) << name;
    const Ran its = assay({name, "--help"});
    EXPECT_EQ(0, its.code) << name;
    EXPECT_TRUE(contains(its.out, name)) << its.out;
  }
}

// Arguments that are refused, a part of the sentence that says why. All of
// them ask to write into `out`.
struct Misuse {
  std::vector<std::string> arguments;
  const char* message;
};

const Misuse kMisuses[] = {
    {{}, "subcommand is required"},
    {{"bogus"}, "there is no command \"bogus\"; `assay --help` lists"},
    {{"chekc"}, "there is no command \"chekc\" (did you mean check?); `assay"},
    {{"check", "reference", "--sede", "3"},
     "check has no option --sede (did you mean --seed?); `assay check"},
    {{"check", "reference", "--sede=3"}, "did you mean --seed?"},
    {{"baseline", "update", "x", "--expct", "y"}, "did you mean --expect?"},
    {{"check", "refrence"}, "did you mean reference?"},
    {{"check", "reference", "--filter", "sotr"}, "did you mean sort?"},
    {{"explain", "sort.nan_lats"}, "did you mean sort.nan_last?"},
    {{"--bogus"}, "there is no command \"--bogus\""},
    {{"line\nbreak"}, "there is no command \"line break\""},
    {{"check"}, "SUBJECT is required"},
    {{"check", "nosuch"}, "there is no subject \"nosuch\""},
    {{"check", "exec"}, "there is no subject \"exec\""},
    {{"check", "reference", "more"}, "more"},
    {{"check", "reference", "--bogus"}, "--bogus"},
    {{"check", "reference", "--level", "full"}, "there is no level \"full\""},
    {{"check", "reference", "--profile", "nix"},
     "there is no profile \"nix\" (did you mean nx?); expected one of nx, "
     "numpy"},
    {{"check", "reference", "--filter", "adn"},
     "there is no family or op \"adn\""},
    {{"check", "reference", "--filter", "*/adn"}, "there is no op \"adn\""},
    {{"check", "reference", "--filter", "-"}, "empty term"},
    {{"check", "reference", "--filter"}, "--filter"},
    {{"check", "reference", "--filter", "@missing"}, "missing cannot be read"},
    {{"check", "reference", "--jobs", "abc"}, "--jobs: \"abc\" is not"},
    {{"check", "reference", "--jobs", "-1"}, "--jobs: \"-1\" is not"},
    {{"check", "reference", "--jobs", "257"}, "--jobs: \"257\" is not"},
    {{"check", "reference", "--seed", "-1"}, "--seed: \"-1\" is not"},
    {{"check", "reference", "--seed", "0x1"}, "--seed: \"0x1\" is not"},
    {{"check", "reference", "--seed", "1.5"}, "--seed: \"1.5\" is not"},
    {{"check", "reference", "--seed", "18446744073709551616"},
     "--seed: \"18446744073709551616\" is not"},
    {{"check", "reference", "--timeout", "0"}, "--timeout: \"0\" is not"},
    {{"check", "reference", "--timeout", "nan"}, "--timeout: \"nan\" is not"},
    {{"check", "reference", "--timeout", "inf"}, "--timeout: \"inf\" is not"},
    {{"check", "reference", "--timeout", "1s"}, "--timeout: \"1s\" is not"},
    {{"check", "reference", "--junit", "/dev/null/x"}, "/dev/null/x cannot be"},
    {{"check", "reference", "--junit", "/"}, "/ cannot be written"},
    {{"check", "reference", "--junit", "folder/"}, "folder/ cannot be written"},
    {{"replay"}, "CASE is required"},
    {{"replay", "x.json"}, "SUBJECT is required"},
    {{"list"}, "WHAT is required"},
    {{"list", "opps"}, "there is no list \"opps\""},
    {{"list", "cases", "--level", "deeper"}, "there is no level \"deeper\""},
    {{"list", "cases", "--filter", "adn"}, "there is no family or op \"adn\""},
    {{"spec"}, "--json"},
    {{"spec", "--json", "--markdown"}, "--json"},
    {{"caps"}, "SUBJECT is required"},
    {{"caps", "nosuch"}, "there is no subject \"nosuch\""},
    {{"explain"}, "NAME is required"},
    {{"explain", "nonsense"},
     "there is no clause, op, case or finding \"nonsense\""},
};

TEST_F(Command, RefusesMisuseInOneSentence) {
  for (const Misuse& misuse : kMisuses) {
    std::vector<std::string> arguments = misuse.arguments;
    const bool writes = arguments.size() > 1 && arguments[0] == "check";
    if (writes) arguments.insert(arguments.begin() + 2, {"--out", "out"});
    SCOPED_TRACE(fmt::format("assay {}", fmt::join(arguments, " ")));
    expect_complaint(assay(arguments), 2, misuse.message);
    EXPECT_TRUE(made().empty());
  }
}

// Defaults stand in the help, and every profile, and how a filter is written.
TEST_F(Command, HelpSaysWhatIsTakenWhereNothingIsGiven) {
  const std::string check = assay({"check", "--help"}).out;
  for (const char* part :
       {"--level TEXT=quick", "--seed UINT=0", "--timeout FLOAT",
        "0.01..3600=5", "--memory INT:16..1048576=4096", "--jobs INT:0..256=0",
        "--profile TEXT=nx", "nx,", "array_api,", "stablehlo,", "onnx,",
        "burn,", "tenferro,", "-TERM", "@FILE",
        "assay list cases --filter FILTER"})
    EXPECT_TRUE(contains(check, part)) << part << "\n" << check;
  EXPECT_TRUE(contains(assay({"list", "--help"}).out, "-TERM"));
  EXPECT_TRUE(contains(assay({"sweep", "--help"}).out, "TEXT=float32"));
  EXPECT_TRUE(contains(assay({"fuzz", "--help"}).out, "tenferro"));
}

// The start of the line of `assay list sets` about a set, with what it owns.
std::string row_of_set(const OpSet& set) {
  std::set<std::string_view> ops;
  std::ptrdiff_t required = 0;
  for (const auto& [cell, is_required] : every_cell()) {
    if (set_of(cell.op) != set.name) continue;
    ops.insert(name_of(cell.op));
    required += is_required ? 1 : 0;
  }
  return fmt::format("\n{:<10}{:>4} ops, {:>4} required cells", set.name,
                     ops.size(), required);
}

TEST_F(Command, ListsWhatThereIs) {
  const Ran ops = assay({"list", "ops"});
  EXPECT_EQ(0, ops.code);
  EXPECT_EQ("", ops.err);
  EXPECT_EQ(std::ssize(every_op()), line_count(ops.out));
  EXPECT_TRUE(contains(ops.out, "sorting/sort  [nx]  "));

  const Ran sets = assay({"list", "sets"});
  EXPECT_EQ(0, sets.code);
  EXPECT_EQ(std::ssize(kOpSets), line_count(sets.out));
  for (const OpSet& set : kOpSets)
    EXPECT_TRUE(contains("\n" + sets.out, row_of_set(set))) << sets.out;

  const Ran dtypes = assay({"list", "dtypes"});
  EXPECT_EQ(0, dtypes.code);
  EXPECT_EQ(19, line_count(dtypes.out));
  EXPECT_TRUE(contains(dtypes.out, "bfloat16         16 bits\n"));

  const Ran clauses = assay({"list", "clauses"});
  EXPECT_EQ(0, clauses.code);
  EXPECT_TRUE(contains(clauses.out, "\nsort.nan_last  "));
  EXPECT_TRUE(contains(clauses.out, "\nsorting."));

  const Ran cases = assay({"list", "cases", "--filter", "round:half"});
  EXPECT_EQ(0, cases.code);
  EXPECT_TRUE(cases.out.starts_with(
      "elementwise/round:half:dtype=float16,layout=contiguous,case=0\n"));
  const Ran selected =
      assay({"check", "reference", "--filter", "round:half", "--list"});
  EXPECT_EQ(0, selected.code);
  EXPECT_EQ(cases.out, selected.out);
  const Ran more =
      assay({"list", "cases", "--filter", "round:half", "--level", "standard"});
  EXPECT_LT(line_count(cases.out), line_count(more.out));
  EXPECT_TRUE(made().empty());
}

// The table is made from the cases: a level that stopped short would show it.
TEST_F(Command, ListsTheSizesOfALevel) {
  const Ran quick = assay({"list", "sizes", "--filter", "sort"});
  EXPECT_EQ(0, quick.code) << quick.err;
  ASSERT_EQ(3, line_count(quick.out)) << quick.out;
  const Ran standard =
      assay({"list", "sizes", "--filter", "sort", "--level", "standard"});
  const auto longest = [](const Ran& ran) {
    const std::string row = ran.out.substr(ran.out.find("| sorting |"));
    std::istringstream fields(row);
    std::string text;
    std::int64_t extent = 0;
    std::getline(fields, text, '|');
    for (int i = 0; i < 3; ++i) std::getline(fields, text, '|');
    std::istringstream(text) >> extent;
    return extent;
  };
  EXPECT_GT(longest(quick), 260);
  EXPECT_GT(longest(standard), 65536);
  EXPECT_EQ(2, assay({"list", "sizes", "--level", "huge"}).code);
  EXPECT_EQ(2, assay({"list", "sizes", "--filter", "nothing"}).code);
  EXPECT_EQ(5, assay({"list", "sizes", "--filter", "sort:nothing*"}).code);
}

// The list is the generated file, so a stale file fails here.
TEST_F(Command, ListsTheSizesOfThePlans) {
  const Ran ran = assay({"list", "plan-sizes"});
  EXPECT_EQ(0, ran.code) << ran.err;
  EXPECT_EQ("", ran.err);
  EXPECT_EQ(text_of(ASSAY_SOURCE_DIR "/conformance/plan_sizes.inc"), ran.out);
  EXPECT_TRUE(contains(ran.out, "\n{\"quick\", \"nx\", \"nx\", ")) << ran.out;
  EXPECT_TRUE(contains(assay({"list", "--help"}).out, "plan-sizes"));
}

// Every view case that the command lists is one that it replays; a wrong
// answer in it is seen.
TEST_F(Command, ListsAndReplaysViewCases) {
  const Ran listed = assay({"list", "view-cases"});
  EXPECT_EQ(0, listed.code);
  ASSERT_LT(60, line_count(listed.out));
  const std::string line = listed.out.substr(0, listed.out.find('\n'));
  const auto path = folder_ / "view.json";
  std::ofstream(path) << line;
  const Ran passed = assay({"replay", path.string(), "reference"});
  EXPECT_EQ(0, passed.code) << passed.err;
  EXPECT_TRUE(contains(passed.out, "\npass\n")) << passed.out;
  const Ran elsewhere = assay({"replay", path.string(), "exec:true"});
  EXPECT_EQ(2, elsewhere.code);
  EXPECT_TRUE(contains(elsewhere.err, "about views")) << elsewhere.err;

  std::ofstream(path)
      << R"({"format": 1, "id": "view/create:ndim:case=0", "clause": "view.ndim",)"
      << R"( "view": {"shape": [2, 3]}, "steps": [], "expect": {"ndim": 3}})";
  const Ran failed = assay({"replay", path.string(), "reference"});
  EXPECT_EQ(1, failed.code) << failed.err;
}

TEST_F(Command, PrintsTheContract) {
  const Ran json = assay({"spec", "--json"});
  EXPECT_EQ(0, json.code);
  EXPECT_TRUE(nlohmann::json::accept(json.out));
  EXPECT_EQ(text_of(ASSAY_SOURCE_DIR "/docs/generated/spec.json"), json.out);
  const Ran markdown = assay({"spec", "--markdown"});
  EXPECT_EQ(0, markdown.code);
  EXPECT_TRUE(markdown.out.starts_with("# ")) << markdown.out.substr(0, 80);
  const Ran clauses = assay({"spec", "--clauses"});
  EXPECT_EQ(0, clauses.code);
  EXPECT_TRUE(clauses.out.starts_with("# ")) << clauses.out.substr(0, 80);
}

TEST_F(Command, PrintsWhatASubjectClaims) {
  const Ran reference = assay({"caps", "reference"});
  EXPECT_EQ(0, reference.code);
  EXPECT_TRUE(reference.out.starts_with("reference "));
  EXPECT_TRUE(contains(reference.out, "\nsort:descending "));
  // The reference has one place.
  const std::size_t unclaimed = reference.out.find(" -\n");
  ASSERT_NE(std::string::npos, unclaimed);
  EXPECT_TRUE(contains(reference.out, "\nplacement "));
  EXPECT_EQ(std::string::npos, reference.out.find(" -\n", unclaimed + 1));

  const Ran toy = assay({"caps", broken("good")});
  EXPECT_EQ(0, toy.code) << toy.err;
  EXPECT_TRUE(toy.out.starts_with("toy 1.0\n"));
  EXPECT_TRUE(contains(toy.out, "\nadd                          float32\n"));
  EXPECT_TRUE(
      contains(toy.out, "\ncast                         float32(1/19)\n"))
      << toy.out;
  EXPECT_TRUE(contains(toy.out, "\nsub                          -\n"));
  expect_complaint(assay({"caps", broken("exits_at_hello")}), 4, "exited");
}

// A reader that leaves early ends the command, by SIGPIPE or by a sentence.
TEST_F(Command, EndsWhereNobodyReads) {
  const Ran gone = shell(
      "timeout 20 $ASSAY list cases --level standard | head -n 1; "
      "exit ${PIPESTATUS[0]}");
  EXPECT_EQ(141, gone.code);
  EXPECT_EQ(1, line_count(gone.out));
  const Ran ignored = shell(
      "trap '' PIPE; timeout 20 $ASSAY list cases --level standard | head -n 1;"
      " exit ${PIPESTATUS[0]}");
  EXPECT_EQ(2, ignored.code);
  EXPECT_TRUE(ignored.err.starts_with("assay: ")) << ignored.err;
}

TEST_F(Command, SaysThatItsOutputIsLost) {
  for (const char* arguments : {"list ops", "spec --json", "--help",
                                "check reference --filter neg:value"})
    expect_complaint(shell(fmt::format("$ASSAY {} > /dev/full", arguments)), 2,
                     "standard output cannot be written");
}

}  // namespace
}  // namespace assay
