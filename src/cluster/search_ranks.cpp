#include "cluster/search_ranks.h"

#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "cluster/helper_rank.h"
#include "cluster/line_stream.h"
#include "cluster/root_rank.h"
#include "protocol/uci.h"

namespace zugwerk::cluster {

namespace {

void run_root(std::unique_ptr<Transport> transport, const protocol::LineSource& client_lines, std::ostream& out,
              const std::string& version) {
  // Notes come from another thread than the lines of the session.
  std::mutex mutex;
  const auto say = [&](const std::string& line) {
    const std::scoped_lock lock(mutex);
    out << line << std::endl;
  };
  RootRank root(std::move(transport), version, [&](const std::string& note) { say("info string cluster: " + note); });
  const auto next_line = [&] {
    auto line = client_lines();
    if (!line || !*line) return line;
    std::string_view rest = **line;
    const std::string_view command = base::take_word(rest);
    if (command == "isready" || command == "go")
      for (const std::string& sentence : root.assemble()) say("info string cluster: " + sentence);
    root.relay(**line);
    return line;
  };
  LineStream session_output(say);
  protocol::run_uci(next_line, session_output, version, &root);
}

void run_helper(std::unique_ptr<Transport> transport, const std::string& version) {
  HelperRank helper(std::move(transport), version);
  const auto next_line = [&]() -> std::optional<base::Expected<std::string>> { return helper.next_line(); };
  LineStream session_output([&](const std::string& line) { helper.hear_engine(line); });
  protocol::run_uci(next_line, session_output, version, &helper);
}

}  // namespace

void search_over_ranks(std::unique_ptr<Transport> transport, const protocol::LineSource& client_lines,
                       std::ostream& out, const std::string& version) {
  if (transport->size() == 1)
    protocol::run_uci(client_lines, out, version);
  else if (transport->rank() == 0)
    run_root(std::move(transport), client_lines, out, version);
  else
    run_helper(std::move(transport), version);
}

}  // namespace zugwerk::cluster
