// Checks a call, finds its op's evaluator, and keeps exceptions inside.
// Tested by tests/reference/reference_test.cc.
#include "reference/reference.h"

#include <mpfr.h>

#include <algorithm>
#include <exception>
#include <new>

#include "reference/tensor_ops.h"
#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether the reference carries out the op as a call. A new buffer is
// one, although backends make it by a function of their own.
constexpr bool is_evaluated(const Signature& signature) {
  return signature.is_executed() || signature.delivery == Delivery::kAllocated;
}

// The evaluator of the i-th op. A row without one does not compile.
template <std::size_t i>
TensorEvaluator evaluator_at() {
  if constexpr (is_evaluated(kOps[i]->signature)) {
    using Tag = OpTag<op_name_at<i>()>;
    if (const auto lifted = elementwise_evaluator(static_cast<Op>(i)))
      return lifted;
    if constexpr (!kOps[i]->signature.is_lifted())
      return [](const Evaluation& call) { return evaluate(Tag{}, call); };
  }
  return nullptr;
}

TensorEvaluator evaluator_of(Op op) {
  static const auto evaluators =
      []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<TensorEvaluator, sizeof...(i)>{evaluator_at<i>()...};
  }
  (std::make_index_sequence<kOps.size()>{});
  return evaluators[static_cast<std::size_t>(op)];
}

// What must hold before anything may read the tensor's view.
Status check_tensor(const Tensor& tensor) {
  if (host_buffer_of(tensor) == nullptr)
    return Status::invalid("a tensor's buffer is not one of this backend");
  if (tensor.view.strides().size() != tensor.view.rank())
    return Status::invalid("a view has not one stride per axis");
  return {};
}

// The shape is known to be one of a tensor.
Status check_bounds(const Tensor& tensor) {
  const auto bytes =
      static_cast<std::int64_t>(host_buffer_of(tensor)->bytes().size());
  const std::int64_t capacity = bytes * 8 / spec_of(tensor.dtype).bits;
  if (lies_within(tensor.view, capacity)) return {};
  return Status::invalid("a view of shape " + shape_text(tensor.view.shape()) +
                         " leaves its buffer of " + std::to_string(capacity) +
                         " elements");
}

Status too_short(std::size_t bytes, std::size_t needed) {
  return Status::invalid(std::to_string(bytes) + " bytes of storage where " +
                         std::to_string(needed) + " are needed");
}

// Runs `f`, which returns a Result, and turns exceptions into a status.
template <typename F>
auto guarded(F f) -> decltype(f()) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return Status{StatusCode::kOutOfMemory, "", "the host is out of memory"};
  } catch (const std::exception& exception) {
    return Status::internal(exception.what());
  }
}

// Returns whether the outs of the op are operands too.
bool is_read(Op op) {
  return spec_of(op).signature.delivery == Delivery::kKept;
}

void copy_elements(const Tensor& from, const Tensor& to) {
  const Elements source(from);
  const Elements copy(to);
  for (const Index& at : indices(from.view.shape()))
    copy.store(at, source.bits(at));
}

// MPFR keeps constants and memory for each thread, which go when it ends.
struct MpfrOfThread {
  ~MpfrOfThread() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

}  // namespace

std::optional<Claim> Reference::claim(const Cell& cell) const {
  const Variant* variant = variant_named(spec_of(cell.op), cell.variant);
  if (variant == nullptr ||
      need_of(cell.op, *variant, cell.dtype, cell.result) == Need::kNone ||
      cell.op == "placement"_op)
    return std::nullopt;
  return Claim{};
}

Result<Tensor> Reference::buffer(DType dtype, const Shape& shape) {
  return guarded([&] { return make_tensor(dtype, shape); });
}

Result<Tensor> Reference::from_host(DType dtype, std::int64_t count,
                                    std::span<const std::byte> storage) {
  return guarded([&]() -> Result<Tensor> {
    auto tensor = make_tensor(dtype, {count});
    if (!tensor) return tensor;
    const auto bytes = static_cast<std::size_t>(storage_bytes(dtype, count));
    if (storage.size() < bytes) return too_short(storage.size(), bytes);
    std::copy_n(storage.begin(), bytes,
                host_buffer_of(*tensor)->storage());  // from_host.value
    return tensor;
  });
}

Result<Bytes> Reference::to_host(const Tensor& tensor) {
  return guarded([&]() -> Result<Bytes> {
    const HostBuffer* buffer = host_buffer_of(tensor);
    if (buffer == nullptr)
      return Status::invalid("the buffer is not one of this backend");
    const std::span<const std::byte> bytes = buffer->bytes();
    return Bytes(bytes.begin(), bytes.end());  // to_host.value
  });
}

Result<Tensor> Reference::wrap(DType dtype, std::int64_t count,
                               std::span<std::byte> memory, bool writable) {
  return guarded([&]() -> Result<Tensor> {
    if (!checked_element_count({count}))
      return Status::invalid(shape_text({count}) + " is not a shape");
    const auto bytes = static_cast<std::size_t>(storage_bytes(dtype, count));
    if (memory.size() < bytes) return too_short(memory.size(), bytes);
    return Tensor{dtype, View({count}),
                  std::make_shared<HostBuffer>(memory.first(bytes), writable)};
  });
}

Status Reference::check(const Call& call) const {
  if (!is_evaluated(spec_of(call.op).signature))
    return Status::unsupported(
        "op", std::string(name_of(call.op)) + " is not executed as a call");
  for (const Tensor& tensor : call.operands)
    if (Status s = check_tensor(tensor); !s.ok()) return s;
  for (const Tensor& tensor : call.outs)
    if (Status s = check_tensor(tensor); !s.ok()) return s;
  if (Status s = check_call(call, profile_); !s.ok()) return s;
  for (const Tensor& tensor : call.operands)
    if (Status s = check_bounds(tensor); !s.ok()) return s;
  for (const Tensor& tensor : call.outs) {
    if (Status s = check_bounds(tensor); !s.ok()) return s;
    if (!host_buffer_of(tensor)->writable())
      return Status::invalid("an out lies in memory that is only read");
  }
  const Variant& variant = variant_of(call.op, call.attributes);
  const Cell cell = cell_of(call);
  if (need_of(call.op, variant, cell.dtype, cell.result) == Need::kNone)
    return Status::unsupported("dtype", std::string(name_of(call.op)) + " of " +
                                            std::string(name_of(cell.dtype)) +
                                            " is not a cell of the table");
  return {};
}

Result<Tensors> Reference::evaluate_checked(const Call& call,
                                            Answer* answer) const {
  thread_local const MpfrOfThread mpfr;
  return evaluator_of(call.op)(Evaluation{call, profile_, answer});
}

Result<Tensors> Reference::execute(const Call& call) {
  return guarded([&]() -> Result<Tensors> {
    if (Status s = check(call); !s.ok()) return s;
    return evaluate_checked(call, nullptr);
  });
}

Result<Answer> Reference::answer(const Call& call) {
  return guarded([&]() -> Result<Answer> {
    if (Status s = check(call); !s.ok()) return s;
    Call fresh = call;
    for (Tensor& out : fresh.outs) {
      const auto made = make_tensor(out.dtype, out.view.shape());
      if (!made) return made.status();
      if (is_read(call.op)) copy_elements(out, *made);
      out = *made;
    }
    Answer answer;
    auto returned = evaluate_checked(fresh, &answer);
    if (!returned) return returned.status();
    answer.tensors = fresh.outs.empty() ? *std::move(returned) : fresh.outs;
    return answer;
  });
}

}  // namespace assay
