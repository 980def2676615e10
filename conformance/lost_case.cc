// Builds a lost case in a child process. Its file has the expected dtypes and
// shapes but no permitted results, because the oracle is not asked.
// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/lost_case.h"

#include <fcntl.h>
#include <unistd.h>

#include "conformance/case_file.h"
#include "conformance/process_end.h"
#include "harness/case/case_line.h"
#include "harness/case/case_types.h"
#include "harness/generate/build_case.h"

namespace assay {
namespace {

// Builds the case in the child process and writes it as a line to `fd` and as a
// file. Returns the exit status: 0 if the file was written.
int rebuild(const CheckOptions& options, const PlannedCase& plan, int fd) {
  Case lost = build_case(plan, options.seed);
  const std::string line = case_line(lost);
  static_cast<void>(!write(fd, line.data(), line.size()));
  if (plan.stored) return 1;
  lost.profile = options.profile->name;
  const auto types = type_case(lost);
  if (!types) return 1;
  for (Expectation& expectation : lost.expect) {
    expectation.dtype = types->at(expectation.tensor).dtype;
    expectation.shape = types->at(expectation.tensor).shape;
  }
  const auto path = options.out / "cases" / case_file_name(lost.id);
  return write_case_file(path, lost).ok() ? 0 : 1;
}

}  // namespace

LostCase write_lost_case(const CheckOptions& options, const PlannedCase& plan) {
  LostCase lost;
  // The line is short enough for the pipe, so that the child need not wait.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return lost;
  const pid_t pid = fork();
  if (pid == 0) _exit(rebuild(options, plan, ends[1]));
  lost.is_written = pid > 0 && reap(pid, options.prepare_seconds) == 0;
  char line[4096];
  const ssize_t count = read(ends[0], line, sizeof line);
  if (count > 0) lost.line.assign(line, static_cast<std::size_t>(count));
  for (const int end : ends) close(end);
  return lost;
}

}  // namespace assay
