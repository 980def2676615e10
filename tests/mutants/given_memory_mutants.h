// Mutants that use memory again which is not theirs, or show what it held.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "harness/subject/mapped_memory.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

// Hands reclaimed buffers out again for results of the same size.
class Pooling : public Reference {
 public:
  Status reclaim(Tensor tensor) override {
    HostBuffer* buffer = host_buffer_of(tensor);
    if (buffer == nullptr || !is_own(*buffer)) return {};
    pool_[buffer->bytes().size()].push_back(tensor.buffer);
    return {};
  }

  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made || spec_of(call.op).signature.delivery != Delivery::kReturned)
      return made;
    for (Tensor& tensor : *made) reuse(call, tensor);
    return made;
  }

 protected:
  // Moves the elements of a result into memory of the pool.
  virtual void fill(const Call&, const Tensor& from, HostBuffer& into) {
    const auto bytes = host_buffer_of(from)->bytes();
    std::copy(bytes.begin(), bytes.end(), into.storage());
  }
  virtual bool is_own(const HostBuffer&) const { return true; }

  std::map<std::size_t, std::vector<std::shared_ptr<Buffer>>> pool_;

 private:
  void reuse(const Call& call, Tensor& tensor) {
    auto& free = pool_[host_buffer_of(tensor)->bytes().size()];
    if (free.empty()) return;
    const std::shared_ptr<Buffer> buffer = free.back();
    free.pop_back();
    fill(call, tensor, dynamic_cast<HostBuffer&>(*buffer));
    tensor.buffer = buffer;
  }
};

// Holds on to every tensor of `least` bytes or more, and gives the wrong one
// away.
template <std::size_t least = 0>
class PoolsLivingBuffers : public Pooling {
 public:
  Result<Tensor> from_host(DType dtype, std::int64_t count,
                           std::span<const std::byte> storage) override {
    auto made = Reference::from_host(dtype, count, storage);
    if (made) made_.push_back(made->buffer);
    return made;
  }
  Status reclaim(Tensor tensor) override {
    const std::size_t bytes = host_buffer_of(tensor)->bytes().size();
    if (bytes < least) return {};
    for (const auto& weak : made_)
      if (const auto living = weak.lock();
          living && living != tensor.buffer &&
          dynamic_cast<HostBuffer&>(*living).bytes().size() == bytes)
        pool_[bytes].push_back(living);
    return {};
  }

 private:
  std::vector<std::weak_ptr<Buffer>> made_;
};

// Expects the memory of a tensor of zeros to be zero already.
class TakesReusedMemoryForZeros : public Pooling {
  void fill(const Call& call, const Tensor& from, HostBuffer& into) override {
    if (call.op != "full"_op) Pooling::fill(call, from, into);
  }
};

// Writes once more into memory of the host after its reclaim.
class KeepsWrappedMemory : public Reference {
 public:
  Result<Tensor> wrap(DType dtype, std::int64_t count,
                      std::span<std::byte> memory, bool writable) override {
    if (writable) wrapped_.push_back(memory);
    return Reference::wrap(dtype, count, memory, writable);
  }
  Status reclaim(Tensor tensor) override {
    const std::byte* begin = host_buffer_of(tensor)->bytes().data();
    for (const auto& memory : wrapped_)
      if (memory.data() == begin) kept_ = memory;
    return {};
  }
  Result<Tensors> execute(const Call& call) override {
    if (!kept_.empty()) kept_[0] = std::byte{1};
    kept_ = {};
    return Reference::execute(call);
  }

 private:
  std::vector<std::span<std::byte>> wrapped_;
  std::span<std::byte> kept_;
};

// Hands reclaimed bytes out from an odd address on.
class Misaligns : public Reference, public MappedMemory {
 public:
  const std::byte* map(const Tensor& tensor) override {
    return host_buffer_of(tensor)->bytes().data();
  }
  Status reclaim(Tensor) override {
    has_bytes_ = true;
    return {};
  }
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (!made || !has_bytes_ ||
        spec_of(call.op).signature.delivery != Delivery::kReturned)
      return made;
    for (Tensor& tensor : *made) {
      const auto from = host_buffer_of(tensor)->bytes();
      kept_.emplace_back(from.size() + 1);
      std::copy(from.begin(), from.end(), kept_.back().begin() + 1);
      tensor.buffer = std::make_shared<HostBuffer>(
          std::span(kept_.back()).subspan(1), true);
    }
    return made;
  }

 private:
  bool has_bytes_ = false;
  std::vector<Bytes> kept_;
};

// Writes into a donated operand of `least` elements or more before reading all
// of it.
template <std::int64_t least = 1>
class OverwritesBeforeTheLastRead : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      if ((call.donated >> i & 1) != 0 &&
          capacity_of(call.operands[i]) >= least)
        store_element(storage_of(call.operands[i]), call.operands[i].dtype,
                      call.operands[i].view.offset(), {});
    return Reference::execute(call);
  }
};

// Uses up an operand that the caller keeps.
class UsesUpTheOthers : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    if (call.donated == 0) return made;
    for (std::size_t i = 0; i < call.operands.size(); ++i)
      if ((call.donated >> i & 1) == 0 &&
          host_buffer_of(call.operands[i])->writable())
        std::fill_n(storage_of(call.operands[i]),
                    host_buffer_of(call.operands[i])->bytes().size(),
                    std::byte{0});
    return made;
  }
};

// Answers no call with a donation that it cannot use.
class DemandsToUseDonations : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (call.donated != 0)
      return Status::internal("the donated memory has another size");
    return Reference::execute(call);
  }
};

}  // namespace assay::mutants
