"""The client, and what both forms of it share."""

import ssl
import uuid
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from threading import Event
from typing import Any

from ._http import Connection, MillraceError
from ._live import follow
from .interface import IncomingEvent, NewReport, Questions, ShortReport

FIRST_POLL, MAX_POLL = 0.25, 2.0
MAX_TRIES, FIRST_WAIT, MAX_WAIT = 6, 0.5, 30.0
RUNNING = ("PENDING", "IN_PROGRESS")


class Stopped(Exception):
    """A call was ended by its `stop`."""


class Millrace(Questions):
    """A client of a Millrace. Threads may share it.

    `timeout` is for how many seconds a request waits for the service to connect, take or send bytes: 60 by default, 300
    for /api/sql. An answer that keeps coming may take longer in all. Every method takes `stop`, an Event that ends the
    call with Stopped.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        timeout: float | None = None,
        tls: ssl.SSLContext | None = None,
    ):
        self._connection = Connection(url, token, timeout, tls)

    def request(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None) -> Any:
        """The JSON answer of any operation of the interface: `request("GET", "/api/tasks", query={"page": 2})`."""
        return self._connection.json(method, path, query=query, body=body)

    def _ask(
        self,
        type: str,
        params: Any,
        *,
        on_progress: Callable[[Any], None] | None,
        stop: Event | None,
    ) -> Any:
        query = self.request("POST", "/api/query", body={"type": type, "params": params})
        path = f"/api/query/{query['query_id']}"
        poll = FIRST_POLL
        try:
            while query["status"] in RUNNING:
                if on_progress is not None:
                    on_progress(query)
                _wait(poll, stop)
                poll = min(2 * poll, MAX_POLL)
                query = self.request("GET", path)
        finally:
            self._remove(path)
        if "error" in query:
            raise MillraceError(503, query["error"])
        if query["status"] == "STOPPED":
            percent = int(query["progress"])
            detail = f"The query was stopped at {percent} %: its results are incomplete."
            raise MillraceError(409, {"code": "conflict", "detail": detail})
        return query["results"]

    def _watch(
        self,
        type: str,
        params: Any,
        *,
        on_reconnect: Callable[[Exception, float], None] | None,
        stop: Event | None,
    ) -> Generator[Any, None, None]:
        # A query lasts no longer than its connection: after a restart of the service it is gone.
        backoff = FIRST_WAIT
        try:
            while stop is None or not stop.is_set():
                reason: Exception = ConnectionError("The service ended the query")
                try:
                    query = self.request("POST", "/api/query", body={"type": type, "params": params})
                    try:
                        for state in follow(self._connection, query["query_id"], stop):
                            backoff = FIRST_WAIT
                            yield state
                    finally:
                        self._remove(f"/api/query/{query['query_id']}")
                except MillraceError as error:
                    if error.status < 500 and error.status not in (408, 429):
                        raise
                    reason = error
                except OSError as error:
                    reason = error
                if stop is not None and stop.is_set():
                    return
                retry_after = getattr(reason, "retry_after", None)
                wait = min(backoff if retry_after is None else max(FIRST_WAIT, retry_after), MAX_WAIT)
                if on_reconnect is not None:
                    on_reconnect(reason, wait)
                _wait(wait, stop)
                backoff = min(2 * backoff, MAX_WAIT)
        except Stopped:
            return

    def send(self, events: Sequence[IncomingEvent], *, key: str | None = None, stop: Event | None = None) -> None:
        """Sends a batch of events; returns when all of them are on disk.

        A service that is over capacity, or does not answer, is tried again with the same key, five times at most: the
        batch counts once. Raises MillraceError for a batch that is refused: nothing of it is kept.
        """
        headers = {"idempotency-key": key or str(uuid.uuid4())}
        for tried in range(1, MAX_TRIES + 1):
            try:
                self._connection.json("POST", "/incoming", body={"events": list(events)}, headers=headers)
                return
            except MillraceError as error:
                if tried == MAX_TRIES or error.status not in (429, 503):
                    raise
                retry_after = error.retry_after
            except OSError:
                if tried == MAX_TRIES:
                    raise
                retry_after = None
            _wait(min(FIRST_WAIT * 2**tried if retry_after is None else retry_after, MAX_WAIT), stop)

    def make_report(
        self,
        draft: NewReport,
        *,
        on_progress: Callable[[ShortReport], None] | None = None,
        stop: Event | None = None,
    ) -> tuple[ShortReport, bytes]:
        """Makes a report and returns it with its file. The report is kept."""
        report = self.request("POST", "/api/reports", body=draft)
        path = f"/api/reports/{report['id']}"
        while report["status"] in RUNNING:
            if on_progress is not None:
                on_progress(report)
            _wait(FIRST_WAIT, stop)
            report = self.request("GET", path)
        if report["status"] == "FAILURE":
            raise MillraceError(409, report["error"])
        return report, self._connection.bytes("GET", f"{path}/file")

    def _remove(self, path: str) -> None:
        """Forgets a query. One that cannot be removed is dropped by the service, later."""
        with suppress(MillraceError, OSError):
            self.request("GET", f"{path}/remove")


def _wait(seconds: float, stop: Event | None) -> None:
    if (stop or Event()).wait(seconds):
        raise Stopped
