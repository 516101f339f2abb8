// protocol/uci.h
//
// The Universal Chess Interface: text in, text out. Everything a client sends is answered or refused with a message;
// nothing ends the process but "quit" and the end of input.

#pragma once

#include <iosfwd>
#include <string>

#include "protocol/line_source.h"

namespace zugwerk::search {
class Exchange;
}

namespace zugwerk::protocol {

/// Obeys lines until "quit" or until there is none. Searches are shared with other machines if there is an exchange.
void run_uci(const LineSource& next_line, std::ostream& out, const std::string& version,
             search::Exchange* exchange = nullptr);

}  // namespace zugwerk::protocol
