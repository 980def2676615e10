// Computes with symbolic extents as polynomials with integer coefficients.
// Tested by tests/spec/symbolic_shape_test.cc.
#include "spec/symbolic_extent.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "spec/checked_int.h"

namespace assay {
namespace {

Status too_large() {
  return Status::invalid(
      fmt::format("an extent leaves 64 bits, {} terms or degree {}",
                  SymbolicExtent::kMaxTerms, SymbolicExtent::kMaxDegree));
}

Status no_arithmetic() {
  return Status::invalid("an inferred extent takes no part in arithmetic");
}

SymbolicExtent::Monomial merged(const SymbolicExtent::Monomial& a,
                                const SymbolicExtent::Monomial& b) {
  SymbolicExtent::Monomial result;
  std::merge(a.begin(), a.end(), b.begin(), b.end(),
             std::back_inserter(result));
  return result;
}

// Returns the monomial q with q · divisor == dividend, or nothing if there is
// none.
std::optional<SymbolicExtent::Monomial> monomial_quotient(
    const SymbolicExtent::Monomial& dividend,
    const SymbolicExtent::Monomial& divisor) {
  if (!std::includes(dividend.begin(), dividend.end(), divisor.begin(),
                     divisor.end()))
    return std::nullopt;
  SymbolicExtent::Monomial result;
  std::set_difference(dividend.begin(), dividend.end(), divisor.begin(),
                      divisor.end(), std::back_inserter(result));
  return result;
}

bool is_name(std::string_view name) {
  const auto letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const auto follows = [&](char c) {
    return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), follows) && name != "infer";
}

Status check_range(const Variable& variable, const SymbolicExtent& extent) {
  const auto value = extent.value();
  if (!value || (*value >= variable.min && *value <= variable.max)) return {};
  return Status::invalid(
      fmt::format("{} is bound to {}, outside of its range {} to {}",
                  variable.name, *value, variable.min, variable.max));
}

}  // namespace

SymbolicExtent::SymbolicExtent(std::int64_t constant) {
  if (constant != 0) terms_.emplace(Monomial{}, constant);
}

Result<SymbolicExtent> SymbolicExtent::variable(std::string name,
                                                std::int64_t min,
                                                std::int64_t max) {
  if (!is_name(name))
    return Status::invalid(fmt::format("\"{}\" names no variable", name));
  if (min < 0 || min > max)
    return Status::invalid(fmt::format(
        "variable {}: {} to {} is no range of extents", name, min, max));
  SymbolicExtent extent;
  extent.terms_.emplace(Monomial{{std::move(name), min, max}}, 1);
  return extent;
}

SymbolicExtent SymbolicExtent::infer() {
  SymbolicExtent extent;
  extent.infer_ = true;
  return extent;
}

std::optional<std::int64_t> SymbolicExtent::value() const {
  if (infer_) return std::nullopt;
  if (terms_.empty()) return 0;
  const auto& [monomial, coefficient] = *terms_.begin();
  if (!monomial.empty()) return std::nullopt;
  return coefficient;
}

Status SymbolicExtent::add_term(const Monomial& monomial,
                                std::int64_t coefficient) {
  if (monomial.size() > kMaxDegree) return too_large();
  const auto place = terms_.emplace(monomial, 0).first;
  const auto total = checked_sum(place->second, coefficient);
  if (!total) return too_large();  // view.extent_overflow
  place->second = *total;
  if (*total == 0) terms_.erase(place);
  return terms_.size() > kMaxTerms ? too_large() : Status();
}

Result<SymbolicExtent> SymbolicExtent::plus(const SymbolicExtent& other) const {
  if (infer_ || other.infer_) return no_arithmetic();
  SymbolicExtent result = *this;
  for (const auto& [monomial, coefficient] : other.terms_)
    if (Status s = result.add_term(monomial, coefficient); !s.ok()) return s;
  return result;
}

Result<SymbolicExtent> SymbolicExtent::times(
    const SymbolicExtent& other) const {
  if (infer_ || other.infer_) return no_arithmetic();
  SymbolicExtent result;
  for (const auto& [monomial, coefficient] : terms_)
    for (const auto& [factor, multiple] : other.terms_) {
      const auto scaled = checked_product(coefficient, multiple);
      if (!scaled) return too_large();
      if (Status s = result.add_term(merged(monomial, factor), *scaled);
          !s.ok())
        return s;
    }
  return result;
}

Result<SymbolicExtent> SymbolicExtent::negated() const { return times(-1); }

// Divides polynomials by long division. This works because in a graded order
// the leading term of a multiple of the divisor is a multiple of the divisor's
// leading term.
std::optional<SymbolicExtent> SymbolicExtent::divided_by(
    const SymbolicExtent& divisor) const {
  if (infer_ || divisor.infer_ || divisor.terms_.empty()) return std::nullopt;
  const auto& [lead, multiple] = *divisor.terms_.begin();
  SymbolicExtent quotient;
  SymbolicExtent rest = *this;
  while (!rest.terms_.empty()) {
    const auto& [monomial, coefficient] = *rest.terms_.begin();
    const auto factor = monomial_quotient(monomial, lead);
    // INT64_MIN / -1 has no result.
    if (!factor || coefficient == INT64_MIN || coefficient % multiple != 0)
      return std::nullopt;
    SymbolicExtent term;
    term.terms_.emplace(*factor, -(coefficient / multiple));
    const auto part = term.times(divisor);
    if (!part) return std::nullopt;
    auto less = rest.plus(*part);
    if (!less || !quotient.add_term(*factor, coefficient / multiple).ok())
      return std::nullopt;
    rest = *std::move(less);
  }
  return quotient;
}

Result<SymbolicExtent> SymbolicExtent::substitute(
    const Replacements& replacements) const {
  SymbolicExtent result;
  result.infer_ = infer_;
  for (const auto& [monomial, coefficient] : terms_) {
    SymbolicExtent term = coefficient;
    for (const Variable& variable : monomial) {
      SymbolicExtent factor;
      factor.terms_.emplace(Monomial{variable}, 1);
      if (const auto found = replacements.find(variable.name);
          found != replacements.end()) {
        factor = found->second;  // view.substitute
        if (Status s = check_range(variable, factor); !s.ok()) return s;
      }
      auto product = term.times(factor);
      if (!product) return product.status();
      term = *std::move(product);
    }
    auto sum = result.plus(term);
    if (!sum) return sum.status();
    result = *std::move(sum);
  }
  return result;
}

Result<SymbolicExtent> SymbolicExtent::partial_eval(
    const Bindings& bindings) const {
  return substitute(constants(bindings));  // view.partial_eval
}

SymbolicExtent::Replacements constants(const Bindings& bindings) {
  SymbolicExtent::Replacements replacements;
  for (const auto& [name, value] : bindings) replacements.emplace(name, value);
  return replacements;
}

Result<std::int64_t> SymbolicExtent::eval(const Bindings& bindings) const {
  const auto bound = partial_eval(bindings);
  if (!bound) return bound.status();
  if (const auto number = bound->value()) return *number;
  return Status::unsupported(  // view.eval_unbound
      "view", fmt::format("{} is symbolic, expected a number", bound->text()));
}

std::string SymbolicExtent::text() const {
  if (infer_) return "infer";
  std::string text;
  for (const auto& [monomial, coefficient] : terms_) {
    if (text.empty())
      text += coefficient < 0 ? "-" : "";
    else
      text += coefficient < 0 ? " - " : " + ";
    // The magnitude is unsigned, because |INT64_MIN| does not fit int64.
    const auto bits = static_cast<std::uint64_t>(coefficient);
    const std::uint64_t magnitude = coefficient < 0 ? 0 - bits : bits;
    if (magnitude != 1 || monomial.empty())
      text += fmt::format("{}", magnitude);
    for (std::size_t i = 0; i < monomial.size(); ++i)
      text += (i > 0 || magnitude != 1 ? "*" : "") + monomial[i].name;
  }
  return text.empty() ? "0" : text;  // view.extent_text
}

}  // namespace assay
