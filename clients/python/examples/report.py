"""Makes a report of the last day and writes its file: python report.py hosts.csv"""

import os
import sys
from pathlib import Path

from millrace_client import Millrace

millrace = Millrace(os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"), os.environ["MILLRACE_TOKEN"])
path = Path(sys.argv[1] if len(sys.argv) > 1 else "hosts.csv")

try:
    report, file = millrace.make_report(
        {
            "title": "Hosts of the last day",
            "format": "csv",
            "query": {"type": "TopN", "params": {"field": "host", "time_range": {"preset": "last_1_days"}}},
        }
    )
except KeyboardInterrupt:
    sys.exit(130)
path.write_bytes(file)
print(f"report {report['id']}: {len(file)} bytes in {path}")
