// Writes completions from the commands and options themselves.
// Tested by tests/cli/help_test.cc.
#include "cli/shell_completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cli/command_tree.h"

namespace assay {
namespace {

// Returns the words that can follow a path of commands: "" has the commands,
// "baseline" has "update".
std::vector<std::string> words_after(const std::vector<CommandNode>& commands,
                                     const std::string& path) {
  const std::string start = path.empty() ? "" : path + " ";
  std::vector<std::string> words;
  for (const CommandNode& command : commands) {
    if (!command.path.starts_with(start)) continue;
    const std::string rest = command.path.substr(start.size());
    const std::string word = rest.substr(0, rest.find(' '));
    if (std::find(words.begin(), words.end(), word) == words.end())
      words.push_back(word);
  }
  return words;
}

// Returns the paths that do not run anything, such as "baseline".
std::set<std::string> groups_of(const std::vector<CommandNode>& commands) {
  std::set<std::string> groups{""};
  for (const CommandNode& command : commands)
    for (std::size_t at = 0;
         (at = command.path.find(' ', at)) != std::string::npos; ++at)
      groups.insert(command.path.substr(0, at));
  return groups;
}

// Returns the description without the characters that end a quoted string.
std::string plain(const CLI::Option& option) {
  std::string text = as_one_line(option.get_description());
  std::erase_if(text, [](char c) {
    return c == '\'' || c == '"' || c == '[' || c == ']' || c == '`';
  });
  return text;
}

std::string colons_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == ':') result += '\\';
    result += c;
  }
  return result;
}

constexpr std::string_view kBashStart = R"(# Completes assay in bash.
_assay() {
  local word before path= at
  word=${COMP_WORDS[COMP_CWORD]}
  before=${COMP_WORDS[COMP_CWORD - 1]}
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$path ${COMP_WORDS[at]}" in
)";
constexpr std::string_view kBashMiddle =
    R"(        path="$path ${COMP_WORDS[at]}" ;;
    esac
  done
  local words= files=yes
  case "$path $before" in
)";
constexpr std::string_view kBashEnd = R"(  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  [[ -z $files || $word == -* ]] ||
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _assay assay
)";

// Finds the command among the words, then takes the values of the option
// before the cursor, and else the options or the values of an argument.
std::string bash_script(CLI::App& app) {
  const auto commands = commands_of(app);
  const auto groups = groups_of(commands);
  std::vector<std::string> paths;
  for (const std::string& group : groups)
    for (const std::string& word : words_after(commands, group))
      paths.push_back(
          fmt::format("'{} {}'", group.empty() ? "" : " " + group, word));
  std::string script(kBashStart);
  script += fmt::format("      {})\n", fmt::join(paths, " | "));
  script += kBashMiddle;
  std::string rest;
  for (const std::string& group : groups)
    rest += fmt::format("        '{}')\n          words='{}' files= ;;\n",
                        group.empty() ? "" : " " + group,
                        fmt::join(words_after(commands, group), " "));
  for (const CommandNode& command : commands) {
    std::vector<std::string> names, values;
    for (const CLI::Option* option : arguments_of(*command.app)) {
      const auto accepted = values_of(*option);
      if (option->get_positional()) {
        values.insert(values.end(), accepted.begin(), accepted.end());
        continue;
      }
      const std::string name = option->get_name();
      names.push_back("--" + option->get_lnames().front());
      if (accepted.empty() && !is_flag(*option))
        script += fmt::format("    ' {} {}')\n      ;;\n", command.path, name);
      else if (!is_flag(*option))
        script += fmt::format("    ' {} {}')\n      words='{}' files= ;;\n",
                              command.path, name, fmt::join(accepted, " "));
    }
    rest += fmt::format(
        "        ' {}')\n"
        "          if [[ $word == -* ]]; then words='{}'; else words='{}'; fi "
        ";;\n",
        command.path, fmt::join(names, " "), fmt::join(values, " "));
  }
  script += "    *)\n      case \"$path\" in\n" + rest + "      esac ;;\n";
  return script + std::string(kBashEnd);
}

std::string zsh_script(CLI::App& app) {
  const auto commands = commands_of(app);
  std::string script =
      "#compdef assay\n# Completes assay in zsh.\n"
      "_assay() {\n  local context state line\n  local -a commands\n"
      "  local path_=\"${words[2]}\"\n  case \"$path_\" in\n";
  for (const std::string& group : groups_of(commands))
    if (!group.empty())
      script += fmt::format(
          "    {0})\n      if (( CURRENT == 3 )); then compadd {1}; return; "
          "fi\n      path_=\"{0} ${{words[3]}}\"\n"
          "      shift words; (( CURRENT-- )) ;;\n",
          group, fmt::join(words_after(commands, group), " "));
  script += "  esac\n  if (( CURRENT == 2 )); then\n    commands=(\n";
  for (const std::string& word : words_after(commands, "")) {
    const auto described = std::find_if(
        commands.begin(), commands.end(),
        [&](const CommandNode& one) { return one.path.starts_with(word); });
    script += fmt::format("      '{}:{}'\n", word,
                          as_one_line(described->app->get_description()));
  }
  script +=
      "    )\n    _describe command commands\n    return\n  fi\n"
      "  shift words; (( CURRENT-- ))\n  case \"$path_\" in\n";
  for (const CommandNode& command : commands) {
    script += fmt::format("    '{}')\n      _arguments", command.path);
    for (const CLI::Option* option : arguments_of(*command.app)) {
      const auto accepted = values_of(*option);
      std::string action = fmt::format("{}", fmt::join(accepted, " "));
      action = accepted.empty() ? "_files" : "(" + action + ")";
      if (option->get_positional()) {
        // A subject has a name of its own or is a file. The space keeps
        // _arguments from adding options of its own to the call.
        if (value_name(*option) == "SUBJECT")
          action = " _alternative \"names:name:(" +
                   fmt::format("{}", fmt::join(accepted, " ")) +
                   ")\" \"files:file:_files\"";
        script += fmt::format(" \\\n        '{}:{}:{}'",
                              option->get_expected_max() > 1 ? "*" : "",
                              value_name(*option), action);
      } else {
        const std::string name = "--" + option->get_lnames().front();
        script += fmt::format(" \\\n        '{}[{}]", name,
                              colons_escaped(plain(*option)));
        if (!is_flag(*option))
          script += fmt::format(":{}:{}", value_name(*option), action);
        script += "'";
      }
    }
    script += " ;;\n";
  }
  return script + "  esac\n}\n_assay \"$@\"\n";
}

std::string fish_script(CLI::App& app) {
  const auto commands = commands_of(app);
  std::string script =
      "# Completes assay in fish.\n"
      "function __assay_at\n"
      "    set -l words (commandline -opc)\n"
      "    set -e words[1]\n"
      "    set -l known (string split ' ' -- $argv[1])\n"
      "    test -z \"$argv[1]\"; and set known\n"
      "    test (count $words) -ge (count $known); or return 1\n"
      "    for at in (seq (count $known))\n"
      "        test $words[$at] = $known[$at]; or return 1\n"
      "    end\n"
      "    test \"$argv[2]\" != last; or test (count $words) -eq (count "
      "$known)\n"
      "end\n";
  for (const std::string& group : groups_of(commands))
    for (const std::string& word : words_after(commands, group)) {
      const std::string path = group.empty() ? word : group + " " + word;
      const auto described = std::find_if(
          commands.begin(), commands.end(),
          [&](const CommandNode& one) { return one.path.starts_with(path); });
      script += fmt::format(
          "complete -c assay -f -n \"__assay_at '{}' last\" -a {} -d '{}'\n",
          group, word, as_one_line(described->app->get_description()));
    }
  for (const CommandNode& command : commands)
    for (const CLI::Option* option : arguments_of(*command.app)) {
      const auto accepted = values_of(*option);
      std::string line =
          fmt::format("complete -c assay -n \"__assay_at '{}'\"", command.path);
      if (!option->get_positional()) {
        line += fmt::format(" -l {}", option->get_lnames().front());
        if (!is_flag(*option)) line += accepted.empty() ? " -r" : " -x";
      } else if (accepted.empty()) {
        continue;  // files, which fish offers by itself
      }
      if (!accepted.empty())
        line += fmt::format(" -a '{}'", fmt::join(accepted, " "));
      script += fmt::format("{} -d '{}'\n", line, plain(*option));
    }
  return script;
}

}  // namespace

std::string completion_script(CLI::App& app, const std::string& shell) {
  return shell == "bash"  ? bash_script(app)
         : shell == "zsh" ? zsh_script(app)
                          : fish_script(app);
}

}  // namespace assay
