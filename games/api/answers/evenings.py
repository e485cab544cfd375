"""The shapes of evenings: who is here, rounds with their tables, the list, boards."""

from rest_framework import serializers

from games.api.answers.bodies import MadeOnceSerializer
from games.api.http.strict import Body, StrictId, StrictInteger, StrictText
from games.archive.hand_columns import ID, VARIANT_KEYS
from games.archive.shapes import BlankAsNull, HalfPointsField, NumberField, Resource, RowSerializer
from games.evening.forms import MOST_POINTS
from games.models import Evening, EveningPoints
from games.models.club_choices import Writes


class EveningSerializer(Resource):
    """An evening of rounds, after each of which people move to other tables."""

    id = serializers.CharField(source="public_id", help_text=ID)
    club = serializers.CharField(source="club__public_id")
    title = serializers.CharField()
    played_on = serializers.DateField()
    variant = serializers.ChoiceField(choices=VARIANT_KEYS)
    preset = serializers.CharField(allow_blank=True)
    writes = serializers.ChoiceField(choices=Writes.choices)
    rounds = serializers.IntegerField(help_text="How many are planned.")
    hands = serializers.IntegerField(allow_null=True, help_text="A round ends after that many.")
    minutes = serializers.IntegerField(allow_null=True, help_text="A round ends after that many.")
    fives = serializers.BooleanField(help_text="Tables of five rather than of three.")
    by_rank = serializers.BooleanField(help_text="From round 2 on drawn by rank.")
    ties = serializers.ChoiceField(choices=Evening.Ties.choices, help_text="Who of equals is ahead")
    method = BlankAsNull(
        allow_null=True,
        help_text=f"Of duplicate, how results compare: {', '.join(Evening.Method.values)}.",
    )
    boards_shown_at = serializers.DateTimeField(
        allow_null=True, help_text="Before, cards of its boards are shown to its director alone."
    )
    changed_at = serializers.DateTimeField(help_text="Opened, drawn, or somebody came or left.")


class PresenceSerializer(RowSerializer):
    """Somebody who is, or was, here on the day of an evening."""

    player = serializers.CharField(source="player__public_id")
    name = serializers.CharField(source="player__name")
    team = BlankAsNull(allow_null=True, help_text="Whom the draw keeps apart.")
    instead_of = serializers.CharField(
        source="instead_of__public_id", allow_null=True, help_text="Whose seat they have taken."
    )
    arrived_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)


class PeopleSerializer(serializers.Serializer):
    """Who is here, in the order in which they came."""

    evening = serializers.CharField()
    people = PresenceSerializer(many=True)


class NewPresenceSerializer(Body):
    """Who came, or left; of both the one takes the seat and the team of the other."""

    came = StrictId(required=False, help_text="The id of a player.")
    went = StrictId(required=False, help_text="The id of a player.")


class SeatedSerializer(serializers.Serializer):
    """Somebody at a table, with their points of the round so far."""

    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")
    points = HalfPointsField(source="halves")


class EveningTableSerializer(serializers.Serializer):
    """A table of a round, its people by seat."""

    number = serializers.IntegerField()
    match = serializers.CharField(
        source="match.public_id", allow_null=True, help_text="Null before it is announced."
    )
    done = serializers.BooleanField(help_text="It has handed in all of the round.")
    people = SeatedSerializer(many=True)


class PointsSerializer(RowSerializer):
    """Points that no hand gave. Those of a round need not sum to 0."""

    player = serializers.CharField(source="player__public_id")
    name = serializers.CharField(source="player__name")
    points = HalfPointsField(source="halves")
    kind = serializers.ChoiceField(choices=EveningPoints.Kind.choices)
    because = BlankAsNull(allow_null=True)
    by = serializers.CharField(source="by__username", help_text="The account that noted them.")
    at = serializers.DateTimeField()


class NewPointsSerializer(MadeOnceSerializer):
    """What the director gives or takes."""

    player = StrictId(help_text="The id of a player on the list.")
    points = StrictInteger(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, help_text="Whole; a penalty is below 0."
    )
    because = StrictText(max_length=200, help_text="Why; the list shows it.")


class RoundSerializer(serializers.Serializer):
    """A round as it was drawn, and once it is announced with the matches of its tables."""

    number = serializers.IntegerField(source="round.number")
    seed = serializers.IntegerField(source="round.seed", help_text="From which it was drawn.")
    drawn_at = serializers.DateTimeField(source="round.drawn_at")
    announced_at = serializers.DateTimeField(source="round.announced_at", allow_null=True)
    ends_at = serializers.DateTimeField(
        source="round.ends_at", allow_null=True, help_text="When its clock runs out."
    )
    tables = EveningTableSerializer(many=True)
    points = PointsSerializer(many=True)


class RoundsSerializer(serializers.Serializer):
    """The rounds of an evening so far."""

    evening = serializers.CharField()
    rounds = RoundSerializer(many=True)


class ListLineSerializer(serializers.Serializer):
    """Somebody on the list."""

    place = serializers.IntegerField(help_text="Equals share it; 0 until something counts.")
    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")
    rounds = serializers.ListField(
        child=HalfPointsField(allow_null=True),
        source="by_round",
        help_text="Points by announced round; null: did not play.",
    )
    director = HalfPointsField(help_text="What the director gave or took.")
    total = HalfPointsField()
    made = serializers.IntegerField(help_text="Contracts made.")
    late = serializers.BooleanField()
    left = serializers.BooleanField()
    decided = serializers.CharField(
        allow_null=True, help_text="What told them from those before with the same total."
    )


class EveningListSerializer(serializers.Serializer):
    """Everybody who sat at a table or was given points, the best first."""

    evening = serializers.CharField()
    lines = ListLineSerializer(many=True)


class SeasonEveningSerializer(serializers.Serializer):
    """Somebody's evening in the championship."""

    evening = serializers.CharField(source="evening.public_id")
    place = serializers.IntegerField(help_text="On the list of the evening.")
    points = HalfPointsField(source="halves", help_text="On the list of the evening.")
    worth = HalfPointsField(help_text="By the place, or the points.")
    counts = serializers.BooleanField(help_text="It is in the total.")


class SeasonLineSerializer(serializers.Serializer):
    """Somebody in the championship."""

    place = serializers.IntegerField(help_text="Equals share it.")
    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")
    total = HalfPointsField()
    evenings = SeasonEveningSerializer(many=True)


class ChampionshipSerializer(serializers.Serializer):
    """The evenings of a season together."""

    club = serializers.CharField()
    period = serializers.CharField(help_text="Empty: all time.")
    best = serializers.IntegerField(allow_null=True, help_text="Evenings of each that count.")
    places = serializers.ListField(
        child=serializers.IntegerField(), help_text="Points by place; empty: those of the lists."
    )
    lines = SeasonLineSerializer(many=True)


class RankedSerializer(serializers.Serializer):
    """Somebody in the ranking of duplicate."""

    place = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    total = NumberField(help_text="What their results are worth by the method of the evening.")
    percent = NumberField(allow_null=True, help_text="Of what could be had.")


class BoardsSerializer(serializers.Serializer):
    """The boards of an evening of duplicate, and the ranking by what was sealed so far."""

    evening = serializers.CharField()
    method = serializers.ChoiceField(choices=Evening.Method.choices)
    boards = serializers.ListField(child=serializers.IntegerField(), help_text="Their numbers.")
    ranking = RankedSerializer(many=True)


class BoardSeatSerializer(serializers.Serializer):
    """What somebody scored on a board, and what that is worth among results of the same cards."""

    seat = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    points = HalfPointsField()
    worth = NumberField()
    below = serializers.IntegerField(help_text="How many others scored less.")
    level = serializers.IntegerField(help_text="How many others scored the same.")
    played = serializers.IntegerField(help_text="How many played it with these cards.")


class BoardHandSerializer(serializers.Serializer):
    """A table's hand of a board; what was played is in its record."""

    hand = serializers.CharField()
    match = serializers.CharField()
    contract = serializers.CharField(allow_null=True)
    seats = BoardSeatSerializer(many=True)


class BoardSerializer(serializers.Serializer):
    """The traveller of a board: its hands in the order in which they were sealed."""

    evening = serializers.CharField()
    board = serializers.IntegerField(source="number")
    seed = serializers.IntegerField(
        allow_null=True, help_text="The computer dealt it from this; null: the first table did."
    )
    hands = BoardHandSerializer(many=True)
