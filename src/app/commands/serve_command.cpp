// `zugwerk serve`: the page and its API.

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/report_error.h"
#include "app/version.h"
#include "base/interrupt.h"
#include "base/machine.h"
#include "engine/engine.h"
#include "tablebase/syzygy.h"
#include "web/page_files.h"
#include "web/server.h"

namespace zugwerk::app {

namespace {

struct ServeOptions {
  std::string host = "127.0.0.1";
  int port = 8080;
  bool port_given = false;
  std::vector<std::string> allowed_hosts;
  int threads = 0;
  std::size_t hash_megabytes = 256;
  std::string lab_folder;
  std::string book;
  std::string tables;
  bool open = false;
};

int run_serve(const ServeOptions& options) {
  const base::InterruptGuard interrupt;
  web::ServerSettings settings;
  settings.host = options.host;
  settings.port = options.port;
  settings.may_use_another_port = !options.port_given;
  settings.allowed_hosts = options.allowed_hosts;
  settings.version = std::string(kVersion);
  settings.page = web::page_files();
  settings.pool.threads =
      options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  settings.pool.hash_megabytes = options.hash_megabytes;
  settings.lab_folder = options.lab_folder;
  settings.book = options.book;
  settings.pool.tables = options.tables;
  // Faults of single files are not fatal, but should be reported.
  const auto tables = tablebase::Tables::open(options.tables);
  if (tables)
    for (const std::string& fault : (*tables)->faults()) std::cerr << "--tb: " << fault << '\n';
  const auto served = web::serve(settings, [&](const std::string& address) {
    std::cout << "Zugwerk is at " << address << "  (Ctrl-C ends it)" << std::endl;
    if (options.open) base::open_in_browser(address);
    interrupt.wait();
  });
  return served ? kExitOk : report_error(served.error());
}

}  // namespace

void add_serve_command(CLI::App& app, Commands& commands) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* const serve = app.add_subcommand("serve", "Play and analyse in the browser: serve the page and its API");
  serve->footer(
      "Only this machine can connect unless --host says otherwise; the printed address then ends with a token, "
      "which every request needs. Without --port the next free one from 8080 is used.");
  constexpr int kLargestPort = 65535;
  CLI::Option* const port = serve->add_option("--port", options->port, "Port to listen on")
                                ->check(CLI::Range(1, kLargestPort))
                                ->capture_default_str();
  serve->add_option("--host", options->host, "Address to listen on")->capture_default_str();
  serve
      ->add_option("--allow-host", options->allowed_hosts,
                   "Another host name by which browsers may address the server; may be repeated")
      ->allow_extra_args(false);
  serve->add_option("--threads", options->threads, "Threads that search, for all clients together (default: all cores)")
      ->check(CLI::Range(1, engine::Engine::kMostThreads));
  serve->add_option("--hash", options->hash_megabytes, "Memory for searching in MB, for all clients together")
      ->check(CLI::Range(std::size_t{1}, engine::Engine::kMostHash))
      ->capture_default_str();
  serve
      ->add_option("--lab", options->lab_folder,
                   "Folder with match summaries, ladder logs and network cards for the page to draw")
      ->check(CLI::ExistingDirectory);
  serve->add_option("--book", options->book, "Polyglot book whose moves are shown (default: the built-in one)");
  serve->add_option("--tb", options->tables, "Folders of Syzygy tablebases, separated by ':'");
  serve->add_flag("--open", options->open, "Open the page in a browser if there is a desktop");
  commands[serve] = [options, port] {
    options->port_given = port->count() > 0;
    return run_serve(*options);
  };
}

}  // namespace zugwerk::app
