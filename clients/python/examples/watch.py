"""Prints how many events the last minute has, whenever that changes; Ctrl-C ends it: python watch.py"""

import asyncio
import os
import sys

from millrace_client import AsyncMillrace


def report(error: Exception, seconds: float) -> None:
    print(f"{error}; reconnects in {seconds:g} s", file=sys.stderr)


async def main() -> None:
    millrace = AsyncMillrace(os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"), os.environ["MILLRACE_TOKEN"])
    states = millrace.watch("EventRate", {"time_range": {"preset": "last_1_minutes"}}, on_reconnect=report)
    async for query in states:
        # There are no totals before the first results.
        if "totals" in query["results"]:
            print(query["status"], query["results"]["totals"]["sum"], flush=True)


try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.exit(130)
