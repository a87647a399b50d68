"""Live results, against a service that sends what a test says: PYTHONPATH=. python3 -m unittest discover tests"""

import asyncio
import json
import threading
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from socket import SHUT_RDWR
from typing import Any

from millrace_client import AsyncMillrace, Millrace, MillraceError
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve


class Client(Millrace):
    """Creates queries q1, q2, ... without a service."""

    created = 0

    def request(self, method: str, path: str, **_: Any) -> Any:
        if method == "POST":
            self.created += 1
        self.paths = [*getattr(self, "paths", []), path]
        return {"query_id": f"q{self.created}"}


@contextmanager
def service(
    *handlers: Callable[[ServerConnection, str], None],
    refuse: Callable[[ServerConnection, Request], Response | None] | None = None,
) -> Iterator[str]:
    """The address of a service that gives each connection the next handler, with the id that it subscribed to."""
    left = list(handlers)

    def handle(socket: ServerConnection) -> None:
        command, kind, query_id = json.loads(socket.recv(10))
        assert (command, kind) == ("subscribe", "query")
        left.pop(0)(socket, query_id)

    with serve(handle, "127.0.0.1", 0, process_request=refuse) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        finally:
            server.shutdown()


def send(socket: ServerConnection, *states: Any) -> None:
    for state in states:
        socket.send(json.dumps(["widget-update", {"widget_id": None, "data": state}]))


def wait(socket: ServerConnection) -> None:
    """Until the client ends the connection."""
    for _ in socket:
        pass


class LiveTest(unittest.TestCase):
    def test_a_lost_connection_is_made_again_with_a_new_query(self) -> None:
        def lost(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            socket.socket.shutdown(SHUT_RDWR)

        def kept(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            wait(socket)

        with service(lost, kept) as url:
            client = Client(url, "key")
            states = client.watch("EventRate", {})
            self.assertEqual([next(states), next(states)], ["q1", "q2"])
            states.close()
        self.assertEqual(
            client.paths, ["/api/query", "/api/query/q1/remove", "/api/query", "/api/query/q2/remove"]
        )

    def test_who_reads_slowly_gets_the_newest_state(self) -> None:
        is_sent, is_shown = threading.Event(), threading.Event()

        def handler(socket: ServerConnection, _: str) -> None:
            send(socket, 1)
            is_shown.wait(10)
            send(socket, 2, 3, 4)
            # All frames are there once this one is answered.
            socket.ping().wait(10)
            is_sent.set()
            wait(socket)

        with service(handler) as url:
            states = Client(url, "key").watch("EventRate", {})
            self.assertEqual(next(states), 1)
            is_shown.set()
            is_sent.wait(10)
            self.assertEqual(next(states), 4)
            states.close()

    def test_the_end_of_a_token_is_an_error(self) -> None:
        with service(lambda socket, _: socket.close(1008, "the token ended")) as url:
            with self.assertRaises(MillraceError) as raised:
                next(Client(url, "key").watch("EventRate", {}))
        self.assertEqual((raised.exception.status, raised.exception.code), (401, "authentication_failed"))

    def test_what_is_wrong_with_the_query_is_an_error(self) -> None:
        def handler(socket: ServerConnection, _: str) -> None:
            socket.send(json.dumps(["error", {"code": "not_found", "detail": "No such query."}]))
            wait(socket)

        with service(handler) as url, self.assertRaises(MillraceError) as raised:
            next(Client(url, "key").watch("EventRate", {}))
        self.assertEqual(raised.exception.code, "not_found")

    def test_a_handshake_has_the_token_and_may_be_refused_or_tried_again(self) -> None:
        seen: list[str] = []

        def refuse(socket: ServerConnection, request: Request) -> Response | None:
            seen.append(request.headers["authorization"])
            if len(seen) == 1:
                return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "{}")
            return socket.respond(HTTPStatus.FORBIDDEN, '{"code": "permission_denied"}')

        with service(refuse=refuse) as url, self.assertRaises(MillraceError) as raised:
            next(Client(url, "key").watch("EventRate", {}))
        self.assertEqual((raised.exception.status, raised.exception.code), (403, "permission_denied"))
        self.assertEqual(seen, ["token key", "token key"])

    def test_reconnects_are_reported(self) -> None:
        is_refused = True

        def refuse(socket: ServerConnection, _: Request) -> Response | None:
            nonlocal is_refused
            if not is_refused:
                return None
            is_refused = False
            answer = socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, '{"code": "overloaded"}')
            answer.headers["retry-after"] = "1"
            return answer

        def lost(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            socket.socket.shutdown(SHUT_RDWR)

        def dropped(socket: ServerConnection, _: str) -> None:
            socket.send(json.dumps(["subscription-update", {"query": []}]))
            wait(socket)

        def kept(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            wait(socket)

        reports: list[tuple[Any, float]] = []
        with service(lost, dropped, kept, refuse=refuse) as url:
            states = Client(url, "key").watch(
                "EventRate", {}, on_reconnect=lambda error, seconds: reports.append((error, seconds))
            )
            self.assertEqual([next(states), next(states)], ["q2", "q4"])
            states.close()
        (refused, after), (ended, soon), (gone, later) = reports
        self.assertEqual((refused.status, refused.code, after), (503, "overloaded", 1))
        self.assertIsInstance(ended, ConnectionError)
        self.assertEqual((str(gone), soon, later), ("The service ended the query", 0.5, 1))

    def test_a_coroutine_reports_reconnects_in_its_loop(self) -> None:
        def lost(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            socket.socket.shutdown(SHUT_RDWR)

        def kept(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            wait(socket)

        threads: list[threading.Thread] = []

        async def second(url: str) -> Any:
            client = AsyncMillrace(url, "key")
            client._client = Client(url, "key")
            async for state in client.watch(
                "EventRate", {}, on_reconnect=lambda *_: threads.append(threading.current_thread())
            ):
                if state == "q2":
                    return state

        with service(lost, kept) as url:
            self.assertEqual(asyncio.run(second(url)), "q2")
        self.assertEqual(threads, [threading.main_thread()])

    def test_a_redirect_is_not_followed(self) -> None:
        def refuse(socket: ServerConnection, _: Request) -> Response:
            answer = socket.respond(HTTPStatus.FOUND, "")
            answer.headers["location"] = "ws://127.0.0.1:1/"
            return answer

        with service(refuse=refuse) as url, self.assertRaises(MillraceError) as raised:
            next(Client(url, "key").watch("EventRate", {}))
        self.assertEqual(raised.exception.status, 302)

    def test_stop_ends_a_watch_that_waits(self) -> None:
        stop = threading.Event()

        def handler(socket: ServerConnection, _: str) -> None:
            stop.set()
            wait(socket)

        with service(handler) as url:
            self.assertEqual(list(Client(url, "key").watch("EventRate", {}, stop=stop)), [])

    def test_a_coroutine_gets_the_states_and_its_end_ends_the_connection(self) -> None:
        is_over = threading.Event()

        def handler(socket: ServerConnection, query_id: str) -> None:
            send(socket, query_id)
            wait(socket)
            is_over.set()

        async def first(url: str) -> Any:
            client = AsyncMillrace(url, "key")
            client._client = Client(url, "key")
            async for state in client.watch("EventRate", {}):
                return state

        with service(handler) as url:
            self.assertEqual(asyncio.run(first(url)), "q1")
            self.assertTrue(is_over.wait(10))


if __name__ == "__main__":
    unittest.main()
