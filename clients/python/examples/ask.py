"""The hosts with the most events of the last day: python ask.py"""

import os

from millrace_client import Millrace

millrace = Millrace(os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"), os.environ["MILLRACE_TOKEN"])

results = millrace.ask(
    "TopN",
    {
        "field": "host",
        "limit": 10,
        "time_range": {"preset": "last_1_days"},
        "filter": [{"field": "message", "op": "qp", "value": "cannot | failed"}],
    },
)
for value in results["totals"]["values"]:
    print(value["name"], value["count"])
