// Holds a conversation with one adapter process. Requests are numbered.
// Requests whose answer is only "ok" are sent together with the next one that
// needs an answer. Any error ends the conversation for good. Tested by
// tests/harness/subject/process_subject_test.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/subject/subject.h"
#include "harness/subject/wire.h"
#include "harness/subject/wire_child.h"
#include "harness/subject/wire_messages.h"

namespace assay {

// Limits what a subject process may use.
struct ProcessLimits {
  double case_seconds = 5;        // all calls of a case together
  double hello_seconds = 30;      // from start to the answer to hello
  std::int64_t memory_bytes = 0;  // address space; 0 means no limit
};

// Owns a subject process and talks to it.
class WireConnection {
 public:
  // Starts a process and says hello to it. On failure the status is `internal`,
  // and its sentence says what the process did instead of answering.
  static Result<std::shared_ptr<WireConnection>> open(
      const std::vector<std::string>& words, const ProcessLimits& limits);

  const Hello& hello() const { return hello_; }

  // Returns a number for a buffer that the host makes.
  std::int64_t next_buffer() { return ++last_buffer_; }

  // Queues a request whose answer carries no data. If its answer is not ok, the
  // next call returns that status.
  void post(const char* type, WireJson fields,
            std::span<const std::byte> payload = {});

  // Sends everything queued and this request with its payload. Returns the
  // reply, whose status is ok and whose payload has exactly `reply_payload`
  // bytes. Messages name `op`, which may be empty.
  Result<Frame> call(const char* type, WireJson fields, std::string_view op,
                     std::uint64_t reply_payload,
                     std::span<const std::byte> payload = {});

  // Begins a case: gives the following calls `times` the time limit of a case,
  // and forgets what was printed before.
  void restart_clock(double times = 1);

  // Ends the conversation: kills the process and remembers why. Returns the
  // status of every later call.
  Status break_down(Breakdown::Kind kind, std::string_view what);
  const std::optional<Breakdown>& breakdown() const { return breakdown_; }

  // Ends the process without a breakdown. Later calls fail.
  void close();

 private:
  using Seconds = std::chrono::duration<double>;

  // Describes a request whose reply has not been read.
  struct Pending {
    std::int64_t id;
    const char* type;
    std::string_view op;
    std::uint64_t reply_payload;
  };

  explicit WireConnection(const ProcessLimits& limits) : limits_(limits) {}
  Status say_hello();
  void enqueue(Pending request, WireJson fields,
               std::span<const std::byte> payload);
  void flush();
  void read_reply(Frame& frame);
  Status broken() const;
  Status lose(const WireError& error, const Pending& request);
  Status refuse(const Pending& request, std::string_view what);
  Deadline deadline() const;
  // Adds what the adapter printed to the sentence and to the record.
  void quote_printed(Breakdown& breakdown);
  std::string limit_text(double seconds) const;

  ProcessLimits limits_;
  std::unique_ptr<WireChild> child_;
  std::optional<FrameReader> reader_;
  Hello hello_;
  std::int64_t last_id_ = 0;
  std::int64_t last_buffer_ = 0;
  Seconds allowed_{0};  // the time of the case
  Seconds left_{0};     // what remains of it
  std::chrono::steady_clock::time_point call_started_;
  Bytes outgoing_;  // queued frames, not yet sent
  std::deque<Pending> pending_;
  Status deferred_;  // the first failure of a posted request
  std::optional<Breakdown> breakdown_;
};

}  // namespace assay
