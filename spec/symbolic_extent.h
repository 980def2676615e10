// Extents that depend on named variables: constants, variables with a range,
// and their sums, products and negations. An extent is kept as a polynomial
// with integer coefficients, its terms in one fixed order, so that two extents
// are equal exactly where they are one polynomial: (n + 1)·n is n·n + n.
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

// A name with the closed range of values that may be bound to it. Two
// variables are one where name and range agree; a binding gives its value to
// all variables of a name, each of which checks it against its own range.
struct Variable {
  std::string name;
  std::int64_t min = 0;
  std::int64_t max = 0;
  friend auto operator<=>(const Variable&, const Variable&) = default;
};

// Values by the name of the variable.
using Bindings = std::map<std::string, std::int64_t, std::less<>>;

class SymbolicExtent {
 public:
  // The variables of a term in ascending order; a power repeats its variable.
  using Monomial = std::vector<Variable>;
  // Highest degree first, then by name: the leading term comes first.
  struct GradedOrder {
    bool operator()(const Monomial& a, const Monomial& b) const {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
  };
  // Coefficients, none of them 0.
  using Terms = std::map<Monomial, std::int64_t, GradedOrder>;
  using Replacements = std::map<std::string, SymbolicExtent, std::less<>>;

  // Larger expressions are answered by `invalid`.
  static constexpr std::size_t kMaxTerms = 1024;
  static constexpr std::size_t kMaxDegree = 64;

  SymbolicExtent(std::int64_t constant = 0);  // NOLINT: extents are numbers

  // Returns a variable. Its name is a letter or _ followed by letters, digits
  // and _, other than "infer", and 0 <= min <= max; otherwise `invalid`.
  static Result<SymbolicExtent> variable(std::string name, std::int64_t min,
                                         std::int64_t max);

  // Returns the extent that a reshape works out from the others. It takes no
  // part in arithmetic.
  static SymbolicExtent infer();

  bool is_infer() const { return infer_; }
  // Returns whether it is a number.
  bool is_static() const { return value().has_value(); }
  // Returns the number that it is, or nothing where it depends on a variable.
  std::optional<std::int64_t> value() const;
  const Terms& terms() const { return terms_; }

  // Return sum, product and negation; `invalid` where a coefficient leaves 64
  // bits, the expression grows beyond its limits, or one side is infer().
  Result<SymbolicExtent> plus(const SymbolicExtent& other) const;
  Result<SymbolicExtent> times(const SymbolicExtent& other) const;
  Result<SymbolicExtent> negated() const;

  // Returns the q with q · divisor == *this for all values of the variables,
  // or nothing where there is none or the divisor is 0.
  std::optional<SymbolicExtent> divided_by(const SymbolicExtent& divisor) const;

  // Puts expressions in the place of variables; others stay. `invalid` where
  // a constant lies outside its variable's range.
  Result<SymbolicExtent> substitute(const Replacements& replacements) const;

  // Puts the bound values in; unbound variables stay.
  Result<SymbolicExtent> partial_eval(const Bindings& bindings) const;

  // Returns the value; `unsupported` with kind "view" where a variable is not
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

// Parses sums, products, negations and parentheses of integers and of the
// given variables, as text() prints them; "infer" is infer(). Fails with one
// sentence that says what was found.
Result<SymbolicExtent> parse_extent(std::string_view text,
                                    const std::vector<Variable>& variables);

}  // namespace assay
