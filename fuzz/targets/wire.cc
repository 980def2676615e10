// Feeds bytes as frames to both sides of the wire: the host's parsers and the
// adapter's server. Both must take any bytes, and replies must be well formed.
// Tested by tests/fuzz/targets_test.cc.
#include "harness/subject/wire.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "fuzz/targets/small_reference.h"
#include "fuzz/targets/target.h"
#include "harness/subject/in_process_subject.h"
#include "harness/subject/wire_messages.h"
#include "harness/subject/wire_server.h"

namespace assay {
namespace {

// A pipe holds this many bytes without a reader.
constexpr std::size_t kMaxBytes = 60000;
// A buffer larger than any machine's memory may be requested. That is not
// tested here.
constexpr std::uint64_t kMaxBuffer = std::uint64_t{1} << 20;

// Returns the reading end of a pipe that has the bytes and ends after them.
int pipe_with(FuzzBytes bytes) {
  int ends[2];
  demand(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0, "there is a pipe");
  demand(write(ends[1], bytes.data(), bytes.size()) == std::ssize(bytes),
         "the pipe takes the bytes");
  close(ends[1]);
  return ends[0];
}

void demand_line(const Status& status) {
  demand(!status.message.empty(), "a refusal says why");
  demand(status.message.find('\n') == std::string::npos,
         "a refusal is one line");
}

// Reads the frame as a reply of an adapter.
void read_as_reply(const Frame& frame) {
  const auto hello = parse_hello(frame.header);
  if (!hello) demand_line(hello.status());
  Status answered;
  if (const Status s = parse_status(frame.header, answered); !s.ok())
    demand_line(s);
  const auto tensors = parse_tensors(frame.header);
  if (!tensors) return demand_line(tensors.status());
  for (const WireTensor& tensor : *tensors) {
    static_cast<void>(check_bounds(tensor, 64));
    // Whatever is within a buffer must be readable there.
    if (tensor.bytes < 0 || tensor.view.numel() == 0) continue;
    const auto [low, high] = tensor.view.bounds();
    demand(low >= 0 && high < tensor.bytes * 8 / spec_of(tensor.dtype).bits,
           "a new buffer holds its tensor");
  }
}

bool is_affordable(const Frame& frame) {
  const auto bytes = frame.header.find("bytes");
  return bytes == frame.header.end() || !bytes->is_number() ||
         bytes->get<double>() <= static_cast<double>(kMaxBuffer);
}

// Answers the frame as a request of a host.
void answer_as_request(WireServer& server, const Frame& frame) {
  if (!is_affordable(frame)) return;
  const Frame reply = server.answer(frame);
  demand(reply.header.is_object(), "a reply is an object");
  Bytes bytes;
  append_frame_start(bytes, reply.header, reply.payload.size());
  demand(bytes.size() > kFramePrefixBytes, "a reply can be sent");
  if (frame.header.value("type", WireJson()) == "hello") return;
  Status answered;
  demand(parse_status(reply.header, answered).ok(), "a reply has a status");
  demand(parse_tensors(reply.header).ok(), "a reply's tensors can be read");
}

}  // namespace

void fuzz_wire(FuzzBytes bytes) {
  const int from = pipe_with(bytes.first(std::min(bytes.size(), kMaxBytes)));
  InProcessSubject subject(std::make_unique<SmallReference>());
  WireServer server(subject);
  FrameReader reader(from);
  for (;;) {
    Frame frame;
    const Deadline deadline =
        std::chrono::steady_clock::now() + std::chrono::seconds(5);
    const auto error = reader.read(frame, kMaxPayloadBytes, deadline);
    if (error) {
      demand(error->kind != WireError::Kind::kTimedOut,
             "nothing is waited for");
      demand(!error->message.empty(), "an error says why");
      break;
    }
    read_as_reply(frame);
    answer_as_request(server, frame);
  }
  close(from);
}

}  // namespace assay
