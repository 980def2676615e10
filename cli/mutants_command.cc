// `assay mutants`: how many of the backends that are broken on purpose the
// suite finds out, by which case, and which it does not.
// Tested by tests/cli/mutants_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "tests/mutants/allclose.h"
#include "tests/mutants/mutation_score.h"
#include "tests/mutants/registry.h"

namespace assay {
namespace {

using mutants::MutantRow;
using mutants::MutantScore;
using mutants::Tally;
using Scores = std::vector<MutantScore>;

std::string share(const Tally& tally) {
  const double percent =
      tally.total == 0 ? 0 : 100.0 * tally.killed / tally.total;
  return fmt::format("{}/{} ({:.1f} %)", tally.killed, tally.total, percent);
}

// "nan:dtype=float16,layout=contiguous,case=0" of a whole id.
std::string_view behind_the_op(std::string_view id) {
  return id.substr(id.find(':') + 1);
}

// The ops that have mutants, in the order of the table.
std::vector<Op> ops_of(const Scores& scores) {
  std::vector<Op> ops;
  for (const MutantScore& score : scores)
    if (ops.empty() || ops.back() != score.op) ops.push_back(score.op);
  return ops;
}

// The middle of a list, or 0.
double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_survivors(std::string_view level, const Scores& scores) {
  for (const MutantScore& score : scores)
    if (!score.kill)
      fmt::print("survives {}: {} of {}, which breaks {}{}\n", level,
                 score.row.name, name_of(score.op), score.row.clause,
                 score.elsewhere.empty()
                     ? std::string("; no case fails")
                     : "; " + score.elsewhere + " fails all the same");
}

// What was asked for at each level, op by op.
void print_tallies(const std::vector<std::pair<Level, Scores>>& levels) {
  fmt::print("{:<18}", "op");
  for (const auto& [level, scores] : levels)
    fmt::print(" {:<22}", kLevelNames[static_cast<int>(level)]);
  fmt::print("\n");
  const auto line = [&](std::string_view name, std::optional<Op> op) {
    fmt::print("{:<18}", name);
    for (const auto& [level, scores] : levels)
      fmt::print(" {:<22}", share(mutants::tally_of(scores, op)));
    fmt::print("\n");
  };
  for (Op op : ops_of(levels.front().second)) line(name_of(op), op);
  line("overall", std::nullopt);
}

void print_times(const Scores& scores) {
  std::vector<double> kills;
  std::vector<double> firsts;
  for (const MutantScore& score : scores) {
    if (score.kill) kills.push_back(score.kill->seconds);
    if (score.first_failure) firsts.push_back(*score.first_failure);
  }
  if (!kills.empty())
    fmt::print(
        "time to the kill, own clause first: median {:.2g} s, at most "
        "{:.2g} s\n",
        median(kills), *std::max_element(kills.begin(), kills.end()));
  if (!firsts.empty())
    fmt::print(
        "first failing case in a run of the whole level, on one core: "
        "median {:.2g} s, at most {:.2g} s\n",
        median(firsts), *std::max_element(firsts.begin(), firsts.end()));
}

// docs/generated/mutants.md.
void print_table(const Scores& standard, const Scores& quick) {
  fmt::print(
      "# Mutants and the cases that kill them\n\n"
      "Written by `scripts/generate_docs.sh` out of `assay mutants "
      "--markdown`; do not edit.\n`../mutants.md` says what the mutants are "
      "and how they are counted.\n\n"
      "| op | killed at standard | killed at quick |\n|---|---|---|\n");
  const auto line = [&](std::string_view name, std::optional<Op> op) {
    fmt::print("| {} | {} | {} |\n", name,
               share(mutants::tally_of(standard, op)),
               share(mutants::tally_of(quick, op)));
  };
  for (Op op : ops_of(standard)) line(name_of(op), op);
  line("**overall**", std::nullopt);
  fmt::print(
      "\n*Cases* counts those that were run until the kill at standard, the "
      "mutant's own clause first.\n\n"
      "| op | clause | mutant | killed by | cases |\n|---|---|---|---|---|\n");
  for (const MutantScore& score : standard)
    fmt::print("| {} | `{}` | {} | {} | {} |\n", name_of(score.op),
               score.row.clause, score.row.name,
               score.kill
                   ? fmt::format("`{}`", behind_the_op(score.kill->case_id))
                   : std::string("**survives**"),
               score.kill ? std::to_string(score.kill->cases) : "");
}

// docs/generated/mutants_full.md: every clause that fails of each mutant.
void print_full_table(const Scores& scores) {
  fmt::print(
      "# What fires for each mutant\n\n"
      "Written by `assay mutants --full --markdown` at level standard; do not "
      "edit.\nFailing cases of all that were run, by clause, the mutant's own "
      "in bold.\n\n| op | mutant | fires |\n|---|---|---|\n");
  for (const MutantScore& score : scores) {
    std::string fires;
    for (const auto& [clause, fired] : score.fired) {
      if (fired.failed == 0) continue;
      const bool is_own = clause == score.row.clause;
      fires += fmt::format("{}{}{}{} {}/{}", fires.empty() ? "" : ", ",
                           is_own ? "**" : "", clause, is_own ? "**" : "",
                           fired.failed, fired.run);
    }
    fmt::print("| {} | {} | {} |\n", name_of(score.op), score.row.name, fires);
  }
}

// The mutants of one op, or all.
std::vector<MutantRow> rows_of_op(std::optional<Op> op) {
  std::vector<MutantRow> rows;
  for (const MutantRow& row : mutants::every_mutant())
    if (!op || mutants::op_of(row) == *op) rows.push_back(row);
  return rows;
}

int compare_with_allclose() {
  const auto verdicts = mutants::customary_verdicts();
  Tally all;
  for (const mutants::CustomaryVerdict& verdict : verdicts) {
    ++all.total;
    all.killed += verdict.killed ? 1 : 0;
    fmt::print("{:<12} {:<28} {:<32} {}\n", name_of(verdict.op),
               verdict.row.name, verdict.row.clause,
               verdict.killed ? "killed" : "survives");
  }
  for (std::string_view name : {"matmul", "reduce_sum", "fft"}) {
    Tally tally;
    for (const mutants::CustomaryVerdict& verdict : verdicts) {
      if (name_of(verdict.op) != name) continue;
      ++tally.total;
      tally.killed += verdict.killed ? 1 : 0;
    }
    fmt::print("{}: {}\n", name, share(tally));
  }
  fmt::print("allclose kills {}\n", share(all));
  return kExitConforms;
}

}  // namespace

int mutants_command(const MutantsArguments& arguments) {
  if (!arguments.against.empty()) {
    if (arguments.against != "allclose")
      return complain(kExitUsage,
                      fmt::format("there is no judge \"{}\" to compare with; "
                                  "expected allclose",
                                  arguments.against));
    return compare_with_allclose();
  }
  std::optional<Op> op;
  if (!arguments.op.empty()) {
    op = op_named(arguments.op);
    if (!op)
      return complain(kExitUsage, fmt::format("there is no op \"{}\"; `assay "
                                              "list ops` shows them all",
                                              arguments.op));
  }
  std::vector<Level> asked = {Level::kStandard, Level::kQuick};
  if (!arguments.level.empty()) {
    const auto level = level_named(arguments.level);
    if (!level)
      return complain(kExitUsage,
                      fmt::format("there is no level \"{}\"; expected quick or "
                                  "standard",
                                  arguments.level));
    asked = {*level};
  } else if (arguments.full) {
    asked = {Level::kStandard};
  }
  const std::vector<MutantRow> rows = rows_of_op(op);
  if (rows.empty())
    return complain(kExitNothingSelected,
                    fmt::format("{} has no mutant", arguments.op));
  std::vector<std::pair<Level, Scores>> levels;
  for (Level level : asked) {
    auto scores = mutants::score_mutants(rows, {level, arguments.full});
    if (!scores) return complain(kExitInternal, scores.status().message);
    levels.emplace_back(level, *std::move(scores));
  }
  const Scores& first = levels.front().second;
  if (arguments.markdown && arguments.full) {
    print_full_table(first);
  } else if (arguments.markdown) {
    print_table(first, levels.back().second);
  } else {
    print_tallies(levels);
    print_times(first);
    print_survivors(kLevelNames[static_cast<int>(asked.front())], first);
  }
  const Tally tally = mutants::tally_of(first);
  return tally.killed == tally.total ? kExitConforms : kExitDoesNotConform;
}

}  // namespace assay
