"""Where a hand turned, as it was worked out; read only, and only what is kept."""

from typing import Any

from rest_framework import serializers

from games.analysis.keeping import kept, turning_points_of
from games.book.records import read_seal
from games.models import Hand, Seal
from games.replay.course import course_of
from games.replay.places import places
from games.rules import card_code


class TurnSerializer(serializers.Serializer):
    """A card that changed what the hand was worth for the seat that played it."""

    place = serializers.CharField(help_text="The step before it, as addresses name it: `16.2`.")
    trick = serializers.IntegerField(help_text="From 1.")
    seat = serializers.IntegerField()
    card = serializers.CharField()
    before = serializers.IntegerField(
        help_text="The score of that seat with best play of everybody, before the card."
    )
    after = serializers.IntegerField(help_text="The same after it.")
    best = serializers.ListField(
        child=serializers.CharField(), help_text="The cards that would have kept `before`."
    )


class BestPlaySerializer(serializers.Serializer):
    """Best play of the last tricks of a hand, all cards seen."""

    hand = serializers.CharField()
    worked_out = serializers.BooleanField(
        help_text="False: nobody has asked yet, or not all cards are known. The rest is then empty."
    )
    since = serializers.CharField(allow_null=True, help_text="The first step that is judged.")
    alone = serializers.BooleanField(
        help_text="Everybody plays for themselves: `before` and `after` are what is certain."
    )
    worth = serializers.IntegerField(
        allow_null=True, help_text="What the taker scores from `since` on with best play."
    )
    turns = TurnSerializer(many=True)


def best_play_of(hand: Hand, seal: Seal) -> dict[str, Any]:
    """Return what is kept of a hand, as `BestPlaySerializer` takes it."""
    analysis = kept(hand, seal)
    turned = turning_points_of(analysis) if analysis else None
    if turned is None:
        nothing: dict[str, Any] = {"since": None, "alone": False, "worth": None, "turns": []}
        return {"hand": hand.public_id, "worked_out": False, **nothing}
    names = places(course_of(read_seal(seal)))
    turns = [
        {
            "place": names[turn.step],
            "trick": turn.trick,
            "seat": turn.seat,
            "card": card_code(turn.card),
            "before": turn.before,
            "after": turn.after,
            "best": [card_code(card) for card in turn.best],
        }
        for turn in turned.turns
    ]
    facts = {"since": names[turned.since], "alone": turned.alone, "worth": turned.worth}
    return {"hand": hand.public_id, "worked_out": True, **facts, "turns": turns}
