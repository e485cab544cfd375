"""What if: a hand played differently, checked by the rules and scored, and nothing of it kept."""

import re

from django.test import Client
from django.urls import reverse

from games.analysis.variations import CALL, Variation, as_it_was, choices, varied
from games.models import Hand
from games.models.studies import CARDS_LENGTH
from games.replay.course import Course, course_of
from games.rules import Variant, find_variant
from tests import factories
from tests.cast import Cast
from tests.factories import EASY_DEAL, act, in_one_tap, open_match, sealed_hand
from tests.games import EVERY_TABLE, hand_by_chance, record_by_chance


def ask(client: Client, hand: Hand, place: str = "16.1", query: str = "") -> str:
    address = reverse("what-if", args=[hand.club.slug, hand.public_id, place]) + query
    answer = client.get(address, headers={"HX-Request": "true"})
    return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)


def rest_of(page: str) -> str:
    """The query of the link that plays the rest as it was played."""
    found = re.search(r"(\?cards=[\w.]+)\"[^>]+>\s*Play the rest as", page)
    assert found is not None
    return found[1]


def goes_on(real: Course, variation: Variation) -> Variation:
    """A variation as it was at the table, and where that is not possible with the first choices."""
    while not variation.over:
        rest = (
            as_it_was(real, variation)
            or [code for code, _words, legal in choices(variation) if legal][:1]
        )
        after = varied(real, variation.since, (*variation.codes, *rest))
        assert after is not None
        if after.codes == variation.codes:
            break
        variation = after
    return variation


@EVERY_TABLE
def test_a_hand_goes_on_as_it_was_or_as_the_rules_allow(variant: Variant, players: int) -> None:
    """From every step of the play: the same cards score the same, another leads to a score, too."""
    for hands_known in (True, False):
        real = course_of(record_by_chance(variant, players, hands_known=hands_known))
        tried = 0
        for step in range(0, real.last, 17):
            begun = varied(real, step, ())
            if begun is None:
                continue
            whole = varied(real, step, as_it_was(real, begun))
            assert whole is not None
            assert whole.course.outcome.scores == real.outcome.scores
            for code, _words, legal in choices(begun):
                other = varied(real, step, [code])
                assert other is not None
                assert (other.problem is None) == legal == bool(other.codes), (step, code)
                end = goes_on(real, other)
                assert end.over or variant.key == "sca-tarok"  # others draw
                tried += 1
        assert tried or (variant.key == "sca-tarok" and not hands_known)


def test_the_longest_variation_has_room_in_a_study() -> None:
    """At Taroux all who still can speak again after each bid and each contra."""
    taroux = find_variant("taroux-of-six")
    assert taroux is not None
    real = course_of(record_by_chance(taroux, 6))
    variation = varied(real, 0, ())
    while variation is not None and variation.due == CALL:
        calls = sorted((code for code, *_ in choices(variation)), key=lambda code: code != "contra")
        tried = [varied(real, 0, (*variation.codes, code)) for code in ("pass", *calls)]
        variation = next((one for one in tried if one and one.due == CALL), tried[0])
    assert variation is not None
    end = goes_on(real, variation)
    assert end.over
    assert 450 < len(".".join(end.codes)) <= CARDS_LENGTH


def test_cards_that_may_be_played_lead_on_and_others_say_why(
    client: Client, cast: Cast, petite: Hand
) -> None:
    """All in the address: a refused card, taking back, the end with both scores, best play."""
    client.force_login(cast.member)
    begun = ask(client, petite)
    assert begun.lstrip().startswith("<div id=")
    assert "Which card does Boris play?" in begun
    assert 'href="/c/les-atouts/hands/' in begun
    assert "?cards=T14" in begun
    refused = ask(client, petite, query="?cards=CK")
    assert "Boris has no spades and must trump: Boris holds trump 14." in refused
    assert "rules/french/#r-" in refused
    on = ask(client, petite, query="?cards=T14")
    assert "Which card does Chloé play?" in on
    assert f'/hands/{petite.public_id}/what-if/16.1"' in on  # taken back
    end = ask(client, petite, query=rest_of(begun))
    assert "The score is the same as in the hand." in end
    assert end.count('class="sheet"') == 2
    other = ask(client, petite, "play", rest_of(ask(client, petite, "play", "?cards=S8")))
    assert "This way Boris scores +87; in the hand it was −102." in other
    judged = ask(client, petite, query="?best=1")
    assert "both sides then play their best" in judged
    assert 'class="leads-to' in judged
    assert ask(client, petite, query="?cards=T99") == "404"
    higher = ask(client, petite, "auction", "?cards=guard.pass.pass.pass")
    assert "What does Anna discard?" in higher
    page = client.get(reverse("what-if", args=[petite.club.slug, petite.public_id, "16.1"]))
    assert "<h1>What if</h1>" in page.content.decode()


def test_the_taker_of_five_calls_another_king(client: Client, cast: Cast) -> None:
    match = open_match(cast.scorer, cast.club, cast.players[:5], title="Five")
    changes = in_one_tap(hand_by_chance("french", 5, dealer=3))
    hand = sealed_hand(cast.scorer, match, changes)
    client.force_login(cast.member)
    codes = rest_of(ask(client, hand, "auction")).split(".")
    called = next(number for number, code in enumerate(codes) if code[1:] == "K")
    before = ".".join(codes[:called])
    page = ask(client, hand, "auction", before)
    assert re.search(r'aria-label="\s*Which card does Emma call\?\s*"', page)
    others = {*"SHDC"} - {codes[called][0]}
    assert all(f"{before.partition('=')[2]}.{suit}K" in page for suit in others)
    on = ask(client, hand, "auction", f"{before}.{others.pop()}K")
    assert "discard?" in on


def test_where_a_petit_sec_annuls_a_hand_nobody_is_asked_for_a_call(
    client: Client, cast: Cast
) -> None:
    facts = {"options": {"petit_sec": True}, "title": "Annulled"}
    match = open_match(cast.scorer, cast.club, cast.players[:4], **facts)
    deal = {"op": "deal", "deal": EASY_DEAL}
    hand = sealed_hand(cast.scorer, match, [deal, act("announce", what="petit-sec", seat=1)])
    client.force_login(cast.member)
    for query in ("", "?cards=pass", "?cards=guard.pass"):
        page = ask(client, hand, "auction", query)
        assert "Boris holds the petit as only trump, without the Excuse" in page
        assert "rules/french/#r-1.4.2" in page
        assert "What does" not in page
        assert "nobody knows which cards are drawn" not in page


def test_nobody_plays_cards_that_they_may_not_see(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.member)
    hand = reverse("hand", args=[petite.club.slug, petite.public_id])
    for seen in ("?seat=0", "?seat=none"):
        assert ask(client, petite, query=seen) == "403"
        assert "what-if/" not in client.get(hand + seen).content.decode()
    for place, gone in (("", ""), ("score", " hidden")):  # at the last step nothing is left to play
        page = client.get(hand + place).content.decode()
        assert re.search(rf'what-if/\w+" data-from-here data-shown="0-\d+"{gone}>', page)
    assert ask(client, petite, "score") == "302"
    assert ask(client, cast.open_hand(), "auction") == "404"
    score = factories.stated(contract="guard-without")
    told = [*factories.calls("guard-without pass pass pass"), *factories.plays("SK"), score]
    assert "cannot be played differently" in ask(client, cast.sealed_hand(told), "play")
    Hand.objects.filter(pk=petite.pk).update(held=True)  # its board is still to be played
    assert ask(client, petite) == "404"
