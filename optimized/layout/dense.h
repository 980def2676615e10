// Gives kernels the elements of a tensor as a plain row-major array of their
// compute type. A tensor that already is one is used in place; any other is
// copied.
// Tested by the suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "optimized/layout/compute_type.h"
#include "spec/tensor.h"

namespace assay::optimized {

// Memory for the duration of a call, aligned to a cache line. Much of it is
// taken from the arena, and very much of it in large pages.
class Scratch {
 public:
  Scratch() = default;
  explicit Scratch(std::int64_t bytes);
  ~Scratch();
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&& other) noexcept;

  std::byte* bytes() const { return bytes_; }

 private:
  std::byte* bytes_ = nullptr;
  std::size_t large_ = 0;  // bytes taken from the arena, or none
};

class DenseBytes {
 public:
  // Reads `x`, which is in host memory.
  explicit DenseBytes(const Tensor& x);
  const std::byte* bytes() const { return bytes_; }

 private:
  Scratch scratch_;
  const std::byte* bytes_ = nullptr;
};

// The same with a type: T is the compute type of the tensor's dtype, uint8 for
// bool.
template <typename T>
class Dense {
 public:
  explicit Dense(const Tensor& x) : bytes_(x), size_(x.view.numel()) {}

  const T* data() const { return reinterpret_cast<const T*>(bytes_.bytes()); }
  std::int64_t size() const { return size_; }
  const T& operator[](std::int64_t i) const { return data()[i]; }

 private:
  DenseBytes bytes_;
  std::int64_t size_;
};

class DenseOutBytes {
 public:
  // Makes room for the elements of `out`, which is C-contiguous. The caller
  // writes every element before store(); none is read.
  explicit DenseOutBytes(const Tensor& out);
  std::byte* bytes() const { return bytes_; }
  // Rounds the elements into the tensor unless they were written in place.
  void store();

 private:
  const Tensor& out_;
  Scratch scratch_;
  std::byte* bytes_ = nullptr;
};

template <typename T>
class DenseOut {
 public:
  explicit DenseOut(const Tensor& out) : bytes_(out), size_(out.view.numel()) {}

  T* data() const { return reinterpret_cast<T*>(bytes_.bytes()); }
  std::int64_t size() const { return size_; }
  T& operator[](std::int64_t i) const { return data()[i]; }
  void store() { bytes_.store(); }

 private:
  DenseOutBytes bytes_;
  std::int64_t size_;
};

// Returns the tensor with its axes in another order, as a view of the same
// storage.
Tensor permuted(const Tensor& x, const std::vector<std::int64_t>& axes);

}  // namespace assay::optimized
