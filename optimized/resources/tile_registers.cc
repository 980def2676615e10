// Implements the use of tile registers: on Linux a process has to ask for them
// before their first use, because they enlarge what the system saves of a
// thread.
// Tested by tests/optimized/settings_test.cc and contraction_test.cc.
#include "optimized/resources/tile_registers.h"

#include "optimized/resources/settings.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace assay::optimized {
namespace {

// The operand of LDTILECFG.
struct alignas(64) TileShapes {
  std::uint8_t palette, start_row;
  std::uint8_t reserved[14];
  std::uint16_t row_bytes[16];
  std::uint8_t rows[16];
};
constexpr TileShapes kTileShapes = {1,
                                    0,
                                    {},
                                    {64, 64, 64, 64, 64, 64, 64, 64},
                                    {16, 16, 16, 16, 16, 16, 16, 16}};
static_assert(sizeof(TileShapes) == 64);

bool ask_for_tile_registers() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) return false;
  constexpr unsigned kBfloat16 = 1u << 22, kTiles = 1u << 24, kBytes = 1u << 25;
  constexpr unsigned kAll = kBfloat16 | kTiles | kBytes;
  if ((edx & kAll) != kAll) return false;
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileState = 18;              // XFEATURE_XTILEDATA
  return ::syscall(SYS_arch_prctl, kRequestPermission, kTileState) == 0;
}

__attribute__((target("amx-tile"))) void shape_tile_registers() {
  _tile_loadconfig(&kTileShapes);
}
__attribute__((target("amx-tile"))) void release_tile_registers() {
  _tile_release();
}

}  // namespace

bool has_tile_registers() {
  static const bool has = ask_for_tile_registers();
  return has;
}

TileRegisters::TileRegisters(bool is_needed) : is_needed_(is_needed) {
  if (is_needed_) shape_tile_registers();
}
TileRegisters::~TileRegisters() {
  if (is_needed_) release_tile_registers();
}

}  // namespace assay::optimized

#else

namespace assay::optimized {

bool has_tile_registers() { return false; }

TileRegisters::TileRegisters(bool is_needed) : is_needed_(is_needed) {}
TileRegisters::~TileRegisters() = default;

}  // namespace assay::optimized

#endif

namespace assay::optimized {

bool uses_tile_registers() {
  const std::string& target = settings().target;
  return (target == "best" || target == "amx") && has_tile_registers();
}

}  // namespace assay::optimized
