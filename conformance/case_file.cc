// Reads and writes case files. A case that cannot fit is refused before its
// text is made, because that text could take gigabytes of memory.
// Tested by tests/conformance/case_file_test.cc.
#include "conformance/case_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/case/case_json.h"

namespace assay {

namespace {

// The fewest bytes of one element, which has a line of its own: blanks, quotes
// and a comma.
constexpr std::size_t kLeastBytes = 8;

// Returns how many elements the file of a case would list.
std::size_t listed_elements(const Case& test_case) {
  std::size_t count = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    if (tensor.storage) count += tensor.storage->size();
  for (const Expectation& expectation : test_case.expect)
    for (const Permitted& permitted : expectation.any_of)
      count += permitted.values.size();
  return count;
}

Status too_large(const Case& test_case) {
  return Status::invalid(fmt::format(
      "{} lists more elements than a case file of {} bytes can hold",
      test_case.id, kMaxCaseBytes));
}

}  // namespace

std::string case_file_name(std::string_view id) {
  std::string name(id);
  for (char& c : name)
    if (c == '/' || c == ':') c = '.';
  return name + ".json";
}

Status write_case_file(const std::filesystem::path& path,
                       const Case& test_case) {
  // Checked first: the text of 10^7 elements would take gigabytes before its
  // size is known.
  if (listed_elements(test_case) > kMaxCaseBytes / kLeastBytes)
    return too_large(test_case);
  const std::string text = case_to_json(test_case).dump(1) + '\n';
  if (text.size() > kMaxCaseBytes) return too_large(test_case);
  std::filesystem::path partial = path;
  partial += ".partial";
  {
    errno = 0;
    std::ofstream file(partial);
    file << text;
    if (!file.flush())
      return Status::invalid(fmt::format("{} cannot be written: {}",
                                         path.string(), std::strerror(errno)));
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
    return Status::invalid(fmt::format("{} has {} bytes; expected at most {}",
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
