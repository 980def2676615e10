// Makes cliffs: bugs that show only above a size. There is one for every op,
// every extent of it that an implementation could branch on, and every rung of
// a ladder of sizes.
// Tested by tests/adversary/witness_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/op_lookup.h"
#include "tests/adversary/bug_row.h"

namespace assay::adversary {

// Names one extent of an op's calls, such as the sorted axis of sort.
struct CliffRole {
  std::string_view name;
  std::int64_t (*extent)(const CallSite& site);
};

// Says how a call above the rung is wrong.
enum class CliffKind : std::uint8_t {
  kZeros,  // every element of every result is zero
  kLast,   // the last element of the first result is wrong
};
inline constexpr std::string_view kCliffKindNames[] = {"zeros", "last"};

inline constexpr std::int64_t kRungs[] = {12,   16,   19,    32,   50,  64,
                                          100,  128,  256,   300,  512, 800,
                                          1024, 4096, 32768, 65536};

// Returns the roles of an op.
std::span<const CliffRole> cliff_roles(Op op);

// Returns "cliff:sort:axis:4096:zeros".
std::string cliff_name(Op op, const CliffRole& role, std::int64_t rung,
                       CliffKind kind);

// Returns the bug with this name, or nothing if there is no such cliff.
std::optional<BugRow> cliff_named(std::string_view name);

// Returns every cliff of the ops named (all for ""): op by op, role by role and
// rung by rung, first the zeros and then the wrong last element.
std::vector<BugRow> every_cliff(std::string_view ops);

// Holds the place of a cliff in a table: its family's number, the name of its
// line ("sorting, axis") and the number of its rung.
struct CliffPlace {
  int family = 0;
  std::string line;
  std::size_t rung = 0;
};
CliffPlace cliff_place(std::string_view name);

}  // namespace assay::adversary
