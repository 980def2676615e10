// Finds the row of an op in the table of a library's calls, and fills it in.
// conformance/calls/README.md says how rows are written.
// Tested by tests/cli/export_command_test.cc.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>

#include "conformance/export_library.h"
#include "harness/case/attribute_json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
using Integers = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

std::string_view calls_of(Library library) {
  switch (library) {
    case Library::kTorch:
      return kTorchCalls;
    case Library::kJax:
      return kJaxCalls;
    default:
      return kOnnxCalls;
  }
}

std::string integers_text(const Integers& integers) {
  return fmt::format("[{}]", fmt::join(integers, ", "));
}

// Holds what the placeholders of a row may name.
class CallParts {
 public:
  CallParts(Library library, const Case& test_case, const Step& step,
            const Names& operands, const TensorTypes& types)
      : library_(library), step_(step), operands_(operands) {
    for (const std::string& name : step.operands)
      types_.push_back(types.find(name)->second);
    element_ = fill_dtype(test_case, step);
    attributes_ = attributes_to_json(step.attributes, element_);
    if (!types_.empty()) derived_["of"] = dtype_text(types_[0].dtype);
    if (!step.outs.empty())
      derived_["to"] = dtype_text(types.find(step.outs[0])->second.dtype);
    derive_shapes();
    derive_ranges();
    derive_labels();
  }

  // Returns whether a row with this condition is for the call.
  bool holds(std::string_view condition) const {
    if (condition == "integer")
      return !types_.empty() && is_integer(types_[0].dtype);
    if (condition == "bool")
      return !types_.empty() && types_[0].dtype == DType::kBool;
    if (condition == "vector")
      return types_[1].shape.size() < types_[0].shape.size();
    if (condition == "uneven")
      return attributes_.contains("padding") &&
             std::any_of(attributes_["padding"].begin(),
                         attributes_["padding"].end(),
                         [](const Json& pair) { return pair[0] != pair[1]; });
    if (condition.ends_with('?'))
      return attributes_.contains(condition.substr(0, condition.size() - 1));
    const std::size_t at = condition.find('=');
    const std::string key(condition.substr(0, at));
    const std::string_view value = condition.substr(at + 1);
    const auto found = derived_.find(key);
    if (found != derived_.end()) return found->second == value;
    if (!attributes_.contains(key)) return false;
    const Json& attribute = attributes_[key];
    return attribute.is_string() ? attribute == value
                                 : attribute.dump() == value;
  }

  // Returns what a placeholder stands for.
  std::string filled(std::string_view name) const {
    if (name == "*") return operands_from(0);
    if (name[0] >= '0' && name[0] <= '9') {
      std::size_t number = 0;
      std::from_chars(name.data(), name.data() + 1, number);
      if (name.ends_with('*')) return operands_from(number);
      return number < operands_.size() ? operands_[number] : "None";
    }
    const bool optional = name.ends_with('?');
    if (optional) name.remove_suffix(1);
    const std::size_t space = std::min(name.find(' '), name.size());
    const std::string key(name.substr(0, space));
    const std::string_view form =
        space < name.size() ? name.substr(space + 1) : std::string_view();
    if (const auto list = lists_.find(key); list != lists_.end())
      return form == "tuple" ? python_tuple(list->second)
                             : integers_text(list->second);
    if (const auto found = derived_.find(key); found != derived_.end())
      return found->second;
    if (!attributes_.contains(key)) return "None";
    return formed(key, attributes_[key], form);
  }

 private:
  std::string dtype_text(DType dtype) const {
    return library_dtype(library_, dtype);
  }

  std::string operands_from(std::size_t number) const {
    const auto rest = std::span(operands_).subspan(number);
    return fmt::format("{}", fmt::join(rest, ", "));
  }

  std::int64_t extent_of(std::int64_t axis) const {
    return types_[0].shape[static_cast<std::size_t>(axis)];
  }

  std::size_t rank() const {
    return types_.empty() ? 0 : types_[0].shape.size();
  }

  void derive_shapes() {
    const auto rank = static_cast<std::int64_t>(this->rank());
    derived_["rank"] = fmt::format("{}", rank);
    derived_["spatial"] = fmt::format("{}", rank - 2);
    // Gradients of pooling have x first, as the forward pass.
    Integers& every = lists_["every"];
    for (std::int64_t axis = 0; axis < rank; ++axis) every.push_back(axis);
    if (attributes_.contains("axis")) {
      const auto axis = attributes_["axis"].get<std::int64_t>();
      for (const std::int64_t one : every)
        if (one != axis) lists_["others"].push_back(one);
      lists_["others"];
      const auto times = attributes_.value("times", std::int64_t{1});
      for (const std::int64_t one : every)
        lists_["tiles"].push_back(one == axis ? times : 1);
      // More letters than axes are in the alphabet are not needed: such ranks
      // are beyond every library's.
      const std::string letters =
          std::string("abcdefghijklmnopqrstuvwxyzABCDEF")
              .substr(0, this->rank());
      if (axis >= 0 && axis < std::min<std::int64_t>(rank, 32))
        derived_["einsum"] = fmt::format(
            "\"{}->{}\"", letters, letters[static_cast<std::size_t>(axis)]);
    }
    if (name_of(step_.op) == "irfft" && rank > 0) {
      const auto axes = attributes_["axes"].get<Integers>();
      const bool given = attributes_.contains("s") && !attributes_["s"].empty();
      if (!axes.empty())
        derived_["length"] =
            fmt::format("{}", given ? attributes_["s"][0].get<std::int64_t>()
                                    : 2 * (extent_of(axes[0]) - 1));
    }
  }

  // Slices by starts, stops and steps. A negative step goes from stop - 1 down
  // to start.
  void derive_ranges() {
    std::vector<Integers> ranges;
    Integers steps;
    const bool flips = name_of(step_.op) == "flip";
    if (flips) {
      const auto flags = attributes_["axes"].get<std::vector<bool>>();
      lists_["flipped"];
      for (std::size_t axis = 0; axis < flags.size(); ++axis) {
        ranges.push_back({0, types_[0].shape[axis]});
        steps.push_back(flags[axis] ? -1 : 1);
        if (flags[axis])
          lists_["flipped"].push_back(static_cast<std::int64_t>(axis));
      }
    } else if (attributes_.contains("ranges")) {
      ranges = attributes_["ranges"].get<std::vector<Integers>>();
      steps = Integers(ranges.size(), 1);
      if (attributes_.contains("steps"))
        steps = attributes_["steps"].get<Integers>();
    } else {
      return;
    }
    // A stop that ONNX takes as before the first element.
    constexpr std::int64_t kBeforeFirst = -INT64_MAX;
    Names slices;
    Integers starts, stops;
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
      const std::int64_t first = ranges[axis][0], last = ranges[axis][1];
      if (steps[axis] > 0) {
        starts.push_back(first);
        stops.push_back(last);
        slices.push_back(fmt::format("{}:{}{}", first, last,
                                     steps[axis] == 1
                                         ? std::string()
                                         : fmt::format(":{}", steps[axis])));
      } else {
        starts.push_back(last - 1);
        stops.push_back(first > 0 ? first - 1 : kBeforeFirst);
        slices.push_back(fmt::format(
            "{}:{}:{}", last - 1,
            first > 0 ? fmt::format("{}", first - 1) : std::string(),
            steps[axis]));
      }
    }
    slices.emplace_back("...");
    derived_["slices"] = fmt::format("{}", fmt::join(slices, ", "));
    lists_["starts"] = starts;
    lists_["stops"] = stops;
    lists_["steps"] = steps;
  }

  // The operands of einsum, each with its labels, and the labels of its result.
  void derive_labels() {
    if (!attributes_.contains("subscripts")) return;
    const Json& subscripts = attributes_["subscripts"];
    Names words;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      words.push_back(operands_[i]);
      words.push_back(listed(subscripts["inputs"][i]));
    }
    words.push_back(listed(subscripts["output"]));
    derived_["labelled"] = fmt::format("{}", fmt::join(words, ", "));
  }

  // Returns an attribute in one of the forms that README.md lists.
  std::string formed(const std::string& key, const Json& value,
                     std::string_view form) const {
    for (const auto& entry : step_.attributes.entries()) {
      const AttributeSpec& row = spec_of(entry.key);
      if (row.name != key) continue;
      if (row.kind == AttributeKind::kDType)
        return dtype_text(static_cast<DType>(entry.integers[0]));
      if (row.kind == AttributeKind::kElement) {
        const ElementBits bits = step_.attributes.element(entry.key);
        return form == "array" ? library_scalar(library_, element_, bits)
                               : python_value(element_, bits);
      }
    }
    if (form == "int") return value.get<bool>() ? "1" : "0";
    if (form == "one") return value.empty() ? "None" : value[0].dump();
    if (form == "tuple") return python_tuple(value.get<Integers>());
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (!value.is_array() || form.empty()) return listed(value);
    const auto pairs = value.get<std::vector<Integers>>();
    Integers befores, afters, reversed;
    Names tuples;
    for (const Integers& pair : pairs) {
      befores.push_back(pair[0]);
      afters.push_back(pair[1]);
      reversed.insert(reversed.begin(), pair.begin(), pair.end());
      tuples.push_back(python_tuple(pair));
    }
    if (form == "firsts") return integers_text(befores);
    if (form == "reversed") return integers_text(reversed);
    if (form == "pairs") return fmt::format("[{}]", fmt::join(tuples, ", "));
    befores.insert(befores.end(), afters.begin(), afters.end());
    return integers_text(befores);  // "sides"
  }

  static std::string listed(const Json& value) {
    if (!value.is_array()) return value.dump();
    Names entries;
    for (const Json& entry : value) entries.push_back(listed(entry));
    return fmt::format("[{}]", fmt::join(entries, ", "));
  }

  Library library_;
  const Step& step_;
  const Names& operands_;
  std::vector<TensorType> types_;  // of the operands
  DType element_ = DType::kFloat32;
  Json attributes_;
  std::map<std::string, std::string> derived_;
  std::map<std::string, Integers> lists_;
};

// Returns the text of the first row for the call; empty if there is none.
std::string row_of(Library library, const Step& step, const CallParts& parts) {
  std::istringstream table{std::string(calls_of(library))};
  std::string line, row;
  bool found = false;
  while (std::getline(table, line)) {
    if (found && line.starts_with("    ")) {
      row += "\n" + line;
      continue;
    }
    if (found) break;
    if (line.empty() || line[0] == '#' || line[0] == ' ') continue;
    const std::size_t colon = line.find(": ");
    std::istringstream head(line.substr(0, colon));
    std::string word;
    head >> word;
    found = word == name_of(step.op);
    while (found && head >> word) found = parts.holds(word);
    if (found) row = line.substr(colon + 2);
  }
  return row;
}

}  // namespace

Result<std::string> library_call(Library library, const Case& test_case,
                                 const Step& step, const Names& operands,
                                 const TensorTypes& types) {
  const CallParts parts(library, test_case, step, operands, types);
  std::string row = row_of(library, step, parts);
  if (row.empty())
    return Status::invalid(fmt::format(
        "{} has no call of {}; expected a case of ops that it has a function "
        "of",
        title_of(library), name_of(step.op)));
  if (row.starts_with("! "))
    return Status::invalid(fmt::format("{} has no such call of {}: {}",
                                       title_of(library), name_of(step.op),
                                       row.substr(2)));
  std::string text;
  for (std::size_t at = 0; at < row.size(); ++at) {
    const std::size_t end = row[at] == '{' ? row.find('}', at) : at;
    if (end == at) {
      text += row[at];
      continue;
    }
    text += parts.filled(std::string_view(row).substr(at + 1, end - at - 1));
    at = end;
  }
  return text;
}

}  // namespace assay
