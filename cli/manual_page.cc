// Writes manual pages from the options of the command line, so that no page
// names an option that does not exist.
// Tested by tests/cli/help_test.cc.
#include "cli/manual_page.h"

#include <fmt/format.h>

#include <sstream>

#include "cli/command_help.h"
#include "cli/command_tree.h"
#include "cli/option_checks.h"
#include "spec/version.h"

namespace assay {
namespace {

// Returns text that troff prints as it is.
std::string escaped(std::string_view text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    at_start = c == '\n';
  }
  return result;
}

std::string page_name(std::string path) {
  for (char& c : path)
    if (c == ' ') c = '-';
  return "assay-" + path;
}

std::string header(const std::string& name, const std::string& description) {
  std::string title = name;
  for (char& c : title)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(
      ".TH \"{}\" 1 \"\" \"assay {}\" \"User Commands\"\n"
      ".SH NAME\n{} \\- {}\n",
      escaped(title), kVersion, escaped(name), escaped(description));
}

// An indented paragraph below a tag in bold.
std::string tagged(const std::string& tag, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", escaped(tag), escaped(text));
}

std::string synopsis_of(const CommandNode& command) {
  std::string line = fmt::format(".SH SYNOPSIS\n.B assay {}\n[OPTIONS]",
                                 escaped(command.path));
  for (const CLI::Option* option : arguments_of(*command.app))
    if (option->get_positional())
      line += fmt::format(" {}{}", value_name(*option),
                          option->get_expected_max() > 1 ? "..." : "");
  return line + "\n";
}

std::string options_text(const CommandNode& command) {
  std::string text = ".SH OPTIONS\n";
  for (const CLI::Option* option : arguments_of(*command.app)) {
    std::string tag = option->get_positional() ? value_name(*option)
                                               : option->get_name(false, true);
    if (!option->get_positional() && !is_flag(*option))
      tag += " " + value_name(*option);
    std::string body = as_one_line(option->get_description());
    if (const std::string values = option->get_default_str(); !values.empty())
      body += fmt::format(" [default: {}]", values);
    text += tagged(tag, body);
  }
  return text;
}

std::string page_of(const CommandNode& command) {
  std::string page = header(page_name(command.path),
                            as_one_line(command.app->get_description())) +
                     synopsis_of(command) + options_text(command);
  bool has_filter = false;
  for (const CLI::Option* option : arguments_of(*command.app))
    has_filter |= option->get_name() == "--filter";
  if (has_filter)
    page += fmt::format(".SH FILTERS\n.nf\n{}\n.fi\n", escaped(kFilterHelp));
  page += ".SH EXAMPLES\n.nf\n";
  for (std::string_view example : examples_of(command.path))
    page += escaped(fmt::format("assay {}\n", example));
  page += ".fi\n.SH EXIT STATUS\n";
  for (const CodeMeaning& one : exit_codes_of(command.path))
    page += tagged(std::to_string(one.code), std::string(one.meaning));
  return page + ".SH SEE ALSO\n.BR assay (1)\n";
}

std::string main_page(CLI::App& app) {
  std::string page = header("assay", app.get_description());
  page += ".SH SYNOPSIS\n.B assay\nCOMMAND [OPTIONS] ARGUMENTS\n.SH COMMANDS\n";
  for (const CommandNode& command : commands_of(app))
    page +=
        fmt::format(".TP\n.BR {} (1)\n{}\n", escaped(page_name(command.path)),
                    escaped(as_one_line(command.app->get_description())));
  return page;
}

}  // namespace

std::map<std::string, std::string> manual_pages(CLI::App& app) {
  std::map<std::string, std::string> pages{{"assay", main_page(app)}};
  for (const CommandNode& command : commands_of(app))
    pages.emplace(page_name(command.path), page_of(command));
  return pages;
}

}  // namespace assay
