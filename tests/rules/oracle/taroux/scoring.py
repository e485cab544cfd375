"""The score of a hand of Taroux of Six: the Fool (B43 to B46) and the sums (B47 to B51)."""

from ..cards import FOOL, HONOURS
from .claims import remaining
from .sheet import CONTRACTS, TARGET, card_points, partner, value


def settle(story):
    """Row, sides and card points of a finished hand, or None where it cannot be scored."""
    whole = (story.not_played, set[str](), None)
    known = whole if story.claim is None else remaining(story)
    if known is None:
        return None
    aside, in_hands, fool_owner = known
    winners, won = won_cards(story)
    moves = [fool_of(story, winners)]
    if story.claim is not None:
        claimant = story.claim["seat"]
        winners += [claimant] * (12 - len(winners))
        won[claimant] |= in_hands | {card for _, card in story.table}
        moves.append((fool_owner, claimant))
    for owner, winner in moves:
        if owner is not None and story.side_of(owner) != story.side_of(winner):
            move_fool(story, won, owner, winner)
    sides = [story.side_of(seat) for seat in winners]
    piles = {side: side_pile(story, won, side) for side in (True, False)}
    piles[owner_of_aside(story, sides)] |= aside
    score = result(story, piles[True], sides)
    return {
        "row": [2 * score if story.side_of(seat) else -score for seat in story.seats],
        "sides": [story.declarers, [seat for seat in story.seats if not story.side_of(seat)]],
        "points": [card_points(piles[True]), card_points(piles[False])],
    }


def won_cards(story):
    """(the winner of every finished trick, the cards that each seat has won)."""
    winners = [story.winner(trick) for trick in story.finished_tricks]
    won: list[set[str]] = [set() for _ in story.seats]
    for winner, trick in zip(winners, story.finished_tricks, strict=True):
        won[winner] |= {card for _, card in trick}
    return winners, won


def fool_of(story, winners):
    """(who played the Fool, who won that trick); (None, None) if no finished trick holds it."""
    for winner, trick in zip(winners, story.finished_tricks, strict=True):
        for seat, card in trick:
            if card == FOOL:
                return seat, winner
    return None, None


def move_fool(story, won, owner, winner):
    """B43: the Fool for the least valuable card, a King before an honour; B44: or nothing."""
    scope = {
        "player": [owner],
        "partnership": [owner, partner(owner)],
        "side": [seat for seat in story.seats if story.side_of(seat) == story.side_of(owner)],
    }[story.setting.options["fool_surrender_scope"]]
    pile = sorted(set().union(*[won[seat] for seat in scope]))
    if not pile:
        return
    paid = min(pile, key=lambda card: (value(card), card in HONOURS))
    for cards in won:
        cards -= {FOOL, paid}
    won[owner] |= {FOOL}
    won[winner] |= {paid}


def side_pile(story, won, side):
    return set().union(*[won[seat] for seat in story.seats if story.side_of(seat) == side])


def owner_of_aside(story, sides):
    """Whose the discards or the stock are; a side without any trick loses them (B27 to B30)."""
    keeper = story.contract != "take-against"
    return keeper if keeper in sides else not keeper


def result(story, pile, sides):
    """R of B49, from the Declarers' point of view."""
    options = story.setting.options
    points = card_points(pile)
    target = TARGET[len(pile & HONOURS)]
    sign = 1 if points >= target else -1
    multiplier = options["multipliers"][CONTRACTS.index(story.contract)]
    contract = multiplier * (sign * (25 + abs(points - target)) + sparrow(story))
    slams = slam(story, sides, True) - slam(story, sides, False)
    shown = [
        (story.side_of(action["seat"]), tier_points(options["abundance"], action))
        for _, action in story.announced("abundance")
    ]
    if options["abundance_credit"] == "hand-winner":
        abundance = sign * sum(bonus for _, bonus in shown)
    else:
        abundance = sum(bonus if side else -bonus for side, bonus in shown)
    if options["contra_scope"] == "contract":
        return story.factor * contract + slams + abundance
    return story.factor * (contract + slams) + abundance


def tier_points(tiers, action):
    """The points of the number of trumps shown, or of the lower tier that is claimed."""
    reached = action.get("size", len(action["cards"]))
    return [points for trumps, points in tiers if trumps <= reached][-1]


def sparrow(story):
    """+ for the Declarers, - for the Defenders: 20 or 10 for one made, -20 for one failed."""
    winner = None
    if story.claim is None:
        last = story.tricks[-1]
        seat, card = last[story.best_place([card for _, card in last])]
        winner = seat if card == "T1" else None
    for _, action in story.announced("sparrow"):
        made = 20 if winner == action["seat"] else -20
        return made if story.side_of(action["seat"]) else -made
    if winner is None:
        return 0
    return 10 if story.side_of(winner) else -10


def slam(story, sides, side):
    """What one side wins or loses by its Slam, announced or not (B35, B36)."""
    made = all(each == side for each in sides)
    if any(story.side_of(action["seat"]) == side for _, action in story.announced("slam")):
        return 400 if made else -400
    return 200 if made else 0
