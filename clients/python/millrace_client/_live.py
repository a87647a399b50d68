"""Live results: the states of a query as the service tells them."""

import json
from collections.abc import Generator
from threading import Event
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ._http import Connection, MillraceError

# How often a wait looks whether it is to end.
STOP_POLL = 0.25


def follow(connection: Connection, query_id: str, stop: Event | None) -> Generator[Any, None, None]:
    """The states of a query, at most two a second, until it is gone or `stop` is set.

    Who reads slowly gets the newest state, not those before. Raises OSError when the connection is lost.
    """
    with connection.websocket("/ws/live-updates") as socket:
        socket.send(json.dumps(["subscribe", "query", query_id]))
        while stop is None or not stop.is_set():
            for kind, body in _newest_frames(socket).items():
                if kind == "widget-update":
                    yield body["data"]
                elif kind == "error":
                    raise MillraceError(400, body)
                elif kind == "subscription-update" and query_id not in body["query"]:
                    return


def _newest_frames(socket: ClientConnection) -> dict[str, Any]:
    """The newest frame of each kind that came in; none when there was none for a moment."""
    frames: dict[str, Any] = {}
    timeout = STOP_POLL
    try:
        while True:
            kind, *body = json.loads(socket.recv(timeout))
            frames[kind] = body[0] if body else None
            timeout = 0
    except TimeoutError:
        return frames
    except ConnectionClosed:
        # What came in before the end is shown first; the next call raises.
        if frames:
            return frames
        raise
