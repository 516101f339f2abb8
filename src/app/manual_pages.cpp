#include "app/manual_pages.h"

#include <cstddef>
#include <string_view>

#include "app/command_words.h"
#include "app/revision.h"
#include "app/version.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

/// Text as roff: no character of it is a command, and dashes stay dashes when copied.
[[nodiscard]] std::string roff(const std::string& text) {
  std::string result = with_replaced(with_replaced(text, "\\", "\\e"), "-", "\\-");
  if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
  return with_replaced(with_replaced(result, "\n.", "\n\\&."), "\n'", "\n\\&'");
}

[[nodiscard]] std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
[[nodiscard]] std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

[[nodiscard]] std::string page_name(const CLI::App& program, const std::string& path) {
  return path.empty() ? program.get_name() : program.get_name() + "-" + path;
}

[[nodiscard]] std::string full_call(const CLI::App& program, const CLI::App& command) {
  const std::string path = command_path(command);
  return path.empty() ? program.get_name() : program.get_name() + " " + path;
}

/// What the value may be, and what it is if it is not given: " (1 to 1024; default: 256)".
[[nodiscard]] std::string limits(const CLI::Option& option, const ValueWords& value) {
  std::vector<std::string> parts;
  if (option.get_required()) parts.emplace_back("required");
  if (!value.range.empty()) parts.push_back(value.range);
  if (!option.get_default_str().empty()) parts.push_back("default: " + option.get_default_str());
  return parts.empty() ? std::string() : " (" + CLI::detail::join(parts, "; ") + ")";
}

[[nodiscard]] std::string argument_name(const CLI::Option& argument) { return argument.get_name(true, false); }

[[nodiscard]] std::string option_entry(const CLI::Option& option) {
  const ValueWords value = value_words(option);
  std::string names;
  for (const std::string& name : option_names(option)) names += (names.empty() ? "" : ", ") + bold(name);
  if (value.kind != ValueWords::Kind::None) names += " " + italic(value.name);
  return ".TP\n" + names + "\n" + roff(option.get_description() + limits(option, value)) + "\n";
}

[[nodiscard]] std::string argument_entry(const CLI::Option& argument) {
  return ".TP\n" + italic(argument_name(argument)) + "\n" +
         roff(argument.get_description() + limits(argument, value_words(argument))) + "\n";
}

[[nodiscard]] std::string synopsis(const CLI::App& program, const CLI::App& command) {
  std::string text = ".B " + roff(full_call(program, command)) + "\n";
  if (!shown_options(command).empty()) text += "[" + italic("OPTIONS") + "]\n";
  for (const CLI::Option* const argument : shown_arguments(command)) {
    const std::string name = italic(argument_name(*argument)) + (is_repeatable(*argument) ? " ..." : "");
    text += (argument->get_required() ? name : "[" + name + "]") + "\n";
  }
  if (!shown_commands(command).empty())
    text +=
        command.get_require_subcommand_min() > 0 ? italic("COMMAND") + " ...\n" : "[" + italic("COMMAND") + " ...]\n";
  return text;
}

[[nodiscard]] std::string entries(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* const argument : shown_arguments(command)) text += argument_entry(*argument);
  for (const CLI::Option* const option : shown_options(command)) text += option_entry(*option);
  return text;
}

/// Examples are shown line by line, as they are written.
[[nodiscard]] std::string as_written(const std::string& text) {
  return ".nf\n" + roff(std::string(base::trim(text))) + "\n.fi\n";
}

/// What a command says after its options, unless it is what the program says for all of them.
[[nodiscard]] std::string own_footer(const CLI::App& program, const CLI::App& command) {
  const std::string footer = command.get_footer();
  return footer.empty() || (&program != &command && footer == program.get_footer()) ? std::string()
                                                                                    : as_written(footer);
}

[[nodiscard]] std::string below(const CLI::App& program, const CLI::App& command) {
  std::string text;
  for (const CLI::App* const one : shown_commands(command)) {
    text += ".SS " + roff(full_call(program, *one)) + "\n" + roff(one->get_description()) + ".\n.PP\n" +
            synopsis(program, *one) + entries(*one);
    if (one->get_footer() != command.get_footer()) text += ".PP\n" + own_footer(program, *one);
    text += below(program, *one);
  }
  return text;
}

[[nodiscard]] std::string heading(const std::string& name) {
  std::string capitals;
  for (const char c : name) capitals += base::to_upper(c);
  return base::format(".TH {} {} \"{}\" \"Zugwerk {}\" \"Games Manual\"\n", roff(capitals), kManualSection,
                      revision_date(), kVersion);
}

[[nodiscard]] std::string reference(const std::string& name) {
  return ".BR " + roff(name) + base::format(" ({})", kManualSection);
}

/// The page of the program itself: its commands have pages of their own.
[[nodiscard]] ManualPage program_page(const CLI::App& program) {
  const std::string& name = program.get_name();
  const std::string description = program.get_description();
  const std::size_t end = description.find('\n');
  std::string first = description.substr(0, end);
  if (first.ends_with('.')) first.pop_back();
  std::string text = heading(name) + ".SH NAME\n" + roff(name) + " \\- " + roff(first) + "\n.SH SYNOPSIS\n" +
                     synopsis(program, program) + ".SH DESCRIPTION\n" + roff(description) + "\n";
  text += ".SH OPTIONS\n" + entries(program);
  const auto commands = shown_commands(program);
  if (!commands.empty()) {
    text += ".SH COMMANDS\n";
    for (const CLI::App* const command : commands)
      text += ".TP\n" + bold(command->get_name()) + "\n" + roff(command->get_description()) + "\n";
  }
  if (const std::string footer = own_footer(program, program); !footer.empty()) text += ".SH NOTES\n" + footer;
  if (!commands.empty()) {
    text += ".SH SEE ALSO\n";
    for (const CLI::App* const command : commands)
      text += reference(page_name(program, command->get_name())) + (command == commands.back() ? "\n" : " ,\n");
  }
  return {name, text};
}

[[nodiscard]] ManualPage command_page(const CLI::App& program, const CLI::App& command) {
  const std::string name = page_name(program, command.get_name());
  std::string text = heading(name) + ".SH NAME\n" + roff(name) + " \\- " + roff(command.get_description()) +
                     "\n.SH SYNOPSIS\n" + synopsis(program, command) + ".SH DESCRIPTION\n" +
                     roff(command.get_description()) + ".\n.SH OPTIONS\n" + entries(command);
  if (const std::string more = below(program, command); !more.empty()) text += ".SH COMMANDS\n" + more;
  if (const std::string footer = own_footer(program, command); !footer.empty()) text += ".SH NOTES\n" + footer;
  return {name, text + ".SH SEE ALSO\n" + reference(program.get_name()) + "\n"};
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& program) {
  std::vector<ManualPage> pages{program_page(program)};
  for (const CLI::App* const command : shown_commands(program)) pages.push_back(command_page(program, *command));
  return pages;
}

}  // namespace zugwerk::app
