"""Sends a batch of events and says when it is on disk: python send.py"""

import os
import sys

from millrace_client import Millrace, MillraceError

millrace = Millrace(os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"), os.environ["MILLRACE_TOKEN"])

messages = ["started", "cannot reach the database", "stopped"]
try:
    millrace.send([{"host": "app-1", "program": "shop", "message": message} for message in messages])
    print(f"{len(messages)} events are on disk")
except MillraceError as error:
    # A batch with a bad event is refused as a whole; the body names each by its index.
    sys.exit(f"{error.code} {error.body}")
except KeyboardInterrupt:
    sys.exit(130)
