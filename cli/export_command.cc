// Implements `assay export`, which writes a case as a program that runs without
// Assay.
// Tested by tests/cli/export_command_test.cc.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "conformance/case_file.h"
#include "conformance/export_library.h"
#include "conformance/export_program.h"
#include "conformance/records_file.h"
#include "conformance/stored_cases.h"

namespace assay {
namespace {

Result<std::string> program_of(const Case& test_case, ExportFormat format) {
  switch (format) {
    case ExportFormat::kPython:
      return python_program(test_case);
    case ExportFormat::kCpp:
      return cpp_program(test_case);
    case ExportFormat::kTorch:
      return library_program(test_case, Library::kTorch);
    case ExportFormat::kJax:
      return library_program(test_case, Library::kJax);
    case ExportFormat::kOnnx:
      return library_program(test_case, Library::kOnnx);
  }
  return Status::internal("a format without a program");
}

}  // namespace

int export_command(const std::string& file, ExportFormat format,
                   const std::string& out) {
  auto stored = read_stored_cases(file);
  if (!stored) return complain(kExitUsage, stored.status().message);
  if (stored->cases.size() != 1)
    return complain(
        kExitUsage,
        fmt::format("{} contains {} cases of calls and {} of views; expected "
                    "one case of calls",
                    file, stored->cases.size(), stored->view_cases.size()));
  Case& test_case = stored->cases.front();
  if (Status status = complete_case(test_case); !status.ok())
    return complain(kExitUsage, fmt::format("{}: {}", file, status.message));
  const auto program = program_of(test_case, format);
  if (!program)
    return complain(kExitUsage,
                    fmt::format("{}: {}", file, program.status().message));
  if (out.empty())
    fmt::print("{}", *program);
  else if (Status status = write_whole(out, *program); !status.ok())
    return complain(kExitUsage, status.message);
  return kExitConforms;
}

}  // namespace assay
