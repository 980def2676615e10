// What the messages of the wire hold, to and from JSON: tensors, statuses and
// claims. Everything that an adapter sends is checked here.
// Tested by tests/harness/subject/wire_test.cc and process_subject_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/subject/wire.h"
#include "spec/backend.h"

namespace assay {

inline constexpr std::int64_t kWireVersion = 1;

// What an adapter says of itself in its answer to hello.
struct Hello {
  std::string name;
  std::string version;
  std::string spec_version;
  std::vector<std::pair<Cell, Claim>> claims;
};

// A tensor as it crosses the wire. `bytes` is the size of a buffer that the
// adapter made in this reply, and -1 elsewhere.
struct WireTensor {
  std::int64_t buffer = 0;
  std::int64_t bytes = -1;
  DType dtype = DType::kFloat32;
  View view;
};

// The parsers below fail with a status whose message says, without a full
// stop, what was found and what was expected; its code means nothing.

// Parses the reply to hello. A key of the whole reply, as `immutable`, is part
// of every claim.
Result<Hello> parse_hello(const WireJson& reply);

// Parses the status of a reply other than hello's into `answered`, which may
// be any of the closed list.
Status parse_status(const WireJson& reply, Status& answered);

// Parses a list of tensors, that of a reply to invoke or one of a request; no
// list is an empty one. Ranks, extents, and lengths are checked, and for new
// buffers the bounds too.
Result<std::vector<WireTensor>> parse_tensors(const WireJson& message,
                                              const char* key = "tensors",
                                              std::size_t limit = 16);

// Returns the claims of a backend as the list of an answer to hello.
WireJson claims_to_json(const Backend& backend);

// Writes a status into a reply, its kind where it is one of the closed list.
void put_status(WireJson& reply, const Status& status);

// Returns whether every element of a tensor lies within a buffer of so many
// bytes; `message` says what does not.
Status check_bounds(const WireTensor& tensor, std::int64_t buffer_bytes);

WireJson tensor_to_json(std::int64_t buffer, DType dtype, const View& view);

}  // namespace assay
