// Exports the op table as JSON. The keys are a public format, and the member
// "format" has its number. Tested by tests/spec/spec_export_test.cc.
#include "spec/spec_export.h"

#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "spec/built_in_profiles.h"
#include "spec/clause_source.h"
#include "spec/op_lookup.h"
#include "spec/op_sets.h"
#include "spec/policy_texts.h"
#include "spec/profile.h"
#include "spec/version.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kCategoryNames[] = {"bool", "signed", "unsigned",
                                               "real", "complex"};
constexpr std::string_view kKindNames[] = {
    "integer", "integer_list", "bool",   "bool_list", "pair_list",
    "element", "dtype",        "choice", "subscripts"};
static_assert(std::size(kKindNames) == kAttributeKindCount);
constexpr std::string_view kRoleNames[] = {
    "cell", "same", "paired", "bool", "int32", "index", "float32", "derived"};
static_assert(std::size(kRoleNames) == static_cast<int>(Role::kDerived) + 1);
constexpr std::string_view kDeliveryNames[] = {
    "written", "kept",   "returned",  "offered",  "view",
    "shared",  "hosted", "allocated", "accessed", "protocol"};
static_assert(std::size(kDeliveryNames) ==
              static_cast<int>(Delivery::kProtocol) + 1);

Json dtype_json(const DTypeSpec& row) {
  Json json = {{"name", row.name},
               {"category", kCategoryNames[static_cast<int>(row.category)]},
               {"bits", row.bits},
               {"dlpack_code", row.dlpack_code}};
  if (row.format.bits != 0)
    json["float_format"] = {{"bits", row.format.bits},
                            {"precision", row.format.precision},
                            {"min_exponent", row.format.min_exponent},
                            {"max_exponent", row.format.max_exponent},
                            {"has_infinity", row.format.has_infinity}};
  return json;
}

Json names_json(DTypeSet dtypes) {
  Json names = Json::array();
  for (const DTypeSpec& row : kDTypes)
    if (dtypes.contains(row.dtype)) names.push_back(row.name);
  return names;
}

// Returns a variant as JSON. Rows share lists of tolerances that cover more
// dtypes, so only the tolerances of the variant's dtypes are written.
Json variant_json(const Variant& variant) {
  Json accuracy = Json::array();
  for (const Tolerance& tolerance : variant.accuracy) {
    const DTypeSet dtypes = tolerance.dtypes & variant.dtypes();
    if (dtypes.empty()) continue;
    Json entry = {
        {"dtypes", names_json(dtypes)},
        {"class", kAccuracyNames[static_cast<int>(tolerance.accuracy)]}};
    if (tolerance.bound != 0) entry["bound"] = tolerance.bound;
    accuracy.push_back(std::move(entry));
  }
  return {{"name", variant.name},
          {"required", names_json(variant.required)},
          {"optional", names_json(variant.optional)},
          {"accuracy", std::move(accuracy)}};
}

Json clauses_json(const std::span<const Clause> clauses) {
  Json list = Json::array();
  for (const Clause& clause : clauses) {
    const ClauseSource source = source_of(clause.id);
    const SourceSection* section = section_of(source.place);
    Json entry = {
        {"id", clause.id},
        {"status", std::string(1, letter_of(clause.status))},
        {"text", clause.text},
        {"enforced_by", kEnforcedByNames[static_cast<int>(clause.enforced_by)]},
        {"source", section == nullptr ? "" : section->name},
        {"reason", source.why}};
    if (const auto demand = open_demand(clause); !demand.empty())
      entry["demand"] = demand;
    list.push_back(std::move(entry));
  }
  return list;
}

// Returns the operands or the results of a signature. Keys that would have
// their usual value are left out.
Json arguments_json(const FixedList<Argument, kMaxOperands>& arguments) {
  Json list = Json::array();
  for (const Argument& argument : arguments) {
    Json entry = {{"name", argument.name},
                  {"role", kRoleNames[static_cast<int>(argument.role)]}};
    if (argument.is_list) entry["is_list"] = true;
    if (argument.given_by != kNoAttribute)
      entry["given_by"] = spec_of(argument.given_by).name;
    list.push_back(std::move(entry));
  }
  return list;
}

Json set_json(const OpSet& set) {
  return {{"name", set.name},
          {"text", set.text},
          {"shares", std::vector<std::string_view>(set.shares.begin(),
                                                   set.shares.end())}};
}

Json op_json(const OpSpec& op, const FamilySpec& family) {
  Json attributes = Json::array();
  for (AttributeKey key : op.attributes) {
    const AttributeSpec& row = spec_of(key);
    attributes.push_back({{"name", row.name},
                          {"key", static_cast<int>(key)},
                          {"kind", row.choices_name.empty()
                                       ? kKindNames[static_cast<int>(row.kind)]
                                       : row.choices_name},
                          {"text", row.text}});
    if (row.is_optional) attributes.back()["is_optional"] = true;
  }
  Json variants = Json::array();
  for (const Variant& variant : op.variants)
    variants.push_back(variant_json(variant));
  return {{"name", op.name},
          {"id", op.id},
          {"family", family.name},
          {"set", op.set.empty() ? family.set : op.set},
          {"signature", op.signature.name},
          {"returns_tensor", op.signature.returns_tensor()},
          {"delivery", kDeliveryNames[static_cast<int>(op.signature.delivery)]},
          {"is_by_element", op.signature.is_by_element},
          {"operands", arguments_json(op.signature.operands)},
          {"results", arguments_json(op.signature.results)},
          {"attributes", std::move(attributes)},
          {"formula", op.formula},
          {"variants", std::move(variants)},
          {"clauses", clauses_json(op.clauses)}};
}

Json axis_json(std::size_t axis) {
  constexpr std::string_view kEffectNames[] = {"replaces", "adds", "decides"};
  Json values = Json::array();
  for (const Policy policy : policies_of_axis(axis))
    values.push_back(kPolicyAxes[axis].values[policy.value]);
  Json texts = Json::array();
  for (const PolicyText& row : policy_texts())
    if (row.policy.axis == axis)
      texts.push_back({{"value", kPolicyAxes[axis].values[row.policy.value]},
                       {"clauses", names_in(row.clauses)},
                       {"effect", kEffectNames[static_cast<int>(row.effect)]},
                       {"text", row.text}});
  return {{"name", kPolicyAxes[axis].name},
          {"values", std::move(values)},
          {"texts", std::move(texts)}};
}

Json profile_json(const Profile& profile) {
  Json values = Json::object();
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    values[std::string(kPolicyAxes[axis].name)] =
        kPolicyAxes[axis].values[profile.values[axis]];
  return {{"name", profile.name}, {"values", std::move(values)}};
}

}  // namespace

std::string spec_json() {
  Json json = {{"format", 1}, {"spec_version", kSpecVersion}};
  json["dtypes"] = Json::array();
  for (const DTypeSpec& row : kDTypes)
    json["dtypes"].push_back(dtype_json(row));
  json["sets"] = Json::array();
  for (const OpSet& set : kOpSets) json["sets"].push_back(set_json(set));
  json["families"] = Json::array();
  json["ops"] = Json::array();
  for (const FamilySpec& family : every_family()) {
    json["families"].push_back(
        {{"name", family.name}, {"clauses", clauses_json(family.clauses)}});
    for (std::size_t i = 0; i < family.op_count; ++i)
      json["ops"].push_back(op_json(*family.ops[i], family));
  }
  json["policy_axes"] = Json::array();
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis)
    json["policy_axes"].push_back(axis_json(axis));
  json["profiles"] = Json::array();
  for (const Profile* profile : kProfiles)
    json["profiles"].push_back(profile_json(*profile));
  return json.dump(2) + "\n";
}

}  // namespace assay
