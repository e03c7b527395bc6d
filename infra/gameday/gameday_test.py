"""What infra/gameday stands on: the edge keeps those of the distribution's rules that a day would not
notice if they were laxer, and the faulty proxy makes the faults that it counts.

    python3 infra/gameday/gameday_test.py"""

import gzip
import http.client
import sys
import tempfile
import threading
import time
import unittest
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "local")]

import tools

tools.inside("emulator")  # which has SAM's translator

import faults
import gameday
import rules

TEXT = b"a line of a table\n" * 200
MOST = 31_536_000


FILES = {
    "pattern": "*",
    "origin": "site",
    "compress": True,
    "seconds": {"least": 0, "usual": 2, "most": MOST},
    "gzip": True,
    "brotli": False,
    "onRequest": None,
    "onResponse": None,
}
RULES = {"behaviours": [FILES], "errors": {"404": 1, "500": 0, "502": 0}}


class Origin:
    """Answers what a case says, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.status, self.cache_control, self.body, self.delay = 200, "max-age=60", TEXT, 0.0
        origin = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                origin.asked.append(self.path)
                status, body, cache_control = origin.status, origin.body, origin.cache_control
                time.sleep(origin.delay)
                tag = f'"{hash(body) & 0xFFFF:x}"'
                if status == 200 and self.headers.get("If-None-Match") == tag:
                    status, body = 304, b""
                self.send_response(status)
                self.send_header("Cache-Control", cache_control)
                self.send_header("Content-Type", "text/plain")
                self.send_header("ETag", tag)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                origin.asked.append(f"POST {self.path}")
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(201)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Edge(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="chute-gameday-test-")
        cls.edge = gameday.Edge(Path(cls.folder.name), RULES, origin_port=1)

    @classmethod
    def tearDownClass(cls):
        cls.edge.end()
        cls.folder.cleanup()

    def setUp(self):
        self.origin = Origin()
        self.addCleanup(self.origin.end)
        self.edge.ask(f"/origin?port={self.origin.port}")
        self.edge.ask("/empty")
        self.edge.ask("/reset")

    def gone(self):
        self.edge.ask("/origin?port=1")

    @property
    def file(self) -> str:
        """A path of this case alone: another one's may still be asked for."""
        return f"/{self._testMethodName}"

    def get(self, more: str = "", **headers: str):
        connection = http.client.HTTPConnection("127.0.0.1", self.edge.port, timeout=10)
        with closing(connection):
            connection.request("GET", self.file + more, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers

    def test_s_maxage_goes_before_max_age(self):
        self.origin.cache_control = "max-age=60, s-maxage=0"
        self.get()
        self.get()
        self.assertEqual(len(self.origin.asked), 2)
        self.assertEqual(self.edge.ask("/counters")["originUnchanged"], 1)

    def test_the_old_one_at_once_while_the_new_one_is_asked_for(self):
        self.origin.cache_control = "max-age=0, stale-while-revalidate=60"
        self.get()
        self.origin.body, self.origin.delay = b"new", 0.3
        begun = time.monotonic()
        self.assertEqual(self.get()[1], TEXT)
        self.assertLess(time.monotonic() - begun, 0.3)
        time.sleep(0.6)
        self.assertEqual(self.get()[1], b"new")

    def test_the_old_one_where_the_origin_answers_an_error_if_it_may(self):
        self.origin.cache_control = "max-age=0, stale-if-error=60"
        self.get()
        self.origin.status = 500
        self.assertEqual(self.get()[:2], (200, TEXT))
        self.origin.status, self.origin.cache_control = 200, "max-age=0"
        self.get("/other")
        self.origin.status = 500
        self.assertEqual(self.get("/other")[0], 500)

    def test_the_old_one_where_the_origin_is_gone_unless_it_may_not(self):
        self.origin.cache_control = "max-age=0"
        self.get()
        self.origin.cache_control = "max-age=0, stale-if-error=0"
        self.get("/never")
        self.gone()
        self.assertEqual(self.get()[:2], (200, TEXT))
        self.assertEqual(self.get("/never")[0], 502)
        self.assertEqual(self.get("/unknown")[0], 502)

    def test_a_missing_file_is_missing_for_as_long_as_the_template_says(self):
        self.origin.status = 404
        self.get()
        self.origin.status = 200
        self.assertEqual(self.get()[0], 404)
        time.sleep(1.1)
        self.assertEqual(self.get()[0], 200)

    def test_texts_are_compressed_from_a_thousand_bytes_on(self):
        status, body, headers = self.get(**{"Accept-Encoding": "br, gzip"})
        self.assertEqual((status, headers["Content-Encoding"]), (200, "gzip"))
        self.assertEqual(gzip.decompress(body), TEXT)
        self.assertIsNone(self.get()[2]["Content-Encoding"])
        self.origin.body = b"short"
        self.assertIsNone(self.get("/short", **{"Accept-Encoding": "gzip"})[2]["Content-Encoding"])


class OfTheTemplate(unittest.TestCase):
    def test_every_behaviour_and_error_is_read(self):
        found = rules.rules()
        by_pattern = {one["pattern"]: one for one in found["behaviours"]}
        self.assertEqual(list(by_pattern)[-1], "*")
        self.assertEqual(by_pattern["/api/*"]["seconds"]["most"], 0)
        downloads = by_pattern["/downloads/*"]
        self.assertTrue(downloads["compress"])
        self.assertIn("handler", downloads["onRequest"])
        self.assertEqual(downloads["seconds"]["most"], MOST)
        self.assertIn(404, found["errors"])


class Faults(unittest.TestCase):
    """Each fault of the proxy, as the one who calls meets it."""

    def setUp(self):
        self.origin = Origin()
        self.addCleanup(self.origin.end)
        self.proxy = faults.Proxy(self.origin.port)
        self.proxy.begin()
        self.addCleanup(self.proxy.end)

    def call(self, timeout: float = 3.0):
        port = int(self.proxy.address.rpartition(":")[2])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        try:
            connection.request("POST", "/", b"{}", {"X-Amz-Target": "DynamoDB_20120810.PutItem"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except OSError as error:
            return type(error).__name__, b""
        finally:
            connection.close()

    def met(self, fault: str, timeout: float = 3.0):
        self.proxy.fault = lambda: fault
        return self.call(timeout)

    def test_without_faults_everything_arrives_and_is_counted(self):
        self.assertEqual([self.call() for _ in range(3)], [(201, b"{}")] * 3)
        self.assertEqual(self.proxy.table_calls, 3)

    def test_refusals_do_not_arrive(self):
        for fault, status in (("500", 500), ("503", 503), ("429", 429), ("throttled", 400)):
            self.assertEqual(self.met(fault)[0], status)
        self.assertEqual(self.met("reset before")[0], "ConnectionResetError")
        self.assertEqual(self.origin.asked, [])
        self.assertIn(b"ThrottlingException", self.met("throttled")[1])

    def test_what_is_done_and_then_lost_has_arrived(self):
        self.assertEqual(self.met("done, then reset")[0], "ConnectionResetError")
        self.assertEqual(self.met("done, then silent", timeout=0.5)[0], "TimeoutError")
        self.assertEqual(len(self.origin.asked), 2)


if __name__ == "__main__":
    unittest.main()
