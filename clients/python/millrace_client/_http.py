"""Requests to the HTTP interface, and the websocket of live results."""

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

TIMEOUT = 60.0
# A statement waits for its turn before it runs.
SQL_TIMEOUT = 300.0
OPEN_TIMEOUT, CLOSE_TIMEOUT = 20.0, 1.0
# The service closes so when the token ends.
POLICY_VIOLATION = 1008
# Of a frame: the state of a query with its results.
MAX_FRAME = 64 * 2**20


class MillraceError(Exception):
    """An error that the service answered. `code` is stable (docs/errors.md), the message is for people."""

    def __init__(self, status: int, body: Any, retry_after: float | None = None):
        members = body if isinstance(body, dict) else {}
        super().__init__(members.get("detail") or f"The service answered {status}: {str(body)[:500]}")
        self.status = status
        self.code: str = members.get("code", "")
        # The whole answer: the faults of a body by their place, or of a batch by index.
        self.body = body
        # Seconds after which the request may succeed; None: the service does not say.
        self.retry_after = retry_after


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the key to another place."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Connection:
    """Where a service is, and with which token. Used by several threads at once."""

    def __init__(self, url: str, token: str, timeout: float | None, tls: ssl.SSLContext | None):
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._tls = tls or ssl.create_default_context()
        self._opener = build_opener(_NoRedirect, HTTPSHandler(context=self._tls))

    def bytes(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        """The body of an answer. Raises MillraceError for an error, OSError when there is no whole answer."""
        sent = {"authorization": f"token {self._token}", **(headers or {})}
        if body is not None:
            sent["content-type"] = "application/json"
        request = Request(
            self._url + path + query_string(query),
            data=None if body is None else json.dumps(body).encode(),
            headers=sent,
            method=method,
        )
        timeout = self._timeout or (SQL_TIMEOUT if path == "/api/sql" else TIMEOUT)
        try:
            return self._read(request, timeout)
        except HTTPException as error:
            # A connection that ended within the answer. These are no OSErrors in the standard library.
            raise ConnectionError(f"The answer of {self._url} is not whole: {error!r}") from error
        except TimeoutError as error:
            raise TimeoutError(f"{self._url} did not answer within {timeout:g} seconds") from error
        except URLError as error:
            # The program may have several services: the error of the library names none.
            if isinstance(error.reason, TimeoutError):
                raise TimeoutError(f"{self._url} did not answer within {timeout:g} seconds") from error
            raise ConnectionError(f"{self._url} does not answer: {error.reason}") from error

    def _read(self, request: Request, timeout: float) -> bytes:
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                return answer.read()
        except HTTPError as error:
            with error:
                retry_after = _seconds(error.headers.get("retry-after"))
                raise MillraceError(error.code, _json_or_text(error.read()), retry_after) from None

    def json(self, method: str, path: str, **parts: Any) -> Any:
        """The JSON of an answer; None for an empty one."""
        answer = self.bytes(method, path, **parts)
        return json.loads(answer) if answer else None

    @contextmanager
    def websocket(self, path: str) -> Iterator[ClientConnection]:
        """A websocket, whose faults are those of requests: MillraceError for an error, OSError for a connection that is lost.

        The library asks every 20 seconds whether the service is still there.
        """
        is_secure = self._url.lower().startswith("https:")
        try:
            try:
                socket = connect(
                    f"{'wss' if is_secure else 'ws'}:{self._url.partition(':')[2]}{path}",
                    additional_headers={"authorization": f"token {self._token}"},
                    ssl=self._tls if is_secure else None,
                    open_timeout=self._timeout or OPEN_TIMEOUT,
                    close_timeout=CLOSE_TIMEOUT,
                    max_size=MAX_FRAME,
                )
            except OSError as error:
                raise ConnectionError(f"{self._url} does not answer: {error}") from error
            # As a context manager it would tell the service of an internal error when the caller leaves.
            try:
                yield socket
            finally:
                socket.close()
        except InvalidStatus as error:
            answer = error.response
            retry_after = _seconds(answer.headers.get("retry-after"))
            raise MillraceError(answer.status_code, _json_or_text(answer.body or b""), retry_after) from None
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code == POLICY_VIOLATION:
                raise MillraceError(401, {"code": "authentication_failed", "detail": error.rcvd.reason}) from None
            raise ConnectionError(f"The connection ended: {error}") from error
        except WebSocketException as error:
            raise ConnectionError(f"No websocket: {error}") from error


def query_string(query: dict[str, Any] | None) -> str:
    """Parameters as the interface reads them: lists are comma-separated, None is left out."""
    given = {name: _parameter(value) for name, value in (query or {}).items() if value is not None}
    return "?" + urlencode(given, quote_via=quote) if given else ""


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


def _seconds(retry_after: str | None) -> float | None:
    """Seconds of a Retry-After: a number, or the date until which to wait; None for what is neither."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    # A date without a zone is in UTC, as all dates of HTTP are.
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _json_or_text(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body.decode(errors="replace")
