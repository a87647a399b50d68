"""Logs COUNT numbered messages with a logger of Python: `loggers.py LOGGER WORD COUNT HOST PORT URL TOKEN`."""

import logging
import socket
import sys

_, logger_name, word, count, host, port, url, token = sys.argv


def syslog():
    """The handler of the standard library; it ends a message with NUL, and a stack trace has line breaks."""
    import logging.handlers

    handler = logging.handlers.SysLogHandler((host, int(port)), socktype=socket.SOCK_STREAM)
    handler.ident = "shop: "
    return handler


def json_lines():
    from pythonjsonlogger.json import JsonFormatter

    stream = socket.create_connection((host, int(port))).makefile("w", encoding="utf-8")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        JsonFormatter("{created}{levelname}{name}{message}", style="{", static_fields={"hostname": "web-1"})
    )
    return handler


def graypy_tcp():
    import graypy

    return graypy.GELFTCPHandler(host, int(port), localname="web-1")


def pygelf_http():
    import pygelf

    _, address = url.split("//")
    http_host, http_port = address.split(":")
    handler = pygelf.GelfHttpHandler(http_host, int(http_port), compress=True, debug=True)
    handler.headers["Authorization"] = f"token {token}"
    return handler


def opentelemetry():
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from opentelemetry.sdk.resources import Resource

    resource = Resource.create({"service.name": "shop", "host.name": "web-1"})
    provider = LoggerProvider(resource=resource)
    exporter = OTLPLogExporter(f"{url}/v1/logs", headers={"Authorization": f"Bearer {token}"})
    # The queue of the SDK drops what exceeds it.
    processor = BatchLogRecordProcessor(exporter, max_queue_size=int(count) + 1000, max_export_batch_size=1000)
    provider.add_log_record_processor(processor)
    return LoggingHandler(logger_provider=provider)


handlers = {f.__name__: f for f in (syslog, json_lines, graypy_tcp, pygelf_http, opentelemetry)}
logger = logging.getLogger("shop")
logger.setLevel(logging.DEBUG)
logger.propagate = False
handler = handlers[logger_name]()
handler.handleError = lambda record: sys.exit(f"not sent: {sys.exc_info()[1]}")
logger.addHandler(handler)
levels = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL)
for number in range(int(count)):
    if number % 100 == 50:
        try:
            raise ValueError(f"boom of {number}")
        except ValueError:
            logger.exception(f"{word} number {number} failed")
    else:
        logger.log(levels[number % 5], f"{word} number {number}")
logging.shutdown()
if logger_name == "opentelemetry":
    handler._logger_provider.shutdown()
