// Fills the storage of case tensors with given, generated or poison elements.
// Tested by tests/harness/run/program_test.cc.
#include "harness/case/case_storage.h"

#include "harness/case/seed.h"
#include "spec/places.h"

namespace assay {
namespace {

// Not a finite value that tests use, and neither a small integer nor an index.
constexpr std::uint64_t kPoison = 0xa5a5a5a5a5a5a5a5u;
// All bits set is a NaN in every dtype that has one. For dtypes without NaN
// all-ones is the ordinary value -1, so they get the complement of kPoison.
constexpr std::uint64_t kNanPoison = UINT64_MAX;

std::uint64_t poison_of(DType dtype, Poison poison) {
  if (poison == Poison::kFirst) return kPoison;
  return is_real(dtype) || is_complex(dtype) ? kNanPoison : ~kPoison;
}

}  // namespace

std::vector<ElementBits> storage_of(const CaseTensor& tensor, Poison poison) {
  if (tensor.storage) return *tensor.storage;
  std::vector<ElementBits> elements;
  const int bits = spec_of(tensor.dtype).bits;
  const int part_bits = is_complex(tensor.dtype) ? bits / 2 : bits;
  const std::uint64_t mask =
      tensor.dtype == DType::kBool ? 1 : UINT64_MAX >> (64 - part_bits);
  if (tensor.recipe) {
    ValueStream stream(tensor.recipe->seed, 0);
    for (std::int64_t i = 0; i < tensor.recipe->count; ++i) {
      ElementBits element{stream.next() & mask, 0};
      if (is_complex(tensor.dtype)) element.im = stream.next() & mask;
      elements.push_back(element);
    }
    return elements;
  }
  // The first poison is not a valid bool, so a single run shows an element that
  // was not written. The second is false.
  const std::uint64_t part =
      poison_of(tensor.dtype, poison) &
      (poison == Poison::kFirst ? UINT64_MAX >> (64 - part_bits) : mask);
  elements.assign(static_cast<std::size_t>(tensor.view.numel()),
                  {part, is_complex(tensor.dtype) ? part : 0});
  return elements;
}

std::vector<ElementBits> shown_elements(const CaseTensor& tensor) {
  std::vector<ElementBits> elements;
  elements.reserve(static_cast<std::size_t>(tensor.view.numel()));
  for_each_place(tensor.view, [&](std::int64_t place) {
    elements.push_back((*tensor.storage)[static_cast<std::size_t>(place)]);
  });
  return elements;
}

std::vector<ElementBits> elements_of(const Tensor& tensor,
                                     const Bytes& storage) {
  std::vector<ElementBits> elements;
  elements.reserve(static_cast<std::size_t>(tensor.view.numel()));
  for_each_place(tensor.view, [&](std::int64_t place) {
    elements.push_back(load_element(storage.data(), tensor.dtype, place));
  });
  return elements;
}

}  // namespace assay
