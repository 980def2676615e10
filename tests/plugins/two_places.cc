// Exports the reference with two places as a plugin, to test that cases about
// places have the same verdict through the C header and through a process.
// Tested by tests/cli/plugin_command_test.cc.
#include "spec/sdk/export_backend.h"
#include "tests/mutants/two_place_reference.h"

ASSAY_EXPORT_BACKEND(assay::mutants::TwoPlaceReference)
