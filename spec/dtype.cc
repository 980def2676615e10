// Finds a dtype by its name. The name float8_e4m3 also stands for
// float8_e4m3fn.
// Tested by tests/spec/dtype_test.cc.
#include "spec/dtype.h"

namespace assay {

std::optional<DType> dtype_named(std::string_view name) {
  if (name == "float8_e4m3") return DType::kFloat8E4m3fn;
  for (const DTypeSpec& row : kDTypes)
    if (row.name == name) return row.dtype;
  return std::nullopt;
}

}  // namespace assay
