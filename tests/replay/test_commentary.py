"""The hand in a few sentences: what they say, and who may read them."""

import re

from django.test import Client

from games.models import Hand, Player
from games.replay import ALL, film, remarking, view_of
from games.replay.commentary import MOST, commentary
from games.rules import Turn, Variant
from tests.analysis.test_best_play import keep
from tests.cast import Cast
from tests.games import EVERY_TABLE
from tests.replay.hands import wild_hands
from tests.replay.pages import address, shared

SHORT = [
    ("auction", "Trumps: Boris is dealt the most, 7, and holds trump 21."),
    ("auction", "Diamonds: Boris is dealt 7."),
    ("exchange", "Boris plays Petite."),
    (
        "exchange",
        "Dog: 3 of spades, 2 of diamonds, 6 of diamonds, 8 of diamonds, 4 of clubs, trump 7.",
    ),
    ("score", "Trick 18, the last, goes to Chloé: queen of clubs."),
    ("score", "Card points: Boris 42; Anna, Chloé and Dario 49."),
    ("score", "Boris’s Petite, lost by 9. Anna +34, Boris −102, Chloé +34, Dario +34."),
]
TURN = Turn(65, 16, 1, 72, 30, -34, (61,))
TURNED = "Trick 16: all cards seen, one card changed the result: "


def described(client: Client, where: str) -> tuple[list[tuple[str, str]], str]:
    """Sentences with the place that each leads to, and what a chat or a search shows."""
    page = client.get(where).content.decode()
    part = page.partition('<div id="_commentary">')[2].partition("</div>")[0]
    (description,) = re.findall(r'name="description" content="([^"]*)"', page)
    return re.findall(r'<a href="([^"]*)">([^<]*)</a>', part), description


@EVERY_TABLE
def test_a_hand_is_put_in_a_few_sentences_for_those_who_see_all_cards(
    variant: Variant, players: int
) -> None:
    for record in wild_hands(variant, players):
        shown = film(record, ALL)
        lines = commentary(shown)
        assert 4 <= len(lines) <= MOST
        assert [line.step for line in lines] == sorted(line.step for line in lines)
        assert lines[-1].step == shown.last
        for key in ("none", *map(str, range(players))):
            view = view_of(key, players)
            assert view is not None
            assert commentary(film(record, view), [lines[-1].step]) == ()


def test_a_member_reads_the_hand_in_short_with_best_play_where_it_is_shown(
    member: Client, cast: Cast, petite: Hand
) -> None:
    lines, description = described(member, address(petite))
    assert lines == SHORT
    assert description == " ".join(sentence for _place, sentence in SHORT)
    keep(petite, TURN)
    assert TURNED in described(member, address(petite))[1]
    Player.objects.filter(pk=cast.players[1].pk).update(hides_best_play=True)
    assert described(member, address(petite))[0] == SHORT


def test_a_shared_link_to_the_whole_hand_is_described_by_them_and_a_seat_s_is_not(
    client: Client, cast: Cast, petite: Hand
) -> None:
    remarking.publish(user=cast.scorer, hand=petite, names=False)
    keep(petite, TURN)
    where = shared(petite)
    lines, description = described(client, where)
    assert description == " ".join(sentence for _place, sentence in lines)
    assert "Player 2 plays Petite." in description
    assert "changed the result" not in description
    assert described(client, shared(petite, "7.3"))[1].startswith(
        "7.3: Trick 7, Player 4 plays trump 1."
    )
    for query in ("?seat=1", "?seat=none"):
        for place in ("", "7.3", "score"):
            lines, description = described(client, shared(petite, place, query))
            assert lines == []
            assert "Dog" not in description
