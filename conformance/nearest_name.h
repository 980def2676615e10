// The name that somebody meant who misspelt it.
// Tested by tests/conformance/nearest_name_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay {

// Returns how many characters have to be inserted, removed, replaced or swapped
// with their neighbour to make one text of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns the name at the least distance, the first of several; empty where
// more than a third of the characters, and more than one, would have to change.
std::string nearest_name(std::string_view given,
                         std::span<const std::string> names);

// Returns " (did you mean NAME?)", or nothing where no name is near.
std::string did_you_mean(std::string_view given,
                         std::span<const std::string> names);

}  // namespace assay
