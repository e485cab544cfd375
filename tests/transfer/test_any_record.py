"""A hand of any game, as a program elsewhere may have written it down, is kept to the byte."""

from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.book.records import read_seal
from games.models import Seal
from games.rules import VARIANTS, Record, format_record
from tests.cast import Cast
from tests.games import wild_record
from tests.thorough import amount
from tests.transfer.archives import bring_all, empty, write_lines

AT = "2026-11-20T20:15:00+01:00"
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)
plain = st.none() | st.booleans() | st.integers(-(10**14), 10**14) | texts
private = st.dictionaries(
    st.text("abcz_", min_size=1, max_size=5).map(lambda name: f"_{name}"),
    plain | st.lists(plain, max_size=3) | st.dictionaries(texts, plain, max_size=2),
    max_size=2,
)
keys = st.sampled_from(("event", "table", "comment", "town", "")) | texts
names = st.lists(
    st.text(st.characters(categories=("L", "Nd")), min_size=1, max_size=12).map(str.strip),
    min_size=6,
    max_size=6,
    unique=True,
)


@st.composite
def foreign_records(draw: st.DrawFn) -> Record:
    """A hand of any game, as a program elsewhere may have written it down."""
    variant = draw(st.sampled_from(VARIANTS))
    players = draw(st.sampled_from(variant.seats))
    record = wild_record(variant, players, draw(st.integers(1, 50)))
    said = [dict(action) for action in record.actions]
    for action in draw(st.lists(st.sampled_from(said), max_size=3)):
        action |= draw(private) | draw(st.sampled_from(({}, {"note": "Hm. 𝄞"}, {"at": AT})))
    meta = draw(st.dictionaries(keys, texts, max_size=3)) | draw(
        st.sampled_from(({}, {"date": "2024-02-29"}, {"date": "2024-02-29 21:30", "board": "12"}))
    )
    return record._replace(
        players=tuple(draw(names)[:players]),
        actions=tuple(said),
        meta=meta,
        extra=draw(private),
        deal_extra=draw(private),
    )


@settings(
    max_examples=amount(8, thorough=20),
    phases=(Phase.explicit, Phase.generate),  # each example is a whole import: no shrinking
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(records=st.lists(foreign_records(), min_size=1, max_size=3))
def test_any_record_is_kept_to_the_byte(cast: Cast, tmp_path: Path, records: list[Record]) -> None:
    """Names, texts, `_` fields of others, remarks of all kinds: nothing is lost or changed."""
    file = write_lines(tmp_path / "records.ndjson", records)
    wanted = {format_record(record) for record in records}
    empty(cast.other_club)
    report = bring_all(cast.other_scorer, cast.other_club, file)
    assert report.hands.new == len(records)
    seals = Seal.objects.filter(club=cast.other_club)
    found = {format_record(read_seal(seal)) for seal in seals}
    assert found == wanted
    again = bring_all(cast.other_scorer, cast.other_club, file)
    assert (again.hands.new, again.changes) == (0, False)
