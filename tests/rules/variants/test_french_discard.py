"""What may be laid away (sheet 1.7.4, 1.7.5; option `discard`; fine points 3, 5, 6, 14)."""

from dataclasses import replace
from typing import Any

from tests.rules.published import published, tricks
from tests.rules.table import Hand, hand
from tests.rules.written import PACK, TRUMPS, filled, ids

DOG = "S1 S2 S3 S4 S5 S6"
STRICT: dict[str, Any] = {"discard": "strict"}


def taker_with(cards: str, dog: str = DOG, fill: str = "HD", **options: Any) -> Hand:
    """Anna's guard, her hand known: these cards and low cards of other suits, the dog turned up."""
    told = hand(deal={0: filled(cards, fill, but=dog)}, **options)
    return told.says("guard pass pass pass").turns_up(dog)


def may_go(told: Hand) -> str:
    """Plain cards below the king of a known taker's hand and the dog."""
    held = [*told.deal[0].split(), *told.actions[4]["cards"]]
    return " ".join(card for card in held if card[0] in "SHDC" and card[1:] != "K")


# ---- kings -----------------------------------------------------------------------------------


def test_a_king_is_never_laid_away() -> None:
    """1.7.4: nor one of the dog, nor one shown where nobody saw the rest."""
    for option in ("kings-only", "strict"):
        told = taker_with("SK", discard=option)
        problem = told.lays_away("SK S1 S2 S3 S4 S5").refused(
            "discard-king", "1.7.4", cards="SK", legal=may_go(told), seat=0
        )
        assert str(problem) == "A king may not be discarded: SK."
    dog = "CK S1 S2 S3 S4 S5"
    told = taker_with("", dog)
    told.lays_away(dog).refused("discard-king", "1.7.4", cards="CK", legal=may_go(told))
    told = hand().says("guard pass pass pass").lays_away(None, shown="CK")
    told.refused("discard-king", "1.7.4", cards="CK")


# ---- kings-only: everything else may go, nothing is shown ------------------------------------


def test_by_the_quick_guide_bouts_and_trumps_may_go_unseen_and_count_for_the_taker() -> None:
    """1.7.4."""
    told = taker_with("T21 T1 F T2 T3 T4 HQ")
    told.lays_away("T21 T1 F T2 T3 T4").stands()
    told.lays_away("T21 S1 S2 S3 S4 HQ").stands()

    told = taker_with("T21 T1 F SK", fill="SH").lays_away("T21 T1 F S1 S2 S3")
    # Boris claims all tricks: Anna keeps three bouts of 4½ and three halves.
    assert told.plays("SK").claims(1).outcome.card_points == (15, 76)
    assert told.plays("SK").claims(1).pays("Bouts") == 3


# ---- strict ----------------------------------------------------------------------------------


def test_strict_no_bout_goes_and_no_trump_while_a_small_card_is_kept() -> None:
    """1.7.4, 1.7.5."""
    for bout in ("T21", "T1", "F"):
        told = taker_with(bout, **STRICT)
        told.lays_away(f"{bout} S1 S2 S3 S4 S5", shown=bout).refused(
            "discard-honour", "1.7.4", cards=bout, legal=may_go(told), seat=0
        )
    told = taker_with("T5", **STRICT)
    problem = told.lays_away("T5 S1 S2 S3 S4 S5", shown="T5").refused(
        "discard-trump", "1.7.5", cards="T5", legal=may_go(told), seat=0
    )
    assert str(problem).startswith(
        "A trump may be discarded only when no plain card below the king"
    )


# Eighteen cards without a plain card below the king: all kings and T2 to T15.
NO_PIPS = "SK HK DK CK " + " ".join(f"T{number}" for number in range(2, 16))


def test_strict_as_many_trumps_go_as_plain_cards_are_missing_and_are_shown() -> None:
    """1.7.5: k - p trumps, k = 6 cards in the dog, p = 4 plain cards below the king: 2 trumps."""
    told = taker_with(NO_PIPS, "S1 S2 S3 S4 T16 T17", **STRICT)
    told.lays_away("S1 S2 S3 S4 T2 T3", shown="T2 T3").stands()
    told.lays_away("S1 S2 S3 T2 T3 T4", shown="T2 T3 T4").refused(
        "discard-trump", "1.7.5", cards="T2 T3 T4", legal="S1 S2 S3 S4"
    )

    # They are shown.
    dog = "S1 S2 S3 S4 T16 T17"
    told = taker_with(NO_PIPS, dog, **STRICT)
    problem = told.lays_away("S1 S2 S3 S4 T2 T3", shown="T2").problem
    assert (problem.code, problem.rule) == ("discard-not-shown", "french/1.7.5")
    assert str(problem) == "A discarded trump must be shown: T3."
    assert told.lays_away("S1 S2 S3 S4 T2 T3").problem.code == "discard-not-shown"

    # A hand of kings and trumps lays away trumps alone.
    told = taker_with(NO_PIPS, "T16 T17 T18 T19 T20 F", **STRICT)
    laid = "T2 T3 T4 T5 T6 T7"
    told.lays_away(laid, shown=laid).stands()
    with_fool = "T2 T3 T4 T5 T6 F"
    told.lays_away(with_fool, shown=with_fool).refused(
        "discard-honour", "1.7.4", cards="F", legal=" ".join(TRUMPS[1:20])
    )


def test_with_an_unknown_hand_only_cards_known_to_be_kept_count() -> None:
    told = hand(**STRICT).says("guard pass pass pass").turns_up("S1 S2 S3 S4 T16 T17")
    # S4 came with the dog and is kept; of the rest of the hand nothing is known.
    problem = told.lays_away("S1 S2 S3 T2 T3 T4", shown="T2 T3 T4").problem
    assert problem.code == "discard-trump"
    told.lays_away("S1 S2 S3 S4 T2 T3", shown="T2 T3").stands()


def test_what_the_table_let_stand_is_not_judged_and_more_may_be_shown_than_needed() -> None:
    told = taker_with("SK T21 T5", **STRICT)
    for laid in ("SK S1 S2 S3 S4 S5", "T21 S1 S2 S3 S4 S5", "T5 S1 S2 S3 S4 S5"):
        told.lays_away(laid, irregular="they agreed").stands()
    told.lays_away("CK S1 S2 S3 S4 S5", irregular="they agreed").refused(
        "not-in-hand", "1.4", cards="CK"
    )
    taker_with("", **STRICT).lays_away(DOG, shown=DOG).stands()
    taker_with("").lays_away(DOG, shown="S1").stands()


# ---- judged at the last card (fine points 6 and 14) ------------------------------------------


def played_out(taker: str, dog: str, laid: str) -> Hand:
    """A whole hand of the quick guide: Anna has these cards, takes a guard and lays some away."""
    rest = [card for card in PACK if card not in f"{taker} {dog}".split()]
    around = {seat: " ".join(rest[(seat - 1) * 18 : seat * 18]) for seat in (1, 2, 3)}
    told = hand(deal={0: taker, **around}, stock=dog).says("guard pass pass pass")
    return told.lays_away(laid).plays_on(72).stands()


def as_seen(told: Hand, *, shown: str = "", unseen: bool = True, **options: Any) -> Hand:
    """What a table with other options saw of it."""
    return replace(told.as_seen(shown=shown, unseen=unseen), options=options)


LAST, THE_DISCARD = 4 + 2 + 71, 5
# All sorts of cards, T21 and a king among them.
MIXED = filled("T21 T5 T6 SK", "HD")


def refused_at_the_end(told: Hand, code: str, rule: str, cards: str) -> None:
    problem = told.refused(code, rule, cards=cards, action=LAST, earlier=THE_DISCARD, seat=0)
    assert str(problem).startswith("The cards that nobody played were discarded: ")


def test_an_unseen_discard_is_what_nobody_played_and_is_judged_then() -> None:
    """1.7.4, 1.7.5: by the quick guide bouts and trumps may go."""
    told = as_seen(played_out(MIXED, DOG, DOG))
    assert told.stands().lines["Discard"].facts["cards"] == ids(DOG)

    # A king.
    # Boris (TM17) leads C4 in trick 17 and keeps CJ, so that CK is missing at the end.
    told = published(known=False).plays(tricks(1, 16)).plays("C4 C9 C8 C5").plays("CQ C7 C10 CJ")
    told.refused("discard-king", "1.7.4", cards="CK", action=LAST, earlier=THE_DISCARD, seat=1)

    # A bout.
    told = played_out(MIXED, DOG, "T21 S1 S2 S3 S4 S5")
    as_seen(told).stands()  # by the quick guide it may
    refused_at_the_end(as_seen(told, **STRICT), "discard-honour", "1.7.4", "T21")

    # A trump.
    told = played_out(MIXED, DOG, "T5 S1 S2 S3 S4 S5")
    as_seen(told).stands()
    refused_at_the_end(as_seen(told, shown="T5", **STRICT), "discard-trump", "1.7.5", "T5")

    # A trump that had to go was shown or not.
    dog = "S1 S2 S3 S4 T16 T17"
    told = played_out(NO_PIPS, dog, "S1 S2 S3 S4 T2 T3")
    as_seen(told, shown="T2 T3", **STRICT).stands()
    refused_at_the_end(as_seen(told, shown="T2", **STRICT), "discard-not-shown", "1.7.5", "T3")


def test_strict_a_seen_discard_is_judged_again_by_what_the_taker_has_played() -> None:
    """His hand was not known when he laid T5 away openly; by now it is known what he kept."""
    told = played_out(MIXED, DOG, "T5 S1 S2 S3 S4 S5")
    seen = as_seen(told, shown="T5", unseen=False, **STRICT)
    # S6 came with the dog and is kept: known at once.
    assert (seen.problem.code, seen.problem.action) == ("discard-trump", THE_DISCARD)
    told = played_out(MIXED, "S1 S2 S3 S4 S5 T7", "T5 S1 S2 S3 S4 S5")
    seen = as_seen(told, shown="T5", unseen=False, **STRICT)
    refused_at_the_end(seen, "discard-trump", "1.7.5", "T5")


def test_what_excuses_a_discard_at_the_end_is_its_own_reason_or_a_claim() -> None:
    told = as_seen(played_out(MIXED, DOG, "T21 S1 S2 S3 S4 S5"), **STRICT)
    actions = list(told.actions)
    actions[THE_DISCARD] = {**actions[THE_DISCARD], "irregular": "they agreed"}
    replace(told, actions=tuple(actions)).stands()

    told = as_seen(played_out(MIXED, DOG, "T21 S1 S2 S3 S4 S5"), **STRICT)
    last = {**told.actions[-1], "irregular": "they agreed"}
    refused_at_the_end(
        replace(told, actions=(*told.actions[:-1], last)), "discard-honour", "1.7.4", "T21"
    )

    told = as_seen(played_out(MIXED, DOG, "T21 S1 S2 S3 S4 S5"), **STRICT)
    replace(told, actions=told.actions[:-1]).claims(0).stands()
