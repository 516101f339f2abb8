#include "search/shared.h"

#include "tablebase/syzygy.h"

namespace zugwerk::search {

void Shared::start(const chess::Position& position, const Limits& what, const Settings& how) {
  limits = what;
  settings = how;
  stop = false;
  stop_on_ponder_hit = false;
  pondering = limits.ponder;
  table.age();
  time.start(limits, position.side_to_move(), settings);
  tb_lease = settings.tables ? settings.tables->lease() : nullptr;
  root_tables = ask_tables(position, settings, tb_lease.get());
}

}  // namespace zugwerk::search
