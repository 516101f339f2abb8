#include "base/svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

// Mid greys and mid tones: far enough from white and from black.
constexpr std::string_view kInk = "#808080";
constexpr std::string_view kGrid = "#80808040";
constexpr std::array<std::string_view, 6> kPalette{"#3d85c6", "#cc7a29", "#4a9e5c", "#b05fb5", "#c75450", "#7d8f2f"};

constexpr double kLeft = 64;
constexpr double kRight = 24;
constexpr double kTop = 44;
constexpr double kBottom = 56;
constexpr double kFontSize = 12;
constexpr double kTitleSize = 15;
constexpr double kLetterWidth = 0.6 * kFontSize;
constexpr double kDotRadius = 3.5;
constexpr double kCapWidth = 4;  // half the width of an error bar's caps
constexpr double kTickLength = 4;
constexpr double kGap = 8;
constexpr int kTicks = 6;
constexpr double kMargin = 0.05;  // of the range, left free at both ends of an axis

[[nodiscard]] std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        // Other control characters are not allowed in XML at all.
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

/// A coordinate: two digits are a hundredth of a pixel.
[[nodiscard]] std::string to_text(double value) { return base::fixed(value, 2); }

[[nodiscard]] std::string tick_text(double value, double step) {
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  std::string text = fixed(value, digits);
  return text == "-0" ? "0" : text;
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }

  /// Never empty, with some room at the ends.
  [[nodiscard]] Range padded() const {
    if (!(low <= high)) return {0, 1};
    const double span = high > low ? high - low : std::max(1.0, std::abs(high) * 2 * kMargin);
    const double margin = span * (high > low ? kMargin : 0.5);
    return {low - margin, high + margin};
  }
};

[[nodiscard]] bool is_drawable(const PlotPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

[[nodiscard]] bool has_bar(const PlotPoint& point) { return std::isfinite(point.error) && point.error > 0; }

class SvgPlot {
 public:
  explicit SvgPlot(const Plot& plot) : plot_(plot) {
    for (const PlotSeries& series : plot.series) {
      for (const PlotPoint& point : series.points) {
        if (!is_drawable(point)) continue;
        const double bar = has_bar(point) ? point.error : 0;
        x_.include(point.x);
        y_.include(point.y - bar);
        y_.include(point.y + bar);
      }
    }
    y_ = y_.padded();
    constexpr double kHalfStep = 0.5;
    if (plot.x_names.empty())
      x_ = x_.padded();
    else
      x_ = {-kHalfStep, static_cast<double>(plot.x_names.size()) - kHalfStep};
  }

  [[nodiscard]] std::string draw() {
    out_ = format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
                  R"(font-family="sans-serif" font-size="{2}" fill="none">)",
                  plot_.width, plot_.height, to_text(kFontSize)) +
           '\n';
    if (!plot_.title.empty())
      out_ +=
          "<title>" + escaped(plot_.title) + "</title>\n" +
          text(plot_.width / 2.0, kTitleSize + 2, plot_.title, "middle", " font-size=\"" + to_text(kTitleSize) + '"');
    draw_y_axis();
    draw_x_axis();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) draw_series(plot_.series[i], kPalette[i % kPalette.size()]);
    draw_legend();
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] double right() const { return plot_.width - kRight; }
  [[nodiscard]] double bottom() const { return plot_.height - kBottom; }
  [[nodiscard]] double place_x(double x) const { return kLeft + (x - x_.low) / (x_.high - x_.low) * (right() - kLeft); }
  [[nodiscard]] double place_y(double y) const {
    return bottom() - (y - y_.low) / (y_.high - y_.low) * (bottom() - kTop);
  }

  [[nodiscard]] static std::string text(double x, double y, std::string_view words, std::string_view anchor,
                                        const std::string& more = {}) {
    return "<text x=\"" + to_text(x) + "\" y=\"" + to_text(y) + "\" fill=\"" + std::string(kInk) + "\" text-anchor=\"" +
           std::string(anchor) + '"' + more + '>' + escaped(words) + "</text>\n";
  }

  void segment(double x1, double y1, double x2, double y2, std::string_view color) {
    out_ += "<line x1=\"" + to_text(x1) + "\" y1=\"" + to_text(y1) + "\" x2=\"" + to_text(x2) + "\" y2=\"" +
            to_text(y2) + "\" stroke=\"" + std::string(color) + "\"/>\n";
  }

  void draw_y_axis() {
    const std::vector<double> ticks = nice_ticks(y_.low, y_.high, kTicks);
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
    for (const double tick : ticks) {
      const double y = place_y(tick);
      segment(kLeft, y, right(), y, kGrid);
      out_ += text(kLeft - kGap, y + kFontSize / 3, tick_text(tick, step), "end");
    }
    segment(kLeft, kTop, kLeft, bottom(), kInk);
    if (!plot_.y_label.empty()) {
      const double x = kFontSize + 2;
      const double y = (kTop + bottom()) / 2;
      out_ += text(x, y, plot_.y_label, "middle", " transform=\"rotate(-90 " + to_text(x) + ' ' + to_text(y) + ")\"");
    }
  }

  void draw_x_axis() {
    segment(kLeft, bottom(), right(), bottom(), kInk);
    const double below = bottom() + kTickLength + kFontSize;
    if (plot_.x_names.empty()) {
      const std::vector<double> ticks = nice_ticks(x_.low, x_.high, kTicks);
      const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
      for (const double tick : ticks) draw_x_tick(tick, tick_text(tick, step), below);
    } else {
      draw_x_names(below);
    }
    if (!plot_.x_label.empty()) out_ += text((kLeft + right()) / 2, plot_.height - kGap, plot_.x_label, "middle");
  }

  void draw_x_tick(double at, std::string_view words, double y) {
    segment(place_x(at), bottom(), place_x(at), bottom() + kTickLength, kInk);
    out_ += text(place_x(at), y, words, "middle");
  }

  /// Long names alternate between two rows; if there are too many, only every n-th is drawn.
  void draw_x_names(double below) {
    std::size_t longest = 1;
    for (const std::string& name : plot_.x_names) longest = std::max(longest, name.size());
    const double room = (right() - kLeft) / static_cast<double>(plot_.x_names.size());
    const double needed = static_cast<double>(longest) * kLetterWidth + kGap;
    const bool two_levels = needed > room;
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(needed / (2 * room))));
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < plot_.x_names.size(); i += every, ++drawn)
      draw_x_tick(static_cast<double>(i), plot_.x_names[i], below + (two_levels && drawn % 2 == 1 ? kFontSize + 2 : 0));
  }

  void draw_series(const PlotSeries& series, std::string_view color) {
    if (series.line) draw_line(series, color);
    for (const PlotPoint& point : series.points) {
      if (!is_drawable(point)) continue;
      const double x = place_x(point.x);
      const double y = place_y(point.y);
      if (has_bar(point)) {
        const double top = place_y(point.y + point.error);
        const double foot = place_y(point.y - point.error);
        segment(x, top, x, foot, color);
        segment(x - kCapWidth, top, x + kCapWidth, top, color);
        segment(x - kCapWidth, foot, x + kCapWidth, foot, color);
      }
      if (series.dots)
        out_ += "<circle cx=\"" + to_text(x) + "\" cy=\"" + to_text(y) + "\" r=\"" + to_text(kDotRadius) +
                "\" fill=\"" + std::string(color) + "\"/>\n";
      if (!point.label.empty()) out_ += text(x + kGap, y - kGap / 2, point.label, "start");
    }
  }

  void draw_line(const PlotSeries& series, std::string_view color) {
    std::string path;
    bool pen_down = false;
    for (const PlotPoint& point : series.points) {
      if (!is_drawable(point)) {
        pen_down = false;
        continue;
      }
      path += pen_down ? " L" : (path.empty() ? "M" : " M");
      path += to_text(place_x(point.x)) + ' ' + to_text(place_y(point.y));
      pen_down = true;
    }
    if (!path.empty())
      out_ += "<path d=\"" + path + "\" stroke=\"" + std::string(color) + "\" stroke-width=\"1.5\"/>\n";
  }

  /// In one row between title and plot.
  void draw_legend() {
    const double y = kTop - kGap;
    double x = kLeft;
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const std::string& name = plot_.series[i].name;
      if (name.empty()) continue;
      out_ += "<rect x=\"" + to_text(x) + "\" y=\"" + to_text(y - kFontSize / 2) + "\" width=\"" + to_text(kFontSize) +
              R"(" height="3" fill=")" + std::string(kPalette[i % kPalette.size()]) + "\"/>\n";
      out_ += text(x + kFontSize + kGap / 2, y, name, "start");
      x += kFontSize + 2 * kGap + static_cast<double>(name.size()) * kLetterWidth;
    }
  }

  const Plot& plot_;
  Range x_;
  Range y_;
  std::string out_;
};

}  // namespace

std::vector<double> nice_ticks(double low, double high, int count) {
  if (!(high > low) || count < 1) return {low};
  const double rough = (high - low) / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = power;
  for (const double factor : {2.0, 5.0, 10.0})
    if (step < rough * 0.999) step = power * factor;
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  for (double number = first; number <= last; ++number) ticks.push_back(number * step);
  return ticks;
}

std::string to_svg(const Plot& plot) { return SvgPlot(plot).draw(); }

}  // namespace zugwerk::base
