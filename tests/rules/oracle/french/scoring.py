"""The score of a hand: the sums of rule 1.11 and the adventures of the Fool (1.10)."""

from fractions import Fraction
from math import ceil

from ..cards import FOOL, HONOURS
from .claims import aside_is_takers, remaining
from .pack import THRESHOLDS, half_points, winning_place

MULTIPLIER = {"small": 1, "guard": 2, "guard-without": 4, "guard-against": 6}
TARGET = {0: 56, 1: 51, 2: 41, 3: 36}
BONUS = {"20-30-40": [20, 30, 40], "20-40-60": [20, 40, 60]}  # rules 1.8.1 and 1.8.17


def exchange_score(contract, honours, points, petit, handfuls, slam):
    """What one opponent pays the taker (rule 1.11.4): points as a Fraction, slam as a number."""
    gap = abs(Fraction(points) - TARGET[honours])
    won = 1 if points >= TARGET[honours] else -1
    factor = MULTIPLIER[contract]
    return won * (25 + ceil(gap)) * factor + petit * 10 * factor + won * sum(handfuls) + slam


def shares(players, taker, partner, score):
    """The zero-sum row of scores (rule 1.11.5)."""
    row = [-score] * players
    if partner is None:
        row[taker] = score * (players - 1)
    else:
        row[taker], row[partner] = 2 * score, score
    return row


def tier_bonus(setting, action):
    """What the number of cards shown pays, or the lower tier that is claimed."""
    reached, players = action.get("size", len(action["cards"])), setting.players
    tier = len([least for least in THRESHOLDS[players] if least <= reached]) - 1
    return BONUS[setting.options["handful_pays"]][tier]


class Piles:
    """Two heaps of cards, and the points and honours that the Fool moves between them."""

    def __init__(self, taking_side):
        self.taking_side = taking_side
        self.cards: dict[bool, list[str]] = {True: [], False: []}
        self.moved = {True: 0, False: 0}
        self.fool_owner = None
        self.fool_won = False

    def side(self, seat):
        return seat in self.taking_side

    def give(self, side, cards):
        self.cards[side] += list(cards)

    def move_fool(self, giver):
        """Four points and the honour go from one side to the other."""
        self.moved[giver] -= 8
        self.moved[not giver] += 8
        self.fool_owner = not giver

    def half_points(self, side):
        return sum(half_points(card) for card in self.cards[side]) + self.moved[side]

    def honours(self):
        own = {card for card in self.cards[True] if card in HONOURS}
        if self.fool_owner is not None:
            own = own | {FOOL} if self.fool_owner else own - {FOOL}
        return len(own)


def partner_shown(story):
    """The seat that played the called card, unless it is the taker's own (fine point 22)."""
    for _, action in story.plays:
        if action["card"] == story.king and action["seat"] != story.taker:
            return action["seat"]
    return None


def settle(story):
    """Everything that the answer says of a finished hand, or None where it cannot be scored."""
    whole = (partner_shown(story), story.not_played, set[str](), None)
    known = whole if story.claim is None else remaining(story)
    if known is None:
        return None
    partner, aside, in_hands, fool_holder = known
    taking = [story.taker] if partner is None else [story.taker, partner]
    piles = Piles(taking)
    piles.give(aside_is_takers(story), aside)
    winners = trick_winners(story, piles)
    if story.claim is not None:
        winners.append(give_claimed(story, piles, in_hands, fool_holder))
    return {
        "sides": [taking, [seat for seat in story.seats if seat not in taking]],
        "points": [Fraction(piles.half_points(side), 2) for side in (True, False)],
        "row": row_of_scores(story, piles, winners, partner),
    }


def give_claimed(story, piles, in_hands, fool_holder):
    """All that is left goes to the claimant's side, but the Fool stays (fine point 7)."""
    claimant = piles.side(story.claim["seat"])
    piles.give(claimant, in_hands)
    piles.give(claimant, [card for _, card in story.table])
    for seat, card in story.table:
        if card == FOOL:
            fool_holder = seat
    if fool_holder is not None and piles.side(fool_holder) != claimant:
        piles.move_fool(claimant)
    return claimant


def row_of_scores(story, piles, winners, partner):
    """What every seat wins or loses, before the director's rulings."""
    slam = 0
    if story.slam_called:
        slam += 400 if all(winners) else -200
    elif all(winners):
        slam += 200
    if not any(winners):
        slam -= story.setting.options["defence_slam"]
    players = story.setting.players
    unpaid = story.claim or story.setting.options["petit"] == "nobody"  # rule 1.8.18
    petit = 0 if unpaid else petit_au_bout(story, piles, winners)
    handfuls = [tier_bonus(story.setting, action) for _, action in story.announced("handful")]
    points = Fraction(piles.half_points(True), 2)
    score = exchange_score(story.contract, piles.honours(), points, petit, handfuls, slam)
    return shares(players, story.taker, partner, score)


def trick_winners(story, piles):
    """Whether the taker's side won each finished trick; the piles get the cards on the way."""
    winners: list[bool] = []
    for trick in story.finished_tricks:
        winner = piles.side(story.winner(trick))
        player = next((piles.side(seat) for seat, card in trick if card == FOOL), None)
        last = len(winners) == story.setting.hand_size - 1
        if player is None:
            pass
        elif not last:
            if winner != player:
                piles.move_fool(winner)
        elif all(earlier == player for earlier in winners):
            winner = player
            piles.fool_won = True
        else:
            others_slam = all(side != player for side in [*winners, winner])
            stays = others_slam and story.setting.options["fool_last_in_slam"] == "stays"
            keeper = player if stays else not player
            if winner != keeper:
                piles.move_fool(winner)
        piles.give(winner, [card for _, card in trick])
        winners.append(winner)
    return winners


def petit_au_bout(story, piles, winners):
    """+1 for the taker's side, -1 for the defence, 0 where nobody has it (1.8.12, 15, 16)."""
    before, last = [[card for _, card in trick] for trick in story.tricks[-2:]]
    if story.setting.options["petit"] == "taker":
        with_petit = not piles.fool_won and last[winning_place(last)] == "T1"
        return 1 if with_petit and winners[-1] else 0
    if "T1" in last:
        return 1 if winners[-1] else -1
    if piles.fool_won and "T1" in before:
        return 1 if winners[-2] else -1
    return 0
