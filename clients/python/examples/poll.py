"""Counts events of the last month and shows how far the query is, with asyncio: python poll.py"""

import asyncio
import os
import sys

from millrace_client import AsyncMillrace


async def main() -> None:
    millrace = AsyncMillrace(os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"), os.environ["MILLRACE_TOKEN"])
    async with asyncio.timeout(120):
        results = await millrace.ask(
            "Search",
            {"time_range": {"preset": "last_30_days"}, "page_size": 3},
            on_progress=lambda query: print(f"{query['progress']:.0f} %", file=sys.stderr),
        )
    print(results["totals"]["count"], "events")
    for event in results["events"]["objects"]:
        print(event["last_occurrence_date"], event["host"], event["message"])


try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.exit(130)
