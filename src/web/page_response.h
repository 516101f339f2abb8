// web/page_response.h
//
// A file of the page as browsers ask for it: compressed, in part, or only if it has changed.

#pragma once

#include "web/message.h"
#include "web/page_files.h"

namespace zugwerk::web {

/// The answer to a GET for this file, by the request's Accept-Encoding, If-None-Match, Range and If-Range.
[[nodiscard]] Response page_response(const PageFile& file, const Request& request);

}  // namespace zugwerk::web
