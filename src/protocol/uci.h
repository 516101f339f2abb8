// protocol/uci.h
//
// The Universal Chess Interface: text in, text out. Everything a client sends is answered or refused with a message;
// nothing ends the process but "quit" and the end of input.

#pragma once

#include <iosfwd>
#include <string>

namespace zugwerk::protocol {

/// Obeys commands from `in` until "quit" or its end.
void run_uci(std::istream& in, std::ostream& out, const std::string& version);

}  // namespace zugwerk::protocol
