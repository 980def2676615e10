// Formats the rows of a run as tables, one for each subject and peer, and adds
// the geometric means.
// Tested by tests/reports/bench_baseline_test.cc.
#include "reports/bench_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace assay {
namespace {

// The geometric mean and the verdicts of a subject against a peer.
struct Tally {
  double log_sum = 0;
  std::int64_t count = 0;
  std::int64_t verdicts[std::size(kBenchVerdictNames)] = {};
};

// Returns a number with three digits, none of which is after a whole number.
std::string three_digits(double number) {
  const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", number, decimals);
}

std::string roofline_share(const BenchRow& row) {
  return row.roofline == 0 ? "-" : fmt::format("{:.0f}%", 100 * row.roofline);
}

std::string line_of(const BenchRow& row, std::size_t width) {
  std::string line = fmt::format("  {:<{}}  {:>8}  ", row.id, width,
                                 duration_text(row.seconds));
  if (row.peer.empty())
    line += fmt::format("{:>8}  {:>5} {:<15}  ", "", "", "");
  else
    line += fmt::format(
        "{:>8}  {:>5.2f} {:<15}  ", duration_text(row.peer_seconds),
        row.ratio.median,
        fmt::format("[{:.2f}, {:.2f}]", row.ratio.low, row.ratio.high));
  return line +
         fmt::format(
             "{:<15}  {:>8}  {:<36}  {}\n",
             fmt::format("[{:.3f}, {:.3f}]", row.control.low, row.control.high),
             roofline_share(row), bound_text(row),
             kBenchVerdictNames[static_cast<std::size_t>(row.verdict)]);
}

std::string tally_line(const std::string& name, const Tally& tally) {
  std::string text =
      fmt::format("{}: {} ratios, geometric mean {:.2f}", name, tally.count,
                  std::exp(tally.log_sum / static_cast<double>(tally.count)));
  for (std::size_t i = 0; i < std::size(kBenchVerdictNames); ++i)
    if (tally.verdicts[i] > 0)
      text += fmt::format(", {} {}", tally.verdicts[i], kBenchVerdictNames[i]);
  return text + "\n";
}

std::string roofline_text(const BenchRun& run) {
  std::string text;
  for (const RooflineEntry& entry : run.roofline)
    if (entry.kind == "clock")
      text += fmt::format("  clock: {:.2f} GHz\n", entry.per_second * 1e-9);
    else if (entry.bytes == 0)
      text += fmt::format("  {} {}: {:.1f} GFLOP/s\n", entry.kind, entry.dtype,
                          entry.per_second * 1e-9);
    else
      text += fmt::format("  {} over {} KiB: {:.1f} GB/s\n", entry.kind,
                          entry.bytes / 1024, entry.per_second * 1e-9);
  return text.empty() ? text : "roofline, measured in this run:\n" + text;
}

std::string versioned(const BenchRun& run, const std::string& name) {
  const auto version = run.versions.find(name);
  return version == run.versions.end() ? name : name + " " + version->second;
}

}  // namespace

std::string duration_text(double seconds) {
  constexpr std::pair<double, const char*> kUnits[] = {
      {1e-6, "ns"}, {1e-3, "us"}, {1, "ms"}};
  double unit = 1e-9;
  for (const auto& [limit, name] : kUnits) {
    // Uses three digits, and none that would round up to a thousand.
    if (seconds < 0.9995 * limit) {
      return three_digits(seconds / unit) + " " + name;
    }
    unit = limit;
  }
  return fmt::format("{:.2f} s", seconds);
}

std::string bound_text(const BenchRow& row) {
  const double figure = row.bound_figure;
  if (row.bound == "latency") return "latency, " + duration_text(figure);
  if (row.bound == "ports")
    return fmt::format("ports, {} GFLOP/s", three_digits(figure * 1e-9));
  if (row.bound == "instructions")
    return fmt::format("instructions, {} cycles per element",
                       three_digits(figure));
  if (figure == 0) return row.bound;
  return fmt::format("{}, {} GB/s", row.bound, three_digits(figure * 1e-9));
}

std::string bench_report(const BenchRun& run) {
  std::size_t width = 8;
  for (const BenchRow& row : run.rows) width = std::max(width, row.id.size());
  std::map<std::pair<std::string, std::string>, std::string> tables;
  std::map<std::pair<std::string, std::string>, Tally> tallies;
  std::string withheld;
  for (const BenchRow& row : run.rows) {
    if (row.verdict == BenchVerdict::kWithheld) {
      withheld +=
          fmt::format("  {} of {}: {}\n", row.id, row.subject, row.reason);
      continue;
    }
    tables[{row.subject, row.peer}] += line_of(row, width);
    Tally& tally = tallies[{row.subject, row.peer}];
    tally.log_sum += std::log(row.ratio.median);
    ++tally.count;
    ++tally.verdicts[static_cast<std::size_t>(row.verdict)];
  }
  std::string text, summary;
  for (const auto& [key, table] : tables) {
    const auto& [subject, peer] = key;
    const std::string title =
        peer.empty()
            ? versioned(run, subject) + ", no peer"
            : versioned(run, subject) + " against " + versioned(run, peer);
    text += fmt::format(
        "{}\n  {:<{}}  {:>8}  {:>8}  {:<21}  {:<15}  {:>8}  {:<36}  "
        "verdict\n{}",
        title, "workload", width, "time", "peer", "ratio [95 %]", "A/A [95 %]",
        "roofline", "bound", table);
    if (!peer.empty())
      summary += tally_line(subject + " against " + peer, tallies[key]);
  }
  text += roofline_text(run) + summary;
  if (!withheld.empty())
    text += "withheld, because they do not conform:\n" + withheld;
  return text;
}

}  // namespace assay
