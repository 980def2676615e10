// Allocates the memory of a workload: operands filled from a fixed seed, and
// outs. All contenders of this process use the same memory, so that none has
// luckier pages than another.
// Tested by tests/bench/workload_test.cc.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bench/pages.h"
#include "bench/workload.h"

namespace assay::bench {

class Arena {
 public:
  // Allocates and fills the memory of a workload. Fails with `out_of_memory`.
  static Result<Arena> of(const Workload& workload);

  std::span<std::byte> operand(std::size_t position) const {
    return operands_[position].bytes;
  }
  std::span<std::byte> out(std::size_t position) const {
    return outs_[position].bytes;
  }

 private:
  struct Piece {
    Pages memory;
    std::span<std::byte> bytes;
  };
  static Result<Piece> piece(std::int64_t bytes, std::size_t position);

  std::vector<Piece> operands_;
  std::vector<Piece> outs_;
};

}  // namespace assay::bench
