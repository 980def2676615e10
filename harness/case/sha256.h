// Computes SHA-256 (FIPS 180-4), from which case seeds and shards are derived.
// Tested by tests/harness/case/seed_test.cc with the standard's vectors.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// Returns the digest of a byte string.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

// Returns the digest as 64 hexadecimal digits, as sha256sum prints it.
std::string sha256_text(std::string_view bytes);

}  // namespace assay
