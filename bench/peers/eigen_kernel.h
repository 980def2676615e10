// Defines the interface between the Eigen peer and its plugins, which are
// compiled with Eigen for one level of the instruction set each.
// Tested by tests/bench/peers_test.cc.
#pragma once

#include <cstdint>

namespace assay::bench {

// Two operands and a result, each at most a matrix, given by the address of its
// first element and its strides in elements.
struct EigenCall {
  const char* op = nullptr;
  const char* dtype = nullptr;
  // The shape of the operands. The result of a product has `rows` of the first
  // and `columns` of the second.
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t inner = 0;  // of a product; or right sides of a system
  std::int64_t batch = 1;  // how many products
  int axis = -1;           // of a reduction; -1 for all axes
  const void* a = nullptr;
  const void* b = nullptr;
  std::int64_t a_strides[2] = {0, 1};
  std::int64_t b_strides[2] = {0, 1};
  void* out = nullptr;  // contiguous
};

using EigenKernel = void (*)(const EigenCall& call);

// The plugin exports this function as assay_eigen_kernel. It returns the
// function that carries the call out, or null. The plugin also exports
// assay_eigen_version, which returns Eigen's version.
using FindEigenKernel = EigenKernel(const EigenCall& call);

}  // namespace assay::bench
