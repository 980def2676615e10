// Reads a case file, in which anything may be wrong, into a checked Case.
// Tested by tests/harness/case/case_json_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/case/attribute_json.h"
#include "harness/case/bounds_parse.h"
#include "harness/case/case_json.h"
#include "harness/case/case_parts.h"
#include "harness/case/case_types.h"
#include "harness/case/sequence_json.h"
#include "harness/case/slice_numbers.h"
#include "spec/element_text.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// Reports a shape whose rank, extent or element count is out of range.
void check_shape(const Shape& shape, CaseReader& reader) {
  if (std::ssize(shape) > kMaxRank)
    reader.fail(fmt::format("\"shape\" has {} extents, expected at most {}",
                            shape.size(), kMaxRank));
  else if (!shape.empty() && std::ranges::min(shape) < 0)
    reader.fail(fmt::format("\"shape\" has the extent {}, expected 0 or more",
                            std::ranges::min(shape)));
  else if (!checked_element_count(shape))
    reader.fail(fmt::format("\"shape\" is {}, which is more than 2^40 elements",
                            shape_text(shape)));
}

Status parse_tensor(const std::string& name, const Json& json,
                    Sequences* sequences, Case& test_case) {
  CaseReader reader(
      json, "tensors." + name,
      {"dtype", "shape", "strides", "offset", "storage", "recipe", "place"});
  reader.use(sequences);
  CaseTensor tensor;
  tensor.name = name;
  tensor.dtype = reader.dtype("dtype");
  const Shape shape = reader.integers("shape");
  if (!reader.status().ok()) return reader.status();
  check_shape(shape, reader);
  if (!reader.status().ok()) return reader.status();
  Strides strides = row_major_strides(shape);
  if (reader.has("strides")) strides = reader.integers("strides");
  const std::int64_t offset =
      reader.has("offset") ? reader.integer("offset", 0, std::int64_t{1} << 40)
                           : 0;
  if (strides.size() != shape.size())
    reader.fail(
        fmt::format("{} strides for rank {}", strides.size(), shape.size()));
  if (reader.has("place")) tensor.place = reader.named_place();
  if (reader.has("storage"))
    tensor.storage = reader.elements("storage", tensor.dtype);
  if (reader.has("recipe")) {
    CaseReader recipe(reader.at("recipe"), reader.place() + ".recipe",
                      {"name", "seed", "count"});
    tensor.recipe = Recipe{recipe.text("name"), recipe.seed("seed"),
                           recipe.integer("count", 0, std::int64_t{1} << 28)};
    if (recipe.status().ok() && tensor.recipe->name != "random_bits")
      recipe.fail(fmt::format("there is no recipe \"{}\"; expected random_bits",
                              tensor.recipe->name));
    if (!recipe.status().ok()) return recipe.status();
    if (tensor.storage) reader.fail("both storage and a recipe are given");
  }
  if (!reader.status().ok()) return reader.status();
  tensor.view = View(shape, std::move(strides), offset);
  test_case.tensors.push_back(std::move(tensor));
  return {};
}

// Reads groups of positions. No position may be in two places.
void parse_interchangeable(CaseReader& judge, std::int64_t count,
                           Permitted& permitted) {
  if (!judge.list("interchangeable")) return;
  std::set<std::int64_t> seen;
  for (const Json& group : judge.at("interchangeable")) {
    if (!group.is_array() || group.empty())
      judge.fail("\"interchangeable\" has " + found_text(group) +
                 ", expected a list of positions");
    std::vector<std::int64_t> positions;
    for (const Json& entry : group) {
      const std::int64_t at = integer_from_json(entry).value_or(-1);
      if (at < 0 || at >= count || !seen.insert(at).second)
        judge.fail("\"interchangeable\" has " + found_text(entry) +
                   ", expected a position of the result, once");
      positions.push_back(at);
    }
    permitted.interchangeable.push_back(std::move(positions));
  }
}

// Reads the other elements that are accepted, by ascending position.
Status parse_alternatives(CaseReader& judge, DType dtype, std::int64_t count,
                          Permitted& permitted) {
  if (!judge.list("alternatives")) return judge.status();
  std::int64_t next = 0;
  for (const Json& entry : judge.at("alternatives")) {
    CaseReader one(entry, judge.place() + ".alternatives",
                   {"position", "values"});
    Alternatives others;
    others.position = one.integer("position", next, count - 1);
    others.elements = one.elements("values", dtype);
    if (one.status().ok() && others.elements.empty())
      one.fail("\"values\" has no element, expected one at least");
    if (!one.status().ok()) return one.status();
    next = others.position + 1;
    permitted.alternatives.push_back(std::move(others));
  }
  return {};
}

// Reads the bounds of the fft class, one pair for each slice.
void parse_slices(CaseReader& judge, const Expectation& expectation,
                  Permitted& permitted) {
  const Shape& shape = expectation.shape;
  SliceBounds slices{judge.integers("axes"), judge.bounds("l2"),
                     judge.bounds("max")};
  if (!is_real(expectation.dtype) && !is_complex(expectation.dtype))
    judge.fail("class fft judges floats and complex numbers alone");
  if (expectation.whole_storage)
    judge.fail("class fft judges the elements of a result, not a storage");
  for (std::int64_t axis : slices.axes)
    if (axis < 0 || axis >= std::ssize(shape))
      judge.fail(fmt::format("axis {} is none of {}", axis, shape_text(shape)));
  if (!judge.status().ok()) return;
  const std::size_t count = SliceNumbers(shape, slices.axes).count();
  if (slices.l2.size() != count || slices.max.size() != count)
    judge.fail(fmt::format("{} l2 and {} max entries for {} slices",
                           slices.l2.size(), slices.max.size(), count));
  permitted.slices = std::move(slices);
}

// Returns whether a result is judged by the residual class. Such a result needs
// no values, because the judge checks it against the operands.
bool is_residual_class(CaseReader& reader) {
  if (!reader.has("judge")) return false;
  const Json& judge = reader.at("judge");
  return judge.is_object() && judge.contains("class") &&
         judge["class"] == "residual";
}

Result<Permitted> parse_permitted(CaseReader& reader,
                                  const Expectation& expectation,
                                  std::int64_t count, Sequences* sequences) {
  const DType dtype = expectation.dtype;
  Permitted permitted;
  const bool needs_values = !is_residual_class(reader);
  reader.use(sequences);
  if (needs_values || reader.has("values"))
    permitted.values = reader.elements("values", dtype);
  CaseReader judge(
      reader.at("judge"), reader.place() + ".judge",
      {"class", "accept", "bound", "axes", "l2", "max", "interchangeable",
       "alternatives", "residual", "orthogonality", "spectrum"});
  judge.use(sequences);
  const std::string name = judge.text("class");
  const auto found =
      std::find(std::begin(kAccuracyNames), std::end(kAccuracyNames), name);
  if (found == std::end(kAccuracyNames))
    judge.fail(fmt::format("there is no class \"{}\"; expected one of {}", name,
                           fmt::join(kAccuracyNames, ", ")));
  else
    permitted.accuracy =
        static_cast<Accuracy>(found - std::begin(kAccuracyNames));
  if (judge.has("accept"))
    if (Status s = parse_accept(judge, dtype, permitted); !s.ok()) return s;
  if (judge.has("bound")) permitted.bound = judge.bounds("bound");
  if (permitted.accuracy == Accuracy::kFft)
    parse_slices(judge, expectation, permitted);
  else if (judge.has("axes") || judge.has("l2") || judge.has("max"))
    judge.fail("axes, l2 and max belong to class fft");
  if (judge.status().ok())
    if (Status s = parse_matrices(judge, count, permitted); !s.ok()) return s;
  const auto wanted = static_cast<std::size_t>(count);
  if (permitted.values.size() != wanted &&
      (needs_values || !permitted.values.empty()))
    reader.fail(fmt::format("{} values for {} elements",
                            permitted.values.size(), count));
  const std::size_t parts = is_complex(dtype) ? 2 : 1;
  if (!permitted.accept.empty() && permitted.accept.size() != wanted * parts)
    judge.fail(fmt::format("{} accept entries for {} elements",
                           permitted.accept.size() / parts, count));
  if (!permitted.bound.empty() && permitted.bound.size() != wanted)
    judge.fail(fmt::format("{} bounds for {} elements", permitted.bound.size(),
                           count));
  if (judge.has("interchangeable"))
    parse_interchangeable(judge, count, permitted);
  if (judge.has("alternatives"))
    if (Status s = parse_alternatives(judge, dtype, count, permitted); !s.ok())
      return s;
  if (!reader.status().ok()) return reader.status();
  if (!judge.status().ok()) return judge.status();
  return permitted;
}

Status parse_expectation(const Json& json, std::size_t number,
                         const TensorTypes& types, Sequences* sequences,
                         Case& test_case) {
  CaseReader reader(json, fmt::format("expect[{}]", number),
                    {"tensor", "dtype", "shape", "contiguous", "metadata_only",
                     "whole_storage", "same_bits_as", "values", "judge",
                     "any_of", "place", "follows"});
  Expectation expectation;
  expectation.tensor = reader.text("tensor");
  const auto type = types.find(expectation.tensor);
  if (reader.status().ok() && type == types.end())
    reader.fail(fmt::format("there is no tensor {}", expectation.tensor));
  if (!reader.status().ok()) return reader.status();
  expectation.dtype = type->second.dtype;
  expectation.shape = type->second.shape;
  if (reader.has("dtype") && reader.dtype("dtype") != expectation.dtype)
    reader.fail(fmt::format("\"dtype\" is {}, the program gives {}",
                            name_of(reader.dtype("dtype")),
                            name_of(expectation.dtype)));
  if (reader.has("shape") && reader.integers("shape") != expectation.shape)
    reader.fail(fmt::format("\"shape\" is {}, the program gives {}",
                            shape_text(reader.integers("shape")),
                            shape_text(expectation.shape)));
  expectation.contiguous = reader.flag("contiguous");
  expectation.metadata_only = reader.flag("metadata_only");
  expectation.whole_storage = reader.flag("whole_storage");
  if (reader.has("same_bits_as")) {
    expectation.same_bits_as = reader.text("same_bits_as");
    if (!types.contains(expectation.same_bits_as))
      reader.fail(
          fmt::format("there is no tensor {}", expectation.same_bits_as));
  }
  if (reader.has("place")) expectation.place = reader.named_place();
  if (Status s = parse_follows(reader, expectation); !s.ok()) return s;
  std::int64_t count = element_count(expectation.shape);
  if (expectation.whole_storage) {
    const CaseTensor* tensor = test_case.find(expectation.tensor);
    if (tensor == nullptr || !tensor->storage)
      reader.fail("whole_storage needs a tensor with storage");
    else
      count = static_cast<std::int64_t>(tensor->storage->size());
  }
  if (!reader.status().ok()) return reader.status();
  if (reader.has("any_of")) {
    if (reader.has("values") || reader.has("judge"))
      reader.fail("any_of and values are given, expected one of them");
    if (!reader.list("any_of")) return reader.status();
    for (const Json& entry : reader.at("any_of")) {
      CaseReader inner(entry, reader.place() + ".any_of", {"values", "judge"});
      auto permitted = parse_permitted(inner, expectation, count, sequences);
      if (!permitted) return permitted.status();
      expectation.any_of.push_back(*std::move(permitted));
    }
  } else if (reader.has("values") || reader.has("judge")) {
    auto permitted = parse_permitted(reader, expectation, count, sequences);
    if (!permitted) return permitted.status();
    expectation.any_of.push_back(*std::move(permitted));
  }
  test_case.expect.push_back(std::move(expectation));
  return reader.status();
}

// Returns whether a text nests so deep that it could exhaust the parser.
bool nests_too_deeply(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  bool is_escaped = false;
  for (char c : text) {
    if (in_string) {
      if (c == '"' && !is_escaped) in_string = false;
      is_escaped = c == '\\' && !is_escaped;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > 64) return true;
  }
  return false;
}

Result<Case> read_case(const Json& json) {
  CaseReader reader(
      json, "case",
      {"format", "id", "clause", "seed", "profile", "profile_values",
       "sequences", "tensors", "steps", "expect"});
  const std::int64_t format =
      reader.integer("format", kCaseFormat, kProtocolFormat);
  const bool is_compact = format >= kCompactFormat;
  Case test_case;
  test_case.id = reader.text("id");
  test_case.clause = reader.text("clause");
  test_case.seed = reader.seed("seed");
  if (reader.has("profile")) test_case.profile = reader.text("profile");
  if (reader.has("profile_values"))
    reader.keep_profile_of("profile_values", test_case.profile);
  const Json& tensors = reader.at("tensors");
  const Json& steps = reader.at("steps");
  if (!tensors.is_object()) reader.fail("\"tensors\" is not an object");
  if (!steps.is_array()) reader.fail("\"steps\" is not a list");
  if (reader.status().ok() && clause_named(test_case.clause) == nullptr)
    reader.fail(fmt::format(
        "there is no clause \"{}\"; `assay list clauses` shows them all",
        test_case.clause));
  if (reader.has("expect") && !reader.at("expect").is_array())
    reader.fail("\"expect\" is not a list");
  if (!reader.status().ok()) return reader.status();
  if (reader.has("sequences") && !is_compact)
    reader.fail("\"sequences\" belong to format 2, \"format\" is 1");
  if (!reader.status().ok()) return reader.status();
  auto sequences = Sequences::read(
      reader.has("sequences") ? reader.at("sequences") : Json::array());
  if (!sequences) return sequences.status();
  Sequences* const known = is_compact ? &*sequences : nullptr;
  for (const auto& [name, tensor] : tensors.items())
    if (Status s = parse_tensor(name, tensor, known, test_case); !s.ok())
      return s;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (Status s = parse_step(steps[i], i, test_case); !s.ok()) return s;
  const auto types = type_case(test_case);
  if (!types) return types.status();
  if (reader.has("expect"))
    for (std::size_t i = 0; i < json["expect"].size(); ++i)
      if (Status s =
              parse_expectation(json["expect"][i], i, *types, known, test_case);
          !s.ok())
        return s;
  if (Status s = check_matrices(test_case, *types); !s.ok()) return s;
  if (format < kProtocolFormat && uses_protocol(test_case))
    return Status::invalid(fmt::format(
        "case: places, donations and steps that are not calls belong to "
        "format {}, \"format\" is {}",
        kProtocolFormat, format));
  return test_case;
}

}  // namespace

Result<Case> parse_case(std::string_view text) {
  if (text.size() > kMaxCaseBytes)
    return Status::invalid(fmt::format("{} bytes, expected at most {}",
                                       text.size(), kMaxCaseBytes));
  if (nests_too_deeply(text))
    return Status::invalid("lists or objects nest more than 64 deep");
  try {
    auto read = read_case(Json::parse(text));
    if (!read) return in_one_line(read.status());
    return read;
  } catch (const Json::parse_error& error) {
    return not_json(text, error.byte);
  } catch (const Json::out_of_range& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow)
      return Status::invalid(
          "not a case: a number in it is larger than any double");
    return in_one_line(
        Status::invalid(fmt::format("not a case: {}", error.what())));
  } catch (const Json::exception& error) {
    return in_one_line(
        Status::invalid(fmt::format("not a case: {}", error.what())));
  }
}

}  // namespace assay
