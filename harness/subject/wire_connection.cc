// Queues, sends and reads messages, and turns every failure into a breakdown
// that says what the adapter did.
// Tested by tests/harness/subject/process_subject_test.cc.
#include "harness/subject/wire_connection.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Queued bytes are sent and replies are read at these limits at the latest.
// They are far below what the pipe of the replies holds (64 KiB), so an adapter
// that answers while the host is still writing never blocks.
constexpr std::size_t kMaxQueuedBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxPending = 128;

// A process whose stdout has ended may take this long to end. After that it
// counts as having closed its stdout, not as having died.
constexpr milliseconds kGrace(200);

// The limits of how much of an adapter's output goes into a sentence (the first
// three) and into a record (the last).
constexpr std::size_t kErrorCharacters = 360;
constexpr std::size_t kLineCharacters = 200;
constexpr std::size_t kTextCharacters = 120;
constexpr std::size_t kQuotedBytes = 1500;

std::string_view joint(std::string_view op) { return op.empty() ? "" : " of "; }

}  // namespace

Result<std::shared_ptr<WireConnection>> WireConnection::open(
    const std::vector<std::string>& words, const ProcessLimits& limits) {
  auto child = WireChild::start(words, limits.memory_bytes);
  if (!child) return child.status();
  std::shared_ptr<WireConnection> connection(new WireConnection(limits));
  connection->child_ = *std::move(child);
  WireChild* raw = connection->child_.get();
  connection->reader_.emplace(raw->from_child(),
                              [raw](int fd, short events, Deadline deadline) {
                                return raw->wait(fd, events, deadline);
                              });
  if (Status status = connection->say_hello(); !status.ok())
    return Status::internal(connection->breakdown_->message);
  connection->restart_clock();
  return connection;
}

Status WireConnection::say_hello() {
  left_ = Seconds(limits_.hello_seconds);
  const auto reply = call("hello", {{"protocol", kWireVersion}}, "", 0);
  if (!reply) return reply.status();
  auto hello = parse_hello(reply->header);
  if (!hello) return refuse({last_id_, "hello", "", 0}, hello.status().message);
  hello_ = *std::move(hello);
  return {};
}

void WireConnection::restart_clock(double times) {
  if (child_) child_->forget_stderr();
  allowed_ = Seconds(limits_.case_seconds * times);
  left_ = allowed_;
}

Deadline WireConnection::deadline() const {
  return call_started_ + std::chrono::duration_cast<steady_clock::duration>(
                             std::max(left_, Seconds(0)));
}

void WireConnection::enqueue(Pending request, WireJson fields,
                             std::span<const std::byte> payload) {
  WireJson header = {{"id", request.id}, {"type", request.type}};
  for (auto& [key, value] : fields.items()) header[key] = std::move(value);
  append_frame_start(outgoing_, header, payload.size());
  pending_.push_back(request);
  if (payload.size() < kMaxQueuedBytes) {
    outgoing_.insert(outgoing_.end(), payload.begin(), payload.end());
    if (outgoing_.size() >= kMaxQueuedBytes) flush();
    return;
  }
  flush();
  if (breakdown_) return;
  const auto wait = [this](int fd, short events, Deadline until) {
    return child_->wait(fd, events, until);
  };
  if (auto error = write_bytes(child_->to_child(), payload, deadline(), wait))
    (void)lose(*error, request);
}

void WireConnection::flush() {
  if (breakdown_ || outgoing_.empty()) return;
  const auto wait = [this](int fd, short events, Deadline until) {
    return child_->wait(fd, events, until);
  };
  const auto error =
      write_bytes(child_->to_child(), outgoing_, deadline(), wait);
  outgoing_.clear();
  if (error) (void)lose(*error, pending_.back());
}

void WireConnection::post(const char* type, WireJson fields,
                          std::span<const std::byte> payload) {
  if (breakdown_ || !child_) return;
  call_started_ = steady_clock::now();
  enqueue({++last_id_, type, "", 0}, std::move(fields), payload);
  if (pending_.size() >= kMaxPending) {
    flush();
    Frame ignored;
    while (!breakdown_ && !pending_.empty()) read_reply(ignored);
  }
  left_ -= steady_clock::now() - call_started_;
}

Result<Frame> WireConnection::call(const char* type, WireJson fields,
                                   std::string_view op,
                                   std::uint64_t reply_payload,
                                   std::span<const std::byte> payload) {
  if (breakdown_ || !child_) return broken();
  call_started_ = steady_clock::now();
  enqueue({++last_id_, type, op, reply_payload}, std::move(fields), payload);
  flush();
  Frame frame;
  while (!breakdown_ && !pending_.empty()) read_reply(frame);
  left_ -= steady_clock::now() - call_started_;
  if (breakdown_) return broken();
  if (!deferred_.ok()) return std::exchange(deferred_, Status{});
  return frame;
}

// Reads the reply to the oldest request. If that request failed, its status
// goes to deferred_. Anything wrong with the reply itself ends the
// conversation.
void WireConnection::read_reply(Frame& frame) {
  const Pending request = pending_.front();
  if (auto error = reader_->read(frame, request.reply_payload, deadline()))
    return (void)lose(*error, request);
  pending_.pop_front();
  const auto id = frame.header.find("id");
  if (id == frame.header.end() || *id != request.id)
    return (void)refuse(
        request,
        fmt::format("\"id\" is {} where {} is expected",
                    id == frame.header.end() ? "missing" : excerpt(*id),
                    request.id));
  const bool is_hello = std::string_view(request.type) == "hello";
  if (is_hello) return;
  Status status;
  if (Status s = parse_status(frame.header, status); !s.ok())
    return (void)refuse(request, s.message);
  if (std::string_view(request.type) == "release" && !status.ok())
    return (void)refuse(
        request,
        fmt::format("\"status\" is \"{}\" where ok is expected, the buffer "
                    "being one in use",
                    name_of(status.code)));
  if (status.ok() && frame.payload.size() != request.reply_payload)
    return (void)refuse(
        request, fmt::format("the payload has {} bytes where {} are expected",
                             frame.payload.size(), request.reply_payload));
  if (!status.ok() && deferred_.ok()) deferred_ = std::move(status);
}

Status WireConnection::broken() const {
  if (breakdown_) return Status::internal(breakdown_->message);
  return Status::internal("the subject has been ended: expected a live one");
}

Status WireConnection::lose(const WireError& error, const Pending& request) {
  const std::string where =
      fmt::format("{}{}{}", request.type, joint(request.op), request.op);
  const bool is_hello = request.id == 1;
  switch (error.kind) {
    case WireError::Kind::kMalformed:
      return refuse(request, error.message);
    case WireError::Kind::kTimedOut:
      return break_down(
          Breakdown::Kind::kTimedOut,
          fmt::format(
              "the subject did not answer {} within {} s{} and was killed: {}",
              where, is_hello ? limits_.hello_seconds : allowed_.count(),
              is_hello ? "" : limit_text(allowed_.count()), error.message));
    case WireError::Kind::kClosed:
      break;
  }
  const auto ending = child_->finish(kGrace);
  if (!ending)
    return break_down(
        Breakdown::Kind::kProtocolError,
        fmt::format("the subject hung up during {} and lived on: {}, where a "
                    "reply is expected",
                    where, error.message));
  return break_down(Breakdown::Kind::kCrashed,
                    fmt::format("the subject {} during {}: {}, where a reply "
                                "is expected",
                                *ending, where, error.message));
}

Status WireConnection::refuse(const Pending& request, std::string_view what) {
  return break_down(
      Breakdown::Kind::kProtocolError,
      fmt::format("the reply to {}{}{} breaks the protocol: {}", request.type,
                  joint(request.op), request.op, what));
}

Status WireConnection::break_down(Breakdown::Kind kind, std::string_view what) {
  if (breakdown_) return broken();
  Breakdown breakdown{kind, std::string(what), ""};
  if (child_) {
    child_->finish(milliseconds(0));
    quote_printed(breakdown);
  }
  breakdown_ = std::move(breakdown);
  close();
  return broken();
}

void WireConnection::quote_printed(Breakdown& breakdown) {
  const PrintedText& printed = child_->printed();
  const std::string error = printed.first_error();
  const std::string line = one_line(printed.last_line(), kLineCharacters);
  if (!error.empty())
    breakdown.message += fmt::format("; its stderr says \"{}\"",
                                     joined_lines(error, kErrorCharacters));
  else if (!line.empty())
    breakdown.message += fmt::format("; its stderr ends with \"{}\"", line);
  const std::string text = reader_ ? reader_->stray_text() : "";
  if (!text.empty())
    breakdown.message += fmt::format("; its stdout says \"{}\"",
                                     joined_lines(text, kTextCharacters));
  const auto add = [&](const char* title, const std::string& part) {
    if (part.empty()) return;
    breakdown.printed += fmt::format("{}:\n{}", title, part);
    if (!part.ends_with('\n')) breakdown.printed += '\n';
  };
  add("first error on stderr", error);
  add("stdout", text);
  add("end of stderr", printed.tail(kQuotedBytes));
}

// Names the option that sets the limit; a long case may take a multiple of it.
std::string WireConnection::limit_text(double seconds) const {
  const double times = seconds / limits_.case_seconds;
  return times > 1.5 ? fmt::format(", {:.0f} times --timeout,", times)
                     : ", the limit of --timeout,";
}

void WireConnection::close() {
  reader_.reset();
  child_.reset();
  outgoing_.clear();
  pending_.clear();
}

}  // namespace assay
