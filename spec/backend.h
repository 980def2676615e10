// Defines the interface that every backend implements. The oracle implements an
// extended one, because it also knows how far its rounded answers are from the
// exact values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/attributes.h"
#include "spec/element.h"
#include "spec/op_lookup.h"
#include "spec/plan.h"
#include "spec/result.h"
#include "spec/tensor.h"

namespace assay {

// Describes one call. The op is a value, not a function, so a new op does not
// change this struct. Ops that write their results get the tensors in `outs`;
// for ops that return tensors `outs` is empty.
struct Call {
  Op op{};
  std::vector<Tensor> operands;
  Attributes attributes;
  std::vector<Tensor> outs;
  // Bit i is set if operand i is given up. The backend may write over its whole
  // buffer, or return a result in it. It may also ignore this.
  std::uint64_t donated = 0;
};

// Holds the tensors that an op returned; it is empty for ops that write into
// outs.
using Tensors = std::vector<Tensor>;

// Names one cell: an op, its variant and the dtype of its operand. For cast,
// rfft and irfft it also has the dtype of the result.
struct Cell {
  Op op{};
  std::string_view variant;
  DType dtype = DType::kFloat32;
  DType result = DType::kFloat32;  // equal to dtype if the cell is no pair
  friend bool operator==(const Cell&, const Cell&) = default;
};

// Holds the limits within which a backend claims a cell. They apply to every
// operand, out and result of a call. No case makes a call beyond them.
struct Claim {
  std::int64_t max_rank = kMaxRank;
  // Names of claimed layouts (kLayoutNames in spec/cells.h); empty for all.
  std::vector<std::string> layouts;
  // Limits of how many axes one call works along. These are the axes that are
  // listed in `axes`, reversed by flip, cut by shrink, or padded.
  std::int64_t min_axes = 0;
  std::int64_t max_axes = kMaxRank;
  std::int64_t max_operands = INT64_MAX;
  // Limits of the extent of every axis.
  std::int64_t min_extent = 0;
  std::int64_t max_extent = INT64_MAX;
  // True if an adapter composes the op from several calls of its library.
  // Reports say so; the cell is judged like any other.
  bool composed = false;
  // True if `assign` cannot write into the tensors that the op returns, or into
  // the operands that they came from. Cases that must write there use
  // Backend::write().
  bool immutable = false;
  friend bool operator==(const Claim&, const Claim&) = default;
};

// Names the places where a backend has buffers. The first one is "host".
struct Places {
  std::vector<std::string> names;
  std::uint32_t home = 0;  // the place of ops, and of what buffer() makes
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view version() const = 0;

  // Returns the claim on a cell, or nothing if the backend does not claim it. A
  // claimed cell must pass.
  virtual std::optional<Claim> claim(const Cell& cell) const = 0;

  // Allocates a C-contiguous tensor whose elements are undefined.
  virtual Result<Tensor> buffer(DType dtype, const Shape& shape) = 0;

  // Makes a rank-1 tensor of `count` elements from host storage.
  virtual Result<Tensor> from_host(DType dtype, std::int64_t count,
                                   std::span<const std::byte> storage) = 0;

  // Returns the whole storage that the tensor's view indexes.
  virtual Result<Bytes> to_host(const Tensor& tensor) = 0;

  // Replaces the whole storage that the tensor's view indexes; `storage` has
  // exactly its size. Optional: a backend without such a function returns
  // `unsupported`.
  virtual Status write(const Tensor& tensor,
                       std::span<const std::byte> storage) {
    static_cast<void>(tensor), static_cast<void>(storage);
    return Status::unsupported("op", "this backend writes into no buffer");
  }

  // Makes a rank-1 tensor of the caller's memory without a copy. Results that
  // are written into the tensor appear in that memory. If it is not `writable`,
  // the backend may only read it. The caller keeps the memory valid until the
  // tensor's buffer is gone. Optional: a backend that can only use memory of
  // its own returns `unsupported`.
  virtual Result<Tensor> wrap(DType dtype, std::int64_t count,
                              std::span<std::byte> memory, bool writable) {
    static_cast<void>(dtype), static_cast<void>(count);
    static_cast<void>(memory), static_cast<void>(writable);
    return Status::unsupported("op", "this backend wraps no memory");
  }

  // Returns whether threads of the backend, such as those of a thread pool, may
  // still run after a call has returned.
  virtual bool keeps_threads() const { return false; }

  // Carries out a call. Returns `unsupported` for a cell without a kernel.
  virtual Result<Tensors> execute(const Call& call) = 0;

  // The functions below belong to the rows of op set protocol. They are
  // optional, and a backend that claims a row has its functions.

  // Bracket calls that may share state. end() ends the session, whatever it
  // returns. No session begins within another one.
  virtual Status session_begin() { return lacks("session"); }
  virtual Status session_end() { return lacks("session"); }

  // Gives up a tensor whose buffer nothing else refers to. Its memory may be
  // used again at once, but not memory that was wrapped.
  virtual Status reclaim(Tensor tensor) {
    static_cast<void>(tensor);
    return lacks("reclaim");
  }

  // Carries out a plan. Declines it with `unsupported` and the kind "plan", and
  // has then written nothing.
  virtual Result<Tensors> execute_plan(const Plan& plan) {
    static_cast<void>(plan);
    return lacks("fusion");
  }

  // Says which places there are. Operands of calls are in `home`; a call with
  // another one answers `unsupported` with the kind "placement".
  virtual Result<Places> places() { return lacks("placement"); }
  virtual Result<std::uint32_t> place_of(const Tensor& tensor) {
    static_cast<void>(tensor);
    return lacks("placement");
  }
  // Does what buffer() does, in a place of its own.
  virtual Result<Tensor> alloc_in(std::uint32_t place, DType dtype,
                                  const Shape& shape) {
    static_cast<void>(place), static_cast<void>(dtype);
    static_cast<void>(shape);
    return lacks("placement");
  }
  // Copies the whole buffer of a tensor into a new one in a place. The result
  // has the view of the tensor.
  virtual Result<Tensor> transfer(const Tensor& tensor, std::uint32_t place) {
    static_cast<void>(tensor), static_cast<void>(place);
    return lacks("placement");
  }

 private:
  static Status lacks(const char* row) {
    return Status::unsupported(
        "op", std::string("this backend does not have ") + row);
  }
};

// Says how much of one element of an answer U clauses leave open.
enum class Freedom : std::uint8_t { kNone, kZeroSign, kAny };

// Holds elements that are accepted at a row-major position in addition to the
// answer's element.
struct Alternatives {
  std::int64_t position = 0;
  std::vector<ElementBits> elements;
  friend bool operator==(const Alternatives&, const Alternatives&) = default;
};

// Holds the oracle's answer to a call: the results, and for each element of the
// first one how far the exact value is from it. `residue` and `scale` have one
// entry for each component of a complex element, real part first. An empty list
// stands for zeros, for ones in `terms`, and for kNone in `freedom`.
struct Answer {
  Tensors tensors;              // the results: outs, or the returned tensors
  std::vector<double> residue;  // exact - rounded, in ulps of the rounded
  // B = Σ|terms|, for condition-aware ops. It is larger if intermediates may be
  // rounded to the dtype, by the factor by which the bound grows.
  std::vector<double> scale;
  std::vector<std::int64_t> terms;  // how many terms or factors, per element
  // How many roundings a term may meet, per element. A negative entry or an
  // empty list means as many as there are terms.
  std::vector<std::int64_t> roundings;
  std::vector<Freedom> freedom;  // per element
  // True if the call only moved elements although other calls of the op compute
  // them, so that every bit is judged.
  bool only_moves = false;
  // Lists of row-major positions whose values may be exchanged, as those of
  // ties in argsort may.
  std::vector<std::vector<std::int64_t>> interchangeable;
  // The other updates that scatter may leave at a position, in ascending order
  // of positions.
  std::vector<Alternatives> alternatives;
  // The same lists about the second and later results, without tensors. It ends
  // with the last result that has something to note.
  std::vector<Answer> further;

  // Returns the lists of one result.
  const Answer& about(std::size_t result) const {
    static const Answer kNothing;
    if (result == 0) return *this;
    return result <= further.size() ? further[result - 1] : kNothing;
  }
  // References stay valid, because there is room for all results at once.
  Answer& about(std::size_t result) {
    if (result == 0) return *this;
    further.reserve(kMaxResults);
    if (result > further.size()) further.resize(result);
    return further[result - 1];
  }
};

class Oracle : public Backend {
 public:
  virtual Result<Answer> answer(const Call& call) = 0;
};

}  // namespace assay
