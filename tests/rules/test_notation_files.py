"""Files of several hands, and the verifier's answers for them."""

from io import BytesIO

import pytest

from games.rules.notation import format_text, hands_of, verify_text
from games.rules.notation.files import MAX_TEXT_BYTES
from tests.rules.table import hand

HAND = format_text(hand().record).encode()
AUCTION = b"A: call pass\n"


def hands_in(text: bytes) -> list[tuple[int, bytes]]:
    return [(piece.line, piece.text) for piece in hands_of(BytesIO(text))]


def answer(text: bytes) -> dict[str, object]:
    (piece,) = hands_of(BytesIO(text))
    return verify_text(piece)


def test_each_hand_of_a_file_begins_with_its_format() -> None:
    evening = b"# Friday\n\n" + HAND + AUCTION + b"\n" + HAND.replace(b"format", b"  FORMAT")
    assert [line for line, _ in hands_in(evening)] == [3, 12]
    assert b"".join(text for _, text in hands_in(evening)) == evening.partition(b"\n\n")[2]
    # Hands put one behind the other stay apart; a file without a hand has none.
    assert [text for _, text in hands_in(HAND * 3)] == [HAND] * 3
    assert hands_in(b"") == hands_in(b"\n# nothing yet\n \r\n") == []
    # What stands before the first format is a hand, which is refused.
    (first, _), (second, _) = hands_in(b"\nvariant french\n" + HAND)
    assert (first, second) == (2, 3)
    # Line ends of other systems and a byte order mark do no harm.
    assert answer(b"\xef\xbb\xbf" + HAND.replace(b"\n", b"\r\n"))["ok"]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        pytest.param(HAND + b"\nB: call pass\n", 9, "not-your-turn", id="against the rules"),
        pytest.param(HAND + b"A: call pas\n", 8, "unknown-call", id="a call that is none"),
        pytest.param(HAND + b"A: H3 H44\n", 8, "unknown-card", id="cannot be read"),
        pytest.param(HAND + b"note \xe9\n", 8, "malformed", id="Latin-1"),
        pytest.param(HAND + b"note x\n" * 401, 1, "malformed", id="too many actions"),
        pytest.param(HAND + b"#" * MAX_TEXT_BYTES, 1, "malformed", id="too long"),
        pytest.param(HAND + b"option petit now\n", 8, "unknown-option", id="an option"),
    ],
)
def test_a_refusal_says_its_line_in_the_file(text: bytes, line: int, code: str) -> None:
    (piece,) = hands_of(BytesIO(text))
    fault = verify_text(piece)["error"]
    assert (fault["line"], fault["code"]) == (line, code)


def test_of_a_hand_that_is_too_long_no_more_is_kept_than_refuses_it() -> None:
    """Also of short lines."""
    (first, long), (second, _) = hands_in(HAND + b"#" * (3 * MAX_TEXT_BYTES) + b"\n" + HAND)
    assert len(long) <= 2 * MAX_TEXT_BYTES + 2
    assert (first, second) == (1, 9)
    ((_, long),) = hands_in(HAND + b"# and so on\n" * (MAX_TEXT_BYTES // 4))
    assert len(long) < MAX_TEXT_BYTES + 100
