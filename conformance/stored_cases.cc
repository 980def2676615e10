// Finds files of cases in folders, and parses single cases and golden vectors.
// Tested by tests/conformance/vectors_test.cc.
#include "conformance/stored_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "conformance/case_claim.h"
#include "conformance/case_file.h"
#include "conformance/vectors.h"
#include "harness/case/case_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Parses one case of either kind. Returns what is wrong with it, or "".
std::string add_case(const Json& json, StoredCases& stored) {
  const std::string text =
      json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (json.is_object() && json.contains("view")) {
    auto view_case = parse_view_case(text);
    if (!view_case) return view_case.status().message;
    stored.view_cases.push_back(*std::move(view_case));
    return {};
  }
  auto test_case = parse_case(text);
  if (!test_case) return test_case.status().message;
  stored.cases.push_back(*std::move(test_case));
  return {};
}

}  // namespace

PlannedCase plan_stored(Case test_case) {
  auto stored = std::make_shared<const Case>(std::move(test_case));
  const Cell cell = cell_about(*stored);
  PlannedCase planned{.op = cell.op,
                      .variant = cell.variant,
                      .dtype = cell.dtype,
                      .result = cell.result,
                      .clause = stored->clause,
                      .controlled = true};
  planned.stored = std::move(stored);
  return planned;
}

bool is_vector_file(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_object() && json.contains("cases");
}

Result<std::vector<std::filesystem::path>> case_files_at(
    const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return std::vector{path};
  std::vector<std::filesystem::path> files;
  auto entry = std::filesystem::recursive_directory_iterator(path, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".json") && !name.ends_with(".schema.json"))
      files.push_back(entry->path());
  }
  if (error)
    return Status::invalid(
        fmt::format("{}: {}", path.string(), error.message()));
  if (files.empty())
    return Status::invalid(
        fmt::format("{} contains no case file", path.string()));
  std::sort(files.begin(), files.end());
  return files;
}

Result<StoredCases> read_stored_cases(const std::filesystem::path& path) {
  const auto text = read_case_text(path);
  if (!text) return text.status();
  const Json json = Json::parse(*text, nullptr, false);
  StoredCases stored;
  const auto fail = [&](const std::string& complaint) {
    return Status::invalid(fmt::format("{}: {}", path.string(), complaint));
  };
  if (!json.is_object()) {
    // parse_case() has the best message for text that is not JSON.
    return fail(parse_case(*text).status().message);
  }
  if (!json.contains("cases")) {
    if (const auto complaint = add_case(json, stored); !complaint.empty())
      return fail(complaint);
    return stored;
  }
  if (json.value("format", Json()) != kVectorFormat)
    return fail(fmt::format("\"format\" is {}, expected {}",
                            json.value("format", Json()).dump(),
                            kVectorFormat));
  if (!json["cases"].is_array() || json["cases"].empty())
    return fail("\"cases\" is not a list of cases");
  for (std::size_t i = 0; i < json["cases"].size(); ++i)
    if (const auto complaint = add_case(json["cases"][i], stored);
        !complaint.empty())
      return fail(fmt::format("cases[{}]: {}", i, complaint));
  return stored;
}

}  // namespace assay
