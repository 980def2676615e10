// Starts the subject in a child process, asks it one question there, and reads
// the answer as JSON from a pipe.
// Tested by tests/conformance/describe_subject_test.cc.
#include "conformance/describe_subject.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>

#include "conformance/captured_output.h"
#include "conformance/case_runner.h"
#include "conformance/environment.h"
#include "conformance/process_end.h"
#include "conformance/shared_memory.h"
#include "conformance/worker_end.h"
#include "conformance/worker_page.h"
#include "spec/cells.h"
#include "spec/version.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// A question that a child process asks the subject that it has started.
using FoundOut = Json (*)(const CheckOptions& options, Subject& subject);

// Starts the subject and asks the question. Returns {"error": SENTENCE} if the
// subject cannot be started.
Json found_out(const CheckOptions& options, FoundOut find_out) {
  const FloatControl before = FloatControl::now();
  auto subject = options.make_subject();
  const FloatControl after = FloatControl::now();
  if (!subject) return {{"error", subject.status().message}};
  if (after != before)
    return {{"error", "starting the subject changed " +
                          after.difference(before) +
                          ", which every program in the process relies on"}};
  Json found = find_out(options, **subject);
  // It is not destroyed here. A run will show whether it ends without a fault.
  static_cast<void>((*subject).release());
  return found;
}

// Returns the sets that the options name, or else those that own a claimed row.
PlannedSets planned_sets_of(const CheckOptions& options,
                            const Backend& backend) {
  if (options.sets) return *options.sets;
  std::vector<Op> claimed;
  for (const auto& [cell, required] : every_cell())
    if (backend.claim(cell)) claimed.push_back(cell.op);
  return PlannedSets::claimed_by(claimed);
}

// Returns {"run": HEAD}.
Json head_of(const CheckOptions& options, Subject& subject) {
  const Backend& backend = subject.backend();
  RunRecord run;
  run.subject = options.subject;
  run.subject_name = backend.name();
  run.subject_version = backend.version();
  run.profile = options.profile->name;
  run.profile_values = stored_values(*options.profile);
  run.profile_file = options.profile_file;
  run.level = kLevelNames[static_cast<int>(options.level)];
  run.filter = options.filter_text;
  run.seed = options.seed;
  run.robustness = options.robustness;
  run.shapes = options.shapes;
  run.repeats = options.repeats;
  run.spec_version = kSpecVersion;
  run.suite_version = kSuiteVersion;
  run.abi_version = subject.abi_version();
  run.started_at = utc_now();
  const PlannedSets sets = planned_sets_of(options, backend);
  for (const auto& [cell, required] : every_cell()) {
    if (!sets.contains(cell.op)) continue;
    const auto claim = backend.claim(cell);
    if (!claim || !claim->composed) continue;
    std::string name(name_of(cell.op));
    if (!cell.variant.empty()) name += fmt::format(":{}", cell.variant);
    if (run.composed.empty() || run.composed.back() != name)
      run.composed.push_back(std::move(name));
  }
  const auto counts = count_set_cells(sets, [&backend](const Cell& cell) {
    return backend.claim(cell).has_value();
  });
  for (const SetCells& cells : counts) {
    if (!cells.is_planned) continue;
    run.cells_required += cells.required;
    run.cells_optional += cells.optional;
    if (cells.required > 0) run.cells_claimed += cells.claimed;
  }
  if (!is_first_set_alone(counts)) run.sets = counts;
  return {{"run", to_json(run)}};
}

// Returns {"claimed": POSITIONS}, which are positions in every_cell().
Json claims_of(const CheckOptions&, Subject& subject) {
  Json positions = Json::array();
  const auto cells = every_cell();
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (subject.backend().claim(cells[i].first)) positions.push_back(i);
  return {{"claimed", std::move(positions)}};
}

// Reads until the other end is closed or `seconds` have passed.
std::string read_all(int fd, double seconds) {
  std::string text;
  const std::int64_t end =
      steady_now() + static_cast<std::int64_t>(seconds * 1e9);
  for (;;) {
    const std::int64_t left = (end - steady_now()) / 1000000;
    if (left <= 0) return text;
    pollfd polled{fd, POLLIN, 0};
    const int ready =
        poll(&polled, 1, static_cast<int>(std::min<std::int64_t>(left, 1000)));
    if (ready < 0 && errno != EINTR) return text;
    if (ready <= 0) continue;
    char bytes[4096];
    const ssize_t count = read(fd, bytes, sizeof bytes);
    if (count <= 0) return text;
    text.append(bytes, static_cast<std::size_t>(count));
  }
}

// Returns the end of what a subject printed, as the end of a sentence.
std::string last_words(const CapturedOutput& output) {
  std::string text = output.tail(400);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.empty()) return {};
  return "; it printed: " + text;
}

// Returns how a subject died that did not start.
std::string death_text(const WorkerPage& page, int status) {
  const WorkerEnd end = end_of(page, Phase::kStarting, status);
  const std::string frame =
      end.crash ? telling_frame(end.crash->frames) : std::string();
  return frame.empty() ? end.message : end.message + "; at " + frame;
}

Result<Json> answer_of_child(const CheckOptions& options, FoundOut find_out) {
  int ends[2];
  const CapturedOutput output;
  const Shared<WorkerPage> page;
  if (!output.is_open() || page.get() == nullptr || pipe(ends) != 0)
    return Status::internal(
        fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const struct rlimit none { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    close(ends[0]);
    output.capture();
    static GuardedMemory memory;
    const FaultWatch watch(memory, page->fault);
    const std::string text = line_of(found_out(options, find_out));
    _exit(write(ends[1], text.data(), text.size()) == std::ssize(text) ? 0 : 1);
  }
  close(ends[1]);
  const std::string text = read_all(ends[0], options.prepare_seconds);
  close(ends[0]);
  const Json json = Json::parse(text, nullptr, false);
  const int status = reap(pid, json.is_object() ? 0.5 : 0.05);
  if (!json.is_object())
    return Status::invalid(fmt::format(
        "{} does not start: {}{}", options.subject,
        WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
            ? fmt::format("no answer within {} s", options.prepare_seconds)
            : death_text(*page, status),
        last_words(output)));
  if (json.contains("error"))
    return Status::invalid(json["error"].get<std::string>());
  return json;
}

}  // namespace

Result<RunRecord> describe_run(const CheckOptions& options) {
  const auto json = answer_of_child(options, head_of);
  if (!json) return json.status();
  return run_from_json(json->at("run"));
}

Result<std::vector<Cell>> claimed_cells(const CheckOptions& options) {
  const auto json = answer_of_child(options, claims_of);
  if (!json) return json.status();
  const auto cells = every_cell();
  std::vector<Cell> claimed;
  for (const Json& position : json->at("claimed"))
    claimed.push_back(cells.at(position.get<std::size_t>()).first);
  return claimed;
}

Result<PlannedSets> planned_sets(const CheckOptions& options,
                                 const OpSetTable& table) {
  if (options.sets) return *options.sets;
  if (table.sets.size() == 1) return PlannedSets(table);
  const auto cells = claimed_cells(options);
  if (!cells) return cells.status();
  std::vector<Op> claimed;
  for (const Cell& cell : *cells) claimed.push_back(cell.op);
  return PlannedSets::claimed_by(claimed, table);
}

}  // namespace assay
