#include "search/shared.h"

#include "tablebase/syzygy.h"

namespace zugwerk::search {

void Shared::start(const chess::Position& position, const Limits& what, const Settings& how) {
  limits = what;
  settings = how;
  stop = false;
  stop_on_ponder_hit = false;
  pondering = limits.ponder;
  tt.age();
  time.start(limits, position.side_to_move(), settings);
  tb_lease = settings.tablebases ? settings.tablebases->lease() : nullptr;
  root_tb = probe_root_tablebases(position, settings, tb_lease.get());
}

}  // namespace zugwerk::search
