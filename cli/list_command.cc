// Implements `assay list`, `spec` and `caps`, which print what Assay knows:
// ops, clauses, cases, the contract and the claims of a subject. Tested by
// tests/cli/command_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/each_clause.h"
#include "cli/exit_code.h"
#include "cli/subject_named.h"
#include "conformance/plan.h"
#include "conformance/plan_size.h"
#include "conformance/planned_sets.h"
#include "conformance/second_sources.h"
#include "harness/subject/claim_reach.h"
#include "harness/view/view_case_plan.h"
#include "spec/built_in_profiles.h"
#include "spec/file_profile.h"
#include "spec/op_lookup.h"
#include "spec/op_sets.h"
#include "spec/profile_sources.h"
#include "spec/spec_export.h"

namespace assay {
namespace {

// The set that owns the op, and after it those that share it.
std::string sets_of(Op op) {
  std::string text(set_of(op));
  for (const OpSet& set : kOpSets)
    if (is_in_set(op, set) && !is_owned_by(op, set))
      text += fmt::format(", {}", set.name);
  return text;
}

void list_ops() {
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const auto op = static_cast<Op>(i);
    fmt::print("{}/{}  [{}]  {}\n", family_of(op).name, name_of(op),
               sets_of(op), spec_of(op).formula);
  }
}

void list_sets() {
  const PlannedSets sets;
  const auto cells = count_set_cells(sets, [](const Cell&) { return false; });
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const OpSet& set = sets.table().sets[i];
    const auto owned =
        std::count_if(every_op_by_name().begin(), every_op_by_name().end(),
                      [&set](Op op) { return is_owned_by(op, set); });
    fmt::print("{:<10}{:>4} ops, {:>4} required cells{}  {}\n", set.name, owned,
               cells[i].required,
               set.shares.empty()
                   ? ""
                   : fmt::format(", {} shared ops", set.shares.size()),
               set.text);
  }
}

// Returns why a profile has its value of an axis; empty if it has no sources.
std::string source_text(std::string_view profile, std::size_t axis) {
  const ValueSource* source = source_of(profile, axis);
  if (source == nullptr) return "";
  return fmt::format(" ({}: {})",
                     kBasisTexts[static_cast<std::size_t>(source->basis)],
                     source->place);
}

// Prints each built-in profile, and below it the values that differ from nx,
// with their sources.
void list_profiles() {
  for (const Profile* profile : kProfiles) {
    const std::size_t differing = differing_values(*profile).size();
    if (profile == &kNx)
      fmt::print("{}: canonical, the first value of each of {} axes\n",
                 profile->name, kPolicyAxisCount);
    else
      fmt::print("{}: nx except for {} axes\n", profile->name, differing);
    if (const auto address = documentation_of(profile->name); !address.empty())
      fmt::print("  documentation: {}\n", address);
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
      const std::string source = source_text(profile->name, axis);
      if (profile->values[axis] != 0 || !source.empty())
        fmt::print("  {} = {}{}\n", kPolicyAxes[axis].name,
                   kPolicyAxes[axis].values[profile->values[axis]], source);
    }
  }
}

void list_dtypes() {
  for (const DTypeSpec& row : kDTypes)
    fmt::print("{:<14} {:>4} bits\n", row.name, row.bits);
}

void print_clause(const Clause& clause) {
  fmt::print("{:<34} [{}] {}\n", clause.id, letter_of(clause.status),
             clause.text);
}

int list_cases(const std::string& level_name, const std::string& filter_text) {
  const auto level = level_named(level_name);
  if (!level)
    return complain(kExitUsage,
                    fmt::format("there is no level \"{}\"; expected quick, "
                                "standard or deep",
                                level_name));
  const auto filter = Filter::parse(filter_text);
  if (!filter) return complain(kExitUsage, filter.status().message);
  const auto plan = plan_cases(*level, *filter);
  for (const PlannedCase& planned : plan) fmt::print("{}\n", planned.id());
  if (plan.empty())
    return complain(
        kExitNothingSelected,
        fmt::format("the filter \"{}\" selects no case", filter_text));
  return kExitConforms;
}

// Prints the sources that vouch for the reference, as the tables that
// docs/generated/ has.
void list_sources() {
  fmt::print("| source | what it is |\n|---|---|\n");
  for (const SecondSource& source : second_sources())
    fmt::print("| {} | {} |\n", source.name, source.what);
  fmt::print(
      "\n| ops | how the reference answers | vouched for by |\n"
      "|---|---|---|\n");
  const auto print_row = [](std::string_view name) {
    const Provenance& row = *provenance_of(name);
    fmt::print("| {} | {} | {} |\n", name, row.method, row.sources);
  };
  for (const OpSpec* op : every_op()) print_row(op->name);
  print_row("view_module");
}

// Prints the backends inside the command, with their versions, and how other
// backends are named.
void list_backends() {
  for (const char* name : {"reference", "optimized"}) {
    const auto maker = subject_named(name, kNx, 0);
    if (!maker) continue;  // not part of this build
    const auto subject = (*maker)();
    if (!subject) continue;
    const Backend& backend = (*subject)->backend();
    fmt::print("{:<20} version {}\n", name, backend.version());
  }
  fmt::print("{:<20} a plugin\n{:<20} a process that speaks the protocol\n",
             "path/to/LIBRARY.so", "\"exec:COMMAND …\"");
}

// Prints one JSON case per line, for a view module in any language.
int list_view_cases() {
  const auto cases = planned_view_cases();
  if (!cases) return complain(kExitInternal, cases.status().message);
  for (const ViewCase& view_case : *cases)
    fmt::print("{}\n", view_case_to_json(view_case).dump());
  return kExitConforms;
}

// Returns the dtypes of a variant that the backend claims. For ops on pairs of
// dtypes each has the number of pairs that are claimed, out of all.
std::string claimed_dtypes(const Backend& backend, Op op,
                           const Variant& variant) {
  std::string text;
  for (const DTypeSpec& row : kDTypes) {
    if (!variant.dtypes().contains(row.dtype)) continue;
    int claims = 0, cells = 0;
    for (const DTypeSpec& to : kDTypes) {
      if (need_of(op, variant, row.dtype, to.dtype) == Need::kNone) continue;
      ++cells;
      claims += backend.claim({op, variant.name, row.dtype, to.dtype}) ? 1 : 0;
    }
    if (claims == 0) continue;
    text += fmt::format(" {}", row.name);
    if (spec_of(op).signature.is_paired())
      text += fmt::format("({}/{})", claims, cells);
  }
  return text.empty() ? " -" : text;
}

// Returns the limits of the claims on a variant, one line for each different
// limit. A line names its dtypes unless all claimed ones have that limit.
std::string claimed_limits(const Backend& backend, Op op,
                           const Variant& variant) {
  std::vector<std::pair<std::string, std::vector<std::string>>> limits;
  std::size_t cells = 0;
  for (const DTypeSpec& from : kDTypes)
    for (const DTypeSpec& to : kDTypes) {
      if (need_of(op, variant, from.dtype, to.dtype) == Need::kNone) continue;
      const auto claim =
          backend.claim({op, variant.name, from.dtype, to.dtype});
      if (!claim) continue;
      ++cells;
      const std::string text = limits_text(*claim);
      if (text.empty()) continue;
      auto found = std::find_if(limits.begin(), limits.end(),
                                [&](auto& row) { return row.first == text; });
      if (found == limits.end())
        found = limits.insert(limits.end(), {text, {}});
      found->second.push_back(spec_of(op).signature.is_paired()
                                  ? fmt::format("{}>{}", from.name, to.name)
                                  : std::string(from.name));
    }
  std::string text;
  for (const auto& [limit, dtypes] : limits)
    text += dtypes.size() == cells
                ? fmt::format("    {}\n", limit)
                : fmt::format("    {}: {}\n", fmt::join(dtypes, ", "), limit);
  return text;
}

// Prints one list. Those of cases and sizes depend on the level and the filter.
using Print = int (*)(const std::string& level, const std::string& filter);

// Makes a `Print` of a function without arguments.
template <void (*kPrint)()>
int print_all(const std::string&, const std::string&) {
  kPrint();
  return kExitConforms;
}

void list_clauses() { each_clause(print_clause); }

void list_plan_sizes() {
  fmt::print("{}", plan_sizes_text(count_plan_sizes()));
}

struct List {
  std::string_view name;
  Print print;
};
constexpr List kLists[] = {
    {"ops", print_all<list_ops>},
    {"sets", print_all<list_sets>},
    {"dtypes", print_all<list_dtypes>},
    {"profiles", print_all<list_profiles>},
    {"clauses", print_all<list_clauses>},
    {"cases", list_cases},
    {"sizes", list_sizes},
    {"plan-sizes", print_all<list_plan_sizes>},
    {"backends", print_all<list_backends>},
    {"subjects", [](const auto&, const auto&) { return list_subjects(); }},
    {"sources", print_all<list_sources>},
    {"view-cases", [](const auto&, const auto&) { return list_view_cases(); }}};

}  // namespace

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (const List& list : kLists) names.emplace_back(list.name);
  return names;
}

int list_command(const std::string& what, const std::string& level,
                 const std::string& filter) {
  for (const List& list : kLists)
    if (list.name == what) return list.print(level, filter);
  std::vector<std::string> names = list_names();
  const std::string last = names.back();
  names.pop_back();
  return complain(kExitUsage,
                  fmt::format("there is no list \"{}\"; expected {} or {}",
                              what, fmt::join(names, ", "), last));
}

int spec_command(SpecFormat format) {
  fmt::print("{}", format == SpecFormat::kJson       ? spec_json()
                   : format == SpecFormat::kMarkdown ? spec_markdown()
                                                     : spec_clauses());
  return kExitConforms;
}

int caps_command(const std::string& subject_name, double timeout_seconds) {
  const auto maker = subject_named(subject_name, kNx, timeout_seconds);
  if (!maker) return complain(kExitUsage, maker.status().message);
  auto subject = (*maker)();
  if (!subject) return complain(kExitSubject, subject.status().message);
  const Backend& backend = (*subject)->backend();
  fmt::print("{} {}\n", backend.name(), backend.version());
  if (std::size(kOpSets) > 1)
    fmt::print("{}", claimed_sets_text(count_set_cells(
                         PlannedSets(), [&backend](const Cell& cell) {
                           return backend.claim(cell).has_value();
                         })));
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const auto op = static_cast<Op>(i);
    for (const Variant& variant : spec_of(op).variants)
      fmt::print("{:<28}{}\n{}",
                 variant.name.empty()
                     ? std::string(name_of(op))
                     : fmt::format("{}:{}", name_of(op), variant.name),
                 claimed_dtypes(backend, op, variant),
                 claimed_limits(backend, op, variant));
  }
  return kExitConforms;
}

}  // namespace assay
