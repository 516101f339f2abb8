// web/page_files.h
//
// The page as files in memory. Generated from the folder web/ at build time; a program built without the page has none.

#pragma once

#include <span>
#include <string_view>

namespace zugwerk::web {

struct PageFile {
  std::string_view path;  // from the root: "/index.html"
  std::string_view content_type;
  std::string_view bytes;
  std::string_view gzipped = {};  // the same bytes, compressed; empty if that saves nothing
  std::string_view tag = {};      // a digest of the bytes, for ETag; empty: none
};

/// Every file of the built-in page.
[[nodiscard]] std::span<const PageFile> page_files();

}  // namespace zugwerk::web
