// The scalar evaluator of either, which takes the attributes of the call.
#pragma once

#include "reference/scalar.h"
#include "spec/attributes.h"

namespace assay {

template <typename T>
requires(!Bool<T>) T
    evaluate(OpTag<"either">, const Attributes& attributes, T a, T b, T c) {
  const bool is_first = encode(DType::kComplex128, c) != ElementBits{};
  const bool is_biased = attributes.flag(AttributeKey::kBiased);
  return is_first != is_biased ? a : b;  // either.value, either.biased
}

}  // namespace assay
