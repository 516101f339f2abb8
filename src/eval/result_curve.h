// eval/result_curve.h
//
// The logistic curve between centipawns and expected results, as training and tuning use it. What the engine tells
// people about winning, drawing and losing is eval/wdl.h's.

#pragma once

namespace zugwerk::eval {

/// Turns centipawns into an expected result: 400 / scale of them are odds of ten to one.
class ResultCurve {
 public:
  explicit ResultCurve(double scale);
  /// Between 0 and 1.
  [[nodiscard]] double expected(double centipawns) const;
  /// The inverse, finite for certain results too.
  [[nodiscard]] double centipawns(double expected) const;
  /// The derivative of expected(), given its value.
  [[nodiscard]] double slope(double expected) const { return factor_ * expected * (1 - expected); }

 private:
  double factor_;
};

}  // namespace zugwerk::eval
