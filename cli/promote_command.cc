// Implements `assay promote`, which stores a failing case as a regression, so
// that it is replayed from then on.
// Tested by tests/cli/stored_cases_test.cc.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "conformance/case_file.h"
#include "conformance/records_file.h"
#include "conformance/regression.h"
#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "reference/reference.h"

namespace assay {

int promote_command(const PromoteArguments& arguments) {
  auto test_case = read_case_file(arguments.file);
  if (!test_case) return complain(kExitUsage, test_case.status().message);
  std::error_code error;
  if (!std::filesystem::is_directory(arguments.to, error))
    return complain(
        kExitUsage,
        fmt::format(
            "there is no folder {}; --to expects the folder of the regressions",
            arguments.to));
  if (Status status = complete_case(*test_case); !status.ok())
    return complain(kExitUsage,
                    fmt::format("{}: {}", arguments.file, status.message));
  const auto there = file_with_case(arguments.to, *test_case);
  if (!there) return complain(kExitUsage, there.status().message);
  if (!there->empty())
    return complain(kExitUsage,
                    fmt::format("{} is already stored as the regression {}",
                                arguments.file, there->string()));
  // If the reference fails the case, the fault is in the case or the reference.
  InProcessSubject reference(
      std::make_unique<Reference>(*profile_named(test_case->profile)));
  if (run_case(*test_case, reference).verdict != Verdict::kPass)
    return complain(kExitUsage,
                    fmt::format("{}: the reference does not pass this case; "
                                "expected a case that it passes",
                                arguments.file));
  const auto path =
      std::filesystem::path(arguments.to) / regression_path(*test_case);
  if (Status status = write_whole(
          path, regression_text({*test_case, subject_of_run(arguments.file),
                                 arguments.note}));
      !status.ok())
    return complain(kExitUsage, status.message);
  fmt::print("{}\n", path.string());
  return kExitConforms;
}

}  // namespace assay
