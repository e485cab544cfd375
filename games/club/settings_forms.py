"""The sections of a club's settings: what each asks, does and costs.

A section is a form whose fields are named as the columns of `Club` that it writes; the page
(`settings.py`) draws, checks and saves all of them in the same way.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.conf import settings as site
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from games.access.forms import NameField, PlainForm
from games.models import Club, Confirms, RecordedBy, RunningSeenBy, SeenOutside, Writes
from games.models.club_choices import SHOWN_TO_ALL, Deck, SuitColours
from games.rules import VARIANTS

NO_SUCH_CHOICE = {"invalid_choice": gettext_lazy("There is no such choice.")}


class SettingChoice(forms.TypedChoiceField):
    """One of a few, all of them to be seen."""

    def __init__(self, label: Any, choices: Any, **kwargs: Any) -> None:
        usual: dict[str, Any] = {"widget": forms.RadioSelect, "error_messages": NO_SUCH_CHOICE}
        super().__init__(label=label, choices=choices, **usual, **kwargs)


class Switch(SettingChoice):
    """One of two, the first of which is true."""

    def __init__(self, label: Any, yes: Any, no: Any) -> None:
        super().__init__(label, [("True", yes), ("False", no)], coerce="True".__eq__)


class SettingForm(PlainForm):
    """Some settings of a club, as they are now: key, title, effect; what to know `after` it."""

    key: ClassVar[str]
    title: ClassVar[Promise]
    about: ClassVar[Promise]
    after: ClassVar[Promise | str] = ""

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{self.key}-%s", **kwargs)
        self.initial = {name: getattr(club, name) for name in self.fields}

    def now(self) -> list[tuple[str, str]]:
        """Return each setting with its present choice in words, but no text that is empty."""
        shown = []
        for name, field in self.fields.items():
            value = self.initial[name]
            if value == "" and not hasattr(field, "choices"):
                continue
            labels = dict(getattr(field, "choices", {str(value): value}))
            keys = value if isinstance(value, list) else [str(value)]
            words = ", ".join(capfirst(str(labels[key])) for key in keys)
            shown.append((str(field.label), words))
        return shown


class NameForm(SettingForm):
    """What the club is called."""

    key = "name"
    title = gettext_lazy("Name")
    about = gettext_lazy(
        "Stands on every page of the club. Its address on this site stays as it is."
    )

    name = NameField(
        label=gettext_lazy("Name of the club"),
        error_messages={"required": gettext_lazy("A club needs a name.")},
    )


class GamesForm(SettingForm):
    """Which games it plays."""

    key = "games"
    title = gettext_lazy("Games")
    about = gettext_lazy(
        "These are offered first, for a new match, in the rules and in searches; the others "
        "are folded away below “Other games”. None is forbidden, and hands of any game are "
        "found as before."
    )

    games = forms.MultipleChoiceField(
        label=gettext_lazy("Games"),
        choices=[(game.key, gettext_lazy(game.name)) for game in VARIANTS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one of these games.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        self.initial["games"] = [game.key for game in club.played]


class RecordersForm(SettingForm):
    """Who records."""

    key = "recording"
    title = gettext_lazy("Who records")
    about = gettext_lazy(
        "Scorers open matches, record hands, correct and publish them, and add players; every "
        "entry says who made it. If every member is a scorer, all can record straight away, "
        "and see what scorers see."
    )

    recorded_by = SettingChoice(gettext_lazy("Hands are recorded by"), RecordedBy.choices)


class WritesForm(SettingForm):
    """What a new match writes down."""

    key = "writes"
    title = gettext_lazy("How much is recorded")
    about = gettext_lazy(
        "What the form of a new match proposes, and so what each of its hands begins with. "
        "It can be changed for a match and for a single hand. Results take a few taps, cards "
        "one tap each."
    )

    writes = SettingChoice(
        gettext_lazy("A new match writes down"),
        [("", gettext_lazy("the same as the last match of that game")), *Writes.choices],
        required=False,
    )


class RunningForm(SettingForm):
    """Who sees the cards of a hand while it is played."""

    key = "running"
    title = gettext_lazy("Running hands")
    about = gettext_lazy(
        "Cards of a hand that is still played can help somebody at the table. Those who "
        "record see all of them, unless you limit that here; then a player who takes over at "
        "their own table is shown to everybody. Whether somebody sits at a table is known of "
        "accounts that are a player of the club: say which under “Members”. A member whose "
        "account is no player sees no running hand."
    )

    running_seen_by = SettingChoice(
        gettext_lazy("Running hands are seen by"), RunningSeenBy.choices
    )
    hides_running = Switch(
        gettext_lazy("Of their own table, those who record see"),
        yes=gettext_lazy("only the hand that they write down themselves"),
        no=gettext_lazy("everything"),
    )


class SeenFromOutsideForm(SettingForm):
    """What is seen from outside."""

    key = "shown"
    title = gettext_lazy("Guests and everybody")
    about = gettext_lazy(
        "What somebody may see who does not belong to the club. The league and results show "
        "the names of your players, sealed hands also what was said about them while they were "
        "played: ask the players first. Comments of members are never shown."
    )
    after = gettext_lazy(
        "The sign-in page names the clubs whose results everybody sees, and plays the latest "
        "hand that one of them has published."
    )

    guests_see = SettingChoice(gettext_lazy("Guests see"), SeenOutside.choices)
    public_sees = SettingChoice(gettext_lazy("Everybody sees, without an account"), SHOWN_TO_ALL)


class ConfirmsForm(SettingForm):
    """How scores are confirmed before a hand is sealed."""

    key = "confirming"
    title = gettext_lazy("Confirming scores")
    about = gettext_lazy(
        "Before a hand is sealed, one of those who played against the taker agrees with its "
        "score; where nobody took the hand, any other player. They do it at the tablet, or on "
        "their own telephone. A player who does not agree disputes the hand, and it can "
        "be sealed as disputed."
    )
    after = gettext_lazy("A PIN is set on the page of each player.")

    confirms = SettingChoice(gettext_lazy("Scores are confirmed"), Confirms.choices)


class TypingForm(SettingForm):
    """How sheets on paper are typed in."""

    key = "typing"
    title = gettext_lazy("Sheets on paper")
    about = gettext_lazy(
        "Results that were written on paper are typed in line by line. If two people do it, "
        "neither sees the other’s lines until both have finished; then every difference is "
        "shown, and nothing counts before each is decided."
    )

    types_twice = Switch(
        gettext_lazy("A sheet on paper is typed in"),
        yes=gettext_lazy("twice, by two people"),
        no=gettext_lazy("once"),
    )


class BestPlayForm(SettingForm):
    """Whether readers see best play, and names next to the day's hand."""

    key = "analysis"
    title = gettext_lazy("Best play")
    about = gettext_lazy(
        "In the replay of a sealed hand, members can ask what each card near the end would "
        "have led to, all cards seen, and which cards changed the result. Guests and people "
        "outside never see it. Each day members are asked about one hand of the archive, those "
        "who see published hands about one of these."
    )
    after = gettext_lazy("Players can hide it for the hands that they played, on their own page.")

    shows_best_play = Switch(
        gettext_lazy("Best play is shown"), yes=gettext_lazy("yes"), no=gettext_lazy("no")
    )
    names_daily = Switch(
        gettext_lazy("Once it is answered, the page of the hand of the day names"),
        yes=gettext_lazy("its players, and who answered what"),
        no=gettext_lazy("nobody"),
    )


class JudgingForm(SettingForm):
    """Who judges the cards."""

    key = "judging"
    title = gettext_lazy("Judging cards")
    about = gettext_lazy(
        "A tablet can judge cards itself: it says at once what is wrong, works out the score "
        "and deals the next hand, even without a connection. For this it fetches the rules "
        "once, about 7 MB, and after an update of the site as a rule less than 1 MB; on the "
        "tablet they take about 40 MB of storage and, while it records, about 170 MB of "
        "memory. The server judges every entry again."
    )
    after = gettext_lazy(
        "Recording works without it: cards are still kept on the tablet when the connection "
        "is lost, and judged when it is back."
    )

    tablets_judge = Switch(
        gettext_lazy("Cards are judged"),
        yes=gettext_lazy("by the tablet, and again by the server"),
        no=gettext_lazy("by the server alone"),
    )


class LooksForm(SettingForm):
    """The language and the suits of those who have not chosen themselves."""

    key = "looks"
    title = gettext_lazy("Language and suits")
    about = gettext_lazy(
        "For people and tablets that have made no choice of their own. A choice made in the "
        "menu stays. A change shows when they next open the page of the club."
    )

    language = SettingChoice(gettext_lazy("Language"), [], required=False)
    deck = SettingChoice(gettext_lazy("Suits"), Deck.choices, required=False)
    suits = SettingChoice(gettext_lazy("Suit colours"), SuitColours.choices, required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        names = [(code, get_language_info(code)["name_local"]) for code, _name in site.LANGUAGES]
        self.fields["language"].choices = [("", _("as the browser asks")), *names]  # type: ignore[attr-defined]


class HeadsForm(SettingForm):
    """Whether the heads of the chain are shown to everybody."""

    key = "heads"
    title = gettext_lazy("Proof of the archive")
    about = gettext_lazy(
        "Every sealed hand is a link of a chain, and the last link follows from all hands "
        "before it. If people outside know that link, nobody can change a sealed hand later "
        "without being found out, not even the people who run the site. It says nothing about "
        "hands or people."
    )
    after = gettext_lazy(
        "Ask somebody who cannot change the site's database to download the list now and then."
    )

    shows_heads = Switch(
        gettext_lazy("On a page for everybody"), yes=gettext_lazy("yes"), no=gettext_lazy("no")
    )


SECTIONS: list[type[SettingForm]] = [
    NameForm,
    GamesForm,
    RecordersForm,
    WritesForm,
    RunningForm,
    SeenFromOutsideForm,
    ConfirmsForm,
    TypingForm,
    BestPlayForm,
    JudgingForm,
    HeadsForm,
    LooksForm,
]
