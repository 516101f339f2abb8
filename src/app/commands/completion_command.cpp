// `zugwerk completion`: completion of commands, options and values for a shell.

#include <iostream>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/shell_completion.h"

namespace zugwerk::app {

void add_completion_command(CLI::App& app, Commands& commands) {
  auto shell = std::make_shared<std::string>();
  CLI::App* const command = app.add_subcommand("completion", "Print completion for a shell: bash, zsh or fish");
  command->footer("Example: source <(" + app.get_name() + " completion bash)\nPackages install it.");
  command->add_option("shell", *shell, "Shell to complete in")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  commands[command] = [&app, shell] {
    std::cout << (*shell == "bash"  ? bash_completion(app)
                  : *shell == "zsh" ? zsh_completion(app)
                                    : fish_completion(app));
    return kExitOk;
  };
}

}  // namespace zugwerk::app
