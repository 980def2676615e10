// Starts adapters, and starts them again after a breakdown.
// Tested by tests/harness/subject/process_subject_test.cc.
#include "harness/subject/process_subject.h"

#include <fmt/format.h>

#include "harness/subject/command_words.h"
#include "harness/subject/wire_backend.h"

namespace assay {

ProcessSubject::ProcessSubject(std::vector<std::string> words,
                               const ProcessLimits& limits,
                               std::shared_ptr<WireConnection> connection)
    : words_(std::move(words)),
      limits_(limits),
      connection_(std::move(connection)),
      backend_(std::make_unique<WireBackend>()) {
  backend_->use(connection_);
}

ProcessSubject::~ProcessSubject() { connection_->close(); }

Result<std::unique_ptr<ProcessSubject>> ProcessSubject::start(
    const std::string& command, double timeout_seconds) {
  ProcessLimits limits;
  limits.case_seconds = timeout_seconds;
  return start(command, limits);
}

Result<std::unique_ptr<ProcessSubject>> ProcessSubject::start(
    const std::string& command, const ProcessLimits& limits) {
  auto words = command_words(command);
  if (!words) return words.status();
  auto connection = WireConnection::open(*words, limits);
  if (!connection) return connection.status();
  return std::unique_ptr<ProcessSubject>(
      new ProcessSubject(*std::move(words), limits, *std::move(connection)));
}

Backend& ProcessSubject::backend() { return *backend_; }
void ProcessSubject::begin_case() { connection_->restart_clock(times_); }

void ProcessSubject::allow_times(double factor) { times_ = factor; }
const std::optional<Breakdown>& ProcessSubject::breakdown() const {
  return connection_->breakdown();
}
const std::string& ProcessSubject::spec_version() const {
  return connection_->hello().spec_version;
}

Status ProcessSubject::restart() {
  connection_->close();
  auto connection = WireConnection::open(words_, limits_);
  if (!connection) {
    // Kept as a breakdown, so that later calls say why they fail.
    (void)connection_->break_down(
        Breakdown::Kind::kCrashed,
        fmt::format("the subject cannot be restarted: {}",
                    connection.status().message));
    return connection.status();
  }
  connection_ = *std::move(connection);
  backend_->use(connection_);
  return {};
}

}  // namespace assay
