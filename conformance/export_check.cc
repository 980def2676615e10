// Writes what a case expects as the checks of a Python program that calls a
// library. Elements are compared as Python's numbers, whose repr() tells -0
// from 0 and not one NaN from another.
// Tested by tests/cli/export_command_test.cc.
#include "conformance/export_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/case/case_json.h"
#include "harness/case/case_storage.h"
#include "harness/case/sequence_json.h"
#include "harness/case/slice_numbers.h"
#include "spec/op_lookup.h"

namespace assay {
namespace {

using Entries = std::vector<std::string>;

// Returns a list of `count` entries, or the expression that spreads a table.
template <typename T, typename F>
std::string spread_list(const ShortForms& compact, const std::vector<T>& list,
                        std::size_t count, const F& entry) {
  const CompactList* shorter = compact ? compact->find(list) : nullptr;
  Entries entries;
  if (shorter == nullptr) {
    for (std::size_t k = 0; k < count; ++k) entries.push_back(entry(k));
    return python_list(entries);
  }
  for (const std::size_t k : *shorter->table) entries.push_back(entry(k));
  return fmt::format("[table[k] for table in [{}] for k in s{}]",
                     python_list(entries), shorter->sequence);
}

std::string python_bound(double bound) {
  return bound < 0 ? "inf" : python_number(bound);
}

class ResultCheck {
 public:
  ResultCheck(Library library, const Case& test_case,
              const Expectation& expectation, const ShortForms& compact,
              std::string name)
      : library_(library),
        case_(test_case),
        expect_(expectation),
        compact_(compact),
        name_(std::move(name)) {}

  // Returns the assertion of the result's dtype and shape. The adapters convert
  // indices, and magnitudes of complex numbers, to the dtype of the case.
  std::string type_line() const {
    const std::string shape = python_tuple(expect_.shape);
    if (is_converted())
      return fmt::format("assert tuple({0}.shape) == {1}, {0}.shape\n", name_,
                         shape);
    return fmt::format(
        "assert {0}.dtype == {1} and tuple({0}.shape) == {2}, {0}\n", name_,
        library_dtype(library_, expect_.dtype), shape);
  }

  Result<std::string> values_lines() const {
    if (expect_.whole_storage && library_ != Library::kTorch &&
        expect_.any_of[0].values.size() !=
            static_cast<std::size_t>(element_count(expect_.shape)))
      return Status::invalid(fmt::format(
          "the case expects values in the memory around {}, which {} does not "
          "show; expected a case of results alone",
          expect_.tensor, title_of(library_)));
    std::string text;
    for (std::size_t i = 0; i < expect_.any_of.size(); ++i) {
      const std::string lines = permitted_lines(expect_.any_of[i]);
      text += i == 0 ? lines : "if wrong:  # another answer is permitted\n";
      if (i == 0) continue;
      for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = lines.find('\n', at) + 1;
        text += "    " + lines.substr(at, end - at);
        at = end;
      }
    }
    const Permitted& first = expect_.any_of[0];
    const std::string_view allowed = !first.bound.empty()    ? "bound, "
                                     : !first.accept.empty() ? "(low, high), "
                                                             : "";
    return text + fmt::format(
                      "assert not wrong, \"{}: (position, expected, {}got): "
                      "%s\" % wrong[:8]\n",
                      case_.clause, allowed);
  }

  std::string same_bits_line(const std::string& other) const {
    return fmt::format("assert {} == {}, \"{}: other bits than {}\"\n",
                       got(name_, is_float()), got(other, is_float()),
                       case_.clause, other);
  }

 private:
  bool is_float() const {
    return is_real(expect_.dtype) || is_complex(expect_.dtype);
  }

  bool is_converted() const {
    for (const Step& step : case_.steps) {
      if (std::find(step.outs.begin(), step.outs.end(), expect_.tensor) ==
          step.outs.end())
        continue;
      const std::string_view op = name_of(step.op);
      if (op == "argmax" || op == "argmin" || op == "argsort") return true;
      if (step.attributes.find(AttributeKey::kIndexDType) != nullptr)
        return true;
      if (op == "abs" && is_complex(expect_.dtype)) return true;
    }
    return false;
  }

  // Returns the elements of a result as a list of Python's numbers or of bits.
  std::string got(const std::string& name, bool as_bits) const {
    const bool is_torch = library_ == Library::kTorch;
    const bool is_jax = library_ == Library::kJax;
    const std::string array =
        expect_.whole_storage && is_strided() ? fmt::format("{}_storage", name)
        : as_bits && is_jax ? fmt::format("np.asarray({})", name)
                            : name;
    const std::string resolved =
        is_torch && as_bits && is_complex(expect_.dtype)
            ? array + ".resolve_conj().resolve_neg()"
            : array;
    return fmt::format(
        "{}.{}(){}.tolist()", resolved, is_torch ? "flatten" : "ravel",
        as_bits ? fmt::format(".view({}.uint{})", is_torch ? "torch" : "np",
                              component_bits(expect_.dtype))
                : "");
  }

  bool is_strided() const {
    const CaseTensor* tensor = case_.find(expect_.tensor);
    return tensor != nullptr && !tensor->view.is_c_contiguous();
  }

  std::string interval(const Acceptance& accept) const {
    if (accept.any) return "None";
    const DType part = !is_complex(expect_.dtype)            ? expect_.dtype
                       : component_bits(expect_.dtype) == 32 ? DType::kFloat32
                                                             : DType::kFloat64;
    return fmt::format("({}, {})", python_value(part, {accept.low, 0}),
                       python_value(part, {accept.high, 0}));
  }

  // Returns whether an interval is no plain low <= got <= high: it has an end
  // that is NaN or 0, or accepts anything.
  bool is_special(const Acceptance& accept) const {
    const std::string text = interval(accept);
    return accept.any || text.find("nan") != std::string::npos ||
           text.find("(0.0,") != std::string::npos ||
           text.find("-0.0") != std::string::npos ||
           text.find(", 0.0)") != std::string::npos;
  }

  // Returns the list of accepted intervals, and by `test` the test of an
  // element.
  std::string intervals(const Permitted& permitted, std::string& test) const {
    const bool two = is_complex(expect_.dtype);
    const std::size_t parts = two ? 2 : 1;
    const bool special =
        two || std::any_of(permitted.accept.begin(), permitted.accept.end(),
                           [&](const auto& one) { return is_special(one); });
    test = two       ? "all(one is None or within(part, *one) for part, one in "
                       "zip((g.real, g.imag), a))"
           : special ? "a is None or within(g, *a)"
                     : "a[0] <= g <= a[1]";
    return spread_list(
        compact_, permitted.accept, permitted.accept.size() / parts,
        [&](std::size_t k) {
          const std::string real = interval(permitted.accept[k * parts]);
          return two ? fmt::format("({}, {})", real,
                                   interval(permitted.accept[k * 2 + 1]))
                     : real;
        });
  }

  // Returns the lines that set `wrong` for one permitted answer.
  std::string permitted_lines(const Permitted& permitted) const {
    const bool as_bits =
        permitted.accuracy == Accuracy::kBits && is_float() &&
        std::any_of(permitted.values.begin(), permitted.values.end(),
                    [&](const ElementBits& one) {
                      return python_value(expect_.dtype, one).find("nan") !=
                             std::string::npos;
                    });
    std::string elements = got(name_, as_bits);
    if (is_complex(expect_.dtype) && !as_bits && is_converted())
      elements = fmt::format("list(map(complex, {}))", elements);
    std::string text = fmt::format(
        "expected = {}\ngot = {}\n",
        list_text(compact_, expect_.dtype, permitted.values, as_bits),
        elements);
    if (permitted.slices) return text + slices_lines(*permitted.slices);
    std::string test = "repr(e) == repr(g)", lists = "expected, got";
    if (!permitted.bound.empty()) {
      text += fmt::format(
          "bound = {}\n",
          spread_list(
              compact_, permitted.bound, permitted.bound.size(),
              [&](std::size_t k) { return python_bound(permitted.bound[k]); }));
      lists += ", bound";
      test = "abs(g - e) <= b or b == inf";
    } else if (!permitted.accept.empty()) {
      const std::string accept = intervals(permitted, test);
      text += fmt::format("accept = {}  # low and high\n", accept);
      lists += ", accept";
    }
    const std::string extra = !permitted.bound.empty()    ? ", b"
                              : !permitted.accept.empty() ? ", a"
                                                          : "";
    std::string skip;
    if (!permitted.alternatives.empty()) {
      Entries entries;
      for (const Alternatives& others : permitted.alternatives)
        entries.push_back(fmt::format(
            "{}: {}", others.position,
            list_text(std::nullopt, expect_.dtype, others.elements, as_bits)));
      text += fmt::format("also = {}\n", python_list(entries, "{", "}"));
      skip += " and repr(g) not in map(repr, also.get(i, []))";
    }
    if (!permitted.interchangeable.empty()) {
      Entries groups;
      for (const auto& group : permitted.interchangeable)
        groups.push_back(fmt::format("[{}]", fmt::join(group, ", ")));
      text += fmt::format(
          "groups = {}  # whose values may change places\n"
          "for group in groups:\n"
          "    for i, value in zip(group, sorted((got[i] for i in group), "
          "key=repr)):\n        got[i] = value\n"
          "    for i, value in zip(group, sorted((expected[i] for i in group), "
          "key=repr)):\n        expected[i] = value\n",
          python_list(groups));
    }
    return text + fmt::format(
                      "wrong = [(i, e{0}, g) for i, (e, g{0}) in "
                      "enumerate(zip({1}))\n         if not ({2}){3}]\n",
                      extra, lists, test, skip);
  }

  // Each slice has a bound in the 2-norm, and one of its largest element.
  std::string slices_lines(const SliceBounds& slices) const {
    const SliceNumbers numbers(expect_.shape, slices.axes);
    Entries slice_of;
    for (const Index& at : IndexSpace(expect_.shape))
      slice_of.push_back(fmt::format("{}", numbers.of(at)));
    Entries l2, most;
    for (const double bound : slices.l2) l2.push_back(python_bound(bound));
    for (const double bound : slices.max) most.push_back(python_bound(bound));
    const std::string where = slices.l2.size() == 1
                                  ? std::string("[0] * len(got)")
                                  : python_list(slice_of);
    return fmt::format(
        "wrong, slice_of = [], {}\n"
        "for k, (l2, most) in enumerate(zip({}, {})):\n"
        "    off = [(abs(g - e), i, e, g) for i, (e, g, s) in\n"
        "           enumerate(zip(expected, got, slice_of)) if s == k]\n"
        "    norm = sum(one[0]**2 for one in off)**0.5\n"
        "    if off and not (norm <= l2 and all(o[0] <= most for o in off)):\n"
        "        wrong.append(max(off)[1:])\n",
        where, python_list(l2), python_list(most));
  }

  Library library_;
  const Case& case_;
  const Expectation& expect_;
  const ShortForms& compact_;
  std::string name_;
};

}  // namespace

bool is_judged_by_residuals(const Expectation& expectation) {
  return std::any_of(expectation.any_of.begin(), expectation.any_of.end(),
                     [](const Permitted& permitted) {
                       return permitted.accuracy == Accuracy::kResidual;
                     });
}

std::string sequence_line(std::size_t number, const SequenceForm& form) {
  return fmt::format("s{} = expand({})\n", number,
                     sequence_to_json(form).dump());
}

std::string list_text(const ShortForms& compact, DType dtype,
                      const std::vector<ElementBits>& elements, bool as_bits) {
  const CompactList* shorter = compact ? compact->find(elements) : nullptr;
  const auto text = [&](std::size_t k) {
    return as_bits ? python_bits(dtype, elements[k])
                   : python_value(dtype, elements[k]);
  };
  if (shorter == nullptr || shorter->table) {
    if (shorter != nullptr && as_bits && is_complex(dtype))
      return fmt::format(
          "[part for pair in {} for part in pair]",
          spread_list(compact, elements, elements.size(), [&](std::size_t k) {
            return fmt::format("({})", text(k));
          }));
    return spread_list(compact, elements, elements.size(), text);
  }
  // The integers of the sequence are the elements, and none is NaN.
  if (is_complex(dtype))
    return shorter->imaginary
               ? fmt::format("[complex(*z) for z in zip(s{}, s{})]",
                             shorter->sequence, *shorter->imaginary)
               : fmt::format("[complex(k) for k in s{}]", shorter->sequence);
  const std::string_view type = is_real(dtype)          ? "float"
                                : dtype == DType::kBool ? "bool"
                                                        : "int";
  return fmt::format("[{}(k) for k in s{}]", type, shorter->sequence);
}

Result<std::string> check_lines(
    Library library, const Case& test_case, const Expectation& expectation,
    const ShortForms& compact,
    const std::function<std::string(std::string_view)>& name_in_program) {
  const std::string name = name_in_program(expectation.tensor);
  const ResultCheck check(library, test_case, expectation, compact, name);
  std::string text = fmt::format("print({})\n", name) + check.type_line();
  if (expectation.contiguous && library == Library::kTorch)
    text += fmt::format("assert {0}.is_contiguous(), {0}.stride()\n", name);
  if (!expectation.same_bits_as.empty())
    return text +
           check.same_bits_line(name_in_program(expectation.same_bits_as));
  if (expectation.metadata_only || expectation.any_of.empty() ||
      is_judged_by_residuals(expectation))
    return text;
  auto values = check.values_lines();
  if (!values) return values.status();
  return text + *values;
}

}  // namespace assay
