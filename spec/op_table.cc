// Checks the rules of the op table while this file is compiled.
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

}  // namespace assay
