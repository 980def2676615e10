// Exports the reference as a plugin, to test that a case has the same verdict
// in process and through the C header.
// Tested by tests/cli/plugin_command_test.cc.
#include "reference/reference.h"
#include "spec/sdk/export_backend.h"

ASSAY_EXPORT_BACKEND(assay::Reference)
