// Tested by tests/conformance/case_file_test.cc.
#include "conformance/case_file.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/case_json.h"

namespace assay {

std::string case_file_name(std::string_view id) {
  std::string name(id);
  for (char& c : name)
    if (c == '/' || c == ':') c = '.';
  return name + ".json";
}

Status write_case_file(const std::filesystem::path& path,
                       const Case& test_case) {
  std::filesystem::path partial = path;
  partial += ".partial";
  {
    std::ofstream file(partial);
    file << case_to_json(test_case).dump(1) << '\n';
    if (!file.flush())
      return Status::invalid(
          fmt::format("{} cannot be written", path.string()));
  }
  std::error_code error;
  std::filesystem::rename(partial, path, error);
  if (error)
    return Status::invalid(fmt::format("{} cannot be written: {}",
                                       path.string(), error.message()));
  return {};
}

Result<std::string> read_case_text(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error)
    return Status::invalid(
        fmt::format("{}: {}", path.string(), error.message()));
  if (size > kMaxCaseBytes)
    return Status::invalid(fmt::format("{}: {} bytes, expected at most {}",
                                       path.string(), size, kMaxCaseBytes));
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

Result<Case> read_case_file(const std::filesystem::path& path) {
  const auto text = read_case_text(path);
  if (!text) return text.status();
  auto test_case = parse_case(*text);
  if (!test_case)
    return Status::invalid(
        fmt::format("{}: {}", path.string(), test_case.status().message));
  return test_case;
}

}  // namespace assay
