// What the peer asks of its plugins that are compiled with Eigen, one for each
// level of the instruction set. Tested by tests/bench/peers_test.cc.
#pragma once

#include <cstdint>

namespace assay::bench {

// Two operands and a result, each a matrix at most, as addresses of elements
// and strides in elements.
struct EigenCall {
  const char* op = nullptr;
  const char* dtype = nullptr;
  // The shape of the operands; the result of a product has those of both.
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t inner = 0;  // of a product; right sides of a system
  std::int64_t batch = 1;  // products one after the other
  int axis = -1;           // of a reduction; -1 for all
  const void* a = nullptr;
  const void* b = nullptr;
  std::int64_t a_strides[2] = {0, 1};
  std::int64_t b_strides[2] = {0, 1};
  void* out = nullptr;  // contiguous
};

using EigenKernel = void (*)(const EigenCall& call);

// Exported by the plugin as assay_eigen_kernel: returns what carries the call
// out, or null; and as assay_eigen_version its version.
using FindEigenKernel = EigenKernel(const EigenCall& call);

}  // namespace assay::bench
