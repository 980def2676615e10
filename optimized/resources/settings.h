// Holds everything about the backend that can be chosen at run time: the
// instruction set, the accuracy of functions, the number of threads, and every
// size at which a kernel switches methods. Tests set the sizes small, so that
// small cases reach every path. Tested by tests/optimized/settings_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spec/result.h"

namespace assay::optimized {

// How exact the transcendental functions of float32 and narrower floats are.
enum class Accuracy {
  // Rounded once, from a result on vectors of double: the nearest float, except
  // for a few dozen of 2^32 inputs.
  kCorrect,
  // Within 1 ULP, which the tier `core` of the contract asks for. Functions
  // that are faster on vectors of float are computed there.
  kCore,
};

struct Settings {
  // The best instruction set that may be used: scalar, sse4, avx2, avx512, amx,
  // or "best" for the best one the processor has.
  std::string target = "best";
  Accuracy accuracy = Accuracy::kCore;  // accuracy=correct or accuracy=core
  std::int64_t threads = 1;
  // Elements per block of an elementwise call. Operands that are not in
  // row-major order are gathered block by block.
  std::int64_t block = 2048;
  // Operands whose rows have at least this many elements, adjacent or all the
  // same, are not gathered. Kernels that are called for each row need rows 16
  // times as long.
  std::int64_t direct_row = 16;
  // The bytes that a call must touch, or the operations that it must carry out,
  // before it is given to a second thread.
  std::int64_t thread_bytes = std::int64_t{1} << 20;
  std::int64_t thread_flops = std::int64_t{4} << 20;
  // Results of at least this many bytes are stored past the caches.
  std::int64_t stream_bytes = std::int64_t{32} << 20;
  // A copy that consists of several runs stores them past the caches only if
  // each run has at least this many bytes.
  std::int64_t stream_run = 1024;
  // A copy of at most this many bytes between row-major views is done as a
  // single run, because setting up its axes would take longer.
  std::int64_t copy_run = 4096;
  // A sum adds this many elements in the dtype before it continues in a wider
  // one.
  std::int64_t sum_block = 4096;
  // At least this many rows of few elements are folded side by side.
  std::int64_t fold_short = 16;
  // Rows of at least `sort_vector` elements are sorted with vectors. Rows, and
  // parts of rows, whose keys take at most `sort_bitonic` bytes are sorted by a
  // bitonic network.
  std::int64_t sort_vector = 32;
  std::int64_t sort_bitonic = 4096;
  // A sort of at least this many elements checks whether they have few values,
  // or integers a small range, and if so, counts them instead of comparing.
  std::int64_t sort_labels = 4096;
  // A matrix product is split into blocks of about this many elements of k, of
  // rows and of columns. Floats have up to a third more of k, a twentieth of
  // the rows (a fifth for narrow tiles), and no more columns than keep a block
  // of the second matrix in L2.
  std::int64_t matmul_depth = 384;
  std::int64_t matmul_rows = 240;
  std::int64_t matmul_columns = 4096;
  // If the second matrix has at least `matmul_direct_bytes` bytes, or a quarter
  // of L2, and over `matmul_copy_rows` rows read it, panels are copied first.
  // Eight times as many bytes of the first matrix are copied at a time.
  std::int64_t matmul_direct_bytes = std::int64_t{256} << 10;
  std::int64_t matmul_copy_rows = 12;
  // A product of 8- or 16-bit integers or of bfloat16 with at least this many
  // multiplications brings its operands into groups of neighbours along k, if
  // there are enough rows (`matmul_copy_rows`) to read them.
  std::int64_t matmul_grouped = 64;
  // If there are many rows whose keys take at most this many bytes each, they
  // are sorted side by side, one row per vector lane.
  std::int64_t sort_network = 768;
  // A factorization proceeds in blocks of at most this many rows or columns,
  // and multiplies blocks in parts of at most this depth.
  std::int64_t factor_block = 32;
  std::int64_t factor_depth = 128;
  // At least this many small matrices are factored side by side, one per
  // vector lane, if they have at most `factor_lanes` rows.
  std::int64_t factor_batch = 8;
  std::int64_t factor_lanes = 16;
  // A tridiagonal or bidiagonal matrix of more rows than this is divided into
  // halves. Others are diagonalized by QR iterations.
  std::int64_t divide_rows = 32;
  // A matrix that has at least this many rows per hundred columns is reduced to
  // a triangle before its singular values are computed.
  std::int64_t svd_tall = 160;
  // Lines of at most this many elements are transformed one per vector lane.
  // If there are enough lines to fill the lanes, so are longer ones.
  std::int64_t fourier_lanes = 15;
  std::int64_t fourier_batch = 128;
  // Lines are transformed by kernels of a fixed size, where there is one, if
  // the largest power of two in their length is at most this.
  std::int64_t fourier_short = 256;
  // Columns of at most this many rows are transformed where they are. Longer
  // ones are gathered as lines first.
  std::int64_t fourier_columns = 1024;
  // Roots of unity for lines of at most this many elements are all read from a
  // table. For longer lines each is the product of two, because the table would
  // take the place of the elements in the caches.
  std::int64_t fourier_roots = 16384;
};

// Parses "target=avx2,threads=2,block=8": any of the members above by name, and
// tiny=1, which sets every size to its minimum. Empty text gives the defaults.
// Returns `invalid`, with what was found and what was expected, for anything
// else.
Result<Settings> parse_settings(std::string_view text);

// Holds the settings of the process. Kernels read it through settings().
extern Settings process_settings;

// Returns and replaces the settings of the process. The target is process-wide,
// because kernels of all backends in the process are dispatched together.
inline const Settings& settings() { return process_settings; }
void use_settings(const Settings& settings);

// Counts the calls of use_settings(), from 1 on. A kernel that was chosen at
// another count may be one for other settings.
extern std::int64_t settings_uses;

// Returns the name of the instruction set whose kernels run.
std::string_view dispatched_target();

}  // namespace assay::optimized
