"""`zugwerk serve` over real sockets: good and bad requests, streams, many clients, shutdown. Kind: real binary."""

import gzip
import http.client
import json
import os
import re
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
        found = re.search(r"http://([^/ ]*):(\d+)(?:/\?token=(\w+))?", line)
        self.name, self.port, self.token = found[1], int(found[2]), found[3]

    def ask(self, method, path, body=None, headers=None):
        """(status, answer) of one request over a new connection."""
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

    def fetch(self, path, headers=None, method="GET"):
        """(response, body) of one request, unchanged."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, headers=headers or {})
            response = connection.getresponse()
            return response, response.read()
        finally:
            connection.close()

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
        """The next event; keep-alive comments are skipped."""
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

    def test_malformed_http_is_refused(self):
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


class Http(unittest.TestCase):
    """What browsers and other clients expect of a server."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.page = cls.server.fetch("/")[0].status == 200

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def head(self, line, *fields):
        return "\r\n".join([line + " HTTP/1.1", f"Host: localhost:{self.server.port}", *fields, "", ""]).encode()

    def answers(self, data, count):
        """This many answers to these bytes, on one connection: (status, headers, body)."""
        found = []
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
            connection.sendall(data)
            stream = connection.makefile("rb")
            for _ in range(count):
                status = int(stream.readline().split()[1])
                headers = http.client.parse_headers(stream)
                found.append((status, headers, stream.read(int(headers.get("Content-Length", 0)))))
        return found

    def test_pages_are_compressed_and_kept(self):
        if not self.page:
            self.skipTest("built without the page")
        plain, text = self.server.fetch("/", {"Accept-Encoding": "identity"})
        packed, data = self.server.fetch("/", {"Accept-Encoding": "br, gzip"})
        self.assertEqual(packed.getheader("Content-Encoding"), "gzip")
        self.assertEqual(gzip.decompress(data), text)
        self.assertEqual(int(packed.getheader("Content-Length")), len(data))
        for response in (plain, packed):
            self.assertEqual(response.getheader("Vary"), "Accept-Encoding")
        self.assertNotEqual(plain.getheader("ETag"), packed.getheader("ETag"))
        kept, nothing = self.server.fetch("/", {"If-None-Match": plain.getheader("ETag")})
        self.assertEqual((kept.status, nothing, kept.getheader("ETag")), (304, b"", plain.getheader("ETag")))
        part, some = self.server.fetch("/", {"Range": "bytes=2-5"})
        self.assertEqual((part.status, some, part.getheader("Content-Range")), (206, text[2:6], f"bytes 2-5/{len(text)}"))
        self.assertEqual(self.server.fetch("/", {"Range": "bytes=99999999-"})[0].status, 416)

    def test_head_is_get_without_the_body(self):
        for path in ("/", "/api/about"):
            body = self.server.fetch(path)[1]
            response, nothing = self.server.fetch(path, method="HEAD")
            self.assertEqual((int(response.getheader("Content-Length")), nothing), (len(body), b""))

    def test_wrong_methods_are_answered_with_the_allowed_ones(self):
        for method, path, allowed in (("DELETE", "/api/about", "GET, HEAD"), ("GET", "/api/position", "POST"),
                                      ("OPTIONS", "/", "GET, HEAD"), ("BREW", "/api/sessions", "POST")):
            response, _ = self.server.fetch(path, method=method)
            self.assertEqual((response.status, response.getheader("Allow")), (405, allowed))

    def test_requests_in_a_row_are_answered_in_their_order(self):
        body = b'{"moves":["e4"]}'
        post = self.head("POST /api/position", "Content-Type: application/json", f"Content-Length: {len(body)}") + body
        found = self.answers((self.head("GET /api/chess960/17") + post) * 20, 40)
        self.assertEqual({status for status, _, _ in found}, {200})
        for i, (_, headers, text) in enumerate(found):
            self.assertIn(b'"number":17' if i % 2 == 0 else b'"turn":"black"', text)
            self.assertEqual(headers["Connection"], "keep-alive")

    def test_expect_100_continue_is_answered(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
            connection.sendall(self.head("POST /api/position", "Content-Type: application/json", "Content-Length: 2",
                                         "Expect: 100-continue"))
            stream = connection.makefile("rb")
            self.assertIn(b" 100 ", stream.readline())
            self.assertEqual(stream.readline(), b"\r\n")
            connection.sendall(b"{}")
            self.assertIn(b" 200 ", stream.readline())

    def test_an_http_1_0_client_gets_an_answer_and_the_end(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
            connection.sendall(b"GET /api/about HTTP/1.0\r\nHost: localhost\r\n\r\n")
            text = connection.makefile("rb").read()
        self.assertIn(b"Connection: close", text)
        self.assertTrue(text.endswith(b"}"))

    def test_a_refused_large_upload_gets_the_reason(self):
        status, answer = self.server.ask("POST", "/api/pgn/read", b"x" * 5_000_000)
        self.assertEqual(status, 413, answer)

    def test_chunks_and_escapes_are_understood(self):
        data = self.head("POST /api/%70osition", "Content-Type: application/json", "Transfer-Encoding: chunked")
        status, _, text = self.answers(data + b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n", 1)[0]
        self.assertEqual(status, 200, text)


class BeyondLoopback(unittest.TestCase):
    def test_a_token_and_a_known_name_are_needed(self):
        with Server("--host", "0.0.0.0", "--allow-host", "chess.example") as server:
            self.assertEqual(len(server.token), 32)
            token = {"Authorization": "Bearer " + server.token}
            self.assertEqual(server.ask("GET", "/api/about")[0], 403)
            self.assertEqual(server.fetch("/")[0].status, 403)
            self.assertEqual(server.ask("GET", "/api/about", headers=token)[0], 200)
            self.assertEqual(server.ask("GET", "/api/about", headers={"Authorization": "Bearer " + "0" * 32})[0], 403)
            for name, status in (("chess.example", 200), (f"{server.name}:{server.port}", 200), ("evil.example", 403)):
                self.assertEqual(server.ask("GET", "/api/about", headers={**token, "Host": name})[0], status, name)
            # As a browser does it: the address once, then the cookie.
            response, _ = server.fetch("/?token=" + server.token)
            if response.status == 200:
                cookie = response.getheader("Set-Cookie").split(";")[0]
                self.assertEqual(server.ask("GET", "/api/about", headers={"Cookie": cookie})[0], 200)

    def test_only_the_token_opens_the_network_address(self):
        """Like a browser on another machine: connected to the address that is printed, not to loopback."""
        with Server("--host", "0.0.0.0", "--allow-host", "chess.example") as server:
            if server.name.startswith(("localhost", "127.")):
                self.skipTest("this machine has only a loopback address")
            own = f"{server.name}:{server.port}"
            cookie = None

            def ask(method, path, body=None, **headers):
                connection = http.client.HTTPConnection(server.name, server.port, timeout=30)
                sent = {"Host": own, **{name.replace("_", "-"): value for name, value in headers.items()}}
                if body is not None:
                    sent["Content-Type"] = "application/json"
                try:
                    connection.request(method, path, None if body is None else json.dumps(body), sent)
                    response = connection.getresponse()
                    return response.status, response.read(), response.getheader("Set-Cookie")
                finally:
                    connection.close()

            # Without the token nothing is answered, whatever is asked for: not even whether it exists.
            for method, path, body in (("GET", "/", None), ("GET", "/?token=", None), ("GET", "/?token=" + "0" * 32, None),
                                       ("GET", "/api/about", None), ("GET", "/api/nothing", None), ("POST", "/api/sessions", {}),
                                       ("POST", "/api/position", {"moves": ["e4"]}), ("GET", "/api/sessions/x/events", None),
                                       ("POST", "/api/sessions/x/move", {"depth": 1}), ("DELETE", "/api/sessions/x", None)):
                status, text, cookie = ask(method, path, body)
                self.assertEqual((status, cookie), (403, None), path)
                self.assertIn(b"token", text)

            # The printed address sets the cookie, which scripts cannot read and other sites cannot send.
            status, _, cookie = ask("GET", "/?token=" + server.token)
            if status == 404:
                self.skipTest("built without the page")
            self.assertEqual(status, 200)
            self.assertIn("HttpOnly", cookie)
            self.assertIn("SameSite=Strict", cookie)
            cookie = cookie.split(";")[0]
            status, text, _ = ask("POST", "/api/sessions", {}, Cookie=cookie, Origin=f"http://{own}")
            self.assertEqual(status, 201, text)
            session = "/api/sessions/" + json.loads(text)["session"]
            status, text, _ = ask("POST", session + "/move", {"moves": ["e4"], "depth": 2}, Cookie=cookie)
            self.assertEqual(status, 200, text)

            # Even with the cookie: other sites, and names that were pointed at this address.
            for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"},
                            {"Host": f"evil.example:{server.port}"}, {"Cookie": cookie + "0"}):
                status, text, _ = ask("POST", session + "/move", {"moves": ["e4"], "depth": 1}, **{"Cookie": cookie, **headers})
                self.assertEqual(status, 403, headers)
            # The name that was allowed, directly or behind a proxy with TLS.
            for origin in ("http://chess.example", "https://chess.example"):
                status, text, _ = ask("POST", "/api/position", {"moves": []}, Cookie=cookie, Host="chess.example", Origin=origin)
                self.assertEqual(status, 200, text)

            # The stream of events, too.
            with socket.create_connection((server.name, server.port), timeout=30) as connection:
                connection.sendall(f"GET {session}/events HTTP/1.1\r\nHost: {own}\r\nCookie: {cookie}\r\n\r\n".encode())
                stream = connection.makefile("rb")
                self.assertIn(b" 200 ", stream.readline())
                while (line := stream.readline()) and not line.startswith(b"event: "):
                    pass
                self.assertEqual(line.strip(), b"event: hello")

    def test_on_this_machine_no_token_is_needed(self):
        with Server() as server:
            self.assertEqual((server.name, server.token), ("localhost", None))
            self.assertIsNone(server.fetch("/?token=abc")[0].getheader("Set-Cookie"))


class Floods(unittest.TestCase):
    def test_a_flood_gets_429_and_is_served_again_later(self):
        with Server() as server:
            request = f"GET /api/about HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode()
            statuses, refusals = set(), []
            until = time.monotonic() + 120

            def flood():
                # Plain sockets, several at a time: faster than any honest client, even on a busy machine.
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
