// A library that is loaded when it is asked for, so that the command neither
// needs it nor is linked with it. Tested by tests/bench/peers_test.cc.
#pragma once

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "spec/result.h"

namespace assay::bench {

class SharedLibrary {
 public:
  // Fails with `internal` and what the loader says.
  static Result<SharedLibrary> open(const std::string& file) {
    SharedLibrary library;
    library.handle_ = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library.handle_ != nullptr) return library;
    const char* said = ::dlerror();
    return Status::internal(fmt::format("{} cannot be loaded: {}", file,
                                        said == nullptr ? "?" : said));
  }

  // Sets a pointer to a function of the library; false if there is none.
  template <typename Function>
  bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(::dlsym(handle_, name));
    return function != nullptr;
  }

 private:
  // Stays open: libraries with threads of their own cannot be closed.
  void* handle_ = nullptr;
};

}  // namespace assay::bench
