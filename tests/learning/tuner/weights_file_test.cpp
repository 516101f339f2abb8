// Unit tests of the source of the weights as a file whose numbers can be replaced.

#include "learning/tuner/weights_file.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/files/whole_file.h"

namespace zugwerk::learning {
namespace {

const std::string kPath = ZUGWERK_SOURCE_FOLDER "/eval/classical/weights.h";

std::string source() {
  auto text = base::read_whole_file(kPath);
  EXPECT_TRUE(text) << kPath;
  return text ? *text : "";
}

std::string replaced(std::string text, std::string_view old, std::string_view with) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), with);
}

/// The source with another initialiser of kTempo, whatever it is now.
std::string with_tempo(std::string_view initialiser) {
  std::string text = source();
  const std::size_t at = text.find("kTempo{") + std::string_view("kTempo").size();
  return text.replace(at, text.find(';', at) - at, initialiser);
}

std::string error_of(std::string text) {
  const auto file = WeightsFile::parse(std::move(text), "weights.h");
  return file ? "none" : file.error().message;
}

TEST(WeightsFile, HasTheWeightsOfThisBuild) {
  const auto file = WeightsFile::parse(source(), kPath);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->values(), compiled_weights());
}

TEST(WeightsFile, WrittenUnchangedIsTheSameByteForByte) {
  const auto file = WeightsFile::parse(source(), kPath);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->with(file->values()), source());
}

TEST(WeightsFile, NewNumbersAreReadBackAndNothingElseChanges) {
  const auto file = WeightsFile::parse(source(), kPath);
  ASSERT_TRUE(file);
  WeightValues values = file->values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool exists = i % 2 == 0 || eval::place_of(i / 2).array.kind == eval::WeightKind::Tapered;
    if (exists) values[i] += static_cast<int>(i % 7) - 3;
  }
  const std::string text = file->with(values);
  EXPECT_NE(text, source());
  const auto again = WeightsFile::parse(text, "again");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->values(), values);
  EXPECT_EQ(again->with(compiled_weights()), source());
}

TEST(WeightsFile, NumbersOutsideTheListAreLeftAlone) {
  const auto file = WeightsFile::parse(source(), kPath);
  ASSERT_TRUE(file);
  const std::string text = file->with(WeightValues(kParameterCount, 7));
  for (const char* line : {"kPhase{0, 1, 1, 2, 4, 0};", "kFullPhase = 24;", "kDangerCap = 600;",
                           "std::array<std::array<S, 32>, 6> kPieceSquares{{"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
  EXPECT_NE(text.find("kBishopPair{7, 7};"), std::string::npos);
  EXPECT_NE(text.find("kDangerOffset = 7;"), std::string::npos);
}

TEST(WeightsFile, NamesAWeightThatIsMissing) {
  EXPECT_EQ(error_of(replaced(source(), "S kTempo{", "S kPace{")), "weights.h: there is no kTempo");
}

TEST(WeightsFile, NamesAWeightThatIsNotInTheList) {
  const std::string text =
      replaced(source(), "inline constexpr S kTempo", "inline constexpr S kPace{1, 2};\ninline constexpr S kTempo");
  EXPECT_NE(error_of(text).find("kPace is not in the list of weights"), std::string::npos);
}

TEST(WeightsFile, NamesAnArrayOfAnotherSize) {
  EXPECT_NE(error_of(with_tempo("{22}")).find("kTempo has 1 numbers"), std::string::npos);
  EXPECT_NE(error_of(with_tempo("{22, 14, 3}")).find("kTempo has more numbers"), std::string::npos);
}

TEST(WeightsFile, ReportsNumbersThatAreNotIntegers) {
  const std::string error = error_of(with_tempo("{22, 14f}"));
  EXPECT_NE(error.find("'14f' in kTempo is not a whole number"), std::string::npos) << error;
  EXPECT_TRUE(error.starts_with("weights.h:")) << error;
}

TEST(WeightsFile, NamesADefinitionWithoutAnEnd) {
  EXPECT_NE(error_of("inline constexpr int kTempo = 4").find("kTempo does not end"), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::learning
