// Finds out which shard a run takes, from the text of --shard or from the
// variables that test runners, batch systems and CI services set.
// Tested by tests/conformance/shard_test.cc.
#include "conformance/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "conformance/cost_deal.h"
#include "harness/case/seed.h"

namespace assay {
namespace {

// Returns the number that decimal digits stand for; nothing for other text.
std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || text[0] == '-' || error != std::errc() || stop != end)
    return std::nullopt;
  return number;
}

// The variables in which a system numbers its shards. An index without a count
// is an error, unless the system also sets the index for other purposes.
struct SystemRow {
  const char* name;
  const char* count;
  const char* index;
  std::int64_t first;  // the index of its first shard
  bool index_alone;    // the index may be set without a count
};
constexpr SystemRow kSystems[] = {
    {"GoogleTest", "GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", 0, false},
    {"Bazel", "TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", 0, false},
    {"Slurm", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID", 0, false},
    {"GitLab", "CI_NODE_TOTAL", "CI_NODE_INDEX", 1, true},
    {"CircleCI", "CIRCLE_NODE_TOTAL", "CIRCLE_NODE_INDEX", 0, false},
    {"Buildkite", "BUILDKITE_PARALLEL_JOB_COUNT", "BUILDKITE_PARALLEL_JOB", 0,
     false},
    {"Kubernetes", "ASSAY_SHARD_COUNT", "JOB_COMPLETION_INDEX", 0, true},
};

Result<std::int64_t> number_in(const Lookup& lookup, const char* variable,
                               std::int64_t least, std::int64_t most) {
  const char* text = lookup(variable);
  const auto number = text == nullptr ? std::nullopt : number_of(text);
  if (number && *number >= least && *number <= most) return *number;
  return Status::invalid(fmt::format(
      "{} is {}; expected a number from {} to {}", variable,
      text == nullptr ? "not set" : fmt::format("\"{}\"", text), least, most));
}

// The tasks of an array need not start at 0 nor follow each other one by one,
// but the array must be complete: if only some tasks are resubmitted, Slurm
// reports a smaller count and cases would be dealt differently.
Result<Shard> slurm_shard(const Lookup& lookup, std::int64_t count) {
  constexpr std::int64_t kMost = INT32_MAX;
  const auto id = number_in(lookup, "SLURM_ARRAY_TASK_ID", 0, kMost);
  if (!id) return id.status();
  const auto least = number_in(lookup, "SLURM_ARRAY_TASK_MIN", 0, *id);
  if (!least) return least.status();
  std::int64_t step = 1;
  if (lookup("SLURM_ARRAY_TASK_STEP") != nullptr) {
    const auto given = number_in(lookup, "SLURM_ARRAY_TASK_STEP", 1, kMost);
    if (!given) return given.status();
    step = *given;
  }
  std::int64_t last = *least + (count - 1) * step;
  if (lookup("SLURM_ARRAY_TASK_MAX") != nullptr) {
    const auto given = number_in(lookup, "SLURM_ARRAY_TASK_MAX", *id, kMost);
    if (!given) return given.status();
    last = *given;
  }
  if ((*id - *least) % step != 0 || *id > *least + (count - 1) * step ||
      last != *least + (count - 1) * step)
    return Status::invalid(fmt::format(
        "SLURM_ARRAY_TASK_ID is {} of {} tasks from {} to {}, which are not "
        "numbered evenly; give --shard",
        *id, count, *least, last));
  return Shard{(*id - *least) / step + 1, count};
}

// Returns the shard that one system names, if it names one.
Result<std::optional<Shard>> shard_by(const SystemRow& row,
                                      const Lookup& lookup) {
  const bool has_index = lookup(row.index) != nullptr;
  if (lookup(row.count) == nullptr) {
    if (!has_index || row.index_alone) return std::optional<Shard>();
    return Status::invalid(
        fmt::format("{} is set, but {} is not", row.index, row.count));
  }
  const auto count = number_in(lookup, row.count, 1, kMaxShards);
  if (!count) return count.status();
  // Some systems set no index if there is only one shard.
  if (*count == 1) return std::optional<Shard>();
  if (std::string_view(row.index) == "SLURM_ARRAY_TASK_ID") {
    const auto shard = slurm_shard(lookup, *count);
    if (!shard) return shard.status();
    return std::optional<Shard>(*shard);
  }
  const auto index =
      number_in(lookup, row.index, row.first, row.first + *count - 1);
  if (!index) return index.status();
  return std::optional<Shard>(Shard{*index - row.first + 1, *count});
}

}  // namespace

Result<Shard> parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto index = number_of(text.substr(0, slash));
    const auto count = number_of(text.substr(slash + 1));
    if (index && count && *index >= 1 && *index <= *count &&
        *count <= kMaxShards)
      return Shard{*index, *count};
  }
  return Status::invalid(
      fmt::format("--shard: \"{}\" is not a shard; expected I/N with I from 1 "
                  "to N, and N at most {}",
                  text, kMaxShards));
}

Result<FoundShard> shard_from_environment(const Lookup& lookup) {
  FoundShard found;
  for (const SystemRow& row : kSystems) {
    const auto shard = shard_by(row, lookup);
    if (!shard) return shard.status();
    if (!*shard) continue;
    if (!found.system.empty() && **shard != found.shard)
      return Status::invalid(
          fmt::format("the variables of {} name shard {}/{}, but those of {} "
                      "name {}/{}; give --shard",
                      found.system, found.shard.index, found.shard.count,
                      row.name, (*shard)->index, (*shard)->count));
    if (found.system.empty()) found.system = row.name;
    found.shard = **shard;
  }
  const char* status_file = lookup("TEST_SHARD_STATUS_FILE");
  if (status_file != nullptr && lookup("TEST_TOTAL_SHARDS") != nullptr)
    found.status_file = status_file;
  return found;
}

std::int64_t shard_of_case(std::string_view id, std::int64_t count) {
  return static_cast<std::int64_t>(case_seed(0, id) %
                                   static_cast<std::uint64_t>(count)) +
         1;
}

std::int64_t shard_of_case(std::string_view id, const Shard& shard) {
  if (shard.costs != nullptr)
    if (const auto dealt = shard.costs->shard_of(id)) return *dealt;
  return shard_of_case(id, shard.count);
}

std::string rule_of(const Shard& shard) {
  return shard.costs == nullptr ? "" : "cost:" + shard.costs->digest();
}

std::string array_text(const std::vector<std::int64_t>& indices) {
  std::string text;
  for (std::size_t i = 0; i < indices.size();) {
    std::size_t last = i;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1)
      ++last;
    if (!text.empty()) text += ',';
    text += last == i ? fmt::format("{}", indices[i])
                      : fmt::format("{}-{}", indices[i], indices[last]);
    i = last + 1;
  }
  return text;
}

std::vector<PlannedCase> shard_of(std::vector<PlannedCase> plan,
                                  const Shard& shard) {
  if (shard.count > 1)
    std::erase_if(plan, [&](const PlannedCase& planned) {
      return shard_of_case(planned.id(), shard) != shard.index;
    });
  return plan;
}

}  // namespace assay
