// Implements `assay publish`: reads runs one at a time, because their records
// are large, and keeps what a site shows. Tested by
// tests/cli/publish_command_test.cc.
#include "cli/publish_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <set>

#include "cli/bench_command.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/recorded_runs.h"
#include "cli/site_folder.h"
#include "cli/site_sweeps.h"
#include "conformance/records_file.h"
#include "reports/site/admission.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// One argument: a place, and the name of its subject or nothing.
struct Source {
  std::string name;
  std::string place;
};

// Splits "NAME=PLACE". A path with "=" that exists is a place as a whole.
Source source_of(const std::string& argument) {
  const auto equals = argument.find('=');
  std::error_code error;
  if (equals == std::string::npos || equals == 0 || fs::exists(argument, error))
    return {"", argument};
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

// Collects what the sources have for a site.
class Publication {
 public:
  explicit Publication(const PublishArguments& arguments)
      : may_fall_(arguments.may_fall.begin(), arguments.may_fall.end()) {
    site_.column = {arguments.level, std::string(kSuiteVersion)};
  }

  Status add(const Source& source) {
    std::error_code error;
    if (!fs::exists(source.place, error))
      return Status::invalid(
          fmt::format("{} does not exist; expected the folder of a run, an "
                      "earlier site, or "
                      "a file of records, of a sweep or of benchmarks",
                      source.place));
    if (is_site(source.place)) return add_site(source);
    if (is_sweep_file(source.place)) return add_sweep(source);
    if (holds_benches(source.place)) return add_benches(source);
    return add_runs(source);
  }

  // Makes the subjects of all runs and gives them the errors of sweeps.
  Result<Site> take() && {
    add_parts();
    auto subjects = site_subjects(std::move(runs_), may_fall_, site_.left_out);
    if (!subjects) return subjects.status();
    site_.subjects = *std::move(subjects);
    for (const auto& [place, sweep] : sweeps_)
      if (const std::string why = add_to_subject(site_.subjects, sweep);
          !why.empty())
        site_.left_out.push_back(fmt::format("{}: {}", place, why));
    return std::move(site_);
  }

 private:
  Status add_site(const Source& source) {
    auto read = read_site_folder(source.place);
    if (!read) return read.status();
    if (!fits(read->column)) {
      site_.left_out.push_back(fmt::format(
          "{}: is a site of level {} and suite {}; expected {} and {}",
          source.place, read->column.level, read->column.suite_version,
          site_.column.level, site_.column.suite_version));
      return {};
    }
    for (SiteSubject& subject : read->subjects)
      for (PublishedRun& run : subject.versions)
        runs_.push_back({std::move(run), source.place, true});
    std::move(read->benches.begin(), read->benches.end(),
              std::back_inserter(site_.benches));
    return {};
  }

  // Returns whether a site has our level, which the first source decides.
  bool fits(const SiteColumn& column) {
    if (site_.column.level.empty()) site_.column.level = column.level;
    return column.level == site_.column.level &&
           column.suite_version == site_.column.suite_version;
  }

  Status add_sweep(const Source& source) {
    const auto sweep = read_sweep(source.place, false);
    if (!sweep) return sweep.status();
    auto named = named_sweep(*sweep, source.name);
    if (!named) {
      site_.left_out.push_back(
          fmt::format("{}: {}", source.place, named.status().message));
      return {};
    }
    sweeps_.emplace_back(source.place, *std::move(named));
    return {};
  }

  Status add_benches(const Source& source) {
    const auto benches = read_benches(source.place);
    if (!benches) return benches.status();
    for (const BenchRun& bench : *benches) add_bench(site_.benches, bench);
    return {};
  }

  Status add_runs(const Source& source) {
    auto read = read_runs({source.place});
    if (!read) return read.status();
    for (ReportedRun& reported : *read) {
      if (site_.column.level.empty()) site_.column.level = reported.run.level;
      const bool is_part =
          std::ssize(reported.shards) < reported.run.shard_count;
      if (is_part)
        parts_.push_back({source, std::move(reported)});
      else
        admit(source, reported);
    }
    return {};
  }

  // Joins the shards that several sources have.
  void add_parts() {
    while (!parts_.empty()) {
      const Source source = parts_.front().source;
      std::vector<ReportedRun> same;
      for (Part& part : parts_)
        if (part.source.name == source.name)
          same.push_back(std::move(part.reported));
      std::erase_if(parts_, [&](const Part& part) {
        return part.source.name == source.name;
      });
      for (const ReportedRun& joined : join_shards(std::move(same)))
        admit(source, joined);
    }
  }

  void admit(const Source& source, const ReportedRun& reported) {
    const std::string why = why_not_admitted(reported, site_.column);
    if (!why.empty()) {
      site_.left_out.push_back(fmt::format("{}: {}", source.place, why));
      return;
    }
    runs_.push_back(
        {published_run(reported, source.name.empty() ? reported.run.subject_name
                                                     : source.name),
         source.place});
    for (const std::string& problem :
         add_level_sweeps(runs_.back().run, source.place))
      site_.left_out.push_back(fmt::format("{}: {}", source.place, problem));
  }

  struct Part {
    Source source;
    ReportedRun reported;
  };

  Site site_;
  std::set<std::string> may_fall_;
  std::vector<EnteringRun> runs_;
  std::vector<Part> parts_;
  std::vector<std::pair<std::string, NamedSweep>> sweeps_;
};

// Returns "1 subject", "2 subjects".
std::string counted(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace

int publish_command(const PublishArguments& arguments) {
  if (Status s = check_site_folder(arguments.out); !s.ok())
    return complain(kExitUsage, s.message);
  Publication publication(arguments);
  for (const std::string& argument : arguments.runs)
    if (Status s = publication.add(source_of(argument)); !s.ok())
      return complain(kExitUsage, s.message);
  const auto site = std::move(publication).take();
  if (!site) return complain(kExitUsage, site.status().message);
  for (const std::string& sentence : site->left_out)
    fmt::print(stderr, "left out: {}\n", sentence);
  if (site->subjects.empty() && site->benches.empty())
    return complain(kExitNothingSelected,
                    "no run can enter the site, so none is written");
  const std::vector<SiteFile> files = site_files(*site);
  if (Status s = write_site_folder(arguments.out, files); !s.ok())
    return complain(kExitUsage, s.message);
  std::size_t bytes = 0, versions = 0;
  for (const SiteFile& file : files) bytes += file.text.size();
  for (const SiteSubject& subject : site->subjects)
    versions += subject.versions.size();
  fmt::print("{}: {} with {}, {}, {:.1f} MB\n",
             (fs::path(arguments.out) / "index.html").string(),
             counted(site->subjects.size(), "subject"),
             counted(versions, "version"),
             counted(site->benches.size(), "benchmark run"),
             static_cast<double>(bytes) / 1e6);
  return site->left_out.empty() ? kExitConforms : kExitDoesNotConform;
}

}  // namespace assay
