// A subject in a worker, with the run looking over its shoulder: which call it
// is in, since when, and whether it kept the floating-point control.
// Tested by tests/conformance/breakdown_test.cc.
#pragma once

#include "conformance/environment.h"
#include "conformance/worker_page.h"
#include "harness/subject.h"

namespace assay {

// Forwards every call. What a call changed of the floating-point control is
// set back at once, since the judge computes in the same thread.
class WatchedBackend : public Backend {
 public:
  WatchedBackend(Subject& subject, WorkerPage& page)
      : subject_(subject), page_(page) {}

  std::string_view name() const override { return to().name(); }
  std::string_view version() const override { return to().version(); }
  std::optional<Claim> claim(const Cell& cell) const override {
    return to().claim(cell);
  }
  bool keeps_threads() const override { return to().keeps_threads(); }
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    const Call call(*this);
    return to().buffer(dtype, shape);
  }
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override {
    const Call call(*this);
    return to().from_host(dtype, count, storage);
  }
  Result<Bytes> to_host(const Tensor& tensor) override {
    const Call call(*this);
    return to().to_host(tensor);
  }
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override {
    const Call call(*this);
    return to().wrap(dtype, count, memory, writable);
  }
  Result<Tensors> execute(const assay::Call& executed) override {
    const Call call(*this);
    return to().execute(executed);
  }

  // Says what a call changed since the last time this was asked.
  std::optional<std::string> take_change() {
    return std::exchange(change_, std::nullopt);
  }

 private:
  // The time of one call.
  class Call {
   public:
    explicit Call(WatchedBackend& backend) : backend_(backend) {
      backend_.page_.phase = Phase::kCalling;
    }
    ~Call() {
      backend_.page_.phase = Phase::kRunning;
      const FloatControl now = FloatControl::now();
      if (now == backend_.control_) return;
      backend_.change_ =
          now.difference(backend_.control_) + " was changed by a call";
      backend_.control_.restore();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    WatchedBackend& backend_;
  };

  Backend& to() const { return subject_.backend(); }

  Subject& subject_;
  WorkerPage& page_;
  const FloatControl control_ = FloatControl::now();
  std::optional<std::string> change_;
};

class WatchedSubject : public Subject {
 public:
  WatchedSubject(Subject& subject, WorkerPage& page)
      : subject_(subject), page_(page), backend_(subject, page) {}

  WatchedBackend& backend() override { return backend_; }
  void begin_case() override {
    page_.begin(Phase::kRunning);
    subject_.begin_case();
  }
  const std::optional<Breakdown>& breakdown() const override {
    return subject_.breakdown();
  }
  Status restart() override { return subject_.restart(); }

 private:
  Subject& subject_;
  WorkerPage& page_;
  WatchedBackend backend_;
};

}  // namespace assay
