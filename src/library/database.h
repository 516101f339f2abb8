// library/database.h
//
// A database file of SQLite as an object: statements, transactions, and the first error of a series of calls. The door
// to SQLite. What the tables mean is in schema.h.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

struct sqlite3_stmt;

namespace zugwerk::library {

class Database;

/// A prepared statement. Values are bound in their order with `<<`, rows are read with step(), and reset() makes it
/// ready for the next values. After an error, which the database keeps, it does nothing.
class Statement {
 public:
  Statement(Statement&&) noexcept = default;
  Statement& operator=(Statement&&) noexcept = default;

  Statement& operator<<(std::int64_t value);
  Statement& operator<<(double value);
  /// Text and blobs must live until the statement has run.
  Statement& operator<<(std::string_view text);
  Statement& bind_blob(std::string_view bytes);

  /// True if there is a row; false at the end or after an error.
  bool step();
  /// Runs a statement that returns no rows, and resets it.
  void run();
  void reset();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  /// Valid until the next step.
  [[nodiscard]] std::string_view bytes(int column) const;
  [[nodiscard]] std::string text(int column) const { return std::string(bytes(column)); }
  [[nodiscard]] bool is_null(int column) const;

 private:
  friend class Database;
  Statement() = default;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  struct Connection;
  std::shared_ptr<Connection> connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 1;
};

class Database {
 public:
  enum class Access { Read, Write, Create };

  /// Fails if the file is no database, or does not exist and is not to be created.
  [[nodiscard]] static base::Expected<Database> open(const std::string& path, Access access);

  [[nodiscard]] Statement prepare(std::string_view sql);
  /// Runs statements that return nothing.
  void run(const char* sql);
  /// The one integer of a query; `otherwise` if it has no row.
  [[nodiscard]] std::int64_t integer(std::string_view sql, std::int64_t otherwise = 0);

  /// The rowid of the last row that was inserted.
  [[nodiscard]] std::int64_t last_id() const;

  /// False after an error, from which on all calls do nothing.
  [[nodiscard]] bool good() const;
  /// The first error since the last call, which is then forgotten.
  [[nodiscard]] base::Expected<void> status();

  /// Runs `work` in a transaction that no other writer disturbs: all of it takes place, or nothing.
  [[nodiscard]] base::Expected<void> transaction(const std::function<base::Expected<void>()>& work);

  [[nodiscard]] const std::string& path() const;

 private:
  std::shared_ptr<Statement::Connection> connection_;
};

}  // namespace zugwerk::library
