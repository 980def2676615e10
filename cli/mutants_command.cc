// Implements `assay mutants`: prints how many backends that are broken on
// purpose the suite finds, which case finds each, and which survive. It also
// measures the golden vectors alone and broken view modules.
// Tested by tests/cli/mutants_command_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "harness/view/view_case_plan.h"
#include "tests/mutants/allclose.h"
#include "tests/mutants/mutation_score.h"
#include "tests/mutants/registry.h"
#include "tests/mutants/view_score.h"

namespace assay {
namespace {

using mutants::MutantRow;
using mutants::MutantScore;
using mutants::Tally;
using mutants::ViewScore;
using Scores = std::vector<MutantScore>;
using ViewScores = std::vector<ViewScore>;

// The mutants of ops on the cases of a level, or on the golden vectors.
struct Column {
  std::string_view name;
  mutants::ScoreOptions options;
  Scores scores = {};
};

std::string share(const Tally& tally) {
  const double percent =
      tally.total == 0 ? 0 : 100.0 * tally.killed / tally.total;
  return fmt::format("{}/{} ({:.1f} %)", tally.killed, tally.total, percent);
}

// Returns "nan:dtype=float16,layout=contiguous,case=0", what follows the op in
// an id.
std::string_view behind_the_op(std::string_view id) {
  return id.substr(id.find(':') + 1);
}

// Returns the ops that have mutants, in the order of the op table.
std::vector<Op> ops_of(const Scores& scores) {
  std::vector<Op> ops;
  for (const MutantScore& score : scores)
    if (ops.empty() || ops.back() != score.op) ops.push_back(score.op);
  return ops;
}

// Returns the middle value of a sorted list, or 0 for an empty one.
double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_survivor(std::string_view where, std::string_view mutant,
                    std::string_view op, std::string_view clause,
                    const std::string& elsewhere) {
  fmt::print("survives {}: {} of {}, which breaks {}{}\n", where, mutant, op,
             clause,
             elsewhere.empty() ? std::string("; no case fails")
                               : "; " + elsewhere + " fails nevertheless");
}

void print_survivors(const Column& column, const ViewScores& views) {
  for (const MutantScore& score : column.scores)
    if (!score.kill)
      print_survivor(column.name, score.row.name, name_of(score.op),
                     score.row.clause, score.elsewhere);
  for (const ViewScore& score : views)
    if (!score.is_killed())
      print_survivor(column.name, score.row.name, "views", score.row.clause,
                     score.elsewhere);
}

// Counts broken view modules. View cases are the same at every level, and all
// of them are golden vectors, so every column has this count.
Tally tally_of_views(const ViewScores& views) {
  Tally tally;
  for (const ViewScore& score : views) {
    ++tally.total;
    tally.killed += score.is_killed() ? 1 : 0;
  }
  return tally;
}

// Prints the scores of each column, one line per op.
void print_tallies(const std::vector<Column>& columns,
                   const ViewScores& views) {
  fmt::print("{:<18}", "op");
  for (const Column& column : columns) fmt::print(" {:<22}", column.name);
  fmt::print("\n");
  const auto line = [&](std::string_view name, std::optional<Op> op) {
    fmt::print("{:<18}", name);
    for (const Column& column : columns)
      fmt::print(" {:<22}", share(mutants::tally_of(column.scores, op)));
    fmt::print("\n");
  };
  for (Op op : ops_of(columns.front().scores)) line(name_of(op), op);
  if (!columns.front().scores.empty()) line("overall", std::nullopt);
  if (views.empty()) return;
  fmt::print("{:<18}", "views");
  for (std::size_t i = 0; i < columns.size(); ++i)
    fmt::print(" {:<22}", share(tally_of_views(views)));
  fmt::print("\n");
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

// Prints docs/generated/mutants.md.
void print_table(const std::vector<Column>& columns, const ViewScores& views) {
  fmt::print(
      "# Mutants and the cases that kill them\n\n"
      "Written by `scripts/generate_docs.sh` out of `assay mutants "
      "--markdown`; do not edit.\n`../mutants.md` says what the mutants are "
      "and how they are counted.\n\n| op |");
  for (const Column& column : columns)
    fmt::print(" killed {} {} |", column.options.vectors ? "by" : "at",
               column.options.vectors ? "the golden vectors" : column.name);
  fmt::print("\n|---|");
  for (std::size_t i = 0; i < columns.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  const auto line = [&](std::string_view name, const auto& tally) {
    fmt::print("| {} |", name);
    for (const Column& column : columns)
      fmt::print(" {} |", share(tally(column)));
    fmt::print("\n");
  };
  const Scores& first = columns.front().scores;
  for (Op op : ops_of(first))
    line(name_of(op), [op](const Column& column) {
      return mutants::tally_of(column.scores, op);
    });
  if (!first.empty())
    line("**overall**",
         [](const Column& column) { return mutants::tally_of(column.scores); });
  if (!views.empty())
    line("views", [&](const Column&) { return tally_of_views(views); });
  fmt::print(
      "\n*Cases* counts those that were run until the kill at {}, the "
      "mutant's own clause first.\n\n"
      "| op | clause | mutant | killed by | cases |\n|---|---|---|---|---|\n",
      columns.front().name);
  const auto row = [](std::string_view op, std::string_view clause,
                      std::string_view mutant, std::string_view killer,
                      int cases) {
    fmt::print("| {} | `{}` | {} | {} | {} |\n", op, clause, mutant,
               killer.empty() ? std::string("**survives**")
                              : fmt::format("`{}`", killer),
               killer.empty() ? std::string() : std::to_string(cases));
  };
  for (const MutantScore& score : first)
    row(name_of(score.op), score.row.clause, score.row.name,
        score.kill ? behind_the_op(score.kill->case_id) : "",
        score.kill ? score.kill->cases : 0);
  for (const ViewScore& score : views)
    row("views", score.row.clause, score.row.name,
        std::string_view(score.killer).substr(score.killer.find('/') + 1),
        score.cases);
}

// Prints docs/generated/mutants_full.md: for each mutant every clause that
// fails.
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

// Returns the mutants of one op, or all mutants.
std::vector<MutantRow> rows_of_op(std::optional<Op> op) {
  std::vector<MutantRow> rows;
  for (const MutantRow& row : mutants::every_mutant())
    if (!op || mutants::op_of(row) == *op) rows.push_back(row);
  return rows;
}

// Returns the columns that the arguments ask for: by default level standard,
// level quick and the golden vectors.
Result<std::vector<Column>> columns_of(const MutantsArguments& arguments) {
  if (arguments.vectors && !arguments.level.empty())
    return Status::invalid(
        "--vectors runs the golden vectors, which belong to no level; expected "
        "--vectors or --level, not both");
  if (arguments.vectors)
    return std::vector<Column>{
        {"vectors", {.full = arguments.full, .vectors = true}}};
  if (!arguments.level.empty()) {
    const auto level = level_named(arguments.level);
    // The additional cases of deep would take hours for all mutants.
    if (!level || *level == Level::kDeep)
      return Status::invalid(
          fmt::format("there is no level \"{}\"; expected quick or standard",
                      arguments.level));
    return std::vector<Column>{
        {kLevelNames[static_cast<int>(*level)], {*level, arguments.full}}};
  }
  if (arguments.full)
    return std::vector<Column>{{"standard", {Level::kStandard, true}}};
  return std::vector<Column>{{"standard", {Level::kStandard}},
                             {"quick", {Level::kQuick}},
                             {"vectors", {.vectors = true}}};
}

// Scores the mutants in each column and prints what was asked for. Returns the
// exit code, which depends on the first column.
int print_scores(const MutantsArguments& arguments, std::vector<Column> columns,
                 const std::vector<MutantRow>& rows, const ViewScores& views) {
  for (Column& column : columns) {
    auto scores = mutants::score_mutants(rows, column.options);
    if (!scores) return complain(kExitInternal, scores.status().message);
    column.scores = *std::move(scores);
  }
  const Column& first = columns.front();
  if (arguments.markdown && arguments.full) {
    print_full_table(first.scores);
  } else if (arguments.markdown) {
    print_table(columns, views);
  } else {
    print_tallies(columns, views);
    print_times(first.scores);
    print_survivors(first, views);
  }
  const Tally ops = mutants::tally_of(first.scores);
  const Tally of_views = tally_of_views(views);
  return ops.killed == ops.total && of_views.killed == of_views.total
             ? kExitConforms
             : kExitDoesNotConform;
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
  const auto columns = columns_of(arguments);
  if (!columns) return complain(kExitUsage, columns.status().message);
  std::optional<Op> op;
  const bool is_about_views = arguments.op == "views";
  if (!arguments.op.empty() && !is_about_views) {
    op = op_named(arguments.op);
    if (!op)
      return complain(kExitUsage, fmt::format("there is no op \"{}\"; `assay "
                                              "list ops` shows them all",
                                              arguments.op));
  }
  const std::vector<MutantRow> rows =
      is_about_views ? std::vector<MutantRow>() : rows_of_op(op);
  if (rows.empty() && !is_about_views)
    return complain(kExitNothingSelected,
                    fmt::format("there is no mutant of {}", arguments.op));
  ViewScores views;
  if (!op) {
    const auto cases = planned_view_cases();
    if (!cases) return complain(kExitInternal, cases.status().message);
    views = mutants::score_views(mutants::broken_views(), *cases);
  }
  return print_scores(arguments, *columns, rows, views);
}

}  // namespace assay
