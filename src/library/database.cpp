#include "library/database.h"

#include <optional>
#include <utility>

#include <sqlite3.h>

#include "base/text.h"

namespace zugwerk::library {

namespace {

/// How long a writer waits for another one. A transaction of an import takes a few seconds.
constexpr int kPatienceMilliseconds = 60'000;
constexpr std::int64_t kMappedBytes = std::int64_t{1} << 36;

}  // namespace

struct Statement::Connection {
  sqlite3* handle = nullptr;
  std::string path;
  std::optional<base::Error> error;

  Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { sqlite3_close_v2(handle); }

  [[nodiscard]] bool good() const { return !error; }

  void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE || error) return;
    const int primary = code & 0xFF;
    const std::string reason = sqlite3_errmsg(handle);
    const bool unwritten = primary == SQLITE_FULL || primary == SQLITE_IOERR || primary == SQLITE_READONLY ||
                           primary == SQLITE_CANTOPEN || primary == SQLITE_NOMEM;
    if (primary == SQLITE_FULL)
      error = base::Error{path + ": the disk is full; the library is as it was before the last transaction",
                          base::ErrorKind::Output};
    else if (primary == SQLITE_BUSY)
      error = base::Error{path + ": another program has been writing to this library for a minute",
                          base::ErrorKind::Output};
    else if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB)
      error = base::Error{path + ": the library is damaged: " + reason +
                          " (zugwerk library check finds the games that can be saved)"};
    else
      error = base::Error{path + ": " + reason, unwritten ? base::ErrorKind::Output : base::ErrorKind::Input};
  }
};

// --- Statements ------------------------------------------------------------------------------------------------------

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement& Statement::operator<<(std::int64_t value) {
  if (statement_) connection_->check(sqlite3_bind_int64(statement_.get(), next_++, value));
  return *this;
}

Statement& Statement::operator<<(double value) {
  if (statement_) connection_->check(sqlite3_bind_double(statement_.get(), next_++, value));
  return *this;
}

Statement& Statement::operator<<(std::string_view text) {
  if (statement_)
    connection_->check(sqlite3_bind_text64(statement_.get(), next_++, text.empty() ? "" : text.data(), text.size(),
                                           nullptr, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(std::string_view bytes) {
  if (statement_)
    connection_->check(
        sqlite3_bind_blob64(statement_.get(), next_++, bytes.empty() ? "" : bytes.data(), bytes.size(), nullptr));
  return *this;
}

bool Statement::step() {
  if (!statement_ || !connection_->good()) return false;
  const int code = sqlite3_step(statement_.get());
  connection_->check(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  step();
  reset();
}

void Statement::reset() {
  if (statement_) sqlite3_reset(statement_.get());
  next_ = 1;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::bytes(int column) const {
  const void* const data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (data == nullptr || size <= 0) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

// --- The database ----------------------------------------------------------------------------------------------------

base::Expected<Database> Database::open(const std::string& path, Access access) {
  Database database;
  database.connection_ = std::make_shared<Statement::Connection>();
  Statement::Connection& connection = *database.connection_;
  connection.path = path;
  const int flags = SQLITE_OPEN_NOMUTEX | (access == Access::Read     ? SQLITE_OPEN_READONLY
                                           : access == Access::Create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                                                      : SQLITE_OPEN_READWRITE);
  if (sqlite3_open_v2(path.c_str(), &connection.handle, flags, nullptr) != SQLITE_OK) {
    const std::string reason = connection.handle == nullptr
                                   ? "out of memory"
                                   : base::system_error_text(sqlite3_system_errno(connection.handle));
    return tl::unexpected(base::Error{path + " cannot be opened: " + reason,
                                      access == Access::Create ? base::ErrorKind::Output : base::ErrorKind::Input});
  }
  sqlite3_extended_result_codes(connection.handle, 1);
  sqlite3_busy_timeout(connection.handle, kPatienceMilliseconds);
  database.run("PRAGMA foreign_keys = ON");
  auto mapping = database.prepare("PRAGMA mmap_size = " + std::to_string(kMappedBytes));
  mapping.step();
  mapping.reset();
  // Reads the header, and so finds out whether this is a database at all.
  (void)database.integer("PRAGMA schema_version");
  if (auto status = database.status(); !status) return tl::unexpected(status.error());
  return database;
}

Statement Database::prepare(std::string_view sql) {
  Statement statement;
  statement.connection_ = connection_;
  if (!connection_->good()) return statement;
  sqlite3_stmt* made = nullptr;
  connection_->check(sqlite3_prepare_v2(connection_->handle, sql.data(), static_cast<int>(sql.size()), &made, nullptr));
  statement.statement_.reset(made);
  return statement;
}

void Database::run(const char* sql) {
  if (connection_->good()) connection_->check(sqlite3_exec(connection_->handle, sql, nullptr, nullptr, nullptr));
}

std::int64_t Database::integer(std::string_view sql, std::int64_t otherwise) {
  auto statement = prepare(sql);
  return statement.step() && !statement.is_null(0) ? statement.integer(0) : otherwise;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(connection_->handle); }

bool Database::good() const { return connection_->good(); }

base::Expected<void> Database::status() {
  if (connection_->good()) return {};
  base::Error error = *std::exchange(connection_->error, std::nullopt);
  return tl::unexpected(std::move(error));
}

base::Expected<void> Database::transaction(const std::function<base::Expected<void>()>& work) {
  run("BEGIN IMMEDIATE");
  if (auto begun = status(); !begun) return begun;
  base::Expected<void> result = work();
  if (result) result = status();
  if (result) {
    run("COMMIT");
    result = status();
  }
  if (!result) {
    // The error of the work counts; SQLite may have rolled back by itself.
    sqlite3_exec(connection_->handle, "ROLLBACK", nullptr, nullptr, nullptr);
    connection_->error.reset();
  }
  return result;
}

const std::string& Database::path() const { return connection_->path; }

}  // namespace zugwerk::library
