// Converts between the numbers and structs of the C header and the types of the
// contract. The host and plugins written in C++ both use these functions.
// Tested by tests/spec/abi_values_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/backend.h"
#include "spec/sdk/assay_backend.h"

namespace assay {

constexpr AssayDType abi_dtype(DType dtype) {
  const DTypeSpec& spec = spec_of(dtype);
  // One component of a complex element is half of what DLPack counts.
  return {static_cast<std::uint8_t>(spec.dlpack_code),
          static_cast<std::uint8_t>(spec.bits), 1};
}

// Returns the dtype of a code, or nothing if there is none.
std::optional<DType> dtype_of_abi(AssayDType dtype);

// Returns "{2, 32, 1}".
std::string abi_dtype_text(AssayDType dtype);

// Returns the op with this id, or nothing if the table has none.
std::optional<Op> op_of_id(std::uint32_t id);

// Returns the number of a kind, or ASSAY_KIND_NONE if it has none.
std::uint32_t abi_kind(StatusCode code, std::string_view kind);

// Fills in a tensor of the C header; its rank is at most ASSAY_MAX_RANK.
void fill_abi_tensor(AssayTensor& tensor, AssayBuffer* buffer, DType dtype,
                     const View& view);

// Returns the view of a tensor of the C header. Fails if the rank or the shape
// is impossible; the message then has no full stop, so that callers can embed
// it.
Result<View> view_of_abi(const AssayTensor& tensor);

// Holds attributes as an array of the C header. Calls reuse one object, so that
// small calls allocate nothing.
class AbiAttributes {
 public:
  // Converts attributes, which must live as long as the array is used.
  // `element` is the dtype of attributes that are elements.
  void assign(const Attributes& attributes, DType element);

  const AssayAttribute* items() const { return items_.data(); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }

 private:
  std::vector<AssayAttribute> items_;
  std::size_t count_ = 0;
  std::vector<std::uint8_t> bools_;
  // Holds the elements and dtypes that items point to, at the items' positions.
  struct Scalar {
    std::byte element[16];
    AssayDType dtype;
  };
  std::vector<Scalar> scalars_;
};

// Reads the attributes of a call. Fails with `unsupported` for a key that this
// version does not know, and with `invalid` if the data do not fit the key.
Result<Attributes> attributes_of_abi(const AssayCall& call);

}  // namespace assay
