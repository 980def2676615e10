// Sets the attributes of a call as the row of its op requires, so that code
// that calls many ops need not list them. Tested by
// tests/spec/signature_test.cc.
#pragma once

#include <string_view>
#include <utility>

#include "spec/op_lookup.h"

namespace assay {

// Sets the attribute that selects the variant, if the op has such an attribute.
inline void select_variant(Op op, std::string_view variant,
                           Attributes& attributes) {
  const OpSpec& spec = spec_of(op);
  if (spec.variant_by == kNoAttribute) return;
  for (std::size_t i = 0; i < spec.variants.size(); ++i)
    if (spec.variants[i].name == variant)
      attributes.set(spec.variant_by, {static_cast<std::int64_t>(i)});
}

// Returns the attributes of a call that works along these axes, with the
// variant selected. If the op takes a single axis, it gets the first.
// `keepdims` is left out if the op has no such attribute.
inline Attributes attributes_along(Op op, std::string_view variant,
                                   Attributes::Integers axes, bool keepdims) {
  const OpSpec& spec = spec_of(op);
  Attributes attributes;
  if (spec.has(AttributeKey::kAxis)) attributes.axis(axes.front());
  if (spec.has(AttributeKey::kAxes)) attributes.axes(std::move(axes));
  if (spec.has(AttributeKey::kKeepdims)) attributes.keepdims(keepdims);
  select_variant(op, variant, attributes);
  return attributes;
}

}  // namespace assay
