// A reference with two places, so that everything about places is tested
// without a device: it tags buffers, copies them on transfer, and refuses calls
// on tensors that are not where its ops run.
// Tested by tests/mutants/two_place_reference_test.cc.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "reference/host_buffer.h"
#include "reference/reference.h"
#include "spec/op_lookup.h"

namespace assay::mutants {

class TwoPlaceReference : public Reference {
 public:
  static constexpr std::uint32_t kHost = 0;
  static constexpr std::uint32_t kDevice = 1;

  // Makes a backend whose ops run in this place.
  explicit TwoPlaceReference(std::uint32_t home = kDevice) : home_(home) {}

  std::string_view name() const override { return "two_places"; }

  std::optional<Claim> claim(const Cell& cell) const override {
    if (name_of(cell.op) == "placement") return Claim{};
    return Reference::claim(cell);
  }

  Result<Places> places() override { return Places{{"host", "device"}, home_}; }

  Result<std::uint32_t> place_of(const Tensor& tensor) override {
    const auto* placed = dynamic_cast<PlacedBuffer*>(tensor.buffer.get());
    return placed != nullptr ? placed->place() : home_;
  }

  Result<Tensor> alloc_in(std::uint32_t place, DType dtype,
                          const Shape& shape) override {
    if (place > kDevice) return unknown(place);
    auto made = Reference::buffer(dtype, shape);
    if (!made || place == home_) return made;
    const auto bytes = host_buffer_of(*made)->bytes();
    made->buffer = std::make_shared<PlacedBuffer>(
        Bytes(bytes.begin(), bytes.end()), place);
    return made;
  }

  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override {
    if (place > kDevice) return unknown(place);
    const auto bytes = host_buffer_of(tensor)->bytes();
    return Tensor{tensor.dtype, tensor.view,
                  std::make_shared<PlacedBuffer>(
                      Bytes(bytes.begin(), bytes.end()), place)};
  }

  Status write(const Tensor& tensor,
               std::span<const std::byte> storage) override {
    std::copy(storage.begin(), storage.end(),
              host_buffer_of(tensor)->storage());
    return {};
  }

  Result<Tensors> execute(const Call& call) override {
    // Views need no elements, so they are made anywhere.
    if (spec_of(call.op).signature.delivery != Delivery::kView)
      for (const Tensors* tensors : {&call.operands, &call.outs})
        if (Status status = check_places(*tensors); !status.ok()) return status;
    return Reference::execute(call);
  }

  Result<Tensors> execute_plan(const Plan& plan) override {
    if (Status status = check_places(plan.inputs); !status.ok()) return status;
    return Reference::execute_plan(plan);
  }

 protected:
  // A buffer that knows where it is. Others are in the place of ops.
  class PlacedBuffer : public HostBuffer {
   public:
    PlacedBuffer(Bytes bytes, std::uint32_t place)
        : HostBuffer(std::move(bytes)), place_(place) {}
    // Shares memory of another buffer, which a real backend never does.
    PlacedBuffer(std::span<std::byte> memory, std::uint32_t place)
        : HostBuffer(memory, true), place_(place) {}
    std::uint32_t place() const { return place_; }

   private:
    std::uint32_t place_;
  };

  // Returns the refusal of a call with this tensor.
  virtual Status refusal(std::uint32_t place) const {
    return Status::unsupported(
        "placement", place == kHost
                         ? "an operand is on the host; upload it first"
                         : "an operand is on the device; download it first");
  }

  virtual Status check_places(const Tensors& tensors) {
    for (const Tensor& tensor : tensors) {
      const auto place = place_of(tensor);
      if (place && *place != home_) return refusal(*place);
    }
    return {};
  }

  std::uint32_t home() const { return home_; }

 private:
  static Status unknown(std::uint32_t place) {
    return {StatusCode::kInvalid, "placement.unknown",
            "there is no place " + std::to_string(place)};
  }

  std::uint32_t home_;
};

// Returns a backend that passes the cases of an op: the reference, or for
// placement the one with two places.
inline std::unique_ptr<Backend> make_honest(Op op) {
  if (name_of(op) == "placement") return std::make_unique<TwoPlaceReference>();
  return std::make_unique<Reference>();
}

}  // namespace assay::mutants
