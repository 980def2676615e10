// Reads, joins and writes files of sweeps; each line is JSON.
// Tested by tests/sweep/sweep_file_test.cc.
#include "sweep/sweep_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/record/record.h"
#include "spec/version.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

Json to_json(const SweepHead& head) {
  Json json = {{"sweep", kFormat},
               {"op", head.op},
               {"dtype", head.dtype},
               {"profile", head.profile}};
  if (head.profile_values) json["profile_values"] = *head.profile_values;
  const Json rest = {{"accuracy", head.accuracy},
                     {"subject_name", head.subject_name},
                     {"subject_version", head.subject_version},
                     {"spec_version", head.spec_version},
                     {"suite_version", head.suite_version},
                     {"blocks", {head.first_block, head.end_block}}};
  json.update(rest);
  if (head.rounds > 0) json["sample"] = {head.rounds, head.seed};
  return json;
}

Result<SweepHead> head_from_json(const Json& json) {
  try {
    if (json.at("sweep") != kFormat)
      return Status::invalid("the sweep has another format; expected format 1");
    SweepHead head;
    head.op = json.at("op").get<std::string>();
    head.dtype = json.at("dtype").get<std::string>();
    head.profile = json.at("profile").get<std::string>();
    if (json.contains("profile_values"))
      head.profile_values = json["profile_values"].get<PolicyValues>();
    head.accuracy = json.at("accuracy").get<std::string>();
    head.subject_name = json.at("subject_name").get<std::string>();
    head.subject_version = json.at("subject_version").get<std::string>();
    head.spec_version = json.at("spec_version").get<std::string>();
    head.suite_version = json.at("suite_version").get<std::string>();
    head.first_block = json.at("blocks").at(0).get<std::uint64_t>();
    head.end_block = json.at("blocks").at(1).get<std::uint64_t>();
    if (json.contains("sample")) {
      head.rounds = json.at("sample").at(0).get<std::uint64_t>();
      head.seed = json.at("sample").at(1).get<std::uint64_t>();
    }
    if (head.first_block >= head.end_block)
      return Status::invalid("the range of blocks in the head is empty");
    return head;
  } catch (const Json::exception&) {
    return Status::invalid(
        "the line is not the head of a sweep; expected the first line of a "
        "file that `assay sweep --out` wrote");
  }
}

// Adds a block. Fails if the block is already there with other totals.
Status add_block(Sweep& sweep, std::uint64_t block, const Totals& totals) {
  const auto [at, added] = sweep.blocks.emplace(block, totals);
  if (added || at->second == totals) return {};
  return Status::invalid(fmt::format(
      "block {} was swept twice and its results differ: those of {} vary",
      block, sweep.head.subject_name));
}

Status take_line(Sweep& sweep, const Json& json) {
  if (!json.is_object() || !json.contains("block") ||
      !json["block"].is_number_unsigned())
    return Status::invalid("the line is not the record of a block");
  const auto block = json["block"].get<std::uint64_t>();
  if (block < sweep.head.first_block || block >= sweep.head.end_block)
    return Status::invalid(
        fmt::format("block {} is not among the {} to {} of the head", block,
                    sweep.head.first_block, sweep.head.end_block - 1));
  const auto totals = totals_from_json(json);
  if (!totals) return totals.status();
  return add_block(sweep, block, *totals);
}

}  // namespace

Totals Sweep::total() const {
  Totals total;
  for (const auto& [block, totals] : blocks) total.add(totals);
  return total;
}

SweepHead head_of(const Inputs& inputs, const Profile& profile,
                  std::uint64_t first_block, std::uint64_t end_block) {
  const Tolerance tolerance =
      tolerance_of(*spec_of(inputs.op).variants.begin(), inputs.dtype);
  std::string accuracy(
      kAccuracyNames[static_cast<std::size_t>(tolerance.accuracy)]);
  if (tolerance.accuracy == Accuracy::kUlp)
    accuracy += fmt::format(" {}", tolerance.bound);
  return {.op = std::string(name_of(inputs.op)),
          .dtype = std::string(name_of(inputs.dtype)),
          .profile = std::string(profile.name),
          .profile_values = stored_values(profile),
          .accuracy = std::move(accuracy),
          .spec_version = std::string(kSpecVersion),
          .suite_version = std::string(kSuiteVersion),
          .first_block = first_block,
          .end_block = end_block,
          .rounds = inputs.rounds,
          .seed = inputs.seed};
}

Result<Inputs> inputs_of(const SweepHead& head) {
  const auto op = op_named(head.op);
  const auto dtype = dtype_named(head.dtype);
  if (!op || !dtype)
    return Status::invalid(head.op + " on " + head.dtype + " is not swept");
  if (head.rounds == 0) return inputs_of(*op, *dtype);
  return sampled_inputs_of(*op, *dtype, head.rounds, head.seed);
}

std::string line_of(const SweepHead& head) { return to_json(head).dump(); }

std::string line_of(std::uint64_t block, const Totals& totals) {
  Json json = {{"block", block}};
  json.update(to_json(totals));
  return json.dump();
}

Result<Sweep> read_sweep(const std::filesystem::path& path, bool torn_is_fine) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  if (!file || std::filesystem::is_directory(path, error))
    return Status::invalid(fmt::format("{} cannot be read", path.string()));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  Sweep sweep;
  std::int64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos && torn_is_fine && number > 0) break;
    const std::string line = text.substr(at, end - at);
    at = end == std::string::npos ? text.size() : end + 1;
    ++number;
    const Json json = Json::parse(line, nullptr, false);
    Status status;
    if (end == std::string::npos) {
      status = Status::invalid("the line is cut short");
    } else if (number == 1) {
      auto head = head_from_json(json);
      if (head) sweep.head = *std::move(head);
      status = head.status();
    } else {
      status = take_line(sweep, json);
    }
    if (!status.ok())
      return Status::invalid(
          fmt::format("{}:{}: {}", path.string(), number, status.message));
  }
  if (number == 0)
    return Status::invalid(fmt::format("{} is empty", path.string()));
  return sweep;
}

Status join(Sweep& sweep, const Sweep& part) {
  if (sweep.head != part.head)
    return Status::invalid(
        fmt::format("these are not parts of one sweep: {} and {}",
                    line_of(sweep.head), line_of(part.head)));
  for (const auto& [block, totals] : part.blocks)
    if (Status s = add_block(sweep, block, totals); !s.ok()) return s;
  return {};
}

bool is_sweep_file(const std::filesystem::path& path) {
  constexpr std::string_view kStart = "{\"sweep\":";
  std::string start(kStart.size(), '\0');
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  return file.read(start.data(), std::ssize(start)) && start == kStart;
}

std::vector<std::int64_t> missing_shards(const Sweep& sweep,
                                         std::int64_t count) {
  std::set<std::int64_t> shards;
  const auto of = static_cast<std::uint64_t>(count);
  for (std::uint64_t b = sweep.head.first_block; b < sweep.head.end_block; ++b)
    if (!sweep.blocks.contains(b))
      shards.insert(static_cast<std::int64_t>(b % of) + 1);
  return {shards.begin(), shards.end()};
}

Status write_sweep(const std::filesystem::path& path, const Sweep& sweep) {
  std::filesystem::path fresh = path;
  fresh += ".fresh";
  errno = 0;
  std::ofstream file(fresh, std::ios::binary);
  file << line_of(sweep.head) << '\n';
  for (const auto& [block, totals] : sweep.blocks)
    file << line_of(block, totals) << '\n';
  file.close();
  std::error_code error;
  std::string reason = std::strerror(errno);
  if (file) {
    std::filesystem::rename(fresh, path, error);
    if (!error) return {};
    reason = error.message();
  }
  return Status::invalid(
      fmt::format("{} cannot be written: {}", path.string(), reason));
}

}  // namespace assay
