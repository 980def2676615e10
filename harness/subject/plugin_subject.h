// Makes a plugin that is loaded into this process a subject. Breaking the rules
// of the C header is a breakdown. A crash ends this process.
// Tested by tests/harness/subject/plugin_backend_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness/subject/plugin_backend.h"
#include "harness/subject/subject.h"

namespace assay {

// Holds a plugin and a context of it.
class PluginSubject : public Subject {
 public:
  // Loads the library and makes a context. Fails with one sentence.
  static Result<std::unique_ptr<PluginSubject>> start(const std::string& path);
  static Result<std::unique_ptr<PluginSubject>> start(
      std::shared_ptr<const PluginLibrary> library);

  Backend& backend() override { return *backend_; }
  void begin_case() override {}
  const std::optional<Breakdown>& breakdown() const override;
  // Makes a new context of the same library.
  Status restart() override;
  std::string abi_version() const override { return library_->abi_version(); }
  // Returns null if the plugin makes no second context.
  std::unique_ptr<Backend> another_context() override;
  bool has_thread_safe_context() const override {
    return (library_->table().flags & ASSAY_THREAD_SAFE_CONTEXT) != 0;
  }

 private:
  PluginSubject(std::shared_ptr<const PluginLibrary> library,
                std::unique_ptr<PluginBackend> backend)
      : library_(std::move(library)), backend_(std::move(backend)) {}

  std::shared_ptr<const PluginLibrary> library_;
  std::unique_ptr<PluginBackend> backend_;
  mutable std::optional<Breakdown> breakdown_;  // the violation
};

}  // namespace assay
