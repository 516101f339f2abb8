#include "base/shard.h"

#include <filesystem>

#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::base {

Expected<Shard> Shard::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = parse_integer<std::uint64_t>(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : parse_integer<std::uint64_t>(text.substr(slash + 1));
  if (!number || !count) return failure(in_quotes(text) + ": expected NUMBER/COUNT, as in 3/8");
  if (*count == 0) return failure(in_quotes(text) + ": there is at least one shard");
  if (*count > kMostShards)
    return failure(format("{}: there are at most {} shards", in_quotes(text), with_thousands(kMostShards)));
  if (*number == 0) return failure(format("{}: shards are counted from 1 to {}", in_quotes(text), *count));
  if (*number > *count)
    return failure(format("{}: there is no shard {} of {}; they are counted from 1 to {}", in_quotes(text), *number,
                          *count, *count));
  return Shard(*number, *count);
}

std::uint64_t Shard::share_of(std::uint64_t pieces) const {
  return is_part() ? (pieces + count_ - number_) / count_ : pieces;
}

std::string Shard::file_for(const std::string& path) const {
  if (!is_part() || path.empty() || is_device(path)) return path;
  const std::filesystem::path whole(path);
  const std::string name =
      format("{}.shard-{}-of-{}{}", whole.stem().string(), number_, count_, whole.extension().string());
  return (whole.parent_path() / name).string();
}

std::string to_string(const Shard& shard) { return format("{}/{}", shard.number(), shard.count()); }

}  // namespace zugwerk::base
