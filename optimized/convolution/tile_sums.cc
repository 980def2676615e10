// Implements the kernel: two by two registers of sums, each of which adds the
// products of 16 × 32 weights and of 32 elements under each of 16 places.
// Tested by tests/optimized/tile_convolution_test.cc.
#include "optimized/convolution/tile_sums.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#include <immintrin.h>

namespace assay::optimized {
namespace {

constexpr std::int64_t kRegisterWords = 256;

// Registers 0 to 3 hold sums, 4 and 5 weights, 6 and 7 elements of x.
template <bool has_rows>
__attribute__((target("amx-tile,amx-bf16"))) void sum_registers(
    const TileSums& tile) {
  constexpr std::int64_t kStep = (has_rows ? 2 : 1) * kRegisterWords;
  constexpr std::int64_t kRowBytes = 128;  // of the sums
  const std::int64_t plane_bytes = 4 * tile.plane;
  const std::uint32_t* weights = tile.weights;
  const float* start = tile.start;
  _tile_loadd(0, start, 64);
  _tile_loadd(1, start, 64);
  if constexpr (has_rows) {
    _tile_loadd(2, start + kRegisterWords, 64);
    _tile_loadd(3, start + kRegisterWords, 64);
  }
  for (std::int64_t s = 0; s < tile.steps; ++s, weights += kStep) {
    const std::uint32_t* x = tile.x + tile.places[s];
    _tile_loadd(4, weights, 64);
    _tile_loadd(6, x, plane_bytes);
    _tile_dpbf16ps(0, 4, 6);
    _tile_loadd(7, x + 16, plane_bytes);
    _tile_dpbf16ps(1, 4, 7);
    if constexpr (has_rows) {
      _tile_loadd(5, weights + kRegisterWords, 64);
      _tile_dpbf16ps(2, 5, 6);
      _tile_dpbf16ps(3, 5, 7);
    }
  }
  float* sums = tile.sums;
  _tile_stored(0, sums, kRowBytes);
  _tile_stored(1, sums + 16, kRowBytes);
  if constexpr (has_rows) {
    _tile_stored(2, sums + 512, kRowBytes);
    _tile_stored(3, sums + 528, kRowBytes);
  }
}

}  // namespace

void sum_tile(const TileSums& tile) {
  tile.outputs > 16 ? sum_registers<true>(tile) : sum_registers<false>(tile);
}

}  // namespace assay::optimized

#else

namespace assay::optimized {

void sum_tile(const TileSums&) {}

}  // namespace assay::optimized

#endif
