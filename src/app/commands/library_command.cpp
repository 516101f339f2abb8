// `zugwerk library`: a person's own games in one file.

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/library_filter_options.h"
#include "app/live_text.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/pgn_writer.h"
#include "chess/notation/san.h"
#include "library/check.h"
#include "library/explorer.h"
#include "library/importer.h"
#include "library/library.h"

namespace zugwerk::app {

namespace {

using base::with_thousands;
using library::Library;

struct LibraryArguments {
  std::string file;
  std::vector<std::string> files;
  std::string label;
  LibraryFilterArguments filter;
  PositionArgument position;
  std::size_t most = 20;
  bool json = false;
  std::string output;
  std::vector<std::int64_t> games;
  bool yes = false;
  bool remove = false;
  std::vector<std::string> add_names;
  std::vector<std::string> remove_names;
  std::string save;
};

constexpr double kDrawSeconds = 0.2;

/// "1 game", "1,234 games".
[[nodiscard]] std::string games_text(std::uint64_t count) {
  return with_thousands(count) + (count == 1 ? " game" : " games");
}

/// "12,345 of 45,678 games" in place, if the output is a terminal.
class GamesLine {
 public:
  void show(std::uint64_t done, std::uint64_t all) {
    if (text_.is_due(kDrawSeconds)) text_.show({with_thousands(done) + " of " + with_thousands(all) + " games"});
  }
  void wipe() { text_.wipe(); }

 private:
  LiveText text_{base::OutputStream::Error};
};

// --- Import ----------------------------------------------------------------------------------------------------------

[[nodiscard]] std::string progress_text(const library::ImportProgress& progress) {
  std::string text = base::format("{}: {} games, {} per second", progress.file, with_thousands(progress.counts.read),
                                  with_thousands(static_cast<std::uint64_t>(static_cast<double>(progress.counts.read) /
                                                                            std::max(progress.seconds, 0.01))));
  constexpr double kPercent = 100;
  if (progress.fraction > 0)
    text += base::format(", {} %, {} left", static_cast<int>(progress.fraction * kPercent),
                         base::duration_text(progress.seconds_left));
  return text;
}

int import_files(const LibraryArguments& arguments) {
  auto opened = Library::open(arguments.file, library::Database::Access::Create);
  if (!opened) return report_error(opened.error());
  const base::InterruptGuard interrupt;
  LiveText live(base::OutputStream::Error);
  library::ImportSettings settings;
  settings.files = arguments.files;
  settings.label = arguments.label;
  library::ImportEvents events;
  events.on_diagnostic = [&](const std::string& message) {
    live.wipe();
    std::cerr << message << '\n';
  };
  events.on_progress = [&](const library::ImportProgress& progress) {
    if (live.is_due(kDrawSeconds)) live.show({progress_text(progress)});
  };
  const auto counts = library::import_games(*opened, settings, interrupt.flag(), events);
  live.wipe();
  if (!counts) return report_error(counts.error());
  std::cout << games_text(counts->added) << " added, " << with_thousands(counts->duplicates) << " duplicates, "
            << with_thousands(counts->broken) << " broken";
  if (counts->known != 0) std::cout << "; " << with_thousands(counts->known) << " skipped, imported before";
  std::cout << '\n' << arguments.file << ": " << games_text(opened->game_count()) << '\n';
  if (interrupt.flag()) {
    std::cerr << "interrupted; the same command goes on from here\n";
    return kExitInterrupted;
  }
  return counts->broken == 0 ? kExitOk : kExitFailed;
}

// --- Games as lines and JSON -----------------------------------------------------------------------------------------

[[nodiscard]] std::string player_text(const library::GameLine& line, chess::Color color) {
  const std::string& name = line.names.players[chess::index(color)];
  const std::uint16_t rating = line.facts.ratings[chess::index(color)];
  return (name.empty() ? "?" : name) + (rating == 0 ? "" : " (" + std::to_string(rating) + ")");
}

void print_line(const library::GameLine& line) {
  constexpr std::size_t kPlayers = 56;
  constexpr std::size_t kResult = 7;
  std::string text = base::padded(std::to_string(line.number), 8);
  text += base::padded(library::to_string(line.facts.date), 12);
  text +=
      base::padded(player_text(line, chess::Color::White) + " - " + player_text(line, chess::Color::Black), kPlayers);
  text += ' ' + base::padded(chess::to_string(line.facts.result), kResult) + ' ';
  text += base::padded(library::eco_text(line.facts.eco), 4);
  text += base::format("{:>4}  {}", (line.facts.plies + 1) / 2, line.names.event);
  std::cout << text << '\n';
}

[[nodiscard]] base::Json json_of(const library::GameLine& line) {
  base::Json json;
  json["game"] = line.number;
  json["white"] = line.names.players[0];
  json["black"] = line.names.players[1];
  if (line.facts.ratings[0] != 0) json["white_rating"] = line.facts.ratings[0];
  if (line.facts.ratings[1] != 0) json["black_rating"] = line.facts.ratings[1];
  json["result"] = chess::to_string(line.facts.result);
  json["date"] = library::to_string(line.facts.date);
  json["event"] = line.names.event;
  if (line.facts.eco != 0) json["eco"] = library::eco_text(line.facts.eco);
  json["moves"] = (line.facts.plies + 1) / 2;
  return json;
}

/// Runs `work` with the library and the games that the options choose.
template <class Work>
int with_games(const LibraryArguments& arguments, library::Database::Access access, const Work& work) {
  auto opened = Library::open(arguments.file, access);
  if (!opened) return report_error(opened.error());
  const auto filter = filter_of(arguments.filter);
  if (!filter) return report_error(filter.error());
  const base::InterruptGuard interrupt;
  GamesLine live;
  auto set = library::select(*opened, *filter, interrupt.flag(),
                             [&](std::uint64_t done, std::uint64_t all) { live.show(done, all); });
  live.wipe();
  if (!set) return report_error(set.error());
  if (interrupt.flag()) return kExitInterrupted;
  if (!arguments.games.empty()) {
    library::GameSet named(opened->segments(), false);
    for (const std::int64_t number : arguments.games) {
      const auto segment = opened->segment_of(number);
      if (!segment) return report_error({base::format("{}: there is no game {}", arguments.file, number)});
      named.add(*segment, static_cast<std::uint32_t>(number - opened->segments()[*segment].first));
    }
    set->intersect(named);
  }
  return work(*opened, *filter, *set, interrupt.flag());
}

[[nodiscard]] std::vector<library::GameNumber> numbers_of(const Library& library, const library::GameSet& set) {
  std::vector<library::GameNumber> numbers;
  set.for_each([&](std::size_t segment, std::uint32_t game) {
    numbers.push_back(library.segments()[segment].first + game);
    return true;
  });
  return numbers;
}

int search_games(const LibraryArguments& arguments) {
  return with_games(arguments, library::Database::Access::Read,
                    [&](Library& library, const library::Filter&, const library::GameSet& set, const auto&) {
                      base::Json list = base::Json::array();
                      const std::uint64_t count = set.count();
                      base::Expected<void> result;
                      std::size_t shown = 0;
                      set.for_each([&](std::size_t segment, std::uint32_t game) {
                        if (shown++ == arguments.most) return false;
                        const auto line = library.line(library.segments()[segment].first + game);
                        if (!line) {
                          result = tl::unexpected(line.error());
                          return false;
                        }
                        if (arguments.json)
                          list.push_back(json_of(*line));
                        else
                          print_line(*line);
                        return true;
                      });
                      if (!result) return report_error(result.error());
                      if (arguments.json) {
                        std::cout << base::to_text(base::Json{{"count", count}, {"games", list}});
                      } else {
                        std::cout << games_text(count);
                        if (count > arguments.most) std::cout << ", the first " << arguments.most << " shown (--limit)";
                        std::cout << '\n';
                      }
                      return kExitOk;
                    });
}

// --- Explorer --------------------------------------------------------------------------------------------------------

[[nodiscard]] std::string san_of(const chess::Position& position, const library::MoveCount& count) {
  return count.move ? chess::to_san(position, count.move) : std::string("(end)");
}

void print_count(const std::string& name, const library::MoveCount& count) {
  const std::uint64_t rating = count.rated == 0 ? 0 : count.rating_sum / count.rated;
  std::cout << base::format("{:<8}{:>11}{:>8} %{:>11}{:>11}{:>11}{:>8}  {}\n", name, with_thousands(count.games),
                            base::fixed(count.white_score(), 1), with_thousands(count.white_wins),
                            with_thousands(count.draws), with_thousands(count.black_wins),
                            rating == 0 ? std::string("-") : std::to_string(rating),
                            library::to_string(count.last_played));
}

[[nodiscard]] base::Json json_of(const library::MoveCount& count) {
  base::Json json;
  json["games"] = count.games;
  json["white"] = count.white_wins;
  json["draws"] = count.draws;
  json["black"] = count.black_wins;
  json["score"] = count.white_score();
  if (count.rated != 0) json["rating"] = count.rating_sum / count.rated;
  json["last_played"] = library::to_string(count.last_played);
  return json;
}

int explore(const LibraryArguments& arguments) {
  auto opened = Library::open(arguments.file, library::Database::Access::Read);
  if (!opened) return report_error(opened.error());
  const auto filter = filter_of(arguments.filter);
  if (!filter) return report_error(filter.error());
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  const base::InterruptGuard interrupt;
  const auto found = library::explore(*opened, *position, *filter, arguments.most, interrupt.flag());
  if (!found) return report_error(found.error());
  if (interrupt.flag()) return kExitInterrupted;
  if (arguments.json) {
    base::Json json;
    json["fen"] = chess::to_fen(*position);
    json["all"] = json_of(found->all);
    json["moves"] = base::Json::array();
    for (const library::MoveCount& count : found->moves) {
      base::Json move = json_of(count);
      move["san"] = count.move ? san_of(*position, count) : std::string();
      move["uci"] = count.move ? chess::to_coordinates(count.move, arguments.position.variant()) : std::string();
      json["moves"].push_back(move);
    }
    json["games"] = base::Json::array();
    for (const library::GameLine& line : found->games) json["games"].push_back(json_of(line));
    std::cout << base::to_text(json);
    return kExitOk;
  }
  std::cout << "move          games   White's      White      draws      Black  rating  last played\n";
  for (const library::MoveCount& count : found->moves) print_count(san_of(*position, count), count);
  print_count("all", found->all);
  if (!found->games.empty()) std::cout << '\n';
  for (const library::GameLine& line : found->games) print_line(line);
  return kExitOk;
}

// --- Export, delete, labels, names, check ----------------------------------------------------------------------------

/// Text that is written to a file, or to standard output without one.
class GamesOutput {
 public:
  [[nodiscard]] base::Expected<void> open(const std::string& path) {
    if (path.empty()) return {};
    auto opened = base::WholeFile::open(path, base::WholeFile::Existing::Refuse);
    if (!opened) return tl::unexpected(opened.error());
    file_.emplace(*std::move(opened));
    return {};
  }
  [[nodiscard]] base::Expected<void> append(std::string_view text) {
    if (file_) return file_->append(text);
    std::cout << text;
    return {};
  }
  [[nodiscard]] base::Expected<void> commit() { return file_ ? file_->commit() : base::Expected<void>(); }

 private:
  std::optional<base::WholeFile> file_;
};

int export_games(const LibraryArguments& arguments) {
  GamesOutput output;
  if (auto opened = output.open(arguments.output); !opened) return report_error(opened.error());
  return with_games(arguments, library::Database::Access::Read,
                    [&](Library& library, const library::Filter&, const library::GameSet& set, const auto& stop) {
                      base::Expected<void> result;
                      GamesLine live;
                      const std::uint64_t all = set.count();
                      std::uint64_t done = 0;
                      set.for_each([&](std::size_t segment, std::uint32_t game) {
                        const auto read = library.game(library.segments()[segment].first + game);
                        result = read ? output.append(chess::to_pgn(*read)) : tl::unexpected(read.error());
                        live.show(++done, all);
                        return result.has_value() && !stop;
                      });
                      live.wipe();
                      if (stop) {
                        std::cerr << "interrupted; nothing was written\n";
                        return kExitInterrupted;
                      }
                      if (result) result = output.commit();
                      if (!result) return report_error(result.error());
                      if (!arguments.output.empty()) std::cout << arguments.output << ": " << games_text(done) << '\n';
                      return kExitOk;
                    });
}

int delete_games(const LibraryArguments& arguments) {
  return with_games(arguments, library::Database::Access::Write,
                    [&](Library& library, const library::Filter& filter, const library::GameSet& set, const auto&) {
                      if (filter.is_empty() && arguments.games.empty())
                        return report_error({"say which games to delete: numbers, or options as for search"});
                      const auto numbers = numbers_of(library, set);
                      if (!arguments.yes) {
                        std::cout << games_text(numbers.size()) << " would be deleted; --yes deletes them\n";
                        return kExitOk;
                      }
                      if (auto deleted = library.delete_games(numbers); !deleted) return report_error(deleted.error());
                      std::cout << games_text(numbers.size()) << " deleted, " << with_thousands(library.game_count())
                                << " left\n";
                      return kExitOk;
                    });
}

int label_games(const LibraryArguments& arguments) {
  return with_games(arguments, library::Database::Access::Write,
                    [&](Library& library, const library::Filter& filter, const library::GameSet& set, const auto&) {
                      if (filter.is_empty() && arguments.games.empty())
                        return report_error({"say which games to label: numbers, or options as for search"});
                      const auto numbers = numbers_of(library, set);
                      if (auto done = library.set_label(numbers, arguments.label, !arguments.remove); !done)
                        return report_error(done.error());
                      std::cout << with_thousands(numbers.size()) << " games "
                                << (arguments.remove ? "without" : "with") << " the label "
                                << base::in_quotes(arguments.label) << '\n';
                      return kExitOk;
                    });
}

int show_me(const LibraryArguments& arguments) {
  const bool changes = !arguments.add_names.empty() || !arguments.remove_names.empty();
  auto opened =
      Library::open(arguments.file, changes ? library::Database::Access::Write : library::Database::Access::Read);
  if (!opened) return report_error(opened.error());
  for (const std::string& name : arguments.add_names)
    if (auto set = opened->set_my_name(name, true); !set) return report_error(set.error());
  for (const std::string& name : arguments.remove_names)
    if (auto set = opened->set_my_name(name, false); !set) return report_error(set.error());
  for (const std::string& name : opened->my_names()) std::cout << name << '\n';
  if (auto status = opened->database().status(); !status) return report_error(status.error());
  return kExitOk;
}

int check_library(const LibraryArguments& arguments) {
  const base::InterruptGuard interrupt;
  GamesLine live;
  library::CheckEvents events;
  events.on_fault = [&](const std::string& message) {
    live.wipe();
    std::cerr << message << '\n';
  };
  events.on_progress = [&](std::uint64_t done, std::uint64_t all) { live.show(done, all); };
  if (!arguments.save.empty()) {
    GamesOutput output;
    if (auto opened = output.open(arguments.save); !opened) return report_error(opened.error());
    const auto saved = library::save_games(
        arguments.file, interrupt.flag(), [&](const std::string& pgn) { return output.append(pgn); }, events);
    live.wipe();
    if (!saved) return report_error(saved.error());
    if (interrupt.flag()) return kExitInterrupted;
    if (auto written = output.commit(); !written) return report_error(written.error());
    std::cout << arguments.save << ": " << games_text(*saved) << " saved\n";
    return kExitOk;
  }
  const auto result = library::check(arguments.file, interrupt.flag(), events);
  live.wipe();
  if (!result) return report_error(result.error(), kExitFailed);
  std::cout << games_text(result->games) << " checked, " << with_thousands(result->faults) << " faults\n";
  if (result->interrupted) return kExitInterrupted;
  return result->faults == 0 ? kExitOk : kExitFailed;
}

}  // namespace

void add_library_command(CLI::App& app, Commands& commands) {
  CLI::App* const command =
      app.add_subcommand("library", "Your own games in one file: import, search, explore, export");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<LibraryArguments>();
  const auto add = [&](const char* name, const char* help, int (*run)(const LibraryArguments&)) {
    CLI::App* const sub = command->add_subcommand(name, help);
    sub->add_option("--library", arguments->file, "The library's file")->required()->envname("ZUGWERK_LIBRARY");
    commands[sub] = [arguments, run] { return run(*arguments); };
    return sub;
  };
  const auto add_limit = [&](CLI::App* sub, const char* help) {
    sub->add_option("--limit", arguments->most, help)->capture_default_str();
    sub->add_flag("--json", arguments->json, "Print JSON");
  };
  const auto add_numbers = [&](CLI::App* sub) {
    sub->add_option("--games", arguments->games, "Numbers of games, as search shows them")->delimiter(',');
  };

  CLI::App* const import =
      add("import", "Add the games of PGN files; makes the library if there is none", import_files);
  import->add_option("files", arguments->files, "PGN, also packed; - is standard input")->required();
  import->add_option("--label", arguments->label, "A label for these games");

  CLI::App* const find = add("search", "List games", search_games);
  add_library_filter_options(*find, arguments->filter);
  add_numbers(find);
  add_limit(find, "Most games to list");

  CLI::App* const explorer = add("explore", "What was played in a position, and how it went", explore);
  add_position_options(*explorer, arguments->position, "Position to look up");
  add_library_filter_options(*explorer, arguments->filter, false);
  add_limit(explorer, "Most games to list below the moves");

  CLI::App* const exporter = add("export", "Write games as PGN", export_games);
  exporter->add_option("-o,--output", arguments->output, "New file (default: standard output)");
  add_library_filter_options(*exporter, arguments->filter);
  add_numbers(exporter);

  CLI::App* const remover = add("delete", "Delete games", delete_games);
  add_library_filter_options(*remover, arguments->filter);
  add_numbers(remover);
  remover->add_flag("--yes", arguments->yes, "Really delete; otherwise only count");

  CLI::App* const label = add("label", "Give games a label", label_games);
  label->add_option("name", arguments->label, "The label")->required();
  add_library_filter_options(*label, arguments->filter);
  add_numbers(label);
  label->add_flag("--remove", arguments->remove, "Take the label away");

  CLI::App* const me = add("me", "The names under which you play, for --mine", show_me);
  me->add_option("--add", arguments->add_names, "A name, exactly as in the games");
  me->add_option("--remove", arguments->remove_names, "A name that is not yours");

  CLI::App* const checker = add("check", "Look for damage, or save what is left of a damaged library", check_library);
  checker->add_option("--save", arguments->save, "Write every game that can be read to this new PGN file");
}

}  // namespace zugwerk::app
