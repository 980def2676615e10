// Writes a case as JSON, in format 1, 2 or 3. The checks of a read case are in
// case_parse.cc.
// Tested by tests/harness/case/case_json_test.cc.
#include "harness/case/case_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/case/attribute_json.h"
#include "harness/case/case_parts.h"
#include "harness/case/case_types.h"
#include "harness/case/compact_lists.h"
#include "harness/case/sequence_json.h"
#include "spec/file_profile.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// A case with more entries than this is long, whatever the dtypes are.
constexpr std::size_t kMostPlainEntries = 30000;

// Holds the short forms of a case in format 2; empty in format 1.
using Compact = std::optional<CompactLists>;

// Returns a list of `count` entries, in short form if `compact` has one for
// `list`, else written out. `entry` returns the JSON of the entry of a number.
template <typename T, typename F>
Json list_to_json(const Compact& compact, const std::vector<T>& list,
                  std::size_t count, const F& entry) {
  const CompactList* shorter = compact ? compact->find(list) : nullptr;
  Json entries = Json::array();
  if (shorter == nullptr) {
    for (std::size_t k = 0; k < count; ++k) entries.push_back(entry(k));
    return entries;
  }
  if (!shorter->table) {
    if (!shorter->imaginary) return {{"sequence", shorter->sequence}};
    return {{"sequence", {shorter->sequence, *shorter->imaginary}}};
  }
  for (const std::size_t k : *shorter->table) entries.push_back(entry(k));
  return {{"sequence", shorter->sequence}, {"table", std::move(entries)}};
}

Json elements_to_json(const Compact& compact, DType dtype,
                      const std::vector<ElementBits>& elements) {
  return list_to_json(compact, elements, elements.size(), [&](std::size_t k) {
    return element_to_json(dtype, elements[k]);
  });
}

Json tensor_to_json(const Compact& compact, const CaseTensor& tensor) {
  Json json = {{"dtype", name_of(tensor.dtype)},
               {"shape", tensor.view.shape()}};
  if (!tensor.view.is_c_contiguous()) {
    json["strides"] = tensor.view.strides();
    json["offset"] = tensor.view.offset();
  }
  if (!tensor.place.empty()) json["place"] = tensor.place;
  if (tensor.storage)
    json["storage"] = elements_to_json(compact, tensor.dtype, *tensor.storage);
  if (tensor.recipe)
    json["recipe"] = {{"name", tensor.recipe->name},
                      {"seed", fmt::format("{:016x}", tensor.recipe->seed)},
                      {"count", tensor.recipe->count}};
  return json;
}

Json call_to_json(const Case& test_case, const Step& step) {
  Json json = {{"op", name_of(step.op)}, {"operands", step.operands}};
  if (!step.attributes.entries().empty())
    json["attributes"] =
        attributes_to_json(step.attributes, fill_dtype(test_case, step));
  json["outs"] = step.outs;
  if (!step.donated.empty()) json["donate"] = step.donated;
  return json;
}

Json step_to_json(const Case& test_case, const Step& step) {
  Json json = step.does == StepKind::kCall ? call_to_json(test_case, step)
                                           : surroundings_to_json(step);
  if (step.status != StatusCode::kOk) json["status"] = name_of(step.status);
  if (!step.kind.empty()) json["kind"] = step.kind;
  if (!step.message_contains.empty())
    json["message_contains"] = step.message_contains;
  return json;
}

Json acceptance_to_json(DType dtype, const Acceptance& accept) {
  if (accept.any) return "any";
  return {component_json(dtype, accept.low),
          component_json(dtype, accept.high)};
}

Json permitted_to_json(const Compact& compact, DType dtype,
                       const Permitted& permitted) {
  Json judge = {
      {"class", kAccuracyNames[static_cast<int>(permitted.accuracy)]}};
  if (!permitted.accept.empty()) {
    const std::size_t parts = is_complex(dtype) ? 2 : 1;
    judge["accept"] = list_to_json(
        compact, permitted.accept, permitted.accept.size() / parts,
        [&](std::size_t k) {
          Json entry = acceptance_to_json(dtype, permitted.accept[k * parts]);
          if (parts == 2)
            entry = Json::array(
                {entry,
                 acceptance_to_json(dtype, permitted.accept[k * parts + 1])});
          return entry;
        });
  }
  if (!permitted.bound.empty()) {
    const Json bounds = compact && compact->find(permitted.bound) != nullptr
                            ? Json()
                            : bounds_json(permitted.bound);
    judge["bound"] = list_to_json(
        compact, permitted.bound, permitted.bound.size(), [&](std::size_t k) {
          return bounds.empty() ? bounds_json({permitted.bound[k]})[0]
                                : bounds[k];
        });
  }
  if (permitted.slices) {
    judge["axes"] = permitted.slices->axes;
    judge["l2"] = bounds_json(permitted.slices->l2);
    judge["max"] = bounds_json(permitted.slices->max);
  }
  if (permitted.matrices) {
    judge["residual"] = bounds_json(permitted.matrices->residual);
    judge["orthogonality"] = bounds_json(permitted.matrices->orthogonality);
    judge["spectrum"] = bounds_json(permitted.matrices->spectrum);
  }
  if (!permitted.interchangeable.empty())
    judge["interchangeable"] = permitted.interchangeable;
  for (const Alternatives& others : permitted.alternatives)
    judge["alternatives"].push_back(
        {{"position", others.position},
         {"values", elements_to_json(std::nullopt, dtype, others.elements)}});
  if (permitted.accuracy == Accuracy::kResidual && permitted.values.empty())
    return {{"judge", std::move(judge)}};  // a factor has no values
  return {{"values", elements_to_json(compact, dtype, permitted.values)},
          {"judge", std::move(judge)}};
}

Json expectation_to_json(const Compact& compact,
                         const Expectation& expectation) {
  Json json = {{"tensor", expectation.tensor},
               {"dtype", name_of(expectation.dtype)},
               {"shape", expectation.shape}};
  if (expectation.contiguous) json["contiguous"] = true;
  if (expectation.metadata_only) json["metadata_only"] = true;
  if (expectation.whole_storage) json["whole_storage"] = true;
  if (!expectation.same_bits_as.empty())
    json["same_bits_as"] = expectation.same_bits_as;
  if (!expectation.place.empty()) json["place"] = expectation.place;
  if (expectation.follows)
    json["follows"] = follows_to_json(*expectation.follows, expectation.dtype);
  if (expectation.any_of.size() == 1) {
    json.update(
        permitted_to_json(compact, expectation.dtype, expectation.any_of[0]));
  } else if (expectation.any_of.size() > 1) {
    for (const Permitted& permitted : expectation.any_of)
      json["any_of"].push_back(
          permitted_to_json(compact, expectation.dtype, permitted));
  }
  return json;
}

// Returns how many entries the long lists of a case have in total.
std::size_t entries_in(const Case& test_case) {
  std::size_t count = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    count += tensor.storage ? tensor.storage->size() : 0;
  for (const Expectation& expectation : test_case.expect)
    for (const Permitted& permitted : expectation.any_of)
      count += permitted.values.size() + permitted.accept.size() +
               permitted.bound.size();
  return count;
}

Json written(const Case& test_case, const Compact& compact) {
  const std::int64_t format = uses_protocol(test_case) ? kProtocolFormat
                              : compact                ? kCompactFormat
                                                       : kCaseFormat;
  Json json = {{"format", format},
               {"id", test_case.id},
               {"clause", test_case.clause},
               {"seed", fmt::format("{:016x}", test_case.seed)},
               {"profile", test_case.profile}};
  // A built-in profile needs no values.
  const Profile* profile = profile_named(test_case.profile);
  if (const auto values =
          profile == nullptr ? std::nullopt : stored_values(*profile))
    json["profile_values"] = *values;
  if (compact)
    for (const SequenceForm& form : compact->sequences())
      json["sequences"].push_back(sequence_to_json(form));
  json["tensors"] = Json::object();
  json["steps"] = Json::array();
  json["expect"] = Json::array();
  for (const CaseTensor& tensor : test_case.tensors)
    json["tensors"][tensor.name] = tensor_to_json(compact, tensor);
  for (const Step& step : test_case.steps)
    json["steps"].push_back(step_to_json(test_case, step));
  for (const Expectation& expectation : test_case.expect)
    json["expect"].push_back(expectation_to_json(compact, expectation));
  return json;
}

}  // namespace

bool is_long_case(const Case& test_case, std::size_t most_plain) {
  const std::size_t entries = entries_in(test_case);
  // An entry takes about a hundred characters at most.
  if (entries < most_plain / 128) return false;
  return entries > kMostPlainEntries ||
         written(test_case, std::nullopt).dump().size() > most_plain;
}

Json case_to_json(const Case& test_case, std::size_t most_plain) {
  if (!is_long_case(test_case, most_plain))
    return written(test_case, std::nullopt);
  const Compact compact(std::in_place, test_case, kShortestCompact);
  // If no list gets shorter, write format 1, which more readers understand.
  if (compact->sequences().empty()) return written(test_case, std::nullopt);
  return written(test_case, compact);
}

}  // namespace assay
