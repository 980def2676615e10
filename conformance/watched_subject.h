// Watches a subject in a worker for the run: which call it is in and since
// when, and whether it changes the floating-point control, writes to memory
// shared with the run, or forks the process.
// Tested by tests/conformance/watched_subject_test.cc.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "conformance/environment.h"
#include "conformance/worker_page.h"
#include "harness/case/call_text.h"
#include "harness/subject/in_process_subject.h"
#include "harness/subject/subject.h"

namespace assay {

inline constexpr const char* kSharedMemoryWritten =
    "memory that the run shares with the process of the subject was written";

// Forwards every call. If a call changed the floating-point control, restores
// it at once, because the judge computes in the same thread.
class WatchedBackend : public Backend {
 public:
  WatchedBackend(Subject& subject, PageWriter& page)
      : subject_(subject), page_(page) {}

  std::string_view name() const override { return to().name(); }
  std::string_view version() const override { return to().version(); }
  std::optional<Claim> claim(const Cell& cell) const override {
    return to().claim(cell);
  }
  bool keeps_threads() const override { return to().keeps_threads(); }
  Result<Tensor> buffer(DType dtype, const Shape& shape) override {
    const Call call(*this, [&] {
      return fmt::format("buffer({}{})", assay::name_of(dtype),
                         shape_text(shape));
    });
    return to().buffer(dtype, shape);
  }
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override {
    const Call call(*this, [&] {
      return fmt::format("from_host({} elements of {})", count,
                         assay::name_of(dtype));
    });
    return to().from_host(dtype, count, storage);
  }
  Result<Bytes> to_host(const Tensor& tensor) override {
    const Call call(*this, [&] {
      return fmt::format("to_host({}{})", assay::name_of(tensor.dtype),
                         shape_text(tensor.view.shape()));
    });
    return to().to_host(tensor);
  }
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override {
    const Call call(*this, [&] {
      return fmt::format("wrap({} elements of {})", count,
                         assay::name_of(dtype));
    });
    return to().wrap(dtype, count, memory, writable);
  }
  Status write(const Tensor& tensor,
               std::span<const std::byte> storage) override {
    const Call call(*this, [&] {
      return fmt::format("write({}{})", assay::name_of(tensor.dtype),
                         shape_text(tensor.view.shape()));
    });
    return to().write(tensor, storage);
  }
  Result<Tensors> execute(const assay::Call& executed) override {
    const Call call(*this, [&] { return call_text(executed); });
    return to().execute(executed);
  }
  Status session_begin() override {
    const Call call(*this, [] { return "session_begin"; });
    return to().session_begin();
  }
  Status session_end() override {
    const Call call(*this, [] { return "session_end"; });
    return to().session_end();
  }
  Status reclaim(Tensor tensor) override {
    const Call call(*this, [&] {
      return fmt::format("reclaim({}{})", assay::name_of(tensor.dtype),
                         shape_text(tensor.view.shape()));
    });
    return to().reclaim(std::move(tensor));
  }
  Result<Tensors> execute_plan(const Plan& plan) override {
    const Call call(*this, [&] {
      return fmt::format("a plan of {} steps on {}{}", plan.steps.size(),
                         assay::name_of(plan.dtype), shape_text(plan.shape));
    });
    return to().execute_plan(plan);
  }
  Result<Places> places() override {
    const Call call(*this, [] { return "places"; });
    return to().places();
  }
  Result<std::uint32_t> place_of(const Tensor& tensor) override {
    const Call call(*this, [] { return "place_of"; });
    return to().place_of(tensor);
  }
  Result<Tensor> alloc_in(std::uint32_t place, DType dtype,
                          const Shape& shape) override {
    const Call call(*this, [&] {
      return fmt::format("alloc_in({}, {}{})", place, assay::name_of(dtype),
                         shape_text(shape));
    });
    return to().alloc_in(place, dtype, shape);
  }
  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override {
    const Call call(*this, [&] {
      return fmt::format("transfer({}{}, {})", assay::name_of(tensor.dtype),
                         shape_text(tensor.view.shape()), place);
    });
    return to().transfer(tensor, place);
  }

  // Returns what a call changed since this was last asked, if anything.
  std::optional<std::string> take_change() {
    return std::exchange(change_, std::nullopt);
  }

 private:
  // Marks the time of one call: from its construction to its destruction.
  class Call {
   public:
    // `describe` returns the call as text.
    template <typename Describe>
    Call(WatchedBackend& backend, Describe describe) : backend_(backend) {
      if (!is_watched()) return;
      // After a breakdown, the call that caused it stays in the page.
      if (!backend_.subject_.breakdown())
        backend_.page_.describe_call(describe());
      backend_.page_.go_on(Phase::kCalling);
    }
    ~Call() {
      // A subject may fork during a call, which then also returns in the child.
      // The child has no part in the run, so it ends here.
      if (!backend_.page_.is_in_worker()) _exit(0);
      if (!is_watched()) return;
      if (!backend_.page_.is_untouched())
        backend_.change_ = kSharedMemoryWritten;
      backend_.page_.go_on(Phase::kRunning);
      const FloatControl now = FloatControl::now();
      if (now == backend_.control_) return;
      backend_.change_ =
          now.difference(backend_.control_) + " was changed by a call";
      backend_.control_.restore();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    // Other threads call only within call_from_threads(), which the worker's
    // own thread has announced.
    bool is_watched() const {
      return std::this_thread::get_id() == backend_.thread_;
    }
    WatchedBackend& backend_;
  };

  Backend& to() const { return subject_.backend(); }

  Subject& subject_;
  PageWriter& page_;
  const std::thread::id thread_ = std::this_thread::get_id();
  const FloatControl control_ = FloatControl::now();
  std::optional<std::string> change_;
};

// Another context of a watched subject, with its own backend.
class WatchedContext : private InProcessSubject, public WatchedBackend {
 public:
  WatchedContext(std::unique_ptr<Backend> backend, PageWriter& page)
      : InProcessSubject(std::move(backend)),
        WatchedBackend(static_cast<Subject&>(*this), page) {}
};

class WatchedSubject : public Subject {
 public:
  WatchedSubject(Subject& subject, PageWriter& page)
      : subject_(subject), page_(page), backend_(subject, page) {}

  WatchedBackend& backend() override { return backend_; }
  void begin_case() override {
    page_.begin(Phase::kRunning);
    subject_.begin_case();
  }
  void allow_times(double factor) override { subject_.allow_times(factor); }
  const std::optional<Breakdown>& breakdown() const override {
    return subject_.breakdown();
  }
  Status restart() override { return subject_.restart(); }
  std::unique_ptr<Backend> another_context() override {
    page_.describe_call("another context");
    page_.go_on(Phase::kCalling);
    auto context = subject_.another_context();
    page_.go_on(Phase::kRunning);
    if (context == nullptr) return nullptr;
    return std::make_unique<WatchedContext>(std::move(context), page_);
  }
  bool has_thread_safe_context() const override {
    return subject_.has_thread_safe_context();
  }
  void call_from_threads(const std::function<void()>& work) override {
    page_.describe_call("calls from several threads");
    page_.go_on(Phase::kCalling);
    subject_.call_from_threads(work);
    page_.go_on(Phase::kRunning);
  }

 private:
  Subject& subject_;
  PageWriter& page_;
  WatchedBackend backend_;
};

}  // namespace assay
