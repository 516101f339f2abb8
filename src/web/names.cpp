#include "web/names.h"

#include <random>
#include <string_view>

namespace zugwerk::web {

std::string random_name() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr int kLength = 32;
  std::random_device random;
  std::uniform_int_distribution<std::size_t> digit(0, kDigits.size() - 1);
  std::string name;
  for (int i = 0; i < kLength; ++i) name += kDigits[digit(random)];
  return name;
}

}  // namespace zugwerk::web
