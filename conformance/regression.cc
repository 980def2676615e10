// Names the files of regressions, writes their text, and finds a case that is
// stored already.
// Tested by tests/cli/stored_cases_test.cc.
#include "conformance/regression.h"

#include <fmt/format.h>

#include <fstream>

#include "conformance/case_file.h"
#include "conformance/stored_cases.h"
#include "conformance/vectors.h"
#include "harness/case/case_json.h"
#include "harness/record/record.h"
#include "spec/version.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Returns what a case does and expects, without the id and seed that name it.
std::string substance_of(const Case& test_case) {
  Json json = case_to_json(test_case);
  json.erase("id");
  json.erase("seed");
  return json.dump();
}

}  // namespace

std::string subject_of_run(const std::filesystem::path& case_file) {
  std::error_code error;
  const auto folder =
      std::filesystem::absolute(case_file, error).parent_path().parent_path();
  std::ifstream records(folder / "records.jsonl");
  std::string line;
  if (!std::getline(records, line)) return {};
  // The first line is the head of the run.
  const Json head = Json::parse(line, nullptr, false);
  if (!head.is_object() || !head.contains("subject")) return {};
  const auto text = [&](const char* key) {
    return head.contains(key) && head[key].is_string()
               ? head[key].get<std::string>()
               : std::string();
  };
  return text("subject_name") + " " + text("subject_version");
}

std::filesystem::path regression_path(const Case& test_case) {
  const std::size_t slash = test_case.id.find('/');
  if (slash == std::string::npos) return case_file_name(test_case.id);
  return std::filesystem::path(test_case.id.substr(0, slash)) /
         case_file_name(test_case.id.substr(slash + 1));
}

std::string regression_text(const Regression& regression) {
  const Case& test_case = regression.test_case;
  Json provenance = {{"oracle", "reference"}};
  if (!regression.found_in.empty())
    provenance["found_in"] = regression.found_in;
  if (!regression.note.empty()) provenance["note"] = regression.note;
  const std::string& id = test_case.id;
  const std::size_t slash = id.find('/');
  const Json head = {
      {"format", kVectorFormat},
      {"family", id.substr(0, slash)},
      {"op", slash == std::string::npos
                 ? std::string(name_of(test_case.steps.front().op))
                 : id.substr(slash + 1, id.find(':') - slash - 1)},
      {"spec_version", kSpecVersion},
      {"suite_version", kSuiteVersion},
      {"provenance", std::move(provenance)}};
  return vector_text(head, {case_to_json(test_case)});
}

Result<std::filesystem::path> file_with_case(
    const std::filesystem::path& folder, const Case& test_case) {
  std::error_code error;
  const auto own = folder / regression_path(test_case);
  if (std::filesystem::exists(own, error)) return own;
  const std::string substance = substance_of(test_case);
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    const auto stored = read_stored_cases(entry.path());
    if (!stored) return stored.status();
    for (const Case& other : stored->cases)
      if (substance_of(other) == substance) return entry.path();
  }
  return std::filesystem::path();
}

}  // namespace assay
