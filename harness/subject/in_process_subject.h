// Makes a backend of this process a subject. It cannot outlive its own crash,
// so the worker process that contains it isolates the run.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "harness/subject/subject.h"

namespace assay {

// Holds a backend of this process. It never breaks down.
class InProcessSubject : public Subject {
 public:
  using Maker = std::function<std::unique_ptr<Backend>()>;

  // `make_another` makes further contexts. Without it there is only one
  // context.
  explicit InProcessSubject(std::unique_ptr<Backend> backend,
                            Maker make_another = {},
                            bool is_thread_safe = false)
      : backend_(std::move(backend)),
        make_another_(std::move(make_another)),
        is_thread_safe_(is_thread_safe) {}

  Backend& backend() override { return *backend_; }
  void begin_case() override {}
  const std::optional<Breakdown>& breakdown() const override {
    return breakdown_;
  }
  Status restart() override { return {}; }
  std::unique_ptr<Backend> another_context() override {
    return make_another_ ? make_another_() : nullptr;
  }
  bool has_thread_safe_context() const override { return is_thread_safe_; }

 private:
  std::unique_ptr<Backend> backend_;
  Maker make_another_;
  bool is_thread_safe_;
  std::optional<Breakdown> breakdown_;  // never set
};

}  // namespace assay
