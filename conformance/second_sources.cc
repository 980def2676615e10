// Has the table of the independent sources.
// Tested by tests/conformance/second_sources_test.cc.
#include "conformance/second_sources.h"

#include "spec/op_lookup.h"

namespace assay {
namespace {

constexpr SecondSource kSources[] = {
    {"NumPy", "another library, on the dtypes that it has"},
    {"MPFR", "correct rounding in the target's own precision"},
    {"MPC", "256-bit transforms and complex functions"},
    {"FFTW", "another algorithm, in long double"},
    {"Eigen", "another implementation of spectra, in long double"},
    {"closed forms", "operands whose result is known on paper"},
    {"long double", "the formula with the functions of the C library"},
    {"identities", "equations that hold in exact arithmetic"},
    {"exact products", "matrices multiplied out of factors that are known"},
    {"known answers", "Salmon et al. 2011, published test values"},
    {"enumeration", "every index of a view, element by element"},
};

constexpr Provenance kViewModule{"rows written by hand", "enumeration"};

constexpr bool is_separator(char c) { return c == ' ' || c == ','; }

}  // namespace

std::span<const SecondSource> second_sources() { return kSources; }

bool lists_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || is_separator(list[at - 1])) &&
        (end == list.size() || is_separator(list[end])))
      return true;
  }
  return false;
}

const Provenance* provenance_of(std::string_view name) {
  if (name == "view_module") return &kViewModule;
  const auto op = op_named(name);
  return op ? &spec_of(*op).provenance : nullptr;
}

}  // namespace assay
