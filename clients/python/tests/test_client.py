"""Against a service that answers what a test says: PYTHONPATH=. python3 -m unittest discover tests"""

import asyncio
import threading
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from socketserver import StreamRequestHandler, ThreadingTCPServer

from millrace_client import AsyncMillrace, Millrace, MillraceError
from millrace_client._http import _seconds

OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


def answer(body: str) -> bytes:
    return f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode()


@contextmanager
def service(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """The address of a service that gives each connection the next answer, and the first lines of its requests."""
    left, requests = list(answers), []

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            requests.append(self.rfile.readline().strip())
            length = 0
            while (line := self.rfile.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            self.rfile.read(length)
            self.wfile.write(left.pop(0))

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", requests
        finally:
            server.shutdown()


class ClientTest(unittest.TestCase):
    def test_a_stopped_query_is_an_error_not_the_answer_of_a_part(self) -> None:
        stopped = answer('{"query_id": "q", "status": "STOPPED", "progress": 40.6, "results": {"totals": {}}}')
        with service(stopped, OK) as (url, requests), self.assertRaises(MillraceError) as raised:
            Millrace(url, "key").ask("Search", {})
        self.assertEqual(raised.exception.code, "conflict")
        self.assertEqual(str(raised.exception), "The query was stopped at 40 %: its results are incomplete.")
        self.assertEqual(requests[1], b"GET /api/query/q/remove HTTP/1.1")

    def test_an_answer_that_is_cut_is_no_answer(self) -> None:
        for cut in (b"", b"HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{", b"HTTP/1\r\n\r\n", b"nothing\r\n\r\n"):
            with self.subTest(cut), service(cut) as (url, _), self.assertRaises(OSError):
                Millrace(url, "key").request("GET", "/api/tasks")

    def test_a_service_that_is_away_is_named(self) -> None:
        with ThreadingTCPServer(("127.0.0.1", 0), StreamRequestHandler) as server:
            url = f"http://127.0.0.1:{server.server_address[1]}"
        for ask in (lambda: Millrace(url, "key").ask("Search", {}), lambda: Millrace(url, "key").request("GET", "/api")):
            with self.assertRaisesRegex(ConnectionError, f"^{url} does not answer: .*refused"):
                ask()

    def test_send_tries_again_after_an_answer_that_is_cut(self) -> None:
        refused = b"HTTP/1.1 503 Busy\r\nretry-after: Thu, 01 Jan 1970 00:00:00 GMT\r\ncontent-length: 2\r\n\r\n{}"
        cut = b"HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"
        with service(refused, cut, OK) as (url, requests):
            Millrace(url, "key").send([{"host": "a", "message": "b"}])
        self.assertEqual(len(requests), 3)

    def test_retry_after(self) -> None:
        for text, seconds in ((None, None), ("7", 7), ("soon", None), ("nan", None), ("", None)):
            with self.subTest(text):
                self.assertEqual(_seconds(text), seconds)
        self.assertEqual(_seconds("Thu, 01 Jan 1970 00:00:00 GMT"), 0)
        in_an_hour = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
        self.assertAlmostEqual(_seconds(in_an_hour) or 0, 3600, delta=60)

    def test_waiting_calls_leave_the_pool_of_asyncio_free(self) -> None:
        release = threading.Event()

        class Waiting(Millrace):
            def request(self, *args: object, **options: object) -> None:
                release.wait(30)

        async def ask() -> None:
            client = AsyncMillrace("http://127.0.0.1:1", "key", max_calls=40)
            client._client = Waiting("http://127.0.0.1:1", "key")
            calls = [asyncio.ensure_future(client.request("GET", "/api/tasks")) for _ in range(40)]
            # More than the threads of asyncio on this machine would be needed, were they those.
            await asyncio.wait_for(asyncio.to_thread(release.set), 20)
            await asyncio.gather(*calls)

        asyncio.run(ask())


if __name__ == "__main__":
    unittest.main()
