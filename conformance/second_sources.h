// Names the independent sources that agree with the reference, and returns for
// every op which of them vouch for it, as its row says. `assay list sources`
// prints it. Tested by tests/conformance/second_sources_test.cc.
#pragma once

#include <span>
#include <string_view>

#include "spec/provenance.h"

namespace assay {

struct SecondSource {
  std::string_view name;
  std::string_view what;
};

std::span<const SecondSource> second_sources();

// Returns what the row of an op says, or what is known of "view_module", which
// is a part of the specification but not an op; null for another name.
const Provenance* provenance_of(std::string_view name);

// Returns whether a list separated by spaces or commas contains the word.
bool lists_word(std::string_view list, std::string_view word);

}  // namespace assay
