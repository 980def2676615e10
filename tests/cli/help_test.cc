// Tests what the command says of itself: the help, the manual pages and the
// completions, each made from the options that it accepts.
#include <regex>

#include "tests/cli/command_run.h"

namespace assay {
namespace {

class Help : public CommandRun {
 protected:
  // Returns what bash offers for the last of these words.
  std::string offered(const std::string& words) const {
    return shell("source <(\"$ASSAY\" completion bash); COMP_WORDS=(assay " +
                 words +
                 "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _assay; "
                 "echo \"${COMPREPLY[@]}\"")
        .out;
  }

  // Returns the commands that `assay --help` lists.
  std::vector<std::string> commands() const {
    const std::string help = assay({"--help"}).out;
    const std::string list = help.substr(help.find("Subcommands:"));
    std::vector<std::string> names;
    const std::regex row("\n  ([a-z]+) ");
    for (std::sregex_iterator at(list.begin(), list.end(), row), end; at != end;
         ++at)
      names.push_back((*at)[1]);
    EXPECT_GT(names.size(), 20u) << help;
    return names;
  }
};

TEST_F(Help, EveryCommandHasExamplesExitCodesAndNarrowLines) {
  for (const std::string& name : commands()) {
    if (name == "baseline") continue;  // a group
    const std::string help = assay({name, "--help"}).out;
    EXPECT_TRUE(contains(help, "\nExamples:\n  assay " + name)) << help;
    EXPECT_TRUE(contains(help, "\nExit codes:\n  0 ")) << help;
    EXPECT_FALSE(contains(help, "=[]")) << help;
    for (std::size_t start = 0, end; start < help.size(); start = end + 1) {
      end = std::min(help.find('\n', start), help.size());
      EXPECT_LE(end - start, 80u) << help.substr(start, end - start);
    }
  }
  EXPECT_TRUE(
      contains(assay({"baseline", "update", "--help"}).out, "\nExit codes:\n"));
}

TEST_F(Help, ExamplesAreCallsThatTheCommandUnderstands) {
  for (const std::string& name : commands()) {
    const std::string help = assay({name, "--help"}).out;
    const std::regex example("\n  assay ([^>|\n]*)"), option("--[a-z-]+");
    for (std::sregex_iterator at(help.begin(), help.end(), example), end;
         at != end; ++at) {
      // The words after " -- " are those of another command.
      std::string call = (*at)[1];
      call = call.substr(0, call.find(" -- "));
      for (std::sregex_iterator word(call.begin(), call.end(), option);
           word != end; ++word)
        EXPECT_TRUE(contains(help, "  " + word->str() + " ")) << word->str();
      const Ran ran = shell("\"$ASSAY\" " + call + " --help");
      EXPECT_EQ(0, ran.code) << call << ran.err;
    }
  }
}

TEST_F(Help, ExitCodesAreThoseOfTheReadme) {
  const std::string readme = text_of(ASSAY_SOURCE_DIR "/README.md");
  const std::string help = assay({"bench", "--help"}).out;
  for (const char* code : {"0", "1", "2", "3", "4", "5", "6", "130"}) {
    EXPECT_TRUE(contains(readme, fmt::format("\n| {} | ", code))) << code;
    EXPECT_TRUE(
        std::regex_search(help, std::regex(fmt::format("\n  {} +[a-z]", code))))
        << code;
  }
}

TEST_F(Help, EveryCommandHasAManualPageWithItsOptions) {
  ASSERT_EQ(0, assay({"man", "--out", "pages"}).code);
  const std::string all = text_of(folder_ / "pages/assay.1");
  for (const std::string& name : commands())
    EXPECT_TRUE(contains(all, "assay\\-" + name)) << name;
  const std::string page = text_of(folder_ / "pages/assay-check.1");
  for (const char* part : {".SH NAME\nassay\\-check \\- ", ".SH OPTIONS\n",
                           ".B \\-\\-level TEXT\n", "[default: quick]",
                           ".SH EXIT STATUS\n", ".SH FILTERS\n"})
    EXPECT_TRUE(contains(page, part)) << part;
  EXPECT_EQ(page, assay({"man", "check"}).out);
  EXPECT_TRUE(
      contains(assay({"man", "baseline", "update"}).out, "\\-\\-reason"));
}

TEST_F(Help, ManualPagesOfUnknownCommandsAndFoldersAreErrors) {
  const Ran unknown = assay({"man", "chek"});
  EXPECT_EQ(2, unknown.code);
  EXPECT_EQ(
      "assay: there is no command \"chek\" (did you mean check?); "
      "`assay --help` lists the commands\n",
      unknown.err);
  const Ran nowhere = assay({"man", "--out", "/dev/null/pages"});
  EXPECT_EQ(2, nowhere.code);
  EXPECT_TRUE(contains(nowhere.err, "cannot be written")) << nowhere.err;
  EXPECT_EQ(2, assay({"completion", "tcsh"}).code);
}

TEST_F(Help, BashCompletesCommandsOptionsAndValues) {
  EXPECT_EQ("check\n", offered("ch"));
  EXPECT_EQ("quick standard deep\n", offered("check --level ''"));
  EXPECT_EQ("--level\n", offered("check --le"));
  EXPECT_EQ("update\n", offered("baseline ''"));
  EXPECT_EQ("--expect\n", offered("baseline update --e"));
  EXPECT_EQ("exp expm1 expand\n", offered("sweep reference --op exp"));
  EXPECT_EQ("profiles\n", offered("list pr"));
  EXPECT_EQ("yes no\n", offered("check reference --require ''"));
}

TEST_F(Help, ScriptsOfOtherShellsParse) {
  for (const std::string name : {"zsh", "fish"}) {
    if (shell("command -v " + name).code != 0) continue;
    EXPECT_EQ(0, shell("\"$ASSAY\" completion " + name + " > script && " +
                       name + " -n script")
                     .code)
        << name;
  }
  const std::string zsh = assay({"completion", "zsh"}).out;
  EXPECT_TRUE(contains(zsh,
                       "'--level[quick, standard or deep]:TEXT:(quick "
                       "standard deep)'"))
      << zsh;
  const std::string fish = assay({"completion", "fish"}).out;
  EXPECT_TRUE(contains(fish, "-l level -x -a 'quick standard deep'")) << fish;
}

}  // namespace
}  // namespace assay
