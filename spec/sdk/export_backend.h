// Makes a C++ Backend a plugin. One line in one file of a shared library does:
//   ASSAY_EXPORT_BACKEND(MyBackend)
// MyBackend is made by its default constructor, once to be asked its name and
// once per context. Tested by tests/spec/export_backend_test.cc.
#pragma once

#include <memory>

#include "spec/backend.h"
#include "spec/sdk/assay_backend.h"

namespace assay {

using BackendMaker = std::unique_ptr<Backend> (*)();
using CreateFunction = int (*)(const AssayHost*, AssayContext**, AssayStatus*);

// Returns the table of a backend. Whatever the backend does, no exception
// leaves the table's functions: std::bad_alloc becomes `out_of_memory`, others
// `internal` with their message.
//
// A buffer's memory is asked of the backend when the buffer is first used,
// since only then its dtype is known: host storage goes through from_host(),
// an unwritten out through buffer(). Bytes that no call has used, and memory
// that is wrapped, have the dtype of the claims of from_host and buffer: uint8
// where that is claimed. `create` is the function below for the same maker.
const AssayBackendV1* exported_table(BackendMaker make,
                                     CreateFunction create) noexcept;
int create_exported(BackendMaker make, const AssayHost* host,
                    AssayContext** context, AssayStatus* status) noexcept;

// The table's `create` has no argument that names the backend, so it is a
// function per type.
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
