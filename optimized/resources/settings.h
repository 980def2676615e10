// What of the backend can be chosen at run time: instruction set, threads, and
// every size at which a kernel changes its way. Small values send small cases
// down every path. Tested by tests/optimized/settings_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spec/result.h"

namespace assay::optimized {

struct Settings {
  // The best instruction set that may be used: scalar, sse4, avx2, avx512, or
  // best for that of the processor.
  std::string target = "best";
  std::int64_t threads = 1;
  // Elements of one block of an elementwise call; operands that do not lie in
  // row-major order are gathered into blocks.
  std::int64_t block = 2048;
  // Bytes that a call has to touch, or operations that it has to carry out,
  // before a second thread is woken for it.
  std::int64_t thread_bytes = std::int64_t{4} << 20;
  std::int64_t thread_flops = std::int64_t{8} << 20;
  // Bytes of a result from which on stores go past the caches.
  std::int64_t stream_bytes = std::int64_t{32} << 20;
  // Bytes of a run, where a copy consists of several, that are worth it then.
  std::int64_t stream_run = 1024;
  // Bytes up to which a copy between row-major views is one run at once: its
  // axes would take longer than that.
  std::int64_t copy_run = 4096;
  // Elements that a sum adds up in the dtype before it goes on in a wider one.
  std::int64_t sum_block = 4096;
  // Elements from which on a sort is one of vectors, and bytes of keys up to
  // which it is a network.
  std::int64_t sort_vector = 32;
  std::int64_t sort_bitonic = std::int64_t{48} << 10;
  // Integers from which on an argsort looks whether their range is small, and
  // counts them then.
  std::int64_t sort_labels = 4096;
  // A product of matrices goes through blocks of so many elements of k, of
  // rows and of columns: a panel of the second matrix stays in L1, a block of
  // the first one in L2. Without AVX-512, whose panels are four times as wide,
  // the depth is twice that and the rows are half as many.
  std::int64_t matmul_depth = 192;
  std::int64_t matmul_rows = 240;
  std::int64_t matmul_columns = 4096;
  // Bytes of the second matrix from which on panels of it are copied, where
  // more rows than these read them.
  std::int64_t matmul_direct_bytes = std::int64_t{256} << 10;
  std::int64_t matmul_copy_rows = 12;
  // Bytes of keys up to which rows, where there are many, are sorted side by
  // side.
  std::int64_t sort_network = 512;
};

// Reads "target=avx2,threads=2,block=8": any of the members above by name, and
// tiny=1, which makes every size as small as it can be. An empty text gives the
// defaults. `invalid` with what was found and expected for anything else.
Result<Settings> parse_settings(std::string_view text);

// The settings of the process. The target is the process's own as well, as the
// kernels of all backends in it are dispatched together.
const Settings& settings();
void use_settings(const Settings& settings);

// Returns the name of the instruction set that kernels are dispatched to.
std::string_view dispatched_target();

}  // namespace assay::optimized
