"""The score of a hand of Tarok: the points of the cards won in tricks (C12, C13)."""

from .sheet import ALL_POINTS, points


def settle(story):
    """Row, sides and card points of a hand that is over; a claim takes all that is not won."""
    won = [0] * story.setting.players
    for trick in story.finished_tricks:
        won[story.winner(trick)] += sum(points(card) for _, card in trick)
    if story.claim:
        won[story.claim["seat"]] += ALL_POINTS - sum(won)
    return {"row": won, "sides": [[seat] for seat in story.seats], "points": won}
