// Defines a reference with one thing changed: what happens before a call, after
// it, or instead of it. Tests of the machinery that runs cases use it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "harness/run/run_case.h"
#include "harness/subject/in_process_subject.h"
#include "reference/host_buffer.h"
#include "reference/reference.h"

namespace assay::test {

class Meddling : public Reference {
 public:
  // Gets the call and the true result; returns what the backend answers.
  using Change = std::function<Result<Tensors>(const Call&, Result<Tensors>)>;

  explicit Meddling(Change change) : change_(std::move(change)) {}

  Result<Tensors> execute(const Call& call) override {
    return change_(call, Reference::execute(call));
  }

 private:
  Change change_;
};

inline std::byte* bytes_of(const Tensor& tensor) {
  return host_buffer_of(tensor)->storage();
}
inline std::size_t byte_count(const Tensor& tensor) {
  return host_buffer_of(tensor)->bytes().size();
}

// Returns why a case failed, or nothing.
inline std::string message_of(const CaseOutcome& outcome) {
  return outcome.failure ? outcome.failure->message : "";
}

// A subject of this process that breaks down at its n-th call, if at all.
class Fragile : public Subject {
 public:
  Fragile(Meddling::Change change, Breakdown::Kind kind, int calls)
      : backend_([this, change, kind](const Call& call,
                                      Result<Tensors> made) -> Result<Tensors> {
          if (calls_left_-- > 0) return change(call, std::move(made));
          breakdown_ = Breakdown{kind, "it broke down"};
          return Status::internal("it broke down");
        }),
        calls_left_(calls) {}

  Backend& backend() override { return backend_; }
  void begin_case() override {}
  const std::optional<Breakdown>& breakdown() const override {
    return breakdown_;
  }
  Status restart() override {
    breakdown_.reset();
    ++restarts_;
    return {};
  }
  int restarts() const { return restarts_; }

 private:
  Meddling backend_;
  int calls_left_;
  int restarts_ = 0;
  std::optional<Breakdown> breakdown_;
};

inline InProcessSubject subject_of(Meddling::Change change) {
  return InProcessSubject(std::make_unique<Meddling>(std::move(change)));
}

}  // namespace assay::test
