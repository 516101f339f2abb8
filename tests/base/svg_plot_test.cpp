// Unit tests: plots as SVG.

#include "base/svg_plot.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

[[nodiscard]] std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SvgPlot, TicksAreRoundNumbersInsideTheRange) {
  EXPECT_EQ(nice_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(nice_ticks(-130, 270, 4), (std::vector<double>{-100, 0, 100, 200}));
  EXPECT_EQ(nice_ticks(3, 3, 5), std::vector<double>{3});
  const auto small = nice_ticks(0.0012, 0.0049, 6);
  EXPECT_NEAR(small.front(), 0.002, 1e-12);
  EXPECT_NEAR(small.back(), 0.004, 1e-12);
}

TEST(SvgPlot, DrawsEveryFinitePointItsBarAndItsLabel) {
  Plot plot;
  plot.title = "Ratings";
  plot.series.push_back({"", {{0, 10, 5, "one"}, {1, 20, INFINITY, ""}, {2, INFINITY, 1, "nowhere"}}, false, true});
  const std::string svg = to_svg(plot);
  EXPECT_EQ(svg.find("<svg xmlns=\"http://www.w3.org/2000/svg\""), 0U);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_EQ(count_of(svg, "<circle"), 2U);
  EXPECT_EQ(count_of(svg, "stroke=\"#3d85c6\""), 3U) << "one bar and its ends";
  EXPECT_EQ(count_of(svg, ">one<"), 1U);
  EXPECT_EQ(count_of(svg, "nowhere"), 0U);
  EXPECT_EQ(count_of(svg, "<path"), 0U);
  EXPECT_EQ(count_of(svg, "nan") + count_of(svg, "inf"), 0U);
}

TEST(SvgPlot, HigherValuesAreHigherOnThePage) {
  Plot plot;
  plot.series.push_back({"", {{0, 0, 0, ""}, {10, 100, 0, ""}}, false, true});
  const std::string svg = to_svg(plot);
  const auto y_of = [&](std::size_t from) { return std::stod(svg.substr(svg.find("cy=\"", from) + 4)); };
  const std::size_t first = svg.find("<circle");
  EXPECT_GT(y_of(first), y_of(svg.find("<circle", first + 1)));
}

TEST(SvgPlot, ALineIsInterruptedWhereAPointIsMissing) {
  Plot plot;
  plot.series.push_back(
      {"loss", {{0, 1, 0, ""}, {1, 2, 0, ""}, {2, NAN, 0, ""}, {3, 1, 0, ""}, {4, 2, 0, ""}}, true, false});
  const std::string svg = to_svg(plot);
  EXPECT_EQ(count_of(svg, "<path"), 1U);
  EXPECT_EQ(count_of(svg, "M"), 2U);
  EXPECT_EQ(count_of(svg, ">loss<"), 1U);
}

TEST(SvgPlot, NamesOnTheAxisAreEscapedAndThinnedOutIfThereAreTooMany) {
  Plot plot;
  plot.x_names = {"a<b & \"c\"", "d"};
  plot.series.push_back({"", {{0, 1, 0, ""}, {1, 2, 0, ""}}, true, true});
  const std::string svg = to_svg(plot);
  EXPECT_EQ(count_of(svg, "a&lt;b &amp; &quot;c&quot;"), 1U);
  EXPECT_EQ(count_of(svg, ">d<"), 1U);

  plot.x_names.assign(300, "version");
  EXPECT_LT(count_of(to_svg(plot), ">version<"), 40U);
}

TEST(SvgPlot, AnEmptyPlotIsStillAPicture) {
  const std::string svg = to_svg(Plot{});
  EXPECT_EQ(count_of(svg, "<svg"), 1U);
  EXPECT_EQ(count_of(svg, "nan") + count_of(svg, "inf"), 0U);
}

}  // namespace
}  // namespace zugwerk::base
