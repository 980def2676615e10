// A subject in a process of its own, spoken to over the wire: whatever it does
// to itself, the host sees a breakdown and can start it anew.
// Tested by tests/harness/subject/process_subject_test.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/subject/subject.h"
#include "harness/subject/wire_connection.h"

namespace assay {

class ProcessSubject : public Subject {
 public:
  // Starts the adapter that `command` names, split into words without a shell,
  // and says hello to it. The calls of one case may take `timeout_seconds`
  // together; only the time spent waiting for the subject counts. Fails with
  // one sentence if the command is malformed, cannot be started, or does not
  // answer hello as docs/protocol.md asks.
  //
  // The process dies with the calling thread. The subject and its tensors
  // belong to one thread at a time.
  static Result<std::unique_ptr<ProcessSubject>> start(
      const std::string& command, double timeout_seconds);
  static Result<std::unique_ptr<ProcessSubject>> start(
      const std::string& command, const ProcessLimits& limits);

  // Kills and reaps the process. Tensors may outlive it; they are then dead.
  ~ProcessSubject() override;

  Backend& backend() override;
  void begin_case() override;
  void allow_times(double factor) override;
  const std::optional<Breakdown>& breakdown() const override;
  Status restart() override;

  // Returns the version of the specification that the adapter was written to.
  const std::string& spec_version() const;

 private:
  class WireBackend;

  ProcessSubject(std::vector<std::string> words, const ProcessLimits& limits,
                 std::shared_ptr<WireConnection> connection);

  std::vector<std::string> words_;
  ProcessLimits limits_;
  double times_ = 1;  // how many times its limit a case may take
  std::shared_ptr<WireConnection> connection_;
  std::unique_ptr<WireBackend> backend_;
};

}  // namespace assay
