// Writes and reads benchmark records line by line, with errors that name the
// line.
// Tested by tests/bench/bench_record_test.cc.
#include "harness/record/bench_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity and no NaN, so they are written as text.
Json number_json(double number) {
  if (std::isfinite(number)) return number;
  return fmt::format("{}", number);
}
double double_of(const Json& json) {
  if (!json.is_string()) return json;
  const auto& text = json.get_ref<const std::string&>();
  if (text == "inf") return HUGE_VAL;
  if (text == "-inf") return -HUGE_VAL;
  if (text == "nan") return std::nan("");
  if (text == "-nan") return -std::nan("");
  throw std::invalid_argument("\"" + text + "\" is not a number");
}

Json interval_json(const Interval& interval) {
  return {number_json(interval.median), number_json(interval.low),
          number_json(interval.high)};
}
Interval interval_of(const Json& json) {
  return {double_of(json.at(0)), double_of(json.at(1)), double_of(json.at(2))};
}

BenchRow row_of(const Json& json) {
  BenchRow row;
  row.id = json.at("id");
  row.op = json.at("op");
  row.family = json.at("family");
  row.layout = json.at("layout");
  row.level = json.at("level");
  row.dtype = json.at("dtype");
  row.elements = json.at("elements");
  row.bytes = json.at("bytes");
  row.flops = double_of(json.at("flops"));
  row.subject = json.at("subject");
  row.peer = json.at("peer");
  const std::string verdict = json.at("verdict");
  const auto* const name = std::find(std::begin(kBenchVerdictNames),
                                     std::end(kBenchVerdictNames), verdict);
  if (name == std::end(kBenchVerdictNames))
    throw std::out_of_range("there is no verdict \"" + verdict + "\"");
  row.verdict =
      static_cast<BenchVerdict>(name - std::begin(kBenchVerdictNames));
  if (row.verdict == BenchVerdict::kWithheld) {
    row.reason = json.at("reason");
    return row;
  }
  row.seconds = double_of(json.at("seconds"));
  row.control = interval_of(json.at("control"));
  row.rounds = json.at("rounds");
  row.repetitions = json.at("repetitions");
  row.roofline = double_of(json.at("roofline"));
  row.bound = json.at("bound");
  // Earlier records have the name of a stream as the bound, and no figure.
  if (json.contains("bound_figure"))
    row.bound_figure = double_of(json["bound_figure"]);
  if (row.peer.empty()) return row;
  row.peer_seconds = double_of(json.at("peer_seconds"));
  row.ratio = interval_of(json.at("ratio"));
  return row;
}

BenchRun run_of(const Json& json) {
  BenchRun run;
  run.subjects = json.at("subjects").get<std::vector<std::string>>();
  run.peers = json.at("peers").get<std::vector<std::string>>();
  run.versions = json.at("versions").get<decltype(run.versions)>();
  run.filter = json.at("filter");
  run.quick = json.at("quick");
  run.threads = json.at("threads");
  run.rounds = json.at("rounds");
  run.clock = json.at("clock");
  run.gate = json.at("gate");
  run.spec_version = json.at("spec_version");
  run.suite_version = json.at("suite_version");
  run.started_at = json.at("started_at");
  run.machine = json.at("machine");
  run.build = json.at("build");
  for (const Json& entry : json.at("roofline"))
    run.roofline.push_back({entry.at("kind"), entry.at("dtype"),
                            entry.at("bytes"),
                            double_of(entry.at("per_second"))});
  return run;
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

Json to_json(const BenchRow& row) {
  Json json = {
      {"id", row.id},
      {"op", row.op},
      {"family", row.family},
      {"layout", row.layout},
      {"level", row.level},
      {"dtype", row.dtype},
      {"elements", row.elements},
      {"bytes", row.bytes},
      {"flops", number_json(row.flops)},
      {"subject", row.subject},
      {"peer", row.peer},
      {"verdict", kBenchVerdictNames[static_cast<std::size_t>(row.verdict)]}};
  if (row.verdict == BenchVerdict::kWithheld) {
    json["reason"] = row.reason;
    return json;
  }
  json["seconds"] = number_json(row.seconds);
  json["control"] = interval_json(row.control);
  json["rounds"] = row.rounds;
  json["repetitions"] = row.repetitions;
  json["roofline"] = number_json(row.roofline);
  json["bound"] = row.bound;
  json["bound_figure"] = number_json(row.bound_figure);
  if (row.peer.empty()) return json;
  json["peer_seconds"] = number_json(row.peer_seconds);
  json["ratio"] = interval_json(row.ratio);
  return json;
}

Json to_json(const BenchRun& run) {
  Json roofline = Json::array();
  for (const RooflineEntry& entry : run.roofline)
    roofline.push_back({{"kind", entry.kind},
                        {"dtype", entry.dtype},
                        {"bytes", entry.bytes},
                        {"per_second", number_json(entry.per_second)}});
  return {{"bench", 1},
          {"subjects", run.subjects},
          {"peers", run.peers},
          {"versions", run.versions},
          {"filter", run.filter},
          {"quick", run.quick},
          {"threads", run.threads},
          {"rounds", run.rounds},
          {"clock", run.clock},
          {"gate", run.gate},
          {"spec_version", run.spec_version},
          {"suite_version", run.suite_version},
          {"started_at", run.started_at},
          {"machine", run.machine},
          {"build", run.build},
          {"roofline", std::move(roofline)}};
}

bool is_bench_head(std::string_view line) {
  return line.starts_with("{\"bench\":");
}

std::string bench_text(const BenchRun& run) {
  std::string text = line_of(to_json(run));
  for (const BenchRow& row : run.rows) text += line_of(to_json(row));
  return text;
}

Result<std::vector<BenchRun>> parse_bench(std::string_view text) {
  std::vector<BenchRun> runs;
  std::int64_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    try {
      const Json json = Json::parse(line);
      if (json.is_object() && json.contains("bench")) {
        if (json["bench"] != 1)
          return Status::invalid(
              fmt::format("line {}: bench records of format {}, expected 1",
                          number, json["bench"].dump()));
        runs.push_back(run_of(json));
      } else if (runs.empty()) {
        return Status::invalid(fmt::format(
            "line {} is not the head of a run of benchmarks", number));
      } else {
        runs.back().rows.push_back(row_of(json));
      }
    } catch (const std::exception& error) {
      return Status::invalid(fmt::format("line {} is not a bench record: {}",
                                         number, error.what()));
    }
  }
  if (runs.empty()) return Status::invalid("there are no bench records");
  return runs;
}

}  // namespace assay
