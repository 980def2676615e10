// Finds the name that a user meant but misspelt, so that an error message can
// suggest it.
// Tested by tests/conformance/nearest_name_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// Returns how many characters must be inserted, removed, replaced or swapped
// with their neighbour to turn one text into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the nearest name, the first of several. Returns an empty text if more
// than a third of the characters, and more than one, would have to change.
std::string nearest_name(std::string_view given,
                         std::span<const std::string> names);

// Returns " (did you mean NAME?)", or an empty text if no name is near.
std::string did_you_mean(std::string_view given,
                         std::span<const std::string> names);

}  // namespace assay
