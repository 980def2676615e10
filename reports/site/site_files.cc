// Lists the files of a site, and reads those that hold runs.
// Tested by tests/reports/site/site_files_test.cc.
#include "reports/site/site_files.h"

#include <fmt/format.h>

#include <exception>

#include "reports/site/badge.h"
#include "reports/site/published_json.h"
#include "reports/site/site_index.h"
#include "reports/site/site_page.h"
#include "reports/site/site_script.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string path_of(const std::string& name) { return "data/" + name + ".js"; }

SiteFile data(const std::string& name, const Json& json) {
  return {path_of(name), site_script(name, json)};
}

// Reads one data file, and hands its JSON to a function, whose exceptions say
// that something is missing.
template <typename F>
Status read_data(const SiteReader& read, const std::string& name, F use) {
  const auto text = read(path_of(name));
  if (!text) return text.status();
  const auto json = parse_site_script(name, *text);
  if (!json)
    return Status::invalid(path_of(name) + ": " + json.status().message);
  try {
    use(*json);
  } catch (const std::exception& error) {
    return Status::invalid(fmt::format(
        "{}: it is not a data file of this version: {}; expected one that "
        "`assay publish` wrote",
        path_of(name), error.what()));
  }
  return {};
}

Result<SiteSubject> read_subject(const SiteReader& read, const Json& listed) {
  SiteSubject subject{
      .name = listed.at("name"), .slug = listed.at("slug"), .versions = {}};
  Status status =
      read_data(read, "subjects/" + subject.slug, [&](const Json& json) {
        subject.versions.push_back(newest_from_json(json));
      });
  if (status.ok() && listed.at("versions").get<std::size_t>() > 1)
    status = read_data(read, "history/" + subject.slug, [&](const Json& json) {
      for (PublishedRun& run :
           history_from_json(subject.versions.front(), json))
        subject.versions.push_back(std::move(run));
    });
  if (!status.ok()) return status;
  return subject;
}

}  // namespace

std::vector<SiteFile> site_files(const Site& site) {
  std::vector<SiteFile> files = {{"index.html", site_page()},
                                 data("index", index_json(site)),
                                 data("contract", contract_json(site))};
  for (const SiteSubject& subject : site.subjects) {
    const PublishedRun& newest = subject.versions.front();
    files.push_back(data("subjects/" + subject.slug, newest_json(newest)));
    if (subject.versions.size() > 1)
      files.push_back(data("history/" + subject.slug,
                           history_json(newest, {subject.versions.begin() + 1,
                                                 subject.versions.end()})));
    for (const auto& [set, cells] : newest.sets) {
      const Badge badge = badge_of(newest, set);
      const std::string path = fmt::format("badges/{}-{}", subject.slug, set);
      files.push_back({path + ".svg", badge_svg(badge)});
      files.push_back({path + ".json", badge_json(badge)});
    }
  }
  for (std::size_t i = 0; i < site.benches.size(); ++i)
    files.push_back(data(fmt::format("bench/{}", i), site.benches[i]));
  return files;
}

Result<Site> read_site(const SiteReader& read) {
  Site site;
  Json index;
  Status status = read_data(read, "index", [&](const Json& json) {
    if (json.at("format") != 1)
      throw std::runtime_error(
          fmt::format("its format is {}, expected 1", json["format"].dump()));
    site.column = {json.at("level"), json.at("suite")};
    index = json;
    for (const Json& listed : json.at("subjects"))
      for (const char* key : {"name", "slug", "versions"}) listed.at(key);
  });
  if (!status.ok()) return status;
  for (const Json& listed : index["subjects"]) {
    auto subject = read_subject(read, listed);
    if (!subject) return subject.status();
    site.subjects.push_back(*std::move(subject));
  }
  for (std::size_t i = 0; i < index["benches"].size(); ++i) {
    status = read_data(read, fmt::format("bench/{}", i), [&](const Json& json) {
      for (const char* key : {"subjects", "peers", "threads", "machine"})
        json.at(key);
      site.benches.push_back(json);
    });
    if (!status.ok()) return status;
  }
  return site;
}

}  // namespace assay
