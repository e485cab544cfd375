"""What failures look like in the log. Settings name it, so it needs nothing of the site."""

import logging


class OutagesInOneLine(logging.Filter):
    """Log in one line that the database was away, and its message.

    A trace for each request of an outage would bury the log, and leads nowhere in our code.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten what Django says of a request that has an `outage`; the rest stays as it is."""
        request = getattr(record, "request", None)
        if outage := getattr(request, "outage", ""):
            status = getattr(record, "status_code", "")
            record.msg, record.exc_info = "%s %s %s: %s", None
            record.args = (status, request.method, request.path, outage)  # type: ignore[union-attr]
        return True
