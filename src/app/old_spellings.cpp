#include "app/old_spellings.h"

#include <array>
#include <cstddef>
#include <ostream>
#include <string_view>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

struct Renamed {
  std::string_view command;  // one or two words
  std::string_view before;   // an option, or the subcommand of `command`
  std::string_view now;
  double factor = 1;  // converts the value, where the unit changed as well
};

constexpr double kMillisecondsPerSecond = 1000;

constexpr std::array kRenamed{
    Renamed{"analyse", "--threads", "--concurrency"},
    Renamed{"analyse", "--out", "--output"},
    Renamed{"book grow", "--max-ply", "--max-plies"},
    Renamed{"book make", "--max-ply", "--max-plies"},
    Renamed{"book make", "--only", "--side"},
    Renamed{"data", "wander", "random-walks"},
    Renamed{"data filter", "--result", "--results"},
    Renamed{"data to-epd", "--checks", "--keep-checks"},
    Renamed{"data to-epd", "--decided", "--keep-decided"},
    Renamed{"data to-epd", "--tactical", "--keep-captures"},
    Renamed{"data to-epd", "--unscored", "--keep-unscored"},
    Renamed{"net export", "--network", "--output"},
    Renamed{"play", "--think", "--movetime", kMillisecondsPerSecond},
    Renamed{"selfplay", "--threads", "--concurrency"},
    Renamed{"serve", "--tables", "--tb"},
    Renamed{"suite", "--workers", "--concurrency"},
    Renamed{"tb", "--path", "--tb"},
    Renamed{"train", "--fewest-pieces", "--min-pieces"},
    Renamed{"train", "--largest-clock", "--max-clock"},
    Renamed{"train", "--largest-score", "--max-score"},
};

/// How many words of the command line name this command; 0 if they name another.
[[nodiscard]] std::size_t words_of_command(const std::vector<std::string>& words, std::string_view command) {
  const auto names = base::split_words(command);
  if (words.size() < names.size()) return 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (words[i] != names[i]) return 0;
  return names.size();
}

/// Text that is not a number stays as it is: the option itself will refuse it.
void convert(std::string& value, double factor) {
  if (const auto number = base::parse_real(value); number && factor != 1)
    value = base::format("{:.0f}", *number * factor);
}

void replace(std::vector<std::string>& words, const Renamed& renamed, std::ostream& hints) {
  const std::size_t first = words_of_command(words, renamed.command);
  if (first == 0) return;
  const bool is_option = renamed.before.starts_with("--");
  bool found = false;
  for (std::size_t i = first; i < (is_option ? words.size() : first + 1) && i < words.size(); ++i) {
    if (words[i] == "--") break;
    const std::size_t end = is_option ? words[i].find('=') : std::string::npos;
    if (std::string_view(words[i]).substr(0, end) != renamed.before) continue;
    found = true;
    if (end != std::string::npos) {
      std::string value = words[i].substr(end + 1);
      convert(value, renamed.factor);
      words[i] = base::format("{}={}", renamed.now, value);
    } else {
      words[i] = renamed.now;
      if (i + 1 < words.size()) convert(words[i + 1], renamed.factor);
    }
  }
  if (!found) return;
  hints << base::format("'{} {}' is now called '{} {}'{}; the old name will go with the next version\n",
                        renamed.command, renamed.before, renamed.command, renamed.now,
                        renamed.factor == kMillisecondsPerSecond ? ", in milliseconds" : "");
}

}  // namespace

std::vector<std::string> with_new_spellings(std::vector<std::string> words, std::ostream& hints) {
  for (const Renamed& renamed : kRenamed) replace(words, renamed, hints);
  return words;
}

}  // namespace zugwerk::app
