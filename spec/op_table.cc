// Looks up rows of the op table at run time, and checks the rules of the table
// while this file is compiled.
#include "spec/op_table.h"

namespace assay {

static_assert(
    [] {
      for (std::size_t i = 0; i < kOps.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (kOps[i]->name == kOps[j]->name || kOps[i]->id == kOps[j]->id)
            return false;
      return true;
    }(),
    "two ops share a name or an id");

static_assert(
    [] {
      for (const OpSpec* op : kOps)
        for (const Variant& variant : op->variants)
          for (int i = 0; i < kDTypeCount; ++i) {
            const auto dtype = static_cast<DType>(i);
            int covered = 0;
            for (const Tolerance& tolerance : variant.accuracy)
              covered += tolerance.dtypes.contains(dtype) ? 1 : 0;
            if (variant.dtypes().contains(dtype) ? covered != 1 : covered > 1)
              return false;
          }
      return true;
    }(),
    "an op's accuracy does not cover each of its dtypes exactly once");

static_assert(
    [] {
      for (const OpSpec* op : kOps)
        for (const Clause& clause : op->clauses)
          if (!clause.id.starts_with(op->name) ||
              clause.id[op->name.size()] != '.')
            return false;
      for (const FamilySpec& family : kFamilies)
        for (const Clause& clause : family.clauses)
          if (!clause.id.starts_with(family.name) ||
              clause.id[family.name.size()] != '.')
            return false;
      return true;
    }(),
    "a clause id does not start with its op or family and a dot");

static_assert(
    [] {
      for (int i = 0; i < kAttributeKeyCount; ++i)
        if (kAttributes[i].key != static_cast<AttributeKey>(i)) return false;
      for (const OpSpec* op : kOps)
        for (AttributeKey key : op->attributes)
          if (static_cast<int>(key) >= kAttributeKeyCount) return false;
      return true;
    }(),
    "spec/attributes.h has no row for an attribute of an op, or not the rows "
    "in "
    "the order of the keys");

static_assert(
    [] {
      for (const OpSpec* op : kOps)
        if (op->provenance.method.empty() || op->provenance.sources.empty())
          return false;
      return true;
    }(),
    "an op says not how it is answered, or which sources vouch for it");

static_assert(
    [] {
      for (const OpSpec* op : kOps)
        if (op->signature.types == nullptr || op->signature.results.empty() ||
            (op->signature.delivery == Delivery::kView) !=
                (op->signature.shows != nullptr))
          return false;
      return true;
    }(),
    "a signature has no type rule, no result or, for a view, no view rule");

std::span<const OpSpec* const> every_op() { return kOps; }
std::span<const Op> every_op_by_name() { return kOpsByName<>; }
std::span<const FamilySpec> every_family() { return kFamilies; }

const OpSpec& spec_of(Op op) { return op_table::spec_of(op); }
std::string_view name_of(Op op) { return op_table::spec_of(op).name; }
const FamilySpec& family_of(Op op) { return op_table::family_of(op); }
std::string_view set_of(Op op) { return op_table::set_of(op); }

std::optional<Op> op_named(std::string_view name) {
  return op_table::op_named(name);
}

const Clause* clause_named(std::string_view id) {
  return op_table::clause_named(id).value_or(nullptr);
}

std::string_view clause_of(Op op, std::string_view aspect) {
  const auto among = [&](std::string_view owner, const auto& clauses) {
    for (const Clause& clause : clauses)
      if (clause.id.substr(owner.size() + 1) == aspect) return clause.id;
    return std::string_view();
  };
  const auto own = among(name_of(op), spec_of(op).clauses);
  return own.empty() ? among(family_of(op).name, family_of(op).clauses) : own;
}

}  // namespace assay
