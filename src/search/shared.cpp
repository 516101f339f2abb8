#include "search/shared.h"

namespace zugwerk::search {

void Shared::start(const chess::Position& position, const Limits& what, const Settings& how) {
  limits = what;
  settings = how;
  stop = false;
  stop_on_ponder_hit = false;
  pondering = limits.ponder;
  table.age();
  time.start(limits, position.side_to_move(), settings);
  root_tables = ask_tables(position, settings);
}

}  // namespace zugwerk::search
