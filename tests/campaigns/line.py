"""The line of one tablet, browser or program to the site: a connection that is kept open."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlencode

CSRF = "t" * 32  # the same in cookie and header
PATIENCE = 60.0  # seconds
NO_ANSWER = 0  # in place of a status: the line broke, or nothing came in time


class Answer(NamedTuple):
    """What the site answered; with NO_ANSWER the body says what broke."""

    status: int
    body: bytes
    where: str = ""

    @property
    def acknowledges(self) -> bool:
        """Whether the site took what was sent."""
        return 200 <= self.status < 300

    def json(self) -> Any:
        """Return its body, decoded."""
        return json.loads(self.body)

    def told(self) -> str:
        """Return the beginning of its body."""
        return self.body[:300].decode(errors="replace")


class Line:
    """Asks with a session, and below /api/ with a token; connects again where the site hung up."""

    def __init__(
        self, address: str, session: str, token: str = "", patience: float = PATIENCE
    ) -> None:
        self.address, self.session, self.token = address, session, token
        self.patience = patience
        self.connection: HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page; `HX_Request="true"` for a fragment of it."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._ask("GET", path, None, named)

    def send(self, path: str, body: Any, engine: str = "") -> Answer:
        """Send what a script sends, as JSON; `engine`: the digest of that of the tablet."""
        headers = {"Content-Type": "application/json"} | ({"X-Engine": engine} if engine else {})
        return self._ask("POST", path, json.dumps(body), headers)

    def submit(self, path: str, fields: dict[str, Any]) -> Answer:
        """Send what a form sends, and return the page that it leads to."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self._ask("POST", path, urlencode(fields), headers)
        return self.get(answer.where) if answer.status == 302 else answer

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        if path.startswith("/api/"):
            headers |= {"Authorization": f"Bearer {self.token}"}
        else:
            cookie = f"sessionid={self.session}; csrftoken={CSRF}"
            headers |= {"Cookie": cookie, "X-CSRFToken": CSRF}
        try:
            if self.connection is None:
                host = self.address.removeprefix("http://")
                self.connection = HTTPConnection(host, timeout=self.patience)
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.read(), answer.headers.get("Location", ""))
        except (OSError, HTTPException) as error:
            self.close()
            return Answer(NO_ANSWER, f"{type(error).__name__}: {error}".encode())

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
