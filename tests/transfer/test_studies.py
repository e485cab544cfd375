"""Studies in archives: which lines are refused, and what they cost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.analysis import studies
from games.models import Hand, Study
from tests.cast import Cast
from tests.transfer.archives import bring, bring_all, export, objects, write_lines


def keep(cast: Cast, hand: Hand, study: Study | None = None, **facts: Any) -> Study:
    plain: dict[str, Any] = {"place": "auction", "cards": "", "text": "", "title": "Slips"}
    plain |= {"user": cast.member, "hand": hand, "study": study, "once": None}
    return studies.keep(**plain | facts)


@pytest.mark.parametrize("place", ["zz", "1", "0.1", "score.", "auction.1000"])
def test_a_place_without_an_address_is_refused(cast: Cast, tmp_path: Path, place: str) -> None:
    """The page of a study links to each of its places."""
    study = keep(cast, cast.sealed_hand())
    (line,) = objects(export(cast.club, tmp_path / "archive") / "studies.ndjson")
    study.delete()
    file = write_lines(tmp_path / "a", [{**line, "items": [{**line["items"][0], "place": place}]}])
    assert "“place”" in bring(cast.admin, cast.club, file).faults[0].sentence
    assert bring_all(cast.admin, cast.club, write_lines(tmp_path / "b", [line])).studies.new == 1


def test_many_studies_take_as_few_statements_as_one(cast: Cast, tmp_path: Path) -> None:
    """Also those that are known by their author and moment alone."""
    keep(cast, cast.sealed_hand())
    (line,) = objects(export(cast.club, tmp_path / "archive") / "studies.ndjson")
    asked = []
    for many, day in ((1, "01"), (20, "02")):
        for known in (False, True):
            ids = [f"{day}{known:d}{number:013}" for number in range(many)]
            moments = [f"2024-05-{day}T10:00:{number:02}Z" for number in range(many)]
            lines = [{**line, "id": key, "at": at} for key, at in zip(ids, moments, strict=True)]
            file = write_lines(tmp_path / ids[0], lines)
            with CaptureQueriesContext(connection) as taken:
                tally = bring_all(cast.admin, cast.club, file).studies
            assert (tally.new, tally.known) == ((0, many) if known else (many, 0))
            asked.append(len(taken))
    assert asked[:2] == asked[2:]
