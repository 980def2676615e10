// Tests a plugin whose result is in a buffer that claims to have all of the
// memory.
#include <gtest/gtest.h>

#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"
#include "spec/op_table.h"
#include "spec/sdk/export_backend.h"

namespace assay {
namespace {

const AssayBackendV1& good() {
  static const AssayBackendV1* const table =
      exported_table(Exported<Reference>::make, Exported<Reference>::create);
  return *table;
}

AssayBuffer* giant = nullptr;

TEST(PluginResultSize, IsNoMoreThanAMessageMayCarry) {
  AssayBackendV1 table = good();
  table.size = [](AssayContext* context, AssayBuffer* buffer) {
    return buffer == giant ? SIZE_MAX : good().size(context, buffer);
  };
  table.invoke = [](AssayContext* context, const AssayCall* call,
                    AssayResults* results, AssayStatus* status) {
    const int code = good().invoke(context, call, results, status);
    good().release(context, results->tensors[0].buffer);
    good().alloc(context, 12, &giant, status);
    results->tensors[0].buffer = giant;
    return code;
  };
  const auto library = PluginLibrary::of_table(&table, "lib.so");
  ASSERT_TRUE(library.ok());
  const auto subject = PluginSubject::start(*library);
  ASSERT_TRUE(subject.ok());
  Backend& backend = (*subject)->backend();
  const auto x = backend.from_host(DType::kFloat32, 3, Bytes(12));
  ASSERT_TRUE(x.ok());
  const auto y =
      backend.execute({"flip"_op, {*x}, Attributes().flips({true}), {}});
  EXPECT_FALSE(y.ok());
  ASSERT_TRUE((*subject)->breakdown());
  EXPECT_NE(std::string::npos,
            (*subject)->breakdown()->message.find(
                "the buffer of a result has 18446744073709551615 bytes where "
                "at most 1073741824 are expected"));
}

}  // namespace
}  // namespace assay
