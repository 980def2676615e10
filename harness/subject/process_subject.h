// Runs a subject in its own process and talks to it over the wire. Whatever
// happens to that process, the host sees a breakdown and can restart it.
// Tested by tests/harness/subject/process_subject_test.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/subject/subject.h"
#include "harness/subject/wire_connection.h"

namespace assay {

class WireBackend;

// Holds an adapter process and the connection to it.
class ProcessSubject : public Subject {
 public:
  // Starts the adapter that `command` names and says hello to it. The command
  // is split into words without a shell. The calls of one case together may
  // take `timeout_seconds`; only the time spent waiting for the subject counts.
  // Fails with one sentence if the command is malformed, cannot be started, or
  // does not answer hello as docs/protocol.md requires.
  //
  // The process dies with the calling thread. The subject and its tensors may
  // be used by one thread at a time.
  static Result<std::unique_ptr<ProcessSubject>> start(
      const std::string& command, double timeout_seconds);
  static Result<std::unique_ptr<ProcessSubject>> start(
      const std::string& command, const ProcessLimits& limits);

  // Kills and reaps the process. Tensors may outlive it but are then unusable.
  ~ProcessSubject() override;

  Backend& backend() override;
  void begin_case() override;
  void allow_times(double factor) override;
  const std::optional<Breakdown>& breakdown() const override;
  Status restart() override;

  // Returns the version of the specification that the adapter implements.
  const std::string& spec_version() const;

 private:
  ProcessSubject(std::vector<std::string> words, const ProcessLimits& limits,
                 std::shared_ptr<WireConnection> connection);

  std::vector<std::string> words_;
  ProcessLimits limits_;
  double times_ = 1;  // the factor on a case's time limit
  std::shared_ptr<WireConnection> connection_;
  std::unique_ptr<WireBackend> backend_;
};

}  // namespace assay
