// Exports the optimized backend as a plugin. Its settings come from the
// environment variable ASSAY_OPTIMIZED, in the syntax of
// optimized/resources/settings.h.
// Tested by tests/cli/plugin_command_test.cc.
#include <cstdlib>
#include <stdexcept>

#include "optimized/optimized.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/export_backend.h"

namespace assay {
namespace {

// Makes the backend, or fails with the message that says what is wrong with the
// settings.
class OptimizedPlugin {
 public:
  static std::unique_ptr<Backend> make() {
    static const Result<optimized::Settings> read = [] {
      const char* text = std::getenv("ASSAY_OPTIMIZED");
      return optimized::parse_settings(text == nullptr ? "" : text);
    }();
    if (!read) throw std::runtime_error(read.status().message);
    optimized::use_settings(*read);
    return make_optimized();
  }
  static int create(const AssayHost* host, AssayContext** context,
                    AssayStatus* status) noexcept {
    return create_exported(make, host, context, status);
  }
};

}  // namespace
}  // namespace assay

extern "C" ASSAY_EXPORT const AssayBackendV1* assay_backend_v1(void) {
  static const AssayBackendV1* const table = assay::exported_table(
      assay::OptimizedPlugin::make, assay::OptimizedPlugin::create);
  return table;
}
