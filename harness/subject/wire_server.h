// Implements the other side of the wire: answers a host with any subject of
// this process. Tested by tests/cli/plugin_command_test.cc.
#pragma once

#include <cstdint>
#include <map>

#include "harness/subject/subject.h"
#include "harness/subject/wire.h"
#include "spec/sdk/exported_memory.h"

namespace assay {

// Serves one host. The subject must outlive it.
class WireServer {
 public:
  explicit WireServer(Subject& subject) : subject_(subject) {}

  // Answers the requests that arrive on one descriptor with replies on another
  // until the host hangs up. Fails with a sentence if a frame is malformed, a
  // reply cannot be written, or the subject broke down.
  Status serve(int from_host, int to_host);

  // Returns the reply to one request, including the payload if it is a read.
  Frame answer(const Frame& request);

 private:
  using Buffers = std::map<std::int64_t, ExportedBuffer>;

  Status carry_out(const Frame& request, Frame& reply);
  void say_hello(WireJson& reply);
  Status alloc(std::int64_t number, const WireJson& request);
  Status invoke(const WireJson& request, WireJson& reply);
  Status plan(const WireJson& request, WireJson& reply);
  Status session(const WireJson& request);
  Status transfer(ExportedBuffer& buffer, const WireJson& request);
  Result<std::uint32_t> place_named(const WireJson& request);
  // Lists the tensors that a call or a plan returned.
  Status list(Tensors returned, WireJson& reply);
  Result<Tensors> tensors_at(const char* key, const WireJson& request);
  Result<WireJson> described(Tensor tensor);

  Subject& subject_;
  Buffers buffers_;
  std::int64_t last_made_ = 0;  // buffers that the backend made: -1, -2, …
};

}  // namespace assay
