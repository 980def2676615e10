// The reference as a plugin: what passes in process must pass by the C header.
// Tested by tests/cli/plugin_command_test.cc.
#include "reference/reference.h"
#include "spec/sdk/export_backend.h"

ASSAY_EXPORT_BACKEND(assay::Reference)
