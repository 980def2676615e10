// Converts the contents of wire messages to and from JSON: tensors, statuses
// and claims. Everything that an adapter sends is checked here. Tested by
// tests/harness/subject/wire_test.cc and process_subject_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/subject/wire.h"
#include "spec/backend.h"

namespace assay {

// The version of the protocol that hello must name.
inline constexpr std::int64_t kWireVersion = 1;

// Holds what an adapter says about itself in its answer to hello.
struct Hello {
  std::string name;
  std::string version;
  std::string spec_version;
  std::vector<std::pair<Cell, Claim>> claims;
  Places places;  // without names if the adapter names none
};

// Describes a tensor as the wire carries it. `bytes` is the size of a buffer
// that the adapter made in this reply, and -1 otherwise.
struct WireTensor {
  std::int64_t buffer = 0;
  std::int64_t bytes = -1;
  std::string place = {};  // "" if it is not given
  DType dtype = DType::kFloat32;
  View view;
};

// If one of the parsers below fails, its message says without a full stop what
// was found and what was expected. Its code has no meaning.

// Parses the reply to hello. If the whole reply has the key `immutable`, it
// applies to every claim.
Result<Hello> parse_hello(const WireJson& reply);

// Parses the status of a reply, other than the reply to hello, into `answered`.
// It may be any status of the closed list.
Status parse_status(const WireJson& reply, Status& answered);

// Parses the list of tensors in a reply to invoke or in a request; a missing
// list is empty. Checks ranks, extents and lengths, and for new buffers also
// the bounds.
Result<std::vector<WireTensor>> parse_tensors(const WireJson& message,
                                              const char* key = "tensors",
                                              std::size_t limit = 16);

// Returns the claims of a backend as the list in an answer to hello.
WireJson claims_to_json(const Backend& backend);

// Writes a status into a reply, with its kind if that is one of the closed
// list.
void put_status(WireJson& reply, const Status& status);

// Returns ok if every element of a tensor is within a buffer of `buffer_bytes`
// bytes; otherwise the message says what is not.
Status check_bounds(const WireTensor& tensor, std::int64_t buffer_bytes);

// Returns a plan as the fields of a request, without its inputs. If parse_plan
// fails, its message says what was found and what was expected.
WireJson plan_to_json(const PlanSteps& plan);
Result<PlanSteps> parse_plan(const WireJson& request);

// Returns a tensor on the buffer of this number as JSON.
WireJson tensor_to_json(std::int64_t buffer, DType dtype, const View& view);

}  // namespace assay
