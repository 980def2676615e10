// Tested by tests/adversary/witness_test.cc.
#include "tests/adversary/cliff_bugs.h"

#include <algorithm>
#include <charconv>

#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

void spoil(CallSite& site, CliffKind kind) {
  for (std::size_t i = 0; i < site.result_count(); ++i) {
    // A view shows the memory of its operand, which must not change. Therefore
    // the result becomes a copy that is wrong.
    const bool is_shared = site.outs.empty() && !site.operands.empty() &&
                           site.result(i).buffer == site.operands[0].buffer;
    if (is_shared) site.replace_result(i, site.copy_of(site.result(i)));
    Cells out = site.result_cells(i);
    if (kind == CliffKind::kLast) {
      if (i == 0 && out.count() > 0)
        out.set(out.count() - 1,
                plainly_wrong(out.dtype(), out.get(out.count() - 1)));
      continue;
    }
    out.set_each([](std::int64_t) { return ElementBits{}; });
  }
}

}  // namespace

std::string cliff_name(Op op, const CliffRole& role, std::int64_t rung,
                       CliffKind kind) {
  std::string name = "cliff:";
  name.append(name_of(op)).append(":").append(role.name).append(":");
  name.append(std::to_string(rung)).append(":");
  return name.append(kCliffKindNames[static_cast<int>(kind)]);
}

std::optional<BugRow> cliff_named(std::string_view name) {
  const auto parts = split(name, ':');
  if (parts.size() != 5 || parts[0] != "cliff") return std::nullopt;
  const auto op = op_named(parts[1]);
  std::int64_t rung = 0;
  const auto read =
      std::from_chars(parts[3].data(), parts[3].data() + parts[3].size(), rung);
  const bool zeros = parts[4] == kCliffKindNames[0];
  if (!op || read.ec != std::errc() || (!zeros && parts[4] != "last"))
    return std::nullopt;
  for (const CliffRole& role : cliff_roles(*op)) {
    if (role.name != parts[2]) continue;
    const CliffKind kind = zeros ? CliffKind::kZeros : CliffKind::kLast;
    BugRow row;
    row.name = name;
    row.ops = name_of(*op);
    row.text = "Is wrong above a size.";
    row.ladder = std::string(parts[1]).append(":").append(parts[2]);
    row.ladder.append(":").append(parts[4]);
    row.fault =
        after_when([extent = role.extent,
                    rung](const CallSite& site) { return extent(site) > rung; },
                   [kind](CallSite& site) { spoil(site, kind); });
    return row;
  }
  return std::nullopt;
}

std::vector<BugRow> every_cliff(std::string_view ops) {
  const BugRow asked{.ops = std::string(ops)};
  const auto names = ops_of(asked);
  std::vector<BugRow> rows;
  for (std::size_t i = 0; i < every_op().size(); ++i) {
    const Op op = static_cast<Op>(i);
    if (!names.empty() &&
        std::find(names.begin(), names.end(), name_of(op)) == names.end())
      continue;
    for (const CliffRole& role : cliff_roles(op))
      for (std::int64_t rung : kRungs)
        for (CliffKind kind : {CliffKind::kZeros, CliffKind::kLast})
          rows.push_back(*cliff_named(cliff_name(op, role, rung, kind)));
  }
  return rows;
}

CliffPlace cliff_place(std::string_view name) {
  const auto parts = split(name, ':');
  const Op op = *op_named(parts[1]);
  CliffPlace place;
  place.family = static_cast<int>(&family_of(op) - every_family().data());
  place.line = std::string(family_of(op).name).append(", ").append(parts[2]);
  for (std::size_t i = 0; i < std::size(kRungs); ++i)
    if (std::to_string(kRungs[i]) == parts[3]) place.rung = i;
  return place;
}

}  // namespace assay::adversary
