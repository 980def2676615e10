// Implements `assay serve`, which makes any subject an adapter that speaks the
// wire protocol on stdin and stdout.
// Tested by tests/cli/plugin_command_test.cc.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/subject_named.h"
#include "harness/subject/wire_server.h"

namespace assay {

int serve_command(const std::string& subject_name, double timeout_seconds) {
  const auto maker = subject_named(subject_name, kNx, timeout_seconds);
  if (!maker) return complain(kExitUsage, maker.status().message);
  // Done before the subject is loaded, so that nothing it prints reaches the
  // wire.
  const int from_host = fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int to_host = fcntl(1, F_DUPFD_CLOEXEC, 3);
  const int null = open("/dev/null", O_RDONLY);
  if (from_host < 0 || to_host < 0 || null < 0)
    return complain(kExitUsage, "stdin and stdout cannot be used as the wire");
  dup2(null, 0);
  dup2(2, 1);
  close(null);
  signal(SIGPIPE, SIG_IGN);  // write() reports a host that is gone

  auto subject = (*maker)();
  if (!subject) return complain(kExitSubject, subject.status().message);
  WireServer server(**subject);
  const Status status = server.serve(from_host, to_host);
  if (!status.ok()) return complain(kExitSubject, status.message);
  return kExitConforms;
}

}  // namespace assay
