"""The hosts with the most failures of the last day: python ask.py"""

import os
import sys

from millrace_client import Millrace

millrace = Millrace(os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"), os.environ["MILLRACE_TOKEN"])

try:
    results = millrace.ask(
        "TopN",
        {
            "field": "host",
            "limit": 10,
            "time_range": {"preset": "last_1_days"},
            "filter": [{"field": "message", "op": "qp", "value": "cannot | failed"}],
        },
    )
except KeyboardInterrupt:
    sys.exit(130)
for value in results["totals"]["values"]:
    print(value["name"], value["count"])
