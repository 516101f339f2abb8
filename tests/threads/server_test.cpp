// Kind: threads. The whole server under load: streams, analyses, moves, reviews, and clients that disconnect without
// notice.

#include "web/server.h"

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace zugwerk::web {
namespace {

/// A plain connection to the server.
class Client {
 public:
  explicit Client(int port) : port_(port), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval limit{.tv_sec = 60, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(socket_); }

  void send(const std::string& method, const std::string& path, const std::string& body = "") const {
    const std::string text = method + " " + path + " HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) +
                             "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                             "\r\n\r\n" + body;
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
  }

  /// Reads until this text has come; false if the connection ends before, or nothing comes for a minute.
  [[nodiscard]] bool hears(std::string_view wanted) {
    while (heard_.find(wanted) == std::string::npos) {
      std::array<char, 4096> buffer{};
      const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (count <= 0) return false;
      heard_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    heard_.erase(0, heard_.find(wanted) + wanted.size());
    return true;
  }

  /// The text up to this character.
  [[nodiscard]] std::string until(char end) {
    std::string text;
    while (heard_.find(end) == std::string::npos && more()) {
    }
    const std::size_t found = heard_.find(end);
    if (found == std::string::npos) return text;
    text = heard_.substr(0, found);
    heard_.erase(0, found);
    return text;
  }

 private:
  [[nodiscard]] bool more() {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (count > 0) heard_.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  int port_;
  int socket_;
  std::string heard_;
};

[[nodiscard]] std::string new_session(int port) {
  Client client(port);
  client.send("POST", "/api/sessions");
  EXPECT_TRUE(client.hears("{\"session\":\""));
  return "/api/sessions/" + client.until('"');
}

/// Serves on two threads while `run` goes on, which gets the port.
template <class Run>
void with_server(const Run& run) {
  ServerSettings settings;
  settings.port = 0;
  settings.pool.threads = 2;
  settings.pool.hash_megabytes = 2;
  settings.pool.turn = search::Milliseconds(20);
  const auto served =
      serve(settings, [&](const std::string& address) { run(std::stoi(address.substr(address.rfind(':') + 1))); });
  EXPECT_TRUE(served) << served.error().message;
}

template <class Work>
void at_once(int count, const Work& work) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

TEST(Server, ManyClientsOfAllKindsAreServedAtOnce) {
  with_server([](int port) {
    at_once(6, [port](int number) {
      const std::string session = new_session(port);
      const std::string other_session = new_session(port);
      Client stream(port);
      stream.send("GET", session + "/events");
      ASSERT_TRUE(stream.hears("event: hello"));
      Client client(port);  // one connection for many requests
      for (int round = 0; round < 3; ++round) {
        client.send("PUT", session + "/analysis", R"({"moves":["e4"],"lines":2})");
        ASSERT_TRUE(client.hears("202 Accepted"));
        ASSERT_TRUE(stream.hears("event: analysis"));
        client.send("POST", session + "/move", R"({"moves":["d4"],"nodes":500})");
        ASSERT_TRUE(client.hears("\"move\":"));
        client.send("POST", "/api/pgn/read", R"({"pgn":"1. e4 e5 *"})");
        ASSERT_TRUE(client.hears("\"more\":false"));
        // Abandoned at once.
        Client gone(port);
        gone.send("POST", other_session + "/move", R"({"time_ms":600000})");
        if (number % 2 == 0) client.send("GET", "/api/about");
      }
      client.send("DELETE", session);
      ASSERT_TRUE(client.hears("204 No Content"));
    });
  });
}

TEST(Server, ShutsDownUnderLoad) {
  std::atomic<int> listening{0};
  std::atomic<int> ended{0};
  constexpr int kClients = 4;
  std::vector<std::thread> clients;
  with_server([&](int port) {
    for (int i = 0; i < kClients; ++i)
      clients.emplace_back([port, &listening, &ended] {
        const std::string session = new_session(port);
        Client stream(port);
        stream.send("GET", session + "/events");
        ASSERT_TRUE(stream.hears("event: hello"));
        Client client(port);
        client.send("PUT", session + "/analysis", "{}");
        ASSERT_TRUE(client.hears("202 Accepted"));
        ++listening;
        while (stream.hears("event: analysis")) {
        }
        ++ended;
      });
    Client client(port);
    client.send("POST", "/api/reviews", R"({"pgn":"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *","nodes":100000})");
    EXPECT_TRUE(client.hears("202 Accepted"));
    client.send("POST", new_session(port) + "/move", R"({"time_ms":600000})");
    for (int waits = 0; waits < 6000 && listening < kClients; ++waits)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  });
  for (std::thread& thread : clients) thread.join();
  EXPECT_EQ(ended, kClients) << "streams end with the server";
}

TEST(Server, ATakenPortIsAnError) {
  with_server([](int port) {
    ServerSettings settings;
    settings.port = port;
    settings.may_use_another_port = false;
    const auto served = serve(settings, [](const std::string&) { FAIL() << "two servers share a port"; });
    ASSERT_FALSE(served);
    EXPECT_NE(served.error().message.find(std::to_string(port)), std::string::npos);
  });
}

}  // namespace
}  // namespace zugwerk::web
