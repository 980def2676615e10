// Reads and writes what a subject says about itself in its answer to hello: its
// names, places and claims.
// Tested by tests/harness/subject/wire_test.cc and process_subject_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "harness/subject/tensor_bounds.h"
#include "harness/subject/wire_fields.h"
#include "harness/subject/wire_messages.h"
#include "spec/cells.h"
#include "spec/version.h"

namespace assay {
namespace {

bool is_one_of(std::string_view text, std::span<const std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Reads an optional integer of a claim into `limit`.
Status parse_limit(const WireJson& row, const char* key, std::int64_t low,
                   std::int64_t high, std::int64_t& limit) {
  if (find(row, key) == nullptr) return {};
  const auto number = integer_at(row, key);
  if (!number) return number.status();
  if (*number < low || *number > high)
    return high == INT64_MAX
               ? found("\"{}\" is {} where {} or more is expected", key,
                       *number, low)
               : found("\"{}\" is {} where {} to {} is expected", key, *number,
                       low, high);
  limit = *number;
  return {};
}

// Reads an optional true or false into `flag`.
Status parse_flag(const WireJson& object, const char* key, bool& flag) {
  const WireJson* value = find(object, key);
  if (value == nullptr) return {};
  if (!value->is_boolean())
    return found("\"{}\" is {} where true or false is expected", key,
                 excerpt(*value));
  flag = value->get<bool>();
  return {};
}

Result<Claim> parse_promise(const WireJson& row) {
  Claim claim;
  for (const auto& [key, low, high, limit] :
       {std::tuple{"max_rank", std::int64_t{0}, kMaxRank, &claim.max_rank},
        {"min_axes", 0, kMaxRank, &claim.min_axes},
        {"max_axes", 0, kMaxRank, &claim.max_axes},
        {"max_operands", 1, INT64_MAX, &claim.max_operands},
        {"min_extent", 0, INT64_MAX, &claim.min_extent},
        {"max_extent", 0, INT64_MAX, &claim.max_extent}})
    if (Status s = parse_limit(row, key, low, high, *limit); !s.ok()) return s;
  if (claim.min_axes > claim.max_axes)
    return found("\"min_axes\" is {} where \"max_axes\" is {}", claim.min_axes,
                 claim.max_axes);
  if (claim.min_extent > claim.max_extent)
    return found("\"min_extent\" is {} where \"max_extent\" is {}",
                 claim.min_extent, claim.max_extent);
  for (const auto& [key, flag] : {std::pair{"composed", &claim.composed},
                                  std::pair{"immutable", &claim.immutable}})
    if (Status s = parse_flag(row, key, *flag); !s.ok()) return s;
  if (const WireJson* layouts = find(row, "layouts")) {
    if (!layouts->is_array())
      return found("\"layouts\" is {} where a list of names is expected",
                   excerpt(*layouts));
    for (const WireJson& name : *layouts) {
      if (!name.is_string() ||
          !is_one_of(name.get_ref<const std::string&>(), kLayoutNames))
        return found("{} is no layout of this kit", excerpt(name));
      claim.layouts.push_back(name.get<std::string>());
    }
  }
  return claim;
}

Result<std::vector<std::pair<Cell, Claim>>> parse_row(const WireJson& row) {
  if (!row.is_object())
    return found("it is {} where an object is expected", excerpt(row));
  const auto name = text_at(row, "op");
  if (!name) return name.status();
  const auto op = op_named(*name);
  if (!op) {
    Status unknown =
        found("\"{}\" is no op of this specification", one_line(*name, 60));
    unknown.code = StatusCode::kUnsupported;  // parse_hello() may skip it
    return unknown;
  }
  std::string variant_name;
  if (find(row, "variant") != nullptr) {
    auto text = text_at(row, "variant");
    if (!text) return text.status();
    variant_name = *std::move(text);
  }
  const Variant* variant = variant_named(spec_of(*op), variant_name);
  if (variant == nullptr)
    return found("{} has no variant \"{}\"", *name, one_line(variant_name, 60));
  const auto claim = parse_promise(row);
  if (!claim) return claim.status();

  const bool paired = spec_of(*op).signature.is_paired();
  const char* key = paired ? "pairs" : "dtypes";
  const WireJson* list = find(row, key);
  if (list == nullptr) return found("\"{}\" of {} is missing", key, *name);
  if (!list->is_array())
    return found("\"{}\" of {} is {} where a list is expected", key, *name,
                 excerpt(*list));
  std::vector<std::pair<Cell, Claim>> claims;
  for (const WireJson& entry : *list) {
    if (paired && (!entry.is_array() || entry.size() != 2))
      return found("{} of {} where a pair [from, to] is expected",
                   excerpt(entry), *name);
    const auto dtype = dtype_of(paired ? entry[0] : entry);
    if (!dtype) return found("{}: {}", *name, dtype.status().message);
    const auto result = dtype_of(paired ? entry[1] : entry);
    if (!result) return found("{}: {}", *name, result.status().message);
    claims.emplace_back(Cell{*op, variant->name, *dtype, *result}, *claim);
  }
  return claims;
}

// Reads the places of hello, and which one is that of ops.
Result<Places> parse_places(const WireJson& reply) {
  constexpr std::size_t kMostPlaces = 64;
  Places places;
  const WireJson* list = find(reply, "places");
  if (list == nullptr) return places;
  const auto is_name = [](const WireJson& entry) {
    return entry.is_string() &&
           entry.get_ref<const std::string&>().size() <= 100;
  };
  if (!list->is_array() || list->size() > kMostPlaces ||
      !std::all_of(list->begin(), list->end(), is_name))
    return found(
        "\"places\" is {} where a list of at most {} names is expected",
        excerpt(*list), kMostPlaces);
  for (const WireJson& entry : *list)
    places.names.push_back(one_line(entry.get<std::string>(), 100));
  const auto home = text_at(reply, "home");
  if (!home) return home.status();
  const auto place = std::find(places.names.begin(), places.names.end(), *home);
  if (place == places.names.end())
    return found("\"home\" is \"{}\" where one of \"places\" is expected",
                 one_line(*home, 60));
  places.home = static_cast<std::uint32_t>(place - places.names.begin());
  if (Status status = check_places(places); !status.ok()) return status;
  return places;
}

// Returns whether a version, such as "0.2.0", is later than another one.
bool is_later_version(std::string_view version, std::string_view than) {
  const auto parts = [](std::string_view text) {
    std::vector<std::int64_t> numbers = {0};
    for (const char c : text) {
      if (c == '.')
        numbers.push_back(0);
      else if (c < '0' || c > '9' || numbers.back() > 1'000'000)
        return std::vector<std::int64_t>();
      else
        numbers.back() = numbers.back() * 10 + (c - '0');
    }
    return numbers;
  };
  return parts(version) > parts(than);
}

}  // namespace

Result<Hello> parse_hello(const WireJson& reply) {
  const auto protocol = integer_at(reply, "protocol");
  if (!protocol) return protocol.status();
  if (*protocol != kWireVersion)
    return found("\"protocol\" is {} where {} is expected", *protocol,
                 kWireVersion);
  auto name = text_at(reply, "name");
  if (!name) return name.status();
  auto version = text_at(reply, "version");
  if (!version) return version.status();
  auto spec_version = text_at(reply, "spec_version");
  if (!spec_version) return spec_version.status();
  const WireJson* list = find(reply, "claims");
  if (list == nullptr) return found("\"claims\" is missing");
  if (!list->is_array())
    return found("\"claims\" is {} where a list is expected", excerpt(*list));
  Hello hello{one_line(*name, 100),
              one_line(*version, 100),
              one_line(*spec_version, 100),
              {},
              {}};
  if (auto places = parse_places(reply); !places)
    return places.status();
  else
    hello.places = *std::move(places);
  const bool is_later = is_later_version(hello.spec_version, kSpecVersion);
  bool immutable = false;
  if (Status s = parse_flag(reply, "immutable", immutable); !s.ok()) return s;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto claims = parse_row((*list)[i]);
    // The host cannot judge what a later specification brings.
    if (!claims && is_later && claims.status().code == StatusCode::kUnsupported)
      continue;
    if (!claims) return found("claim {}: {}", i, claims.status().message);
    for (auto& claim : *claims) {
      claim.second.immutable = claim.second.immutable || immutable;
      if (name_of(claim.first.op) == "placement" && hello.places.names.empty())
        return found("claim {}: placement is claimed and \"places\" is missing",
                     i);
      hello.claims.push_back(std::move(claim));
    }
  }
  return hello;
}

namespace {

// Writes the limits that a claim has, except its rank.
void put_limits(WireJson& row, const Claim& claim) {
  const Claim whole;
  if (!claim.layouts.empty()) row["layouts"] = claim.layouts;
  const auto put = [&row](const char* key, auto value, auto unlimited) {
    if (value != unlimited) row[key] = value;
  };
  put("min_axes", claim.min_axes, whole.min_axes);
  put("max_axes", claim.max_axes, whole.max_axes);
  put("max_operands", claim.max_operands, whole.max_operands);
  put("min_extent", claim.min_extent, whole.min_extent);
  put("max_extent", claim.max_extent, whole.max_extent);
  put("composed", claim.composed, whole.composed);
  put("immutable", claim.immutable, whole.immutable);
}

}  // namespace

WireJson claims_to_json(const Backend& backend) {
  WireJson rows = WireJson::array();
  Cell last;
  Claim last_claim;
  for (const auto& [cell, required] : every_cell()) {
    const auto claim = backend.claim(cell);
    if (!claim) continue;
    const bool paired = spec_of(cell.op).signature.is_paired();
    const char* key = paired ? "pairs" : "dtypes";
    const bool joins = !rows.empty() && last.op == cell.op &&
                       last.variant == cell.variant && last_claim == *claim;
    if (!joins) {
      rows.push_back({{"op", name_of(cell.op)},
                      {"variant", cell.variant},
                      {key, WireJson::array()},
                      {"max_rank", claim->max_rank}});
      put_limits(rows.back(), *claim);
    }
    WireJson& list = rows.back()[key];
    if (paired)
      list.push_back(
          WireJson::array({name_of(cell.dtype), name_of(cell.result)}));
    else
      list.push_back(name_of(cell.dtype));
    last = cell;
    last_claim = *claim;
  }
  return rows;
}

}  // namespace assay
