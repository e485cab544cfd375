"""Amending by tapping: no text, no notation, and nothing that a script would have to do."""

import pytest
from django.http import QueryDict
from django.test import Client

from games.amending.answering import answered
from games.amending.asking import Asked, Questions, bare
from games.book.records import sealed_record
from games.models import Hand
from games.rules import VARIANTS, Record, Variant, as_result, canonical_action, replay
from tests import hands
from tests.amending.amend_form import WHY, AmendPage
from tests.games import wild_record
from tests.thorough import amount


def kinds(hand: Hand) -> list[str]:
    return [action["kind"] for action in sealed_record(hand).actions]


# --- the result -----------------------------------------------------------------------------------


def test_a_result_is_amended_in_the_form_that_stated_it(scorer: Client, stated: Hand) -> None:
    """A fact that is left open is asked for again."""
    page = AmendPage(scorer, stated)
    assert '"' not in page.text and "{" not in page.text, "no JSON on the page"
    page.tap("The result")
    assert page.field("points") == "42" and page.field("taker") == str(hands.SAMIR)
    page.tap("Change it", points="many")
    assert "It fits." not in page.text
    page.tap("Change the result").tap("Change it", points="43")
    assert "Changes the result: Card points 42 → 43" in page.text and "It fits." in page.text
    page.tap("Amend the hand", because=WHY)
    assert "The hand is amended." in page.html
    facts = sealed_record(stated).actions[0]["facts"]
    assert facts["points"] == 43
    assert facts["bouts"] == ["T21"], "which bouts they were is kept while their number is"


# --- cards: that one is chosen is in test_amend ---------------------------------------------------


def test_the_dog_and_the_discard_are_chosen_on_the_keys_and_a_change_is_taken_back(
    scorer: Client, seen: Hand
) -> None:
    page = AmendPage(scorer, seen).tap("The dog")
    cards = [value for name, value in page.fields if name == "card"]
    assert sorted(cards) == sorted(hands.DOG.split())
    page.tap("Close").tap("The discard").tap("Take these 6 cards", card=hands.DISCARD.split())
    assert "Changes the discard: nothing → 10♠, 3♠" in page.text and "It fits." in page.text
    assert "Nothing is changed yet." in page.tap("Take it back").text


# --- entries that are missing, or too many --------------------------------------------------------


def test_a_forgotten_handful_is_added(scorer: Client, seen: Hand) -> None:
    trumps = "T18 T17 T13 T10 T3 F".split()
    assert set(trumps) <= set(hands.HANDS[hands.WANDA].split())
    before = kinds(seen)
    page = AmendPage(scorer, seen).tap("Wanda’s 1♥").tap("Samir: Handful")
    shown = "T21 T19 T14 T11 T9 T4".split()
    page.tap("Done", card=shown)
    assert "10" in page.text and "It fits." not in page.text, "six are too few"
    page.tap("Take out Samir’s")
    assert "Nothing is changed yet." in page.text
    page.tap("Wanda’s 1♥").tap("A comment").tap("Done", said="Wanda thought for long.")
    assert "Adds the comment" in page.text and "It fits." in page.text
    page.tap("Amend the hand", because=WHY)
    assert sorted(kinds(seen)) == sorted([*before, "note"])


def test_another_bid_takes_dog_and_discard_along_and_asks_for_them_where_it_needs_them(
    scorer: Client, seen: Hand
) -> None:
    page = AmendPage(scorer, seen).tap("Samir’s Petite").tap("Garde sans")
    assert "It fits." not in page.text
    page.tap("Take out the dog and the discard")
    assert "It fits." in page.text
    assert "Takes out the dog and the discard" in page.text
    page.tap("Samir’s Garde sans").tap("Garde")
    page.tap("Add what is missing before it").tap("Take these 6 cards", card=hands.DOG.split())
    page.tap("Nobody saw it")
    assert "It fits." in page.text
    assert "Changes Samir’s Petite to Samir’s Garde" in page.text
    assert page.text.count("Take it back") == 1


def test_a_missing_pass_is_added_and_one_too_many_taken_out(scorer: Client, seen: Hand) -> None:
    page = AmendPage(scorer, seen).tap("Samir’s Petite").tap("Take this one out")
    assert "It fits." not in page.text
    page.tap("Change").tap("A call").tap("Petite")
    assert "Nothing is changed yet." in page.text


# --- raising --------------------------------------------------------------------------------------


def test_a_result_is_raised_by_tapping_calls_and_cards(scorer: Client, stated: Hand) -> None:
    """What was typed instead stays where it was typed after a refusal."""
    lines = "A: call pass\nC: call pass"
    page = AmendPage(scorer, stated).tap("Add it before the result", before=lines)
    assert page.field("before") == lines
    assert "Line 2 does not fit:" in page.text and "Nothing is changed yet." in page.text
    page = AmendPage(scorer, stated).tap(
        "Add it before the result", before="A: call pass\nBoris: guard"
    )
    assert page.field("before").endswith("Boris: guard") and "Line 2 does not fit:" in page.text
    page = AmendPage(scorer, stated, "?raise=1")
    for call in ("Pass", "Petite", "Pass", "Pass"):
        page.tap(call)
    page.tap("Take these 6 cards", card=hands.DOG.split()).tap("Nobody saw it")
    assert "Wanda leads to the first trick." in page.text
    for name in ("ace of hearts", "queen of hearts", "king of hearts", "3 of hearts"):
        page.tap(name)
    assert "It fits." in page.text
    page.tap("Amend the hand", because=WHY)
    stated.refresh_from_db()
    assert (stated.level, stated.tricks_written) == ("tricks", 1)


# --- every entry of every game --------------------------------------------------------------------


def sent(asked: Asked) -> tuple[str, QueryDict]:
    """The button and the fields with which a question is answered as it stands."""
    fields = QueryDict(mutable=True)
    fields.setlist("card", [key.code for key in asked.keys if key.chosen])
    fields["pay"], fields["said"] = asked.paid, asked.text
    fields.setlist("points", [str(number) for _name, number in asked.points])
    now = next((str(at) for at, (_f, _w, now) in enumerate(asked.choices) if now), "")
    fields["from"] = now
    form = asked.form
    for field in (*form.main, *form.amounts, *form.others) if form else ():
        if field.kind == "yes":
            if field.stated:
                fields[field.key] = "on"
        elif field.kind == "number":
            fields[field.key] = field.stated
        elif field.kind in ("seats", "shown"):
            fields.setlist(field.key, [answer.amount for answer in field.answers])
        else:
            for answer in field.answers:
                if answer.chosen:
                    fields[field.key] = answer.value
    value = now if asked.kind == "choice" else "done"
    if asked.kind == "card":
        value = fields.get("card", "")
    if asked.kind in ("cards", "buy") and not fields.getlist("card"):
        value = "unseen"
    return value, fields


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_entry_of_every_game_is_asked_for_as_it_stands(variant: Variant) -> None:
    for seats in variant.seats:
        for seed in range(amount(2, thorough=10)):
            record = wild_record(variant, seats, seed)
            for one in filter(None, (record, as_result(replay(record)))):
                stands_as_asked(one)


def stands_as_asked(record: Record) -> None:
    """Each entry is what it was when its question is answered as it is asked."""
    whole = replay(record)
    for index, action in enumerate(record.actions):
        questions = Questions(whole, index)
        asked = questions.of(action)
        value, fields = sent(asked)
        again = answered(asked, value, fields, questions.state)
        assert again is not None, action
        assert canonical_action(again) == canonical_action(bare(action))
        for wrong in ("99", "9" * 5_000):
            if asked.kind == "choice":
                assert answered(asked, wrong, fields, questions.state) is None
            fields["from"] = wrong
            answered(asked, value, fields, questions.state)  # which no seller has
