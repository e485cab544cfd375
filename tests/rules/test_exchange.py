"""The exchange: dog, cards laid away, a king called (1.6, 1.7; fine points 2 to 5, 9 to 12)."""

from games.rules.phases import exchange
from tests.rules.published import DISCARD, published
from tests.rules.table import hand
from tests.rules.written import filled, in_order, said

DOG = "S1 S2 S3 S4 S5 S6"
TAKEN = hand().says("pass guard pass pass")
BEFORE = published(laid=False)
# TM17: Boris holds these once he has taken the dog.
BORIS = f"{published().deal[1]} {published().stock}"


# ---- turning up the dog ----------------------------------------------------------------------


def test_an_unknown_dog_is_turned_up_once_before_a_discard_that_was_seen() -> None:
    """Fine points 2, 9."""
    assert exchange.awaits(TAKEN.state) == "stock"
    assert TAKEN.outcome.turn == 1
    TAKEN.lays_away(DOG).refused("wrong-phase", "1.7.1", seat=1)
    told = TAKEN.turns_up(DOG)
    assert exchange.awaits(told.state) == "discard"
    assert (told.outcome.phase, told.outcome.turn) == ("exchange", 1)
    told.lays_away(DOG).stands()

    told = TAKEN.lays_away(None).stands()
    assert told.outcome.phase == "announcements"
    told.turns_up(DOG).refused("wrong-phase", "1.9.1")
    problem = TAKEN.turns_up(DOG).turns_up(DOG).refused("wrong-phase", "1.7.1")
    assert str(problem) == "The stock is known already."


def test_a_dog_that_is_known_or_closed_is_not_turned_up() -> None:
    hand(stock=DOG).says("guard pass pass pass").turns_up(DOG).refused("wrong-phase", "1.7.1")
    implied = published(laid=False).knowing(0, 1, 2, 3)
    implied.turns_up(published().stock or "").refused("wrong-phase", "1.7.1")

    for bid in ["guard-without", "guard-against"]:
        told = hand().says(f"{bid} pass pass pass")
        told.turns_up(DOG).refused("wrong-phase", "1.9.1")
        told.lays_away(DOG).refused("wrong-phase", "1.9.1")
        told.lays_away(None).refused("wrong-phase", "1.9.1")

    told = hand(deal={2: filled("S1", "HC")}).says("guard pass pass pass")
    told.turns_up(DOG).refused("not-in-hand", "1.4", cards="S1", seat=2)


def test_the_one_hand_that_is_not_known_follows_from_the_dog() -> None:
    told = published(laid=False).knowing(0, 1, 3).turns_up(published().stock or "")
    assert told.stands().state.known == [True] * 4
    assert said(told.state.dealt[2]) == in_order(published().deal[2])
    hearts = "H4 H8 HK"
    told = told.lays_away(DISCARD).plays("H1 HQ T20")
    told.refused("must-follow-suit", "1.9.3a", cards=hearts, legal=hearts, seat=2)


# ---- laying away -----------------------------------------------------------------------------


def test_the_taker_lays_away_cards_that_may_be_his() -> None:
    """1.7.1, 1.7.5."""
    told = TAKEN.turns_up(DOG)
    for seat in (0, 2, 3):
        told.does("discard", seat=seat, cards=DOG.split()).refused("not-your-turn", "1.7.1", seat=1)

    BEFORE.lays_away("S10 S1 S3 H6 C4 HK").refused("not-in-hand", "1.4", cards="HK", seat=1)
    BEFORE.lays_away("S10 S1 S3 H6 C4 T7").refused(
        "discard-trump", "1.7.5", cards="T7", legal=may_go(), seat=1
    )

    assert said(exchange.legal(BEFORE.state)) == in_order(may_go())

    told = TAKEN.turns_up(DOG)
    told.lays_away("H1 H2 H3 H4 H5 H6").stands()
    known = hand(deal={2: filled("H1", "DC")}).says("pass guard pass pass").turns_up(DOG)
    known.lays_away("H1 H2 H3 H4 H5 H6").refused("not-in-hand", "1.4", cards="H1")


def may_go() -> str:
    """What Boris may lay away by the federation's rules: plain cards below the king."""
    return " ".join(card for card in BORIS.split() if card[0] != "T" and card[1:] != "K")


def test_what_was_laid_away_is_not_played_and_the_dog_is_the_taker_s_or_nobody_s() -> None:
    """Fine point 10."""
    told = published().plays("H1")
    problem = told.plays("H6").refused("not-in-hand", "1.4", cards="H6", seat=1)
    assert str(problem) == "Boris cannot have H6: it was discarded."
    told = TAKEN.turns_up(DOG).lays_away(None).plays("S7")
    told.plays("S1").stands()
    told.plays("S8 S1").refused("not-in-hand", "1.4", cards="S1", seat=2)
    told = hand(stock=DOG).says("guard-without pass pass pass")
    problem = told.plays("S1").refused("not-in-hand", "1.4", cards="S1", seat=0)
    assert str(problem) == "Anna cannot have S1: it lies in the stock."
    told = hand(stock=DOG).says("pass pass guard pass")
    assert said(told.state.held(2)) == DOG
    assert told.state.possible(1) & told.state.held(2) == 0


# ---- an unseen discard (fine point 5) --------------------------------------------------------


def held_after(cards: str | None, **fields: str) -> set[str]:
    """What is surely in Boris's hand (TM17) after a discard."""
    told = BEFORE.lays_away(cards, **fields).stands()
    return set(said(told.state.held(1)).split())


def test_after_an_unseen_discard_only_what_may_not_go_is_surely_kept() -> None:
    """Fine point 5: by the federation kings, bouts and trumps not shown; by the quick guide the
    kings."""
    sure = {card for card in BORIS.split() if card[0] == "T" or card[1:] == "K"}
    assert held_after(None) == sure
    told = published(laid=False, discard="kings-only").lays_away(None)
    assert said(told.state.held(1)) == "DK CK"
    assert told.state.possible(1).bit_count() == 24
    told = BEFORE.lays_away(None, irregular="nobody looked")
    assert told.state.held(1) == 0
    assert told.state.possible(1).bit_count() == 24
    told = hand().says("guard pass pass pass").turns_up(DOG).lays_away(None, shown=DOG)
    assert said(told.state.discard) == DOG


def test_from_an_unwritten_dog_any_card_may_have_gone_that_is_not_known_elsewhere() -> None:
    told = hand(deal={2: filled("S1", "HC")}).says("guard pass pass pass")
    told.lays_away(None, shown="S1").refused("not-in-hand", "1.4", cards="S1", seat=0)
    unseen = told.lays_away(None, shown="S2").stands()
    assert unseen.state.possible(0) & unseen.state.held(2) == 0
    unseen.plays("S2").refused("not-in-hand", "1.4", cards="S2", seat=0)
    unseen.plays("S3").stands()
