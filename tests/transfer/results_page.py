"""The page *Bring results in*, as a secretary uses it: a table is looked at, and brought in."""

from __future__ import annotations

import re
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.jobs.working import work
from tests.cast import Cast

HEAD = "Date;Preneur;Contrat;Bouts;Points;Anna;Boris;Chloé;Dario"


def address(cast: Cast) -> str:
    """Where the page is."""
    return reverse("bring-results", args=[cast.club.slug])


def fields_of(page: Any) -> dict[str, str]:
    """What the form would send again, as a browser reads it."""
    html = page.content.decode()
    fields = {}
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', html, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    typed = r'name="(day|event|first_day|last_day)"[^>]*value="([^"]*)"'
    hidden = r'<input type="hidden" name="(sheet-\w+)" value="([^"]*)"'
    for pattern in (typed, hidden):
        fields |= dict(re.findall(pattern, html))
    for tag in re.findall(r'<input type="(?:radio|checkbox)"[^>]*checked>', html):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="(\w+)"', tag)
        fields[name[1]] = value[1]  # type: ignore[index]
    return fields | {"table": page.context["text"], "book": page.context["plan"].read.book}


def file_of(data: bytes) -> SimpleUploadedFile:
    """A file with a table."""
    return SimpleUploadedFile("t.csv", data)


def look(client: Client, cast: Cast, data: bytes, **sent: str) -> Any:
    """The page after an administrator has sent a table, and then what they decided."""
    client.force_login(cast.admin)
    page = client.post(address(cast), {"file": file_of(data), "do": "look"})
    if sent:
        page = client.post(address(cast), {**fields_of(page), **sent, "do": "look"})
    return page


def bring(client: Client, cast: Cast, page: Any, **sent: str) -> Any:
    """The page of the job that brings it in, once it is done; or why there is none."""
    answer: Any = client.post(address(cast), {**fields_of(page), **sent, "do": "bring"})
    if answer.status_code != 302:
        return answer
    work()
    return client.get(answer.headers["Location"])
