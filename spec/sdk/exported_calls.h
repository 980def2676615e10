// The parts that the exported functions of a C++ backend share: the context
// behind a handle, statuses without exceptions, and the tensors of calls and
// results. Tested by tests/spec/export_backend_test.cc.
#pragma once

#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/backend.h"
#include "spec/sdk/assay_backend.h"
#include "spec/sdk/exported_memory.h"

namespace assay {

// An AssayContext points to this struct.
struct ExportedContext {
  std::unique_ptr<Backend> backend;
  std::vector<AssayCell> cells;
  std::vector<AssayClaimLimits> limits;
  Places places;
  std::vector<const char*> place_names;
};

inline ExportedContext& context_of(AssayContext* context) {
  return *reinterpret_cast<ExportedContext*>(context);
}
inline ExportedBuffer* buffer_of(AssayBuffer* buffer) {
  return reinterpret_cast<ExportedBuffer*>(buffer);
}
inline AssayBuffer* handle_of(ExportedBuffer* buffer) {
  return reinterpret_cast<AssayBuffer*>(buffer);
}

// Stores a status for the caller and returns its code.
int report(AssayStatus* to, StatusCode code, std::string_view kind,
           std::string_view message) noexcept;
// Does the same for the answer of a backend. A kind that does not belong to the
// code makes it `internal`.
int report_answer(AssayStatus* to, const Status& status);

// Runs `f`, which returns a Status, and turns exceptions into a Status.
template <typename F>
int guarded(AssayStatus* to, F f) noexcept {
  try {
    return report_answer(to, f());
  } catch (const std::bad_alloc&) {
    return report(to, StatusCode::kOutOfMemory, "", "std::bad_alloc");
  } catch (const std::exception& exception) {
    return report(to, StatusCode::kInternal, "", exception.what());
  } catch (...) {
    return report(to, StatusCode::kInternal, "",
                  "an exception that is no std::exception");
  }
}

// Runs `f`, which makes an ExportedBuffer, and passes the buffer to the caller.
template <typename F>
int guarded_buffer(AssayBuffer** buffer, AssayStatus* status, F f) noexcept {
  return guarded(status, [&]() -> Status {
    Result<ExportedBuffer> made = f();
    if (!made) return made.status();
    *buffer = handle_of(new ExportedBuffer(*std::move(made)));
    return {};
  });
}

// Returns tensors of the C header as those of the backend.
Result<Tensors> tensors_of(Backend& backend, const AssayTensor* tensors,
                           std::uint32_t count);

// The tensors of a call whose buffers a result may share.
using SharedTensors = std::initializer_list<std::span<const AssayTensor>>;

// Passes results to the caller, each with a reference to its buffer. Fails with
// `internal` if the caller has no room for them.
Status fill_results(Backend& backend, SharedTensors shared, Tensors tensors,
                    AssayResults& results);

// Releases the references of the results so far, because the call has failed.
void drop(AssayResults& results) noexcept;

// Fills in the functions of the rows of op set protocol.
void add_protocol(AssayBackendV1& table);

}  // namespace assay
