// Sorts runs by subject and version, and gives each subject a name for files.
// Tested by tests/reports/site/site_test.cc.
#include "reports/site/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/site/version_order.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Returns the name with other characters than a-z, 0-9, ".", "_" and "-"
// replaced, and a number after it if another subject has the same.
std::string slug_of(const std::string& name, std::set<std::string>& taken) {
  std::string slug;
  for (const char c : name) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    const bool is_plain = (low >= 'a' && low <= 'z') ||
                          (low >= '0' && low <= '9') || low == '.' ||
                          low == '_' || low == '-';
    slug += is_plain ? low : '-';
  }
  if (slug.empty() || slug[0] == '.') slug.insert(0, "-");
  std::string unique = slug;
  for (int n = 2; !taken.insert(unique).second; ++n)
    unique = fmt::format("{}-{}", slug, n);
  return unique;
}

// Sorts by version, and puts a stored run before a new one of the same version.
bool comes_before(const EnteringRun& a, const EnteringRun& b) {
  if (a.run.version == b.run.version) return a.is_stored && !b.is_stored;
  return is_earlier_version(a.run.version, b.run.version);
}

// Removes stored runs whose version has a new one. Fails if two new runs have
// one version. The runs are sorted.
Status drop_replaced(std::vector<EnteringRun>& runs) {
  std::vector<EnteringRun> kept;
  for (EnteringRun& next : runs) {
    if (!kept.empty() && kept.back().run.version == next.run.version) {
      if (!kept.back().is_stored || next.is_stored)
        return Status::invalid(
            fmt::format("{} and {} are both runs of {} {}; expected one, or "
                        "names that tell "
                        "them apart, such as other={}",
                        kept.back().place, next.place, next.run.name,
                        next.run.version, next.place));
      kept.pop_back();
    }
    kept.push_back(std::move(next));
  }
  runs = std::move(kept);
  return {};
}

}  // namespace

Result<std::vector<SiteSubject>> site_subjects(
    std::vector<EnteringRun> runs, const std::set<std::string>& may_fall,
    std::vector<std::string>& left_out) {
  std::map<std::string, std::vector<EnteringRun>> by_name;
  for (EnteringRun& entering : runs) {
    const std::string name = entering.run.name;
    by_name[name].push_back(std::move(entering));
  }
  std::vector<SiteSubject> subjects;
  std::set<std::string> slugs;
  for (auto& [name, own] : by_name) {
    std::stable_sort(own.begin(), own.end(), comes_before);
    if (Status s = drop_replaced(own); !s.ok()) return s;
    SiteSubject subject{.name = name, .slug = "", .versions = {}};
    for (EnteringRun& entering : own) {
      if (!entering.is_stored && !subject.versions.empty() &&
          !may_fall.contains(name)) {
        const std::string why =
            why_fallen(entering.run, subject.versions.back());
        if (!why.empty()) {
          left_out.push_back(fmt::format(
              "{}: version {} of {} {}; expected as many, or --allow-fewer {}",
              entering.place, entering.run.version, name, why, name));
          continue;
        }
      }
      subject.versions.push_back(std::move(entering.run));
    }
    std::reverse(subject.versions.begin(), subject.versions.end());
    subject.slug = slug_of(name, slugs);
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

void add_bench(std::vector<Json>& benches, const BenchRun& bench) {
  Json rows = Json::array();
  for (const BenchRow& row : bench.rows)
    rows.push_back({row.id, row.op, row.family, row.dtype, row.subject,
                    row.peer, row.seconds, row.peer_seconds, row.ratio.median,
                    row.ratio.low, row.ratio.high,
                    kBenchVerdictNames[static_cast<int>(row.verdict)]});
  Json json = {{"subjects", bench.subjects},   {"peers", bench.peers},
               {"versions", bench.versions},   {"threads", bench.threads},
               {"machine", bench.machine},     {"started_at", bench.started_at},
               {"suite", bench.suite_version}, {"rows", std::move(rows)}};
  const auto is_same = [&](const Json& other) {
    for (const char* key : {"subjects", "peers", "threads", "machine"})
      if (other.at(key) != json[key]) return false;
    return true;
  };
  std::erase_if(benches, is_same);
  benches.push_back(std::move(json));
}

}  // namespace assay
