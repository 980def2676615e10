// A subject that is a backend of this very process. It cannot outlive its own
// crash: the worker process that holds it is what isolates the run.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "harness/subject.h"

namespace assay {

class InProcessSubject : public Subject {
 public:
  explicit InProcessSubject(std::unique_ptr<Backend> backend)
      : backend_(std::move(backend)) {}

  Backend& backend() override { return *backend_; }
  void begin_case() override {}
  const std::optional<Breakdown>& breakdown() const override {
    return breakdown_;
  }
  Status restart() override { return {}; }

 private:
  std::unique_ptr<Backend> backend_;
  std::optional<Breakdown> breakdown_;  // never set
};

}  // namespace assay
