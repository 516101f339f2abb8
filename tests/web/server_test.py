"""`zugwerk serve` over real sockets: good and bad requests, streams, many clients, shutdown. Kind: real binary."""

import http.client
import json
import os
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


class Server:
    """A running server; its port is the one that it prints."""

    def __init__(self, *arguments):
        self.session = binary.Session("serve", "--threads", "2", "--hash", "8", *arguments)
        line = self.session.until("Zugwerk is at ")[-1]
        self.port = int(line.split("http://localhost:")[1].split()[0])

    def ask(self, method, path, body=None, headers=None):
        """(status, answer) of one request over a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {} if body is None else {"Content-Type": "application/json"}
        sent.update(headers or {})
        data = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
        try:
            connection.request(method, path, data, sent)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if "json" in response.getheader("Content-Type", "") else text
        finally:
            connection.close()

    def new_session(self):
        return "/api/sessions/" + self.ask("POST", "/api/sessions")[1]["session"]

    def raw(self, data):
        """The first line of the answer to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            connection.sendall(data)
            return connection.makefile("rb").readline().decode("latin-1")

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.session.__exit__(*details)


class Stream:
    """The events of a session."""

    def __init__(self, server, session):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.connection.request("GET", session + "/events")
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.status
        assert self.next() == ("hello", {})

    def next(self):
        """The next event; signs of life are skipped."""
        name = None
        while True:
            line = self.response.readline().decode()
            if not line:
                return None
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                return name, json.loads(line[6:])

    def close(self):
        # The response holds the socket too.
        self.response.close()
        self.connection.close()


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def test_answers_and_sends_protective_headers(self):
        self.assertEqual(self.server.ask("GET", "/api/about")[1]["threads"], 2)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        connection.request("GET", "/")
        response = connection.getresponse()
        self.assertIn("default-src 'none'", response.getheader("Content-Security-Policy"))
        self.assertEqual(response.getheader("X-Content-Type-Options"), "nosniff")
        connection.close()

    def test_positions_and_bad_input(self):
        status, answer = self.server.ask("POST", "/api/position", {"moves": ["e4", "e5"]})
        self.assertEqual((status, len(answer["legal"])), (200, 29))
        for path, body, expected, word in (
            ("/api/position", "{", 400, "not JSON"),
            ("/api/position", {"fen": "x"}, 400, "x"),
            ("/api/position", {"moves": ["Ke2"]}, 400, "Ke2"),
            ("/api/position", b"\xff\xfe", 400, "not JSON"),
            ("/api/evaluation", {"fen": 1}, 400, "'fen'"),
            ("/api/pgn/read", {}, 400, "'pgn'"),
            ("/api/pgn/write", {"nodes": [{}, {"parent": 5, "uci": "e2e4"}]}, 400, "'parent'"),
            ("/api/sessions/none/move", {"depth": 1}, 404, "session"),
            ("/api/reviews", {}, 400, "'pgn'"),
            ("/api/nothing", {}, 404, "/api/nothing"),
        ):
            status, answer = self.server.ask("POST", path, body)
            self.assertEqual(status, expected, (path, body, answer))
            self.assertIn(word, answer["error"])

    def test_moves_by_time_depth_and_clock(self):
        session = self.server.new_session()
        clock = {"white_ms": 200, "black_ms": 200}
        for limits in ({"time_ms": 50}, {"depth": 3}, {"nodes": 500}, {"clock": clock}, {"depth": 2, "time_ms": 1000}, {"time_ms": 500, "elo": 900}):
            status, answer = self.server.ask("POST", session + "/move", {"moves": ["e4"], **limits})
            self.assertEqual(status, 200, answer)
            self.assertIn("uci", answer["move"])

    def test_a_pgn_goes_through(self):
        pgn = '[Event "x"]\n\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 1-0\n'
        game = self.server.ask("POST", "/api/pgn/read", {"pgn": pgn})[1]["games"][0]
        text = self.server.ask("POST", "/api/pgn/write", game)[1]["pgn"]
        self.assertIn("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 1-0", text)

    def test_a_game_is_reviewed(self):
        body = {"pgn": "1. f3 e5 2. g4 Qh4# 0-1", "nodes": 1000}
        review = "/api/reviews/" + self.server.ask("POST", "/api/reviews", body)[1]["review"]
        until = time.monotonic() + 30
        while (answer := self.server.ask("GET", review)[1]["answer"]) is None:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
        self.assertEqual(answer["review"]["moves"][2]["mark"], "blunder")
        self.assertEqual(self.server.ask("DELETE", review)[0], 204)
        self.assertEqual(self.server.ask("GET", review)[0], 404)

    def test_foreign_origins_and_names_are_refused(self):
        for headers in ({"Origin": "https://example.org"}, {"Origin": "null"}, {"Host": "example.org"},
                        {"Sec-Fetch-Site": "cross-site"}):
            self.assertEqual(self.server.ask("POST", "/api/position", {}, headers)[0], 403, headers)
        own = {"Origin": f"http://localhost:{self.server.port}", "Host": f"localhost:{self.server.port}"}
        self.assertEqual(self.server.ask("POST", "/api/position", {}, own)[0], 200)
        self.assertEqual(self.server.ask("POST", "/api/position", "{}", {"Content-Type": "text/plain"})[0], 415)

    def test_oversized_bodies_are_refused(self):
        head = f"POST /api/pgn/read HTTP/1.1\r\nHost: localhost:{self.server.port}\r\nContent-Length: 99999999\r\n\r\n"
        self.assertIn(" 413 ", self.server.raw(head.encode()))

    def test_what_is_no_http_is_refused(self):
        self.assertIn(" 400 ", self.server.raw(b"hello\r\n\r\n"))
        self.assertEqual(self.server.ask("GET", "/api/about")[0], 200)

    def test_analysis_streams_and_ends_with_the_connection(self):
        session = self.server.new_session()
        stream = Stream(self.server, session)
        self.assertEqual(self.server.ask("PUT", session + "/analysis", {"lines": 2})[0], 202)
        while True:
            name, event = stream.next()
            if len(event["lines"]) == 2 and event["depth"] >= 4:
                break
        self.assertEqual(name, "analysis")
        self.assertEqual(sum(event["lines"][0]["wdl"]), 1000)
        self.assertEqual(self.server.ask("DELETE", session + "/analysis")[0], 204)
        self.assertEqual(self.server.ask("PUT", session + "/analysis", {"moves": ["d4"]})[0], 202)
        stream.close()
        until = time.monotonic() + 20
        while self.server.ask("PUT", session + "/analysis", {})[0] != 409:
            self.assertLess(time.monotonic(), until, "the server did not notice that the listener is gone")
            time.sleep(0.1)

    def test_many_clients_are_all_served(self):
        clients = 12
        seen = []

        def watch():
            session = self.server.new_session()
            stream = Stream(self.server, session)
            self.server.ask("PUT", session + "/analysis", {"lines": 1})
            while True:
                _, event = stream.next()
                if event["lines"] and event["depth"] >= 3:
                    break
            seen.append(event["depth"])
            stream.close()
            self.server.ask("DELETE", session)

        threads = [threading.Thread(target=watch) for _ in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(len(seen), clients)


class Floods(unittest.TestCase):
    def test_a_flood_gets_429_and_is_served_again_later(self):
        with Server() as server:
            request = f"GET /api/about HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            statuses, refusals = set(), []
            until = time.monotonic() + 120

            def flood():
                # Plain sockets, several at a time: quicker than any client that means well, also on a busy machine.
                with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                    answers = connection.makefile("rb")
                    while not refusals and time.monotonic() < until:
                        connection.sendall(request)
                        status = int(answers.readline().split()[1])
                        headers = http.client.parse_headers(answers)
                        answers.read(int(headers["Content-Length"]))
                        statuses.add(status)
                        if status != 200:
                            refusals.append(headers["Retry-After"])

            threads = [threading.Thread(target=flood) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(statuses, {200, 429})
            self.assertEqual(set(refusals), {"1"})
            while server.ask("GET", "/api/about")[0] != 200:
                self.assertLess(time.monotonic(), until, "the server stays offended")
                time.sleep(0.1)


class Life(unittest.TestCase):
    def test_takes_the_next_port_and_refuses_a_taken_one(self):
        with Server() as first, Server() as second:
            self.assertNotEqual(first.port, second.port)
            result = binary.run("serve", "--port", str(first.port))
            self.assertEqual(result.code, 2)
            self.assertIn(str(first.port), result.err)

    def test_ctrl_c_ends_it_cleanly_while_clients_listen(self):
        with Server() as server:
            session = server.new_session()
            stream = Stream(server, session)
            server.ask("PUT", session + "/analysis", {})
            stream.next()
            server.session.interrupt()
            self.assertEqual(server.session.process.wait(timeout=30), 0)
            stream.close()


if __name__ == "__main__":
    binary.main()
