// In place of server.cpp in a build without the HTTP library.

#include "web/server.h"

namespace zugwerk::web {

base::Expected<void> serve(const ServerSettings& /*settings*/,
                           const std::function<void(const std::string& address)>& /*wait*/) {
  return base::failure("serving the page needs Boost, without which this program was built");
}

}  // namespace zugwerk::web
