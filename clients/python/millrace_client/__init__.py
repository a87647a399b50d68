"""Client of Millrace: questions, live results, sending events, reports."""

from ._http import MillraceError
from .async_client import AsyncMillrace
from .client import Millrace, Stopped

__all__ = ["AsyncMillrace", "Millrace", "MillraceError", "Stopped"]
