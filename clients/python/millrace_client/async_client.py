"""The client for asyncio: each call runs in a thread, and ends with its task."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from threading import Event
from typing import Any, TypeVar

from .client import Millrace
from .interface import AsyncQuestions, IncomingEvent, NewReport, ShortReport

Result = TypeVar("Result")


class AsyncMillrace(AsyncQuestions):
    """As Millrace, with coroutines. A cancelled one ends what it waits for, after the request that is on its way."""

    def __init__(self, *args: Any, **options: Any):
        self._client = Millrace(*args, **options)

    async def request(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None
    ) -> Any:
        return await asyncio.to_thread(self._client.request, method, path, query=query, body=body)

    async def _ask(self, type: str, params: Any, *, on_progress: Callable[[Any], None] | None) -> Any:
        return await _in_thread(self._client._ask, type, params, on_progress=_in_loop(on_progress))

    async def _watch(self, type: str, params: Any) -> AsyncIterator[Any]:
        stop = Event()
        states = self._client._watch(type, params, stop=stop)
        step = None
        try:
            while True:
                step = asyncio.ensure_future(asyncio.to_thread(next, states, None))
                query = await asyncio.shield(step)
                if query is None:
                    return
                yield query
        finally:
            stop.set()
            if step is not None:
                await asyncio.wait([step])
            await asyncio.to_thread(states.close)

    async def send(self, events: Sequence[IncomingEvent], *, key: str | None = None) -> None:
        await _in_thread(self._client.send, events, key=key)

    async def make_report(
        self, draft: NewReport, *, on_progress: Callable[[ShortReport], None] | None = None
    ) -> tuple[ShortReport, bytes]:
        return await _in_thread(self._client.make_report, draft, on_progress=_in_loop(on_progress))


async def _in_thread(call: Callable[..., Result], *args: Any, **options: Any) -> Result:
    """The result of a call in a thread, which is told to stop when the task is cancelled."""
    stop = Event()
    try:
        return await asyncio.to_thread(call, *args, stop=stop, **options)
    finally:
        stop.set()


def _in_loop(on_progress: Callable[[Any], None] | None) -> Callable[[Any], None] | None:
    """Calls of a thread come to the loop of the caller."""
    if on_progress is None:
        return None
    loop, told = asyncio.get_running_loop(), on_progress
    return lambda state: loop.call_soon_threadsafe(told, state) and None
