"""The client for asyncio: each call runs in a thread, and ends with its task."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any, TypeVar

from .client import Millrace
from .interface import AsyncQuestions, IncomingEvent, NewReport, ShortReport

Result = TypeVar("Result")


class AsyncMillrace(AsyncQuestions):
    """As Millrace, with coroutines. A cancelled one ends what it waits for, after the request that is on its way.

    Calls run in `max_calls` threads of the client; further calls wait for a thread.
    """

    def __init__(self, *args: Any, max_calls: int = 32, **options: Any):
        self._client = Millrace(*args, **options)
        self._threads = ThreadPoolExecutor(max_calls, thread_name_prefix="millrace")

    async def request(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None
    ) -> Any:
        return await self._in_thread(self._client.request, method, path, query=query, body=body)

    async def _ask(self, type: str, params: Any, *, on_progress: Callable[[Any], None] | None) -> Any:
        return await self._until_stopped(self._client._ask, type, params, on_progress=_in_loop(on_progress))

    async def _watch(
        self, type: str, params: Any, *, on_reconnect: Callable[[Exception, float], None] | None
    ) -> AsyncIterator[Any]:
        stop = Event()
        states = self._client._watch(type, params, on_reconnect=_in_loop(on_reconnect), stop=stop)
        step = None
        try:
            while True:
                step = asyncio.ensure_future(self._in_thread(next, states, None))
                query = await asyncio.shield(step)
                if query is None:
                    return
                yield query
        finally:
            stop.set()
            if step is not None:
                await asyncio.wait([step])
            await self._in_thread(states.close)

    async def send(self, events: Sequence[IncomingEvent], *, key: str | None = None) -> None:
        await self._until_stopped(self._client.send, events, key=key)

    async def make_report(
        self, draft: NewReport, *, on_progress: Callable[[ShortReport], None] | None = None
    ) -> tuple[ShortReport, bytes]:
        return await self._until_stopped(self._client.make_report, draft, on_progress=_in_loop(on_progress))

    async def _until_stopped(self, call: Callable[..., Result], *args: Any, **options: Any) -> Result:
        """The result of a call in a thread, which gets `stop` set when the task is cancelled."""
        stop = Event()
        try:
            return await self._in_thread(call, *args, stop=stop, **options)
        finally:
            stop.set()

    async def _in_thread(self, call: Callable[..., Result], *args: Any, **options: Any) -> Result:
        # Not in the pool of asyncio, which others need: it looks up names there, for one.
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *args, **options))


def _in_loop(callback: Callable[..., None] | None) -> Callable[..., None] | None:
    """Calls of a thread come to the loop of the caller."""
    if callback is None:
        return None
    loop = asyncio.get_running_loop()

    def call(*given: Any) -> None:
        loop.call_soon_threadsafe(callback, *given)

    return call
