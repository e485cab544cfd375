"""The quick way from a seal to its line gives the same bytes as the plain one."""

import json
from typing import Any

import pytest

from games.book import sealed_lines, sealing
from games.book.sealed_lines import FACTS
from games.rules import VARIANTS, Record, format_record, ndjson, read_record
from tests.games import wild_record
from tests.thorough import amount

FACTS_OF_A_CLUB = {"hand": "a" * 16, "number": 3, "players": ["b" * 16]}
NOTE = {"kind": "note", "text": 'He said "no", {really}, \\ and left: },{'}
RULING = {"kind": "ruling", "text": "Late.", "points": [-1.5, 0.5, 0.5, 0.5]}


def sealed(record: Record) -> tuple[str, str, dict[str, str]]:
    ids = [f"id{seat}" for seat in range(len(record.players))]
    parts = sealing.seal(record, ids, "scored", [0] * len(ids), "")
    return (
        parts.game.decode(),
        parts.commitments,
        {place: text for place, _salt, text in parts.texts},
    )


def line_of(record: Record, *erased: str) -> bytes:
    game, commitments, texts = sealed(record)
    for place in erased:
        del texts[place]
    return sealed_lines.record_line(
        game, commitments, texts, json.dumps(FACTS_OF_A_CLUB, separators=(",", ":"))
    )


def plain(record: Record, *erased: str) -> bytes:
    game, commitments, texts = sealed(record)
    for place in erased:
        del texts[place]
    whole = read_record(sealing.opened(game.encode(), commitments, texts))
    told = whole._replace(extra={**whole.extra, FACTS: FACTS_OF_A_CLUB})
    return format_record(told) + b"\n"


def told(record: Record, **facts: Any) -> Record:
    return record._replace(**facts)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.key)
def test_hands_of_every_game(variant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(amount(2, thorough=6)):
        record = wild_record(variant, variant.seats[-1], seed)
        said = list(map(dict, record.actions))
        said[0]["note"] = 'Oh, "well" …'
        said[-1] |= {"_inferred": True, "_by": {"who": ["}", 2.5, None]}, "at": AT}
        said.append({"kind": "note", "text": "Line\nbreak, 𝄞"})
        full = told(
            record,
            actions=tuple(said),
            meta={"date": "2026-11-20", 'Ä"': "\\ ’", "comment": ""},
            extra={"_z": [1, {"a": None}], "_a": "b"},
            players=tuple(f'P{seat} "{seat}"' for seat in range(len(record.players))),
        )
        for one in (record, full, told(record, actions=())):
            assert line_of(one) == plain(one)
            with monkeypatch.context() as patched:
                patched.setattr(sealed_lines, "_spliced", lambda *_: None)
                assert line_of(one) == plain(one)


AT = "2026-11-20T20:15:00+01:00"


def test_the_quick_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any) -> bytes:
        raise AssertionError("read key by key")

    monkeypatch.setattr(sealed_lines, "_rebuilt", fail)
    for variant in VARIANTS:
        record = wild_record(variant, variant.seats[0], 1)
        assert line_of(record._replace(extra={"_x": 1}, meta={"date": "today"}))


def test_a_card_taken_back_leaves_the_record_in_its_format() -> None:
    record = wild_record(VARIANTS[0], 4, 1)
    at = next(at for at, action in enumerate(record.actions) if action["kind"] == "play")
    taken = {**record.actions[at], "kind": "takeback"}
    told_so = told(record, actions=(*record.actions[:at], taken, *record.actions[at:]))
    assert line_of(told_so) == plain(told_so)
    assert line_of(told_so).startswith(b'{"format":"tarot-hand/2"')


def test_rulings_notes_and_what_belongs_to_the_deal() -> None:
    record = wild_record(VARIANTS[0], 4, 2)
    noted = told(record, actions=(NOTE, *record.actions, RULING, NOTE))
    assert line_of(noted) == plain(noted)
    assert b'"points":[-1.5,0.5,0.5,0.5]' in line_of(noted)
    dealt = told(record, deal_extra={"_shuffled": True})
    assert line_of(dealt) == plain(dealt)
    unknown = told(record, hands=(None,) * 4, stock=None)
    assert line_of(unknown) == plain(unknown)
    assert b'"deal"' not in line_of(unknown)


def test_the_reason_of_an_amendment_is_no_part_of_the_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, commitments, texts = sealed(wild_record(VARIANTS[0], 4, 2))
    plain = sealed_lines.record_line(game, commitments, texts)
    amended = f"{commitments}amended/because 00\n"
    monkeypatch.setattr(sealed_lines, "_rebuilt", lambda *_: b"")  # without reading it key by key
    assert sealed_lines.record_line(game, amended, {**texts, "amended/because": "A slip."}) == plain


def test_erased_texts() -> None:
    record = told(wild_record(VARIANTS[0], 4, 2), meta={"date": "2026-11-20", "comment": "Hm."})
    for place in ("players/1", "meta/0"):
        assert line_of(record, place) == plain(record, place)
    assert json.loads(line_of(record, "players/1"))["players"][1] == "[erased]"


def test_a_record_at_its_limit_goes_without_the_facts() -> None:
    record = wild_record(VARIANTS[0], 4, 2)
    notes = [{"kind": "note", "text": "x" * 2_000} for _note in range(300)]
    room = ndjson.LONGEST - len(format_record(record)) - 10
    while sum(2_030 for _note in notes) > room:
        notes.pop()
    long = told(record, actions=(*record.actions, *notes), extra={"_x": ""})
    size = len(format_record(long))
    long = told(long, extra={"_x": "y" * (ndjson.LONGEST - size)})
    assert len(format_record(long)) == ndjson.LONGEST
    assert line_of(long) == format_record(long) + b"\n"
