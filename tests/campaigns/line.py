"""The line of one tablet, browser or program to the site: a connection that is kept open."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

CSRF = "t" * 32  # the same in cookie and header
PATIENCE = 60.0  # seconds
SESSION = re.compile(r"\bsessionid=(\w+)")
NO_ANSWER = 0  # in place of a status: the line broke, or nothing came in time


class Answer(NamedTuple):
    """What the site answered; with NO_ANSWER the body says what broke."""

    status: int
    body: bytes
    where: str = ""
    session: str = ""  # the key of one that begins with it

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
    """Asks with a session, and below /api/ with a token; connects again where the site hung up.
    `always` are headers of every request."""

    def __init__(
        self,
        address: str,
        session: str,
        token: str = "",
        patience: float = PATIENCE,
        always: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.address, self.session, self.token = address, session, token
        self.patience, self.always = patience, always
        self.connection: HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, None, {})

    def send(self, path: str, body: Any, engine: str = "") -> Answer:
        """Send what a script sends, as JSON; `engine`: the digest of that of the tablet."""
        headers = {"Content-Type": "application/json"} | ({"X-Engine": engine} if engine else {})
        return self._ask("POST", path, json.dumps(body), headers)

    def submit(self, path: str, fields: dict[str, Any]) -> Answer:
        """Send what a form sends, and return the page that it leads to."""
        answer = self.send_form(path, fields)
        return self.get(answer.where) if answer.status == 302 else answer

    def send_form(self, path: str, fields: dict[str, Any]) -> Answer:
        """Send what a form sends."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields), headers)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        headers |= self.always
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
            begun = SESSION.search(" ".join(answer.headers.get_all("Set-Cookie", [])))
            where, session = answer.headers.get("Location", ""), begun[1] if begun else ""
            return Answer(answer.status, answer.read(), where, session)
        except (OSError, HTTPException) as error:
            self.close()
            return Answer(NO_ANSWER, f"{type(error).__name__}: {error}".encode())

    def close(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
