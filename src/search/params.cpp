#include "search/params.h"

#include <cmath>

namespace zugwerk::search {

ReductionTable::ReductionTable() {
  // Rounded to integers once, so that every machine reduces alike.
  const auto reduction = [](std::size_t depth, std::size_t number, int base, int divisor) {
    const double product = std::log(static_cast<double>(depth)) * std::log(static_cast<double>(number));
    return base + static_cast<int>(std::lround(product * 1024.0 * 1024.0 / divisor));
  };
  for (std::size_t depth = 1; depth < kSize; ++depth) {
    for (std::size_t number = 1; number < kSize; ++number) {
      quiet_[depth][number] = reduction(depth, number, params::kLmrBaseScaled, params::kLmrDivisorScaled);
      capture_[depth][number] =
          reduction(depth, number, params::kLmrCaptureBaseScaled, params::kLmrCaptureDivisorScaled);
    }
  }
}

}  // namespace zugwerk::search
