"""The line of one browser to the site: requests on a connection that is kept open."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, NamedTuple
from urllib.parse import urlencode

TOKEN = "t" * 32  # of the form, the same in cookie and header
PATIENCE = 60  # seconds


class Answer(NamedTuple):
    """What the site answered; status 0 where the connection broke."""

    status: int
    body: bytes
    where: str = ""

    def json(self) -> Any:
        """Its body, decoded."""
        return json.loads(self.body)


class Line:
    """Asks as the browser that has a session; connects again where the site has hung up."""

    def __init__(self, address: str, session: str) -> None:
        self.host = address.removeprefix("http://")
        self.headers = {
            "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
        }
        self.connection = HTTPConnection(self.host, timeout=PATIENCE)

    def get(self, path: str) -> Answer:
        """A page."""
        return self._ask("GET", path, None, {})

    def send(self, path: str, body: Any, engine: str = "") -> Answer:
        """What a script sends, as JSON; `engine`: the digest of that of the tablet."""
        headers = {"Content-Type": "application/json"}
        if engine:
            headers["X-Engine"] = engine
        return self._ask("POST", path, json.dumps(body), headers)

    def submit(self, path: str, fields: dict[str, Any]) -> Answer:
        """What a form sends, and the page that it leads to."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self._ask("POST", path, urlencode(fields), headers)
        return self.get(answer.where) if answer.status == 302 else answer

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        try:
            self.connection.request(method, path, body, self.headers | headers)
            answer: HTTPResponse = self.connection.getresponse()
            text = answer.read()
        except (OSError, HTTPException):
            self.connection.close()
            return Answer(0, b"")
        return Answer(answer.status, text, answer.headers.get("Location", ""))

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
