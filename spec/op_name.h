// Defines the name of an op as a template argument. A function about one op is
// an overload for its tag: `evaluate(OpTag<"sum">, …)`.
// Tested by tests/spec/op_table_test.cc.
#pragma once

#include <cstddef>

namespace assay {

// A string as a template argument, so that diagnostics show the op's name.
template <std::size_t n>
struct OpName {
  char text[n]{};
  constexpr OpName(const char (&s)[n]) {  // NOLINT
    for (std::size_t i = 0; i < n; ++i) text[i] = s[i];
  }
};
template <OpName name>
struct OpTag {};

}  // namespace assay
