// Lists for every op how the reference computes the answers in golden vectors,
// and which independent sources agree with it in tests that CI runs. No other
// place says so; `assay list sources` prints it.
// Tested by tests/conformance/second_sources_test.cc.
#pragma once

#include <span>
#include <string_view>

namespace assay {

struct SecondSource {
  std::string_view name;
  std::string_view what;
};

// One row for ops that share everything it says. "view_module" stands for the
// view module, which is a part of the specification but not an op.
struct Provenance {
  std::string_view ops;      // separated by spaces
  std::string_view method;   // of the reference
  std::string_view sources;  // names of second sources, separated by ", "
};

std::span<const SecondSource> second_sources();
std::span<const Provenance> provenance_rows();

// Returns the row of an op, or null.
const Provenance* provenance_of(std::string_view op);

// Returns whether a list separated by spaces or commas contains the word.
bool lists_word(std::string_view list, std::string_view word);

}  // namespace assay
