// Lists the elements of a view of the module, and prints views for tests.
#pragma once

#include <ostream>
#include <string>

#include "harness/view/element_map.h"

namespace assay {

inline void PrintTo(const ElementMap& map, std::ostream* stream) {
  *stream << shape_text(map.shape) << ":";
  for (const Element& element : map.elements)
    *stream << " " << (element ? std::to_string(*element) : "padding");
}

inline ElementMap map_of(const SymbolicView& view) {
  ElementMap map{view.shape().concrete().value(), {}};
  const auto elements = view.elements();
  for (const Element& element : elements.value())
    map.elements.push_back(element);
  return map;
}

inline std::string described(const SymbolicView& view) {
  std::string text = view.shape().text() + " with strides " +
                     shape_text(view.strides()) + " at " +
                     std::to_string(view.offset());
  if (!view.mask()) return text;
  text += " masked";
  for (const auto& [start, stop] : *view.mask())
    text += " [" + std::to_string(start) + ", " + std::to_string(stop) + ")";
  return text;
}

}  // namespace assay
