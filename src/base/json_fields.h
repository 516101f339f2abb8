// base/json_fields.h
//
// Reads the fields of a JSON object one by one, for saved states: a field that is missing or of the wrong kind becomes
// one error that names it.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"

namespace zugwerk::base {

/// The first fault is kept; what follows it is left as it was.
class JsonFields {
 public:
  /// `object` must be a JSON object and outlive this one. `name` is its name in errors.
  JsonFields(const base::Json& object, std::string name) : object_(object), name_(std::move(name)) {}

  template <class Value>
  void take(const char* field, Value& value) {
    const base::Json* const found = find(field);
    if (found == nullptr) return;
    if constexpr (std::is_same_v<Value, bool>) {
      if (!found->is_boolean()) return fail(field, "is neither true nor false");
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (!found->is_string()) return fail(field, "is not a text");
    } else {
      if (!found->is_number()) return fail(field, "is not a number");
      if (!std::is_floating_point_v<Value> && !found->is_number_integer()) return fail(field, "is not a whole number");
      if (std::is_unsigned_v<Value> && !found->is_number_unsigned()) return fail(field, "is negative");
    }
    value = found->get<Value>();
  }
  /// A list of exactly `count` numbers.
  void take(const char* field, std::vector<double>& values, std::size_t count) {
    const base::Json* const found = find(field);
    if (found == nullptr) return;
    if (!found->is_array() || found->size() != count) return fail(field, format("is not a list of {} numbers", count));
    values.clear();
    for (const base::Json& value : *found) {
      if (!value.is_number()) return fail(field, "has an element that is not a number");
      values.push_back(value.get<double>());
    }
  }
  void expect(const char* field, const base::Json& value, std::string_view otherwise) {
    const base::Json* const found = find(field);
    if (found != nullptr && *found != value) fail(field, otherwise);
  }
  /// The field, or nothing and a fault.
  [[nodiscard]] const base::Json* find(const char* field) {
    const auto found = object_.find(field);
    if (found != object_.end()) return &*found;
    fail(field, "is missing");
    return nullptr;
  }
  void fail(const char* field, std::string_view what) {
    if (error_.empty()) error_ = name_ + ": " + base::in_quotes(field) + " " + std::string(what);
  }
  /// Empty if there was no error.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  const base::Json& object_;
  std::string name_;
  std::string error_;
};

}  // namespace zugwerk::base
