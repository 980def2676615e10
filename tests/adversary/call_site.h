// Holds one call on its way through the adversary: the operands, attributes and
// outs that a bug may exchange before it passes the call to the target, and the
// results that it may edit afterwards. Tested by
// tests/adversary/witness_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/element.h"
#include "spec/sdk/assay_backend.h"
#include "spec/shape.h"

namespace assay::adversary {

// Holds what a context of the adversary remembers from one call to the next.
struct CallHistory {
  std::uint64_t calls = 0;  // that concerned the bug
  std::map<std::string, std::vector<ElementBits>> arrays;
  std::map<std::string, std::int64_t> numbers;
  std::vector<AssayTensor> kept;  // each with a reference
};

// Returns the extents of a tensor of the C header.
Shape shape_of(const AssayTensor& tensor);
std::int64_t count_of(const AssayTensor& tensor);
// Returns the dtype of a tensor; the target has checked that it is one.
DType dtype_of(const AssayTensor& tensor);
// Returns whether the elements are in row-major order without gaps, from
// whatever offset on.
bool is_row_major(const AssayTensor& tensor);

// The elements of a tensor by their row-major number. Reads and writes go
// through the functions of the target.
class Cells {
 public:
  Cells(const AssayBackendV1& target, AssayContext* context,
        const AssayTensor& tensor);

  std::int64_t count() const { return count_; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  ElementBits get(std::int64_t number) const;
  void set(std::int64_t number, ElementBits bits);
  // Sets every element, one after the other, to what the function returns for
  // its number. A buffer that cannot be mapped is written once.
  void set_each(const std::function<ElementBits(std::int64_t)>& value);
  // Reads the element at a place of the storage, as a wrong address would;
  // places outside the buffer wrap around.
  ElementBits at_place(std::int64_t place) const;
  // Returns where in the storage an element is, in elements.
  std::int64_t place_of(std::int64_t number) const;
  // Returns how many elements the whole buffer has.
  std::int64_t capacity() const;

  // Numbers as the arithmetic of most bugs wants them.
  double real(std::int64_t number) const;
  void set_real(std::int64_t number, double value);

 private:
  // Stores an element in what is mapped or copied; false outside the buffer.
  bool store(std::int64_t place, ElementBits bits);
  void write(std::size_t from, std::size_t size);

  const AssayBackendV1& target_;
  AssayContext* context_;
  AssayTensor tensor_;
  DType dtype_;
  Shape shape_;
  std::int64_t count_;
  bool row_major_;
  std::byte* mapped_ = nullptr;
  Bytes copy_;  // of the storage, where the target maps nothing
  std::size_t bytes_ = 0;
};

class CallSite {
 public:
  CallSite(const AssayBackendV1& target, AssayContext* context,
           const AssayCall& call, AssayResults* results, AssayStatus* status,
           CallHistory& history);
  ~CallSite();
  CallSite(const CallSite&) = delete;
  CallSite& operator=(const CallSite&) = delete;

  // Passes the call in its present state to the target. A second call releases
  // the results of the first.
  int forward();

  std::string_view op() const { return op_; }
  DType dtype() const {
    return dtype_;
  }                            // of the first operand that is a number
  DType result_dtype() const;  // as the call asks for it

  // The operands; a bug may exchange them for others.
  std::vector<AssayTensor> operands;
  std::vector<AssayTensor> outs;
  CallHistory& history;

  // Returns an attribute's integers (0 or 1 for a bool); empty where it is not
  // given. set_integers() replaces those of an attribute that is there.
  std::vector<std::int64_t> integers(std::uint16_t key) const;
  std::int64_t integer(std::uint16_t key, std::int64_t otherwise = 0) const;
  void set_integers(std::uint16_t key, const std::vector<std::int64_t>& values);
  // Returns the axis that the op works along, 0 where it has none.
  std::int64_t axis() const { return integer(ASSAY_KEY_AXIS); }
  // Returns an attribute that is an element; nothing if it is not given.
  std::optional<ElementBits> element(std::uint16_t key) const;
  ElementBits fill_value() const;
  void set_fill_value(ElementBits bits);

  // After forward() these return the tensors that the call wrote or returned.
  std::size_t result_count() const;
  AssayTensor& result(std::size_t i = 0);
  Cells cells(const AssayTensor& tensor) const {
    return Cells(target_, context_, tensor);
  }
  Cells result_cells(std::size_t i = 0) { return cells(result(i)); }
  Cells operand_cells(std::size_t i = 0) const { return cells(operands[i]); }

  // Makes a row-major tensor that lives as long as the call.
  AssayTensor scratch(AssayDType dtype, const Shape& shape);
  // Makes a row-major copy of a tensor, element by element.
  AssayTensor copy_of(const AssayTensor& tensor);
  // Puts a tensor in the place of a returned one, which is released; or copies
  // its elements into the out.
  void replace_result(std::size_t i, const AssayTensor& tensor);
  // Keeps a reference to a tensor's buffer beyond the call, in the history.
  void keep(const AssayTensor& tensor);
  // Gives such a reference back.
  void drop(std::size_t kept);
  void release_results();
  // Answers an error instead of a result.
  int refuse(std::uint32_t code, std::uint32_t kind, const char* message);

 private:
  const AssayBackendV1& target_;
  AssayContext* context_;
  AssayCall call_;
  AssayResults* results_;
  AssayStatus* status_;
  std::string_view op_;
  DType dtype_{};
  std::vector<AssayAttribute> attributes_;
  std::deque<std::vector<std::int64_t>> integers_;
  std::deque<std::vector<std::uint8_t>> bytes_;
  std::vector<AssayBuffer*> owned_;
};

}  // namespace assay::adversary
