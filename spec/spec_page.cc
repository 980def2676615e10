// Exports the op table as a Markdown page with one section per op. Tested by
// tests/spec/spec_export_test.cc.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <set>

#include "spec/built_in_profiles.h"
#include "spec/clause_source.h"
#include "spec/markdown_cell.h"
#include "spec/op_lookup.h"
#include "spec/op_sets.h"
#include "spec/policy_texts.h"
#include "spec/profile.h"
#include "spec/profile_sources.h"
#include "spec/spec_export.h"
#include "spec/version.h"

namespace assay {
namespace {

// Returns the names of the dtypes. A complete group, such as all integers, is
// written as the name of the group.
std::string set_text(DTypeSet dtypes) {
  struct Group {
    DTypeSet members;
    std::string_view name;
  };
  constexpr Group kGroups[] = {{kWideIntegers, "integers of 8 to 64 bits"},
                               {kPacked, "int4 and uint4"},
                               {kFloats, "floats"},
                               {kNarrowFloats, "floats of 8 and 16 bits"},
                               {kComplexes, "complex"}};
  if (dtypes == kEveryDType) return "every dtype";
  std::string text;
  const auto append = [&](std::string_view name) {
    if (!text.empty()) text += ", ";
    text += name;
  };
  for (const Group& group : kGroups) {
    if ((dtypes & group.members) != group.members) continue;
    append(group.name);
    dtypes.members &= ~group.members.members;
  }
  for (const DTypeSpec& row : kDTypes)
    if (dtypes.contains(row.dtype)) append(row.name);
  return text.empty() ? "none" : text;
}

std::string accuracy_text(const Tolerance& tolerance) {
  switch (tolerance.accuracy) {
    case Accuracy::kExact:
      return "exact";
    case Accuracy::kBits:
      return "exact, every bit of a NaN too";
    case Accuracy::kCorrectlyRounded:
      return "correctly rounded";
    case Accuracy::kUlp:
      return fmt::format("within {} ULP of the exact value", tolerance.bound);
    case Accuracy::kNormwise:
      return fmt::format("within {} u of the modulus", tolerance.bound);
    case Accuracy::kConditionAware:
      if (tolerance.bound > 0)
        return fmt::format(
            "within {} u of a scale that each element has, in the accumulator",
            tolerance.bound);
      return "within the error bound of a careful summation";
    case Accuracy::kProduct:
      return "within the error bound of a product taken factor by factor";
    case Accuracy::kFft:
      return "per slice, within the norm-wise bounds of a fast transform";
    case Accuracy::kResidual:
      return "per matrix, by residual, orthogonality and spectrum";
  }
  return {};
}

class Page {
 public:
  std::string take() && { return std::move(text_); }

  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), format,
                   std::forward<Parts>(parts)...);
    text_ += '\n';
  }

  void clauses(const std::span<const Clause> clauses) {
    line("| clause | status | what it says | enforced by |");
    line("|---|---|---|---|");
    for (const Clause& clause : clauses)
      line("| `{}` | {} | {} | {} |", clause.id, letter_of(clause.status),
           markdown_cell(clause.text),
           kEnforcedByNames[static_cast<int>(clause.enforced_by)]);
    line("");
  }

  void variant(const Variant& variant) {
    if (!variant.name.empty()) line("Variant `{}`.", variant.name);
    line("Required for {}.", set_text(variant.required));
    if (!variant.optional.empty())
      line("Optional for {}.", set_text(variant.optional));
    line("");
    line("| dtypes | accuracy |");
    line("|---|---|");
    for (const Tolerance& tolerance : variant.accuracy) {
      const DTypeSet dtypes = tolerance.dtypes & variant.dtypes();
      if (!dtypes.empty())
        line("| {} | {} |", set_text(dtypes), accuracy_text(tolerance));
    }
    line("");
  }

  // Adds the set of a family's rows, and the sets that share some of them.
  void sets(const FamilySpec& family) {
    line("Op set `{}`.\n", family.set);
    for (const OpSet& set : kOpSets) {
      std::string names;
      for (std::string_view name : set.shares)
        for (std::size_t i = 0; i < family.op_count; ++i)
          if (family.ops[i]->name == name)
            names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
      if (!names.empty()) line("Op set `{}` shares {}.\n", set.name, names);
    }
  }

  void op(const OpSpec& op) {
    line("### {}\n", op.name);
    if (!op.set.empty()) line("Op set `{}`.\n", op.set);
    line("```\n{}\n```\n", op.formula);
    line("Id {}, signature `{}`; the result is {}.\n", op.id, op.signature.name,
         op.signature.returns_tensor() ? "a tensor that the op returns"
                                       : "written into the caller's tensor");
    for (AttributeKey key : op.attributes)
      line("* `{}`: {}.", spec_of(key).name, spec_of(key).text);
    if (!op.attributes.empty()) line("");
    for (const Variant& each : op.variants) variant(each);
    clauses(op.clauses);
  }

  void dtypes() {
    line("## Dtypes\n");
    line("| dtype | bits | significand | exponents | infinity |");
    line("|---|---|---|---|---|");
    for (const DTypeSpec& row : kDTypes)
      if (row.format.bits == 0)
        line("| `{}` | {} | | | |", row.name, row.bits);
      else
        line("| `{}` | {} | {} | {} to {} | {} |", row.name, row.bits,
             row.format.precision, row.format.min_exponent,
             row.format.max_exponent, row.format.has_infinity ? "yes" : "no");
    line("");
    line("A complex element is two floats; the columns describe one of them.");
    line("int4 and uint4 lie two to a byte, the even index in the low");
    line("nibble. u is half an ULP of 1.\n");
  }

  void profiles() {
    line("## Profiles\n");
    line("Backends differ on these axes. A profile picks one value of each.\n");
    std::string header = "| axis | values |";
    std::string rule = "|---|---|";
    for (const Profile* profile : kProfiles) {
      header += fmt::format(" {} |", profile->name);
      rule += "---|";
    }
    line("{}", header);
    line("{}", rule);
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
      std::string values;
      for (std::string_view value : kPolicyAxes[axis].values)
        if (!value.empty())
          values += fmt::format("{}{}", values.empty() ? "" : ", ", value);
      std::string row =
          fmt::format("| `{}` | {} |", kPolicyAxes[axis].name, values);
      for (const Profile* profile : kProfiles)
        row += fmt::format(" {} |",
                           kPolicyAxes[axis].values[profile->values[axis]]);
      line("{}", row);
    }
    line("");
    profile_sources();
    policy_values();
  }

 private:
  // Adds where values are documented, and which are not promised.
  void profile_sources() {
    line("### Where the values are documented\n");
    line("Places are relative to the address. *Left open*: the documentation");
    line("says so. *Not promised*: it says nothing. *Observed*: it says");
    line("nothing, and every run shows it.\n");
    std::string_view last;
    for (const ValueSource& source : kValueSources) {
      if (source.profile != last) {
        line("{}`{}`: {}\n", last.empty() ? "" : "\n", source.profile,
             documentation_of(source.profile));
        line("| value | basis | place |");
        line("|---|---|---|");
        last = source.profile;
      }
      line("| `{}` | {} | {} |", policy_text(source.policy),
           kBasisTexts[static_cast<std::size_t>(source.basis)],
           markdown_cell(source.place));
    }
    line("");
  }

  // Adds what the clauses say under each value of each axis.
  void policy_values() {
    line("### What clauses say under each value\n");
    line("A text replaces that of the clause, or is added to it (`+`).");
    line(
        "`*.value` stands for the clauses of that aspect of every op to which");
    line("float.subnormal applies.\n");
    line("| value | built-in profiles | clauses | what they say |");
    line("|---|---|---|---|");
    for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
      std::set<std::string_view> named;
      for (const PolicyText& row : policy_texts())
        for (std::string_view name : names_in(row.clauses))
          if (row.policy.axis == axis && clause_named(name) != nullptr &&
              named.insert(name).second)
            policy_row({axis, 0}, name, clause_named(name)->text);
      for (const PolicyText& row : policy_texts())
        if (row.policy.axis == axis)
          policy_row(row.policy, row.clauses,
                     row.effect == TextEffect::kAdds
                         ? "+ " + std::string(row.text)
                         : std::string(row.text));
    }
  }

  void policy_row(Policy policy, std::string_view clauses,
                  std::string_view text) {
    line("| `{}` | {} | `{}` | {} |", policy_text(policy),
         fmt::join(profiles_with(policy), ", "),
         fmt::join(names_in(clauses), "`, `"), markdown_cell(text));
  }

  std::string text_;
};

}  // namespace

std::string spec_markdown() {
  Page page;
  page.line("# Specification {}\n", kSpecVersion);
  page.line("Generated from the op table in `spec/sets/`; do not edit.\n");
  page.line("The status of a clause says where it comes from:\n");
  page.line("* D, documented: the interface's documentation says so.");
  page.line("* C, clarified: it is silent, and the answer is decided here.");
  page.line("* R, resolved: the clause departs from its letter.");
  page.line("* U, unspecified: every permitted answer is accepted.\n");
  page.line("Clauses enforced by `reference` have a labelled line in");
  page.line("`reference/`, those by `view` one in `spec/`, and those by");
  page.line("`harness` a check in `harness/` or `conformance/`. What callers");
  page.line("guarantee is enforced by `infer`, before a backend is asked.\n");
  page.line("{}\n", kNanDecidesFirst);
  page.dtypes();
  for (const FamilySpec& family : every_family()) {
    page.line("## Family {}\n", family.name);
    page.sets(family);
    if (family.op_count > 0)
      page.line("These clauses hold for each op of the family.\n");
    page.clauses(family.clauses);
    for (std::size_t i = 0; i < family.op_count; ++i) page.op(*family.ops[i]);
  }
  page.profiles();
  return std::move(page).take();
}

}  // namespace assay
