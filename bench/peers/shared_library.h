// Opens a library only when a peer needs it, so that the command runs without
// it and is not linked with it.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "spec/result.h"

namespace assay::bench {

class SharedLibrary {
 public:
  // Opens a library. Fails with `internal` and the loader's message.
  static Result<SharedLibrary> open(const std::string& file) {
    SharedLibrary library;
    library.handle_ = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    library.file_ = file;
    if (library.handle_ != nullptr) return library;
    const char* said = ::dlerror();
    return Status::internal(fmt::format("{} cannot be loaded: {}", file,
                                        said == nullptr ? "?" : said));
  }

  const std::string& file() const { return file_; }

  // Finds a function of the library and sets the pointer to it. Returns false
  // if there is none.
  template <typename Function>
  bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(::dlsym(handle_, name));
    return function != nullptr;
  }

 private:
  // This is never closed, because libraries with threads of their own cannot
  // be.
  void* handle_ = nullptr;
  std::string file_;
};

}  // namespace assay::bench
