"""What failures look like in the log. Settings name it, so it needs nothing of the site."""

import logging

# The parts of addresses, as the routes name them, that open something by themselves.
KEYS = {"token", "feed", "signed", "address"}


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


class WithoutTokens(logging.Filter):
    """Leave tokens out of the addresses in the log, and name the request.

    An address may hold the token of an invitation or of a new password, or the key of a feed, a
    wall or a link in a mail: people who may read the log need not be able to use it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change what Django says of a request; the rest stays as it is."""
        request = getattr(record, "request", None)
        if request is None or not isinstance(record.args, tuple):
            return True
        match = getattr(request, "resolver_match", None)
        named, shown = match.kwargs if match else {}, request.path
        for name in KEYS.intersection(named):
            shown = shown.replace(str(named[name]), "…")
        record.args = tuple(shown if one == request.path else one for one in record.args)
        number = getattr(request, "request_id", "")
        if number and not getattr(request, "outage", ""):
            record.msg, record.args = f"{record.msg} (request %s)", (*record.args, number)
        return True
