// Turns a C++ Backend into a plugin. One file of the shared library contains
//   ASSAY_EXPORT_BACKEND(MyBackend)
// The default constructor of MyBackend runs once to find out its name, and once
// for each context. Tested by tests/spec/export_backend_test.cc.
#pragma once

#include <memory>

#include "spec/backend.h"
#include "spec/sdk/assay_backend.h"

namespace assay {

using BackendMaker = std::unique_ptr<Backend> (*)();
using CreateFunction = int (*)(const AssayHost*, AssayContext**, AssayStatus*);

// Returns the table of a backend. No exception of the backend leaves the
// table's functions: std::bad_alloc becomes `out_of_memory`, and other
// exceptions become `internal` with their message.
//
// The dtype of a buffer is known only when a call first uses it. The backend
// makes its memory at that moment: with from_host() if the buffer was written,
// else with buffer(). Bytes that no call has used and wrapped memory get a
// dtype that the backend claims for from_host or buffer, uint8 if possible.
// `create` is the function below for the same maker.
const AssayBackendV1* exported_table(BackendMaker make,
                                     CreateFunction create) noexcept;
int create_exported(BackendMaker make, const AssayHost* host,
                    AssayContext** context, AssayStatus* status) noexcept;

// Is the table's `create` for one type of backend. The C header gives it no
// argument that names the backend, so each type needs a function of its own.
template <typename MyBackend>
struct Exported {
  static std::unique_ptr<Backend> make() {
    return std::make_unique<MyBackend>();
  }
  static int create(const AssayHost* host, AssayContext** context,
                    AssayStatus* status) noexcept {
    return create_exported(make, host, context, status);
  }
};

}  // namespace assay

#define ASSAY_EXPORT_BACKEND(...)                                        \
  extern "C" ASSAY_EXPORT const AssayBackendV1* assay_backend_v1(void) { \
    static const AssayBackendV1* const table =                           \
        ::assay::exported_table(::assay::Exported<__VA_ARGS__>::make,    \
                                ::assay::Exported<__VA_ARGS__>::create); \
    return table;                                                        \
  }
