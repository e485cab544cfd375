"""The games that can be recorded, in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.rules import Option, Variant, as_json, card_code, cards_of, facts, json_schema

# What the forms of facts are called.
FACT_KINDS: dict[type[Any], str] = {
    facts.SeatForm: "seat",
    facts.OneOf: "word",
    facts.YesNo: "boolean",
    facts.CardPoints: "points",
    facts.HonoursForm: "cards",
    facts.ShownForm: "shown",
    facts.BySeat: "by-seat",
}


class Translated(serializers.CharField):
    """A text of the rules in the reader's language; an empty one stays empty."""

    def to_representation(self, value: str) -> str:
        return _(value) if value else ""


class OptionValue(serializers.JSONField):
    """A value of an option, as it stands in records."""

    def to_representation(self, value: Any) -> Any:
        return as_json(value)


class NamedSerializer(serializers.Serializer):
    """A word of the record format, and the word used at the table."""

    key = serializers.CharField()
    label = Translated()  # type: ignore[assignment]  # a field, not Field.label


class TableSerializer(serializers.Serializer):
    """A number of players, the cards that they get, and what facts of a hand may be there."""

    players = serializers.IntegerField()
    hand = serializers.IntegerField()
    stock = serializers.IntegerField()
    discard = serializers.IntegerField()
    facts = serializers.DictField(help_text="JSON Schema of the `facts` of an action `result`.")


class ChoiceSerializer(serializers.Serializer):
    """One value of an option."""

    value = OptionValue()
    label = Translated(allow_blank=True)  # type: ignore[assignment]  # no Field.label
    help = Translated(allow_blank=True)


class OptionSerializer(NamedSerializer):
    """What may be chosen. Where it is `edited`, other values than the choices are possible."""

    help = Translated(allow_blank=True)
    rule = serializers.SerializerMethodField(help_text="As `french/1.3.2`.")
    default = OptionValue()
    edited = serializers.SerializerMethodField()
    choices = ChoiceSerializer(many=True)

    def get_rule(self, option: Option) -> str | None:
        """Return the rule's number with the game's key."""
        return f"{self.context['variant'].key}/{option.rule}" if option.rule else None

    def get_edited(self, option: Option) -> bool:
        """Return whether values other than the choices are possible."""
        return option.form is not None


class FactSerializer(NamedSerializer):
    """A fact that decides a score, to be stated if the cards were not written down."""

    kind = serializers.SerializerMethodField(
        help_text=f"How it is written: {', '.join(FACT_KINDS.values())}."
    )
    rule = serializers.SerializerMethodField(help_text="As `french/1.3.2`.")
    required = serializers.SerializerMethodField(  # type: ignore[assignment]  # no Field.required
        help_text="Whether it has to be stated, unless the hand so far or the table tells it."
    )
    default = serializers.SerializerMethodField(
        method_name="default_of",
        help_text="Its value where it is left out; null where it has none.",
    )

    def get_kind(self, fact: facts.Fact) -> str:
        """Return the form of the fact in one word."""
        return FACT_KINDS[type(fact.form)]

    def get_rule(self, fact: facts.Fact) -> str:
        """Return the rule's number with the game's key."""
        return f"{self.context['variant'].key}/{fact.rule}"

    def get_required(self, fact: facts.Fact) -> bool:
        return fact.default is facts.OPEN

    @extend_schema_field({})
    def default_of(self, fact: facts.Fact) -> Any:
        """Return the default as a record holds it."""
        return None if fact.default is facts.OPEN else fact.form.write(fact.default)


class PresetSerializer(NamedSerializer):
    """A named set of options."""

    help = Translated(allow_blank=True)
    options = serializers.DictField(child=OptionValue())


class VariantSerializer(serializers.Serializer):
    """A game that can be recorded."""

    key = serializers.CharField()
    name = Translated()
    direction = serializers.CharField()
    tables = serializers.SerializerMethodField()
    cards = serializers.SerializerMethodField(help_text="The pack.")
    calls = NamedSerializer(
        source="bids", many=True, help_text="From low to high; in addition `pass`."
    )
    challenges = serializers.SerializerMethodField(help_text="Calls that answer another.")
    announcements = NamedSerializer(many=True)
    options = OptionSerializer(many=True, help_text="Part of a record.")
    settings = OptionSerializer(many=True, help_text="Part of a match.")
    presets = PresetSerializer(many=True)
    facts = FactSerializer(
        source="stating.facts", many=True, help_text="What the score of a hand follows from."
    )
    sheet = serializers.HyperlinkedIdentityField(
        "api:sheet", lookup_field="key", help_text="Where its rules stand."
    )

    @extend_schema_field(TableSerializer(many=True))
    def get_tables(self, variant: Variant) -> list[dict[str, Any]]:
        """Return the cards and the facts for each number of players."""
        return [
            {
                "players": players,
                "hand": variant.hand_size(players),
                "stock": variant.stock_size(players),
                "discard": variant.discard_size(players),
                "facts": json_schema.facts_schema(variant, players),
            }
            for players in variant.seats
        ]

    def get_cards(self, variant: Variant) -> list[str]:
        """Return the codes of the cards in the pack."""
        return [card_code(card) for card in cards_of(variant.pack.cards)]

    @extend_schema_field(NamedSerializer(many=True))
    def get_challenges(self, variant: Variant) -> list[dict[str, str]]:
        """Return each challenge: its key and its label."""
        return [{"key": key, "label": _(variant.labels[key])} for key in variant.challenges]


class VariantsSerializer(serializers.Serializer):
    """All games."""

    results = VariantSerializer(many=True)


class SectionSerializer(serializers.Serializer):
    """A line of the table of contents."""

    anchor = serializers.CharField()
    title = serializers.CharField()


class SheetSerializer(serializers.Serializer):
    """A rule sheet."""

    key = serializers.CharField()
    title = serializers.CharField()
    contents = SectionSerializer(many=True)
    anchors = serializers.ListField(child=serializers.CharField())
    html = serializers.CharField()
