// Gives transforms their operands and results in the precision in which they
// are computed, which may be that of another operand.
// Tested by tests/optimized/fourier_test.cc and the fourier family.
#pragma once

#include <cstdint>
#include <type_traits>

#include "optimized/layout/dense.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Provides the elements of an operand in the precision T.
template <typename T, typename Stored>
class Converted {
 public:
  explicit Converted(const Tensor& x) : dense_(x) {
    if constexpr (std::is_same_v<T, Stored>) {
      elements_ = dense_.data();
    } else {
      const std::int64_t count = dense_.size();
      copy_ = Scratch(count * static_cast<std::int64_t>(sizeof(T)));
      auto* to = reinterpret_cast<T*>(copy_.bytes());
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = static_cast<T>(dense_[i]);
      elements_ = to;
    }
  }
  const T* data() const { return elements_; }

 private:
  Dense<Stored> dense_;
  Scratch copy_;
  const T* elements_;
};

// Provides room for a result in the precision T.
template <typename T, typename Stored>
class ConvertedOut {
 public:
  explicit ConvertedOut(const Tensor& out) : out_(out) {
    if constexpr (std::is_same_v<T, Stored>) {
      elements_ = out_.data();
    } else {
      room_ = Scratch(out_.size() * static_cast<std::int64_t>(sizeof(T)));
      elements_ = reinterpret_cast<T*>(room_.bytes());
    }
  }
  T* data() const { return elements_; }
  void store() {
    if constexpr (!std::is_same_v<T, Stored>)
      for (std::int64_t i = 0; i < out_.size(); ++i)
        out_[i] = static_cast<Stored>(elements_[i]);
    out_.store();
  }

 private:
  DenseOut<Stored> out_;
  Scratch room_;
  T* elements_;
};

}  // namespace assay::optimized
