// Implements elementwise calls in blocks: readers bring each operand's block
// into place, the kernel runs, and the block is stored. Calls on plain memory
// skip the blocks, and calls on long rows run the kernel once per row.
// Tested by tests/optimized/blocks_test.cc, and by the suite with blocks of
// eight elements.
#include "optimized/elementwise/blocks.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "optimized/elementwise/block_reader.h"
#include "optimized/elementwise/operand_source.h"
#include "optimized/elementwise/rows.h"
#include "optimized/layout/conversion.h"
#include "optimized/resources/alternation.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

// Returns how many elements a panel has that holds whole rows of every operand
// in panels, or 0 if there is none. Rows are many enough for whole cache lines
// of the operand with the largest elements.
std::int64_t panel_elements(const std::vector<OperandSource>& sources) {
  constexpr std::int64_t kLine = 64;
  std::int64_t row = 0, element = 1;
  for (const OperandSource& source : sources) {
    if (source.panels.row == 0) continue;
    row = std::max(row, source.panels.row);
    element = std::max(element, source.element);
  }
  if (row == 0) return 0;
  return row * std::max(kLine / element, settings().block / row);
}

}  // namespace

bool run_whole(const Tensor& out, std::span<const Tensor* const> operands,
               Kernel kernel, bool as_is) {
  const auto is_plain = [&](const Tensor& x) {
    return !kPacked.contains(x.dtype) && (as_is || !is_narrow_real(x.dtype));
  };
  const std::int64_t count = out.view.numel();
  if (count == 0) return true;
  if (!is_plain(out)) return false;
  std::int64_t traffic = count * bytes_of(out.dtype);
  const std::byte* in[kMaxOperands];
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Tensor& x = *operands[i];
    if (!is_plain(x) || !x.view.is_row_major()) return false;
    in[i] = HostMemory::storage_of(x) + x.view.offset() * bytes_of(x.dtype);
    traffic += count * bytes_of(x.dtype);
  }
  if (is_worth_threads(traffic)) return false;
  std::byte* to =
      HostMemory::storage_of(out) + out.view.offset() * bytes_of(out.dtype);
  if (traffic <= l2_bytes() || goes_past_caches(count * bytes_of(out.dtype))) {
    kernel(to, in, count);
    return true;
  }
  const PartOfResult part(count * bytes_of(out.dtype));
  in_alternating_order(
      count, traffic, [&](std::int64_t first, std::int64_t last) {
        const std::byte* from[kMaxOperands];
        for (std::size_t i = 0; i < operands.size(); ++i)
          from[i] = in[i] + first * bytes_of(operands[i]->dtype);
        kernel(to + first * bytes_of(out.dtype), from, last - first);
      });
  return true;
}

void run_blocks(const Tensor& out, std::span<const Tensor* const> operands,
                Kernel kernel, bool as_is, RowsKernel rows_kernel) {
  const std::int64_t count = out.view.numel();
  if (run_whole(out, operands, kernel, as_is)) return;
  const bool narrows = is_narrow_real(out.dtype) && !as_is;
  const bool packs = kPacked.contains(out.dtype);
  std::byte* storage = HostMemory::storage_of(out);
  const std::int64_t element = bytes_of(out.dtype);
  bool is_whole = !narrows && !packs;
  std::int64_t traffic = count * element;
  std::vector<OperandSource> sources;
  sources.reserve(operands.size());
  for (const Tensor* x : operands) {
    sources.emplace_back(*x, as_is, true);
    is_whole = is_whole && sources.back().is_whole();
    traffic += count * sources.back().element;
  }
  if (!is_whole && !narrows && !packs) {
    const Rows rows(out, operands, sources);
    if (rows.are_direct(rows_kernel != nullptr))
      return rows.run(kernel, rows_kernel, traffic);
  }
  const std::int64_t panel = panel_elements(sources);
  // Stores past the caches are waited for after each block.
  const bool is_long = is_whole || panel != 0;
  const std::int64_t longest =
      is_whole ? count
      : panel != 0 && goes_past_caches(count * element) && !narrows && !packs
          ? panel
          : settings().block;
  const auto run_range = [&](std::int64_t from, std::int64_t to) {
    const std::int64_t block = std::min(longest, to - from);
    Scratch result;
    if (narrows || packs)
      result = Scratch(block * bytes_of(compute_dtype_of(out.dtype)));
    std::vector<BlockReader> readers;
    readers.reserve(sources.size());
    for (const OperandSource& source : sources)
      readers.emplace_back(source, block, panel);
    const auto run_block = [&](std::int64_t first, std::int64_t some) {
      const std::byte* in[kMaxOperands];
      for (std::size_t i = 0; i < readers.size(); ++i)
        in[i] = readers[i].read(first, some);
      const std::int64_t place = out.view.offset() + first;
      if (!narrows && !packs)
        return kernel(storage + place * element, in, some);
      kernel(result.bytes(), in, some);
      if (narrows)
        narrow(out.dtype, reinterpret_cast<const float*>(result.bytes()),
               storage + place * element, some);
      else
        pack_nibbles(reinterpret_cast<const std::uint8_t*>(result.bytes()),
                     storage, place, some);
    };
    if (traffic > l2_bytes() && !goes_past_caches(count * element) &&
        walks_from_end()) {
      for (std::int64_t last = to, first = to; last > from; last = first) {
        const std::int64_t start =
            panel != 0 ? std::max(from, (last - 1) / panel * panel) : from;
        first = start + (last - 1 - start) / block * block;
        run_block(first, last - first);
      }
      return;
    }
    for (std::int64_t first = from, some = 0; first < to; first += some) {
      some = std::min(block, to - first);
      if (panel != 0) some = std::min(some, panel - first % panel);
      run_block(first, some);
    }
  };
  // Two threads must not share a byte of packed elements.
  if (packs) return run_range(0, count);
  in_ranges(count, std::max<std::int64_t>(panel, 64), is_worth_threads(traffic),
            [&](std::int64_t from, std::int64_t to) {
              const PartOfResult part(is_long ? count * element : 0);
              run_range(from, to);
            });
}

}  // namespace assay::optimized
