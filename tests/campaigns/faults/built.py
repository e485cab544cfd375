"""The site for gunicorn, as `clubtarot.wsgi` builds it but for the engine of the tablets: to make
that takes seconds of processor time at every start, and no writer here asks for it."""

import os
import select
import time
from typing import SupportsIndex

from django.core.wsgi import get_wsgi_application


def sleep(seconds: float | SupportsIndex) -> None:
    """Sleep as `time.sleep` does, by another call of the kernel."""
    select.select([], [], [], float(seconds))


# Under the wrong clock of `clock.py`: libfaketime 0.9.10 answers EINVAL to Python's own sleep.
if "FAKETIME_TIMESTAMP_FILE" in os.environ:
    time.sleep = sleep

application = get_wsgi_application()
