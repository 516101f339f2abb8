// `zugwerk manual`: manual pages of the program and its commands.

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/manual_pages.h"
#include "app/report_error.h"
#include "base/error.h"
#include "base/files/whole_file.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

struct ManualArguments {
  std::string command;
  std::string output;
};

int write_pages(const CLI::App& app, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const ManualPage& page : manual_pages(app)) {
    const std::string path = folder + "/" + page.name + "." + std::to_string(kManualSection);
    if (const auto written = base::write_whole_file(path, page.text); !written)
      return report_error(written.error(), kExitNotWritten);
  }
  return kExitOk;
}

int print_page(const CLI::App& app, const std::string& command) {
  const std::string name = command.empty() ? app.get_name() : app.get_name() + "-" + command;
  for (const ManualPage& page : manual_pages(app)) {
    if (page.name != name) continue;
    std::cout << page.text;
    return kExitOk;
  }
  return report_error({"there is no command " + base::in_quotes(command)});
}

}  // namespace

void add_manual_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<ManualArguments>();
  CLI::App* const command =
      app.add_subcommand("manual", "Print the manual page of the program or of a command, for man");
  command->footer("Example: " + app.get_name() + " manual | man -l -\nPackages install all pages.");
  command->add_option("command", arguments->command, "Command whose page to print");
  command->add_option("-o,--output", arguments->output, "Write all pages into this folder instead");
  commands[command] = [&app, arguments] {
    return arguments->output.empty() ? print_page(app, arguments->command) : write_pages(app, arguments->output);
  };
}

}  // namespace zugwerk::app
