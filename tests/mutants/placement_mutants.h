// Mutants that confuse places, or hide that a tensor is in the wrong one.
#pragma once

#include "tests/mutants/mutant.h"
#include "tests/mutants/two_place_reference.h"

namespace assay::mutants {

// Loses the last element on the way.
template <std::int64_t least = 1>
class TransfersDropTheTail : public TwoPlaceReference {
 public:
  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override {
    auto copy = TwoPlaceReference::transfer(tensor, place);
    if (copy && capacity_of(*copy) >= least)
      store_element(storage_of(*copy), copy->dtype, capacity_of(*copy) - 1, {});
    return copy;
  }
};

// Moves floats as numbers, so that NaNs lose their payloads.
class TransfersQuietNans : public TwoPlaceReference {
 public:
  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override {
    auto copy = TwoPlaceReference::transfer(tensor, place);
    if (!copy || !is_real(copy->dtype)) return copy;
    const FloatFormat& format = format_of(copy->dtype);
    for (std::int64_t i = 0; i < capacity_of(*copy); ++i) {
      ElementBits bits = load_element(storage_of(*copy), copy->dtype, i);
      if (std::isnan(decode_real(format, bits.re)))
        bits.re = quiet_nan_bits(format);
      store_element(storage_of(*copy), copy->dtype, i, bits);
    }
    return copy;
  }
};

// Returns the same memory under the name of another place.
class TransfersAlias : public TwoPlaceReference {
 public:
  Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) override {
    kept_.push_back(tensor.buffer);
    HostBuffer* from = host_buffer_of(tensor);
    return Tensor{tensor.dtype, tensor.view,
                  std::make_shared<PlacedBuffer>(
                      std::span(from->storage(), from->bytes().size()), place)};
  }

 private:
  std::vector<std::shared_ptr<Buffer>> kept_;
};

// Leaves what an op returns on the host.
class ResultsOnTheHost : public TwoPlaceReference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = TwoPlaceReference::execute(call);
    if (!made || spec_of(call.op).signature.delivery == Delivery::kView)
      return made;
    for (Tensor& tensor : *made)
      tensor = *TwoPlaceReference::transfer(tensor, kHost);
    return made;
  }
};

// Computes on the host where it should refuse.
class FallsBackSilently : public TwoPlaceReference {
  Status check_places(const Tensors&) override { return {}; }
};

// Looks at the first operand alone.
class RefusesTheFirstOperand : public TwoPlaceReference {
  Status check_places(const Tensors& tensors) override {
    return TwoPlaceReference::check_places(
        Tensors(tensors.begin(), tensors.begin() + !tensors.empty()));
  }
};

// Refuses after it has written.
class WritesAndRefuses : public TwoPlaceReference {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = TwoPlaceReference::execute(call);
    if (!made && made.status().kind == "placement")
      static_cast<void>(Reference::execute(call));
    return made;
  }
};

// Does not say how to go on.
class RefusesWithoutAWord : public TwoPlaceReference {
  Status refusal(std::uint32_t) const override {
    return Status::unsupported("placement", "a tensor is in the wrong place");
  }
};

// Refuses every call once it has refused one.
class RefusesForGood : public TwoPlaceReference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (has_refused_) return refusal(kHost);
    auto made = TwoPlaceReference::execute(call);
    has_refused_ = !made && made.status().kind == "placement";
    return made;
  }

 private:
  bool has_refused_ = false;
};

}  // namespace assay::mutants
