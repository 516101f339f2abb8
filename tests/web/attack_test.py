"""`zugwerk serve` under attack: memory stays bounded, and honest clients are answered meanwhile. Kind: real binary."""

import gzip
import http.client
import json
import os
import resource
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
from server_test import Server, Stream

MEGABYTE = 1024 * 1024
MOST_GROWTH = 64 * MEGABYTE
# The promise is one second on an idle machine; this one may be busy with other tests.
PATIENCE = 20


def status_field(pid, name):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return int(next(line for line in file if line.startswith(name + ":")).split()[1])


def peak_memory(pid):
    return status_field(pid, "VmHWM") * 1024


def status_of(connection):
    """The status of the answer on this socket, or None if the server hung up without one."""
    try:
        line = connection.makefile("rb").readline()
    except OSError:
        return None
    return int(line.split()[1]) if line else None


class Honest(threading.Thread):
    """An honest client that keeps sending requests during an attack."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.answers, self.slowest, self.failure = server, 0, 0.0, None
        self.ended = threading.Event()

    def run(self):
        try:
            while not self.ended.is_set():
                begun = time.monotonic()
                status, answer = self.server.ask("POST", "/api/position", {"moves": ["e4"]})
                assert status == 200, (status, answer)
                self.slowest = max(self.slowest, time.monotonic() - begun)
                self.answers += 1
                self.ended.wait(0.02)
        except (OSError, AssertionError, http.client.HTTPException) as error:
            self.failure = error

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *details):
        # At least one request must have come back from within the attack.
        aim = self.answers + 2
        until = time.monotonic() + 60
        while not self.failure and self.answers < aim and time.monotonic() < until:
            time.sleep(0.02)
        self.ended.set()
        self.join(60)


class Attack(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.__exit__)
        self.pid = self.server.session.process.pid
        # Memory that the server needs anyway does not count.
        for _ in range(3):
            self.server.ask("POST", "/api/position", {})
        self.before = peak_memory(self.pid)
        self.sockets = []

    def tearDown(self):
        for connection in self.sockets:
            connection.close()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=60)
        self.sockets.append(connection)
        return connection

    def head(self, method, path, *fields):
        lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{self.server.port}", *fields]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def check_memory(self):
        grown = peak_memory(self.pid) - self.before
        self.assertLess(grown, MOST_GROWTH, f"{grown / MEGABYTE:.1f} MB more")
        return grown

    def pour(self, start, piece, megabytes):
        """Sends one large request until it is refused; returns the bytes sent and the status of the answer."""
        connection = self.connect()
        sent = 0
        try:
            connection.sendall(start)
            while sent < megabytes * MEGABYTE:
                connection.sendall(piece)
                sent += len(piece)
        except OSError:
            pass
        return sent, status_of(connection)

    def pour_and_check(self, start, piece, megabytes, status):
        with Honest(self.server) as honest:
            sent, answered = self.pour(start, piece, megabytes)
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.assertIn(answered, (status, None))  # the refusal may be lost with the connection
        self.assertLess(sent, megabytes * MEGABYTE, "the server read it all")
        self.check_memory()


class Bombs(Attack):
    """Requests that grow large."""

    def test_short_header_lines(self):
        self.pour_and_check(b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"a:b\r\n" * 20_000, 200, 431)

    def test_a_long_request_line(self):
        self.pour_and_check(b"GET /", b"x" * 100_000, 400, 414)

    def test_a_long_body_in_chunks(self):
        chunk = b"%x\r\n" % 100_000 + b"x" * 100_000 + b"\r\n"
        self.pour_and_check(self.head("POST", "/api/pgn/read", "Content-Type: application/json",
                                      "Transfer-Encoding: chunked"), chunk, 400, 413)

    def test_tiny_chunks_chunk_extensions_and_trailers(self):
        start = self.head("POST", "/api/pgn/read", "Content-Type: application/json", "Transfer-Encoding: chunked")
        self.pour_and_check(start, b"1\r\nx\r\n" * 20_000, 100, 413)
        self.pour_and_check(start + b"1;", b"x" * 100_000, 100, 431)
        self.pour_and_check(start + b"0\r\n", b"a:b\r\n" * 20_000, 100, 431)

    def test_compressed_bodies_are_not_decompressed(self):
        packed = gzip.compress(bytes(256 * MEGABYTE), 1)
        with Honest(self.server) as honest:
            for encoding in ("gzip", "br", "deflate"):
                status, answer = self.server.ask("POST", "/api/position", packed[:3 * MEGABYTE],
                                                 {"Content-Encoding": encoding})
                self.assertEqual(status, 415, answer)
        self.assertIsNone(honest.failure)
        self.check_memory()

    def test_json_of_nothing_but_values(self):
        size = 4_000_000
        with Honest(self.server) as honest:
            for unit in (b"{},", b"[],", b"0,", b'"",', b'{"a":0},'):
                body = b'{"fen":[' + unit * (size // len(unit)) + b"0]}"
                status, answer = self.server.ask("POST", "/api/position", body)
                self.assertEqual(status, 400, answer)
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.check_memory()

    def test_a_pgn_of_a_single_endless_game(self):
        moves = "Nf3 Nf6 Ng1 Ng8 " * 240_000
        many = "(1. e4) " * 480_000
        with Honest(self.server) as honest:
            for pgn, error in ((moves, "200,000 plies"), ("1. d4 " + many, "30,000 moves"), ("1. e4 *\n" * 400_000, None)):
                status, answer = self.server.ask("POST", "/api/pgn/read", {"pgn": pgn})
                self.assertEqual(status, 200, str(answer)[:200])
                if error:
                    self.assertIn(error, answer["errors"][0])
                self.assertEqual(answer["more"], error is None)
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.check_memory()


class Crowds(Attack):
    """Many slow connections."""

    def test_dripping_connections_block_no_other_client_and_are_cut_off(self):
        drippers = [self.connect() for _ in range(400)]
        begun = time.monotonic()
        with Honest(self.server) as honest:
            text = self.head("GET", "/api/about", "X-Filler: " + "x" * 1000)
            for byte in text[:6]:
                for connection in drippers:
                    connection.sendall(bytes([byte]))
                time.sleep(max(0, 0.5 - (time.monotonic() - begun) / 100))
            self.assertLess(status_field(self.pid, "Threads"), 20)
            # Each gets ten seconds for its header, however busy it looks.
            statuses = {status_of(connection) for connection in drippers}
        self.assertEqual(statuses, {408})
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.check_memory()

    def test_more_connections_than_there_is_room_for(self):
        # The server closes those that have waited longest.
        with Honest(self.server) as honest:
            for _ in range(900):
                self.connect()
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.check_memory()

    def test_no_address_beyond_loopback_takes_all_connections(self):
        most = 200
        with Server("--host", "0.0.0.0") as server:
            if server.name.startswith("127."):
                self.skipTest("this machine has no other address")

            def connect():
                self.sockets.append(socket.create_connection((server.name, server.port), timeout=60))
                return self.sockets[-1]

            first = [connect() for _ in range(most)]
            last = connect()
            last.sendall(f"GET /api/about?token={server.token} HTTP/1.1\r\nHost: {server.name}\r\n\r\n".encode())
            self.assertEqual(status_of(last), 200)
            # The one that has waited for longest made room, and no other.
            self.assertEqual(first[0].recv(1), b"")
            for connection in first[1:]:
                connection.setblocking(False)
                with self.assertRaises(BlockingIOError):
                    connection.recv(1)

    def test_bodies_that_are_never_finished(self):
        start = self.head("POST", "/api/pgn/read", "Content-Type: application/json", "Content-Length: 4000000")
        body = b"x" * 3_900_000
        with Honest(self.server) as honest:
            for _ in range(30):
                connection = self.connect()
                try:
                    connection.sendall(start + body)
                except OSError:
                    pass  # closed already
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.check_memory()

    def test_answers_that_are_never_read(self):
        pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n" * 400
        body = json.dumps({"pgn": pgn}).encode()
        request = self.head("POST", "/api/pgn/read", "Content-Type: application/json", f"Content-Length: {len(body)}")
        with Honest(self.server) as honest:
            for _ in range(150):
                connection = socket.socket()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.connect(("127.0.0.1", self.server.port))
                self.sockets.append(connection)
                connection.sendall(request + body)
        self.assertIsNone(honest.failure)
        self.assertLess(honest.slowest, PATIENCE)
        self.check_memory()

    def test_hundreds_of_streams_cost_no_threads(self):
        streams = []
        with Honest(self.server) as honest:
            for _ in range(150):
                session = self.server.new_session()
                streams.append((session, Stream(self.server, session)))
            for session, _ in streams:
                self.assertEqual(self.server.ask("PUT", session + "/analysis", {})[0], 202)
            for _, stream in streams:
                name, _ = stream.next()
                self.assertEqual(name, "analysis")
            self.assertLess(status_field(self.pid, "Threads"), 20)
        for _, stream in streams:
            stream.close()
        self.assertIsNone(honest.failure)
        self.check_memory()


class Searches(Attack):
    """Searches without a waiting client."""

    def ask_for_a_move(self, session, milliseconds):
        body = json.dumps({"time_ms": milliseconds}).encode()
        connection = self.connect()
        connection.sendall(self.head("POST", session + "/move", "Content-Type: application/json",
                                     f"Content-Length: {len(body)}") + body)
        return connection

    def is_idle(self):
        before = binary.seconds_of_work(self.pid)
        time.sleep(0.3)
        return binary.seconds_of_work(self.pid) - before < 0.1

    def test_a_search_ends_when_its_client_has_gone(self):
        abandoned = [self.ask_for_a_move(self.server.new_session(), 600_000) for _ in range(4)]
        self.server.session.wait_for_work()
        for connection in abandoned:
            connection.close()
        binary.wait_until(self.is_idle, "the server continues an abandoned search")
        session = self.server.new_session()
        self.assertEqual(self.server.ask("POST", session + "/move", {"time_ms": 100})[0], 200)

    def test_long_searches_of_others_do_not_delay_a_player(self):
        for _ in range(3):
            self.ask_for_a_move(self.server.new_session(), 600_000)
        self.server.session.wait_for_work()
        session = self.server.new_session()
        self.assertEqual(self.server.ask("POST", session + "/move", {"time_ms": 100})[0], 200)

    def test_many_analyses_at_once_leave_none_behind(self):
        session = self.server.new_session()
        stream = Stream(self.server, session)

        body = b'{"moves":["e4"]}'
        request = self.head("PUT", session + "/analysis", "Content-Type: application/json", f"Content-Length: {len(body)}") + body
        clients = [self.connect() for _ in range(50)]
        for _ in range(5):
            for connection in clients:
                connection.sendall(request)
        for connection in clients:
            self.assertEqual(status_of(connection), 202)
        self.assertEqual(self.server.ask("DELETE", session)[0], 204)
        stream.close()
        binary.wait_until(self.is_idle, "a search cannot be stopped")

    def test_idle_sessions_do_not_block_new_ones(self):
        for _ in range(250):
            self.server.new_session()


if __name__ == "__main__":
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    binary.main()
