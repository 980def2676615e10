// Gives kernels the tile registers of AMX, which multiply small matrices of
// bfloat16 or of bytes. The kernels in product/tile_kernels.cc use them.
// Tested by tests/optimized/settings_test.cc and contraction_test.cc.
#pragma once

namespace assay::optimized {

// Returns whether the processor has tiles of bfloat16 and of bytes and the
// system lets this process use them. The first call asks the system.
bool has_tile_registers();

// Returns whether it does and the setting `target` is amx or best.
bool uses_tile_registers();

// Shapes the eight tile registers of the calling thread to 16 rows of 64 bytes
// each, for as long as it exists, if `is_needed`. Registers that hold tiles
// make every switch between threads slower, so they are released afterwards.
class TileRegisters {
 public:
  explicit TileRegisters(bool is_needed);
  ~TileRegisters();
  TileRegisters(const TileRegisters&) = delete;
  TileRegisters& operator=(const TileRegisters&) = delete;

 private:
  bool is_needed_;
};

}  // namespace assay::optimized
