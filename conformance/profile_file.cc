// Checks a profile file key by key, with the reader of case files.
// Tested by tests/conformance/profile_file_test.cc.
#include "conformance/profile_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "conformance/nearest_name.h"
#include "harness/case/case_parts.h"
#include "spec/built_in_profiles.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// More than any profile has. Larger files are refused before they are parsed.
constexpr std::size_t kMostBytes = 1 << 16;
// The values of a profile are two levels deep. Deeper levels are not kept.
constexpr int kMostLevels = 8;

std::vector<std::string> axis_names() {
  std::vector<std::string> names;
  for (const PolicyAxis& axis : kPolicyAxes) names.emplace_back(axis.name);
  return names;
}

std::vector<std::string> built_in_names() {
  std::vector<std::string> names;
  for (const Profile* profile : kProfiles) names.emplace_back(profile->name);
  return names;
}

// Returns the text of a file, or why it cannot be read.
Result<std::string> text_in(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status))
    return Status::invalid("there is no such file; expected a profile");
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(status))
    return Status::invalid("it cannot be read; expected a file with a profile");
  std::string text(kMostBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() <= kMostBytes) return text;
  return Status::invalid(fmt::format(
      "it is longer than {} bytes; expected a profile", kMostBytes));
}

// Returns whether a text can be the name of a profile. Names stand in commands,
// and none may look like a file.
bool is_name(const std::string& text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return !text.empty() && text.size() <= 60 &&
         kLetters.find(text[0]) != kLetters.npos &&
         text.find_first_not_of(std::string(kLetters) + "0123456789_-") ==
             text.npos;
}

void check_name(const std::string& name, CaseReader& reader) {
  if (is_built_in_profile(name))
    reader.fail(fmt::format(
        "\"name\" is \"{}\", which is a built-in profile; expected another "
        "name",
        name));
  else if (!is_name(name))
    reader.fail(fmt::format(
        "\"name\" is {}, expected a letter, and then letters, digits, \"_\" "
        "and \"-\", at most 60 in all",
        Json(name).dump(-1, ' ', true, Json::error_handler_t::replace)));
}

const Profile& base_of(CaseReader& reader) {
  if (!reader.has("based_on")) return kNx;
  const std::string name = reader.text("based_on");
  if (!reader.status().ok() || is_built_in_profile(name))
    return reader.status().ok() ? *profile_named(name) : kNx;
  reader.fail(fmt::format(
      "\"based_on\" is \"{}\"{}, expected one of the built-in profiles {}",
      name, did_you_mean(name, built_in_names()), profile_names()));
  return kNx;
}

// Notes the first axis or value that does not exist, with the nearest name.
void check_values(const PolicyValues& values, CaseReader& reader) {
  for (const auto& [name, value] : values) {
    const auto axis = policy_axis_named(name);
    if (!axis)
      return reader.fail(fmt::format(
          "\"values\": there is no policy axis \"{}\"{}; `assay spec "
          "--markdown` lists them all",
          name, did_you_mean(name, axis_names())));
    std::vector<std::string> known;
    for (const std::string_view text : kPolicyAxes[*axis].values)
      if (!text.empty()) known.emplace_back(text);
    if (std::find(known.begin(), known.end(), value) == known.end())
      return reader.fail(fmt::format("\"values\": {} is \"{}\"{}, expected {}",
                                     name, value, did_you_mean(value, known),
                                     policy_values_text(*axis)));
  }
}

Result<const Profile*> profile_in(const Json& json) {
  CaseReader reader(json, "profile", {"format", "name", "based_on", "values"});
  reader.integer("format", 1, 1);
  const std::string name = reader.text("name");
  if (reader.status().ok()) check_name(name, reader);
  const Profile& base = base_of(reader);
  const PolicyValues values = reader.policy_values("values");
  if (reader.status().ok()) check_values(values, reader);
  if (!reader.status().ok()) return reader.status();
  const auto profile = with_values(base, values);
  if (!profile) return profile.status();
  return keep_profile(name, *profile);
}

Result<const Profile*> parse_profile(const std::string& text) {
  try {
    const auto is_shallow = [](int depth, Json::parse_event_t, Json&) {
      return depth <= kMostLevels;
    };
    return profile_in(Json::parse(text, is_shallow));
  } catch (const Json::parse_error& error) {
    return not_json(text, error.byte);
  } catch (const Json::exception&) {
    return Status::invalid("not a profile: a number in it is out of range");
  }
}

}  // namespace

Result<const Profile*> read_profile(const std::filesystem::path& file) {
  const auto text = text_in(file);
  Result<const Profile*> profile =
      text ? parse_profile(*text) : Result<const Profile*>(text.status());
  if (profile) return profile;
  const Status status = in_one_line(profile.status());
  return Status::invalid(fmt::format("{}: {}", file.string(), status.message));
}

bool is_profile_file(const std::string& text) {
  return text.ends_with(".json") || text.find('/') != std::string::npos;
}

Result<const Profile*> chosen_profile(const std::string& text,
                                      const std::vector<std::string>& others) {
  if (is_profile_file(text)) return read_profile(text);
  if (is_built_in_profile(text)) return profile_named(text);
  std::vector<std::string> names = built_in_names();
  names.insert(names.end(), others.begin(), others.end());
  return Status::invalid(fmt::format(
      "there is no profile \"{}\"{}; expected one of {}, or a file such as "
      "mylib.json",
      text, did_you_mean(text, names), fmt::join(names, ", ")));
}

Result<const Profile*> profile_of(const RunRecord& run) {
  if (run.profile_values) {
    const auto profile = with_values(kNx, *run.profile_values);
    if (!profile) return profile.status();
    return keep_profile(run.profile, *profile);
  }
  if (const Profile* profile = profile_named(run.profile)) return profile;
  return Status::invalid(
      fmt::format("there is no profile \"{}\"", run.profile));
}

}  // namespace assay
