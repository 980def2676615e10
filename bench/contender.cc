// Wraps a subject as a contender: prepares its tensors once, and times calls of
// execute() on them.
// Tested by tests/bench/peers_test.cc.
#include "bench/contender.h"

#include <time.h>

#include <optional>
#include <utility>

#include "harness/subject/claim_reach.h"
#include "spec/version.h"

namespace assay::bench {
namespace {

// A call of execute() on tensors that were made in advance.
class TimedCall : public Timed {
 public:
  TimedCall(Backend& backend, Call call, Clock clock,
            std::function<void()> activate)
      : backend_(backend),
        call_(std::move(call)),
        clock_(clock),
        activate_(std::move(activate)) {}

  Result<double> seconds(std::int64_t repetitions) override {
    if (activate_) activate_();
    const double start = seconds_now(clock_);
    for (std::int64_t i = 0; i < repetitions; ++i) {
      auto tensors = backend_.execute(call_);
      if (!tensors) return tensors.status();
    }
    return seconds_now(clock_) - start;
  }

  Result<std::vector<Bytes>> results() override {
    if (activate_) activate_();
    auto tensors = backend_.execute(call_);
    if (!tensors) return tensors.status();
    std::vector<Bytes> stored;
    for (const Tensor& tensor : call_.outs.empty() ? *tensors : call_.outs) {
      const auto storage = backend_.to_host(tensor);
      if (!storage) return storage.status();
      Bytes dense(static_cast<std::size_t>(
          storage_bytes(tensor.dtype, tensor.view.numel())));
      std::int64_t i = 0;
      for (const Index& at : IndexSpace(tensor.view.shape()))
        store_element(dense.data(), tensor.dtype, i++,
                      load_element(storage->data(), tensor.dtype,
                                   tensor.view.linear_index(at)));
      stored.push_back(std::move(dense));
    }
    return stored;
  }

 private:
  Backend& backend_;
  Call call_;
  Clock clock_;
  std::function<void()> activate_;
};

class BackendContender : public Contender {
 public:
  BackendContender(std::string name, std::unique_ptr<Subject> subject,
                   Clock clock, std::function<void()> activate)
      : name_(std::move(name)),
        subject_(std::move(subject)),
        clock_(clock),
        activate_(std::move(activate)) {}

  std::string name() const override { return name_; }
  std::string version() const override {
    return std::string(subject_->backend().version());
  }

  bool claims(const Workload& workload) const override {
    return claim_on(workload).has_value();
  }

  Result<std::unique_ptr<Timed>> prepare(const Workload& workload,
                                         const Arena& arena) override {
    Backend& backend = subject_->backend();
    const std::optional<Claim> claim = claim_on(workload);
    if (!claim)
      return Status::unsupported("op", name_ + " does not claim the cell");
    Call call{workload.op, {}, workload.attributes, {}};
    for (std::size_t i = 0; i < workload.operands.size(); ++i) {
      const Operand& operand = workload.operands[i];
      auto tensor =
          tensor_of(operand.dtype, operand.count, arena.operand(i), false);
      if (!tensor) return tensor.status();
      tensor->view = operand.view;
      call.operands.push_back(*std::move(tensor));
    }
    for (std::size_t i = 0; i < workload.outs.size(); ++i) {
      const TensorType& type = workload.outs[i];
      auto tensor =
          tensor_of(type.dtype, element_count(type.shape), arena.out(i), true);
      if (!tensor) return tensor.status();
      tensor->view = View(type.shape);
      call.outs.push_back(*std::move(tensor));
    }
    if (const auto beyond = beyond_claim(*claim, call, {}))
      return Status::unsupported(
          "op", name_ + " claims the cell without " + beyond->needs);
    if (activate_) activate_();
    auto first = backend.execute(call);
    if (!first) return first.status();
    return std::unique_ptr<Timed>(std::make_unique<TimedCall>(
        backend, std::move(call), clock_, activate_));
  }

 private:
  std::optional<Claim> claim_on(const Workload& workload) const {
    return subject_->backend().claim(
        {workload.op, variant_of(workload.op, workload.attributes).name,
         workload.dtype, workload.result});
  }

  // Returns a tensor in the memory itself if the backend wraps it, else in a
  // copy.
  Result<Tensor> tensor_of(DType dtype, std::int64_t count,
                           std::span<std::byte> bytes, bool writable) {
    auto wrapped = subject_->backend().wrap(dtype, count, bytes, writable);
    if (wrapped || wrapped.status().code != StatusCode::kUnsupported)
      return wrapped;
    return subject_->backend().from_host(dtype, count, bytes);
  }

  std::string name_;
  std::unique_ptr<Subject> subject_;
  Clock clock_;
  std::function<void()> activate_;
};

}  // namespace

double seconds_now(Clock clock) {
  timespec now{};
  clock_gettime(
      clock == Clock::kThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC,
      &now);
  return static_cast<double>(now.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec);
}

std::unique_ptr<Contender> contender_of(std::string name,
                                        std::unique_ptr<Subject> subject,
                                        Clock clock,
                                        std::function<void()> activate) {
  return std::make_unique<BackendContender>(std::move(name), std::move(subject),
                                            clock, std::move(activate));
}

}  // namespace assay::bench
