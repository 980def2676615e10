// Loads a shared library that exports a backend through the C header, and
// checks its table. Whatever the file contains, the answer is a table or one
// sentence.
// Tested by tests/harness/subject/plugin_backend_test.cc and
// tests/cli/plugin_command_test.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "spec/result.h"
#include "spec/sdk/assay_backend.h"

namespace assay {

// Holds the checked table of a loaded library.
class PluginLibrary {
 public:
  // Loads a library and never unloads it, because its threads and exit handlers
  // may outlive every use of it. Its constructors run in this process. Fails
  // with `internal` and a sentence about the file.
  static Result<std::shared_ptr<const PluginLibrary>> open(
      const std::string& path);

  // Checks a table and keeps its address. Messages name `path`.
  static Result<std::shared_ptr<const PluginLibrary>> of_table(
      const AssayBackendV1* table, const std::string& path);

  const AssayBackendV1& table() const { return *table_; }
  const std::string& path() const { return path_; }
  const std::string& name() const { return name_; }
  const std::string& version() const { return version_; }
  // Returns the version of the header that the library was built with, such as
  // "1.0".
  std::string abi_version() const;

 private:
  PluginLibrary() = default;

  const AssayBackendV1* table_ = nullptr;
  std::string path_;
  std::string name_;
  std::string version_;
};

// The size of the table in version 1.0. Every library has at least this much.
inline constexpr std::size_t kFirstTableSize =
    offsetof(AssayBackendV1, wrap) + sizeof(AssayBackendV1::wrap);

}  // namespace assay
