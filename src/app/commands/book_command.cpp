// `zugwerk book`: makes, merges and shows opening books.

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "book/book.h"
#include "book/book_maker.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "engine/engine.h"
#include "learning/book/book_grow.h"

namespace zugwerk::app {

namespace {

using base::with_thousands;

struct BookArguments {
  std::vector<std::string> files;
  std::string output;
  book::MakeOptions make;
  learning::GrowOptions grow;
  std::vector<std::string> results;
  std::string side;
  double min_score_percent = 0;
  bool first = false;
  PositionArgument position;
};

void print_written(const std::string& path, const book::MakeCounts& counts) {
  std::cout << path << ": " << with_thousands(counts.positions) << " positions, " << with_thousands(counts.entries)
            << " moves\n";
}

int make_book(BookArguments arguments) {
  for (const std::string& text : arguments.results) {
    const auto result = chess::pgn_result_from_text(text);
    if (!result) return report_error({"--results: " + base::in_quotes(text) + " is not 1-0, 0-1, 1/2-1/2 or *"});
    arguments.make.results.push_back(*result);
  }
  constexpr double kPercent = 100;
  arguments.make.min_score = arguments.min_score_percent / kPercent;
  arguments.make.white_moves = arguments.side != "black";
  arguments.make.black_moves = arguments.side != "white";
  // Report a file that cannot be written now, before hours of reading.
  auto writer = book::BookWriter::create(arguments.output);
  if (!writer) return report_error(writer.error());
  const base::InterruptGuard interrupt;
  book::BookMaker maker(arguments.output, arguments.make,
                        [](const std::string& warning) { std::cerr << warning << '\n'; });
  for (const std::string& file : arguments.files) {
    auto input = base::Input::open(file);
    if (!input) return report_error(input.error());
    if (auto added = maker.add_games(*input, interrupt.flag()); !added) return report_error(added.error());
    if (interrupt.flag()) {
      std::cerr << "interrupted; no book was written\n";
      return kExitInterrupted;
    }
  }
  const auto counts = maker.write(*writer);
  if (!counts) return report_error(counts.error());
  std::cout << with_thousands(counts->games) << " games read, " << with_thousands(counts->used) << " used, "
            << with_thousands(counts->broken) << " broken\n";
  if (counts->entries == 0) {
    std::cerr << arguments.output << ": no book was written: no move met the conditions\n";
    return kExitFailed;
  }
  print_written(arguments.output, *counts);
  return counts->broken == 0 ? kExitOk : kExitFailed;
}

int grow_own(const BookArguments& arguments) {
  const base::InterruptGuard interrupt;
  const auto result = learning::grow_book(
      arguments.output, arguments.grow, interrupt.flag(),
      [](std::size_t count, const std::string& line) {
        std::cout << with_thousands(count) << "  " << line << std::endl;
      },
      [](const std::string& warning) { std::cerr << warning << '\n'; });
  if (!result) return report_error(result.error());
  std::cout << arguments.output << ": " << with_thousands(result->positions) << " positions, "
            << with_thousands(result->moves) << " moves; " << with_thousands(result->searched)
            << " searched by this run, " << with_thousands(result->known) << " by earlier ones\n";
  return result->complete ? kExitOk : kExitInterrupted;
}

int merge(const BookArguments& arguments) {
  std::vector<book::Book> books;
  for (const std::string& file : arguments.files) {
    auto book = book::Book::open(file);
    if (!book) return report_error(book.error());
    books.push_back(*std::move(book));
  }
  const auto counts =
      book::merge_books(books, arguments.first ? book::MergeMode::First : book::MergeMode::AddUp, arguments.output);
  if (!counts) return report_error(counts.error());
  print_written(arguments.output, *counts);
  return kExitOk;
}

int info(const BookArguments& arguments) {
  bool sound = true;
  for (const std::string& file : arguments.files) {
    // A missing file is bad input, a broken one a finding.
    if (auto input = base::Input::open(file); !input) return report_error(input.error());
    const auto book = book::Book::open(file);
    if (!book) {
      std::cerr << book.error().message << '\n';
      sound = false;
      continue;
    }
    const book::BookSurvey survey = book::survey(*book);
    const auto line = [](std::string_view name, std::uint64_t value) {
      std::cout << base::format("  {:<34}{:>12}\n", name, with_thousands(value));
    };
    std::cout << file << '\n';
    line("moves", survey.entries);
    line("positions", survey.positions);
    line("most moves in a position", survey.most_moves);
    line("moves of weight zero", survey.zero_weights);
    line("repeated moves", survey.repeated);
    line("positions reached from the start", survey.reached);
    line("plies to the furthest of them", static_cast<std::uint64_t>(survey.deepest));
    line("illegal moves on the way", survey.faults.size());
    for (const std::string& fault : survey.faults) std::cerr << fault << '\n';
    sound = sound && survey.faults.empty();
  }
  return sound ? kExitOk : kExitFailed;
}

/// A FEN may have an en passant square that no legal capture uses, which counts in some keys; the position drops it.
[[nodiscard]] book::PolyglotKey key_of(const PositionArgument& argument, const chess::Position& position) {
  std::string_view fields = argument.text;
  chess::FenRepairs reported_already;
  const auto setup = chess::take_position_fields(fields, argument.variant(), &reported_already);
  const bool has_moves = argument.text.find(" moves ") != std::string::npos;
  return setup && !has_moves ? book::polyglot_key(*setup) : book::polyglot_key(position);
}

int show(const BookArguments& arguments) {
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  const auto book = book::Book::open(arguments.files.front());
  if (!book) return report_error(book.error());
  const book::PolyglotKey key = key_of(arguments.position, *position);
  const book::BookMoves found = book->find(*position, key);
  std::cout << base::format("key {:016x}\n", key);
  if (found.moves.empty()) std::cout << "the book does not know this position\n";
  for (const book::BookMove& move : found.moves) {
    constexpr double kPercent = 100;
    std::cout << base::format("  {:<8}{:>7}{:>8.1f} %\n", chess::to_san(*position, move.move), move.weight,
                              kPercent * found.share(move));
  }
  for (const std::string& fault : found.faults) std::cerr << fault << '\n';
  return found.faults.empty() ? kExitOk : kExitFailed;
}

void add_make(CLI::App& book, const std::shared_ptr<BookArguments>& arguments,
              std::map<CLI::App*, std::function<int()>>& actions) {
  CLI::App* const make = book.add_subcommand("make", "Make a book from games");
  make->footer(
      "A move's weight is two for every win of the side that played it and one for every draw.\n"
      "Example: zugwerk book make games.pgn -o games.bin --min-games 5 --max-plies 30 --min-elo 2400");
  make->add_option("files", arguments->files, "PGN files, also packed (.zst, .zip); - for standard input")->required();
  make->add_option("-o,--output", arguments->output, "The book; one that exists is not overwritten")->required();
  auto& options = arguments->make;
  constexpr int kMostPlies = 2000;
  make->add_option("--max-plies", options.max_ply, "Plies of every game that are used")
      ->check(CLI::Range(1, kMostPlies))
      ->capture_default_str();
  make->add_option("--min-games", options.min_games, "Games that must have played a move")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  make->add_option("--min-score", arguments->min_score_percent, "Percent that a move must have scored")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  make->add_option("--min-elo", options.min_elo, "Elo that both players must have")->check(CLI::NonNegativeNumber);
  make->add_option("--results", arguments->results, "Only games with these results: 1-0, 0-1, 1/2-1/2, *")
      ->delimiter(',');
  make->add_option("--side", arguments->side, "Moves of one side only")->check(CLI::IsMember({"white", "black"}));
  make->add_flag("--uniform", options.uniform, "Every move weighs the same");
  actions[make] = [arguments] { return make_book(*arguments); };
}

}  // namespace

void add_book_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<BookArguments>();
  auto actions = std::make_shared<std::map<CLI::App*, std::function<int()>>>();
  CLI::App* const book = app.add_subcommand("book", "Make and inspect opening books (Polyglot .bin)");
  book->require_subcommand(1);
  book->footer("Help on one of them: zugwerk book make --help");
  add_make(*book, arguments, *actions);

  CLI::App* const grow = book->add_subcommand("grow", "Make a book by our own search; can be interrupted and resumed");
  grow->footer("Searches are kept in OUTPUT.journal; run the same command again to resume.");
  grow->add_option("-o,--output", arguments->output, "The book, new or to be grown further")->required();
  auto& growth = arguments->grow;
  grow->add_option("--positions", growth.positions, "Number of positions in the finished book")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  constexpr int kMostPlies = 200;
  grow->add_option("--max-plies", growth.max_ply, "Plies of a line")
      ->check(CLI::Range(1, kMostPlies))
      ->capture_default_str();
  grow->add_option("--lines", growth.lines, "Moves compared in a position")
      ->check(CLI::Range(1, engine::Engine::kMostLines))
      ->capture_default_str();
  grow->add_option("--margin", growth.margin, "Keep moves within this many centipawns of the best")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  grow->add_option("--temper", growth.temper, "Centipawns that make a move 2.7 times less likely")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  grow->add_option("--nodes", growth.nodes, "Nodes of every search")->check(CLI::PositiveNumber)->capture_default_str();
  (*actions)[grow] = [arguments] { return grow_own(*arguments); };

  CLI::App* const merge_command = book->add_subcommand("merge", "Merge several books into one");
  merge_command->add_option("files", arguments->files, "Books")->required();
  merge_command->add_option("-o,--output", arguments->output, "The new book; one that exists is not overwritten")
      ->required();
  merge_command->add_flag("--first", arguments->first,
                          "Take a position from the first book that has it, instead of adding weights");
  (*actions)[merge_command] = [arguments] { return merge(*arguments); };

  CLI::App* const info_command = book->add_subcommand("info", "Describe books and check that they are sound");
  info_command->add_option("files", arguments->files, "Books")->required();
  (*actions)[info_command] = [arguments] { return info(*arguments); };

  CLI::App* const show_command = book->add_subcommand("show", "Show the moves for a position");
  show_command->add_option("file", arguments->files, "The book")->required()->expected(1);
  add_position_options(*show_command, arguments->position, "Position to look up");
  (*actions)[show_command] = [arguments] { return show(*arguments); };

  commands[book] = [actions] {
    for (const auto& [command, action] : *actions)
      if (command->parsed()) return action();
    return kExitBadInput;
  };
}

}  // namespace zugwerk::app
