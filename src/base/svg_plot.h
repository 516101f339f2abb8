// base/svg_plot.h
//
// Small plots as SVG: lines and points with error bars over numbers or names. One file of text without scripts, fonts
// or other files, in colours that can be read on light and dark paper. What is drawn is up to the caller.

#pragma once

#include <string>
#include <vector>

namespace zugwerk::base {

struct PlotPoint {
  double x = 0;
  double y = 0;
  double error = 0;   // half the length of a vertical bar; none if zero or not finite
  std::string label;  // beside the point; may be empty
};

struct PlotSeries {
  std::string name;  // in the legend; empty: not listed
  std::vector<PlotPoint> points;
  bool line = true;   // through the points, in their order
  bool dots = false;  // at the points
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  /// Names for x = 0, 1, 2, ...; empty for an axis of numbers.
  std::vector<std::string> x_names;
  std::vector<PlotSeries> series;
  int width = 720;  // in pixels, as is the height
  int height = 420;
};

/// Points that are not finite are left out, and interrupt their line.
[[nodiscard]] std::string to_svg(const Plot& plot);

/// Round numbers from `low` to `high`, about `count` of them, for an axis; `low` and `high` may lie outside.
[[nodiscard]] std::vector<double> nice_ticks(double low, double high, int count);

}  // namespace zugwerk::base
