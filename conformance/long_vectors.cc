// Chooses long golden vectors. On each rung of the ladder of sizes it tries a
// few cases and keeps the first whose text fits into the limit of that rung.
// Tested by tests/conformance/long_vectors_test.cc.
#include "conformance/long_vectors.h"

#include <algorithm>
#include <optional>

#include "harness/case/case_json.h"
#include "harness/case/case_types.h"
#include "harness/case/seed.h"
#include "harness/generate/build_case.h"
#include "harness/ladder/ladder.h"
#include "harness/run/prepare.h"

namespace assay {
namespace {

// The limits of each rung: bytes of text of a case, and how many cases are
// tried. The first two rungs are for large matrices. The fourth rung has no
// case, because it adds nothing to its neighbours.
struct Room {
  std::size_t bytes;
  int tries;
};
constexpr Room kRooms[] = {{20 << 10, 2}, {20 << 10, 2}, {14 << 10, 2}, {0, 0},
                           {18 << 10, 1}, {72 << 10, 6}, {0, 0}};
static_assert(std::size(kRooms) == kRungCount);
// If an op has no case of the sixth rung, the highest rung that fits into this
// limit stands in.
constexpr Room kLastRoom = {72 << 10, 4};
constexpr int kHighest = 6;

// A case whose text is longer in format 1 is written in format 2, if that is
// shorter.
constexpr std::size_t kMostPlain = std::size_t{8} << 10;

// Returns the first case of a rung, in the order of seeds, that fits. Returns
// nothing if none of those that are tried does.
Result<std::optional<LongVector>> first_of(const std::vector<PlannedCase>& plan,
                                           int rung, const Room& room,
                                           Oracle& oracle) {
  std::vector<std::pair<std::uint64_t, const PlannedCase*>> candidates;
  for (const PlannedCase& planned : plan)
    if (planned.rung == rung && room.tries > 0)
      candidates.emplace_back(case_seed(0, planned.id()), &planned);
  std::sort(candidates.begin(), candidates.end());
  int tries = room.tries;
  for (const auto& [seed, planned] : candidates) {
    if (tries == 0) break;
    Case test_case = build_case(*planned, 0);
    if (largest_count(test_case) < kLongVector) continue;
    --tries;
    if (Status status = prepare_case(test_case, oracle, kNx); !status.ok())
      return Status::internal(planned->id() + ": " + status.message);
    auto json = case_to_json(test_case, kMostPlain);
    if (json.dump().size() <= room.bytes)
      return std::optional(LongVector{*planned, std::move(json)});
  }
  return std::optional<LongVector>();
}

}  // namespace

std::int64_t largest_count(const Case& test_case) {
  std::int64_t largest = 0;
  const auto types = type_case(test_case);
  if (!types) return 0;
  for (const auto& [name, type] : *types)
    largest = std::max(largest, element_count(type.shape));
  return largest;
}

Result<std::vector<LongVector>> choose_long_vectors(
    const std::vector<PlannedCase>& plan, Oracle& oracle) {
  std::vector<LongVector> chosen;
  bool is_highest = false;
  const auto take = [&](int rung, const Room& room) -> Status {
    auto found = first_of(plan, rung, room, oracle);
    if (!found) return found.status();
    if (!*found) return {};
    is_highest = true;
    chosen.push_back(**std::move(found));
    return {};
  };
  for (int rung = 1; rung <= kHighest; ++rung) {
    is_highest = false;
    if (Status status = take(rung, kRooms[rung - 1]); !status.ok())
      return status;
  }
  const int reached = chosen.empty() ? 0 : chosen.back().plan.rung;
  for (int rung = kHighest - 1; rung > 0 && !is_highest; --rung) {
    if (rung == reached) break;
    if (Status status = take(rung, kLastRoom); !status.ok()) return status;
  }
  return chosen;
}

}  // namespace assay
