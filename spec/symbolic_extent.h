// Defines extents that depend on named variables: constants, variables with a
// range, and their sums, products and negations. An extent is stored as a
// polynomial with integer coefficients and its terms in one fixed order. Two
// extents are therefore equal if they are the same polynomial, as (n + 1)·n and
// n·n + n are.
// Tested by tests/spec/symbolic_shape_test.cc.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/result.h"

namespace assay {

// Holds a name and the closed range of values that may be bound to it. Two
// variables are equal if their names and ranges are. A binding gives its value
// to all variables with its name, and the value must be in the range of each.
struct Variable {
  std::string name;
  std::int64_t min = 0;
  std::int64_t max = 0;
  friend auto operator<=>(const Variable&, const Variable&) = default;
};

// Maps the names of variables to values.
using Bindings = std::map<std::string, std::int64_t, std::less<>>;

class SymbolicExtent {
 public:
  // Holds the variables of a term in ascending order; a power repeats its
  // variable.
  using Monomial = std::vector<Variable>;
  // Orders terms by descending degree and then by name, so that the leading
  // term comes first.
  struct GradedOrder {
    bool operator()(const Monomial& a, const Monomial& b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  // Maps each term to its coefficient, which is never 0.
  using Terms = std::map<Monomial, std::int64_t, GradedOrder>;
  using Replacements = std::map<std::string, SymbolicExtent, std::less<>>;

  // The limits of an expression; arithmetic beyond them returns `invalid`.
  static constexpr std::size_t kMaxTerms = 1024;
  static constexpr std::size_t kMaxDegree = 64;

  SymbolicExtent(std::int64_t constant = 0);  // NOLINT: extents are numbers

  // Returns a variable. Its name must be a letter or _ followed by letters,
  // digits and _, must not be "infer", and 0 <= min <= max; otherwise returns
  // `invalid`.
  static Result<SymbolicExtent> variable(std::string name, std::int64_t min,
                                         std::int64_t max);

  // Returns the placeholder for an extent that a reshape derives from the other
  // extents. Arithmetic refuses it.
  static SymbolicExtent infer();

  bool is_infer() const { return infer_; }
  // Returns whether it is a number.
  bool is_static() const { return value().has_value(); }
  // Returns the number, or nothing if the extent depends on a variable.
  std::optional<std::int64_t> value() const;
  const Terms& terms() const { return terms_; }

  // Return sum, product and negation. They return `invalid` if a coefficient
  // overflows 64 bits, the expression exceeds its limits, or one side is
  // infer().
  Result<SymbolicExtent> plus(const SymbolicExtent& other) const;
  Result<SymbolicExtent> times(const SymbolicExtent& other) const;
  Result<SymbolicExtent> negated() const;

  // Returns the q with q · divisor == *this for all values of the variables.
  // Returns nothing if there is none or the divisor is 0.
  std::optional<SymbolicExtent> divided_by(const SymbolicExtent& divisor) const;

  // Replaces variables by expressions and keeps those that are not named.
  // Returns `invalid` if a constant is outside its variable's range.
  Result<SymbolicExtent> substitute(const Replacements& replacements) const;

  // Replaces bound variables by their values and keeps the others.
  Result<SymbolicExtent> partial_eval(const Bindings& bindings) const;

  // Returns the value, or `unsupported` with kind "view" if a variable is not
  // bound.
  Result<std::int64_t> eval(const Bindings& bindings) const;

  // Returns "2*n*n + m - 1", in the order of terms(); "infer" for infer().
  std::string text() const;

  friend bool operator==(const SymbolicExtent&,
                         const SymbolicExtent&) = default;  // view.extent_equal

 private:
  Status add_term(const Monomial& monomial, std::int64_t coefficient);

  Terms terms_;
  bool infer_ = false;
};

// Returns the values as expressions.
SymbolicExtent::Replacements constants(const Bindings& bindings);

// Parses sums, products, negations and parentheses of integers and of the given
// variables, as text() prints them. The text "infer" gives infer(). Fails with
// one sentence that says what was found.
Result<SymbolicExtent> parse_extent(std::string_view text,
                                    const std::vector<Variable>& variables);

}  // namespace assay
