// Declares the languages and libraries for which `assay export` writes
// programs. Tested by tests/cli/export_command_test.cc.
#include "cli/export_options.h"

#include <memory>
#include <string>

#include "cli/commands.h"

namespace assay {
namespace {

struct Language {
  const char* option;
  ExportFormat format;
  const char* help;
};
constexpr Language kLanguages[] = {
    {"--python", ExportFormat::kPython,
     "Python with NumPy, with a function to fill in"},
    {"--cpp", ExportFormat::kCpp,
     "C++17 that calls a plugin through assay_backend.h"},
    {"--torch", ExportFormat::kTorch, "Python that calls PyTorch"},
    {"--jax", ExportFormat::kJax, "Python that calls JAX"},
    {"--onnx", ExportFormat::kOnnx, "Python that calls ONNX Runtime"}};

struct ExportArguments {
  std::string file;
  std::string out;
  ExportFormat format = ExportFormat::kPython;
};

}  // namespace

void add_export_command(CLI::App& app, int& code) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* exported =
      app.add_subcommand("export", "Write a case as a standalone program");
  exported->add_option("CASE", arguments->file, "a case file (JSON)")
      ->required();
  CLI::Option_group* languages = exported->add_option_group("language");
  for (const Language& language : kLanguages)
    languages->add_flag_callback(
        language.option, [=] { arguments->format = language.format; },
        language.help);
  languages->require_option(1);
  exported->add_option("--out", arguments->out,
                       "the file to write (default: standard output)");
  exported->callback([=, &code] {
    code = export_command(arguments->file, arguments->format, arguments->out);
  });
}

}  // namespace assay
