// Parses the text that SymbolicExtent::text() prints, with a recursive-descent
// parser for sums of products.
// Tested by tests/spec/symbolic_shape_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "spec/symbolic_extent.h"

namespace assay {
namespace {

// The parser rejects longer text and deeper nesting, so that no text can
// exhaust the stack.
constexpr std::size_t kMaxText = 4096;
constexpr int kMaxDepth = 64;

class ExtentReader {
 public:
  ExtentReader(std::string_view text, const std::vector<Variable>& variables)
      : text_(text), rest_(text), variables_(variables) {}

  Result<SymbolicExtent> read() {
    auto result = sum();
    skip_spaces();
    if (result.ok() && !rest_.empty()) return bad("an operator");
    return result;
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }

  bool take(char symbol) {
    skip_spaces();
    if (rest_.empty() || rest_[0] != symbol) return false;
    rest_.remove_prefix(1);
    return true;
  }

  Status bad(std::string_view expected) const {
    return Status::invalid(fmt::format("extent \"{}\": expected {} at \"{}\"",
                                       text_.substr(0, 60), expected,
                                       rest_.substr(0, 20)));
  }

  Result<SymbolicExtent> sum() {
    auto total = product();
    while (total.ok()) {
      const bool minus = take('-');
      if (!minus && !take('+')) break;
      auto term = product();
      if (term.ok() && minus) term = term->negated();
      if (!term) return term;
      total = total->plus(*term);
    }
    return total;
  }

  Result<SymbolicExtent> product() {
    auto total = factor();
    while (total.ok() && take('*')) {
      const auto next = factor();
      if (!next) return next;
      total = total->times(*next);
    }
    return total;
  }

  Result<SymbolicExtent> factor() {
    if (++depth_ > kMaxDepth) return bad("fewer levels");
    auto result = unnested_factor();
    --depth_;
    return result;
  }

  Result<SymbolicExtent> unnested_factor() {
    if (take('-')) {
      const auto operand = factor();
      return operand.ok() ? operand->negated() : operand;
    }
    if (take('(')) {
      auto inner = sum();
      if (inner.ok() && !take(')')) return bad("\")\"");
      return inner;
    }
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
    const std::string_view word =
        rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    if (word.empty()) return bad("a number or a variable");
    auto result = word_value(word);
    if (result.ok()) rest_.remove_prefix(word.size());
    return result;
  }

  Result<SymbolicExtent> word_value(std::string_view word) const {
    for (const Variable& variable : variables_)
      if (variable.name == word)
        return SymbolicExtent::variable(variable.name, variable.min,
                                        variable.max);
    std::int64_t number = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc{} || stop != end)
      return bad("a number or a declared variable");
    return SymbolicExtent(number);
  }

  std::string_view text_;
  std::string_view rest_;
  const std::vector<Variable>& variables_;
  int depth_ = 0;
};

}  // namespace

Result<SymbolicExtent> parse_extent(std::string_view text,
                                    const std::vector<Variable>& variables) {
  if (text.size() > kMaxText)
    return Status::invalid(
        fmt::format("an extent of {} characters, expected at most {}",
                    text.size(), kMaxText));
  if (text == "infer") return SymbolicExtent::infer();
  return ExtentReader(text, variables).read();
}

}  // namespace assay
