"""What a game has to tell the shared parts: its names and numbers, its judge, its generator."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Game:
    """One variant. Mappings by players say for how many players it is played.

    `options`: the values of every option, the default first; `free_options`: says of an option
    whose values are no list whether a value is one. `counted`: how many cards a `stock`
    or a `discard` has; a kind that is missing is not counted. `bids`: from low to high, without
    `pass`; none: every call is unknown. `challenges`: calls with `of`. `shows_cards`:
    announcements with `cards` and perhaps `size`.
    `story(setting, actions)`: a subclass of `story.Story`.
    `checks`: by kind of action what it breaks, beside those that all games share (`checks.py`);
    asked before the end only, and never for a note or a ruling.
    `settle(story)`: {"row", "sides", "points"} of a hand that is over, None where it cannot be
    scored; the row without rulings, all numbers int or Fraction or float.
    `table(game, rng)`: a subclass of `made.Made`, plays a random hand. `mutations`: what breaks a
    record, (rng, record), each with its weight; those of all games may have another weight here.
    `odd_options`: pairs of key and value, beside those that are made of `options`.
    """

    key: str
    pack: Collection[str]
    hand_size: Mapping[int, int]
    stock_size: Mapping[int, int]
    options: Mapping[str, list[Any]] = field(default_factory=dict)
    free_options: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)
    counted: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    bids: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    announcements: tuple[str, ...] = ()
    shows_cards: tuple[str, ...] = ()
    zero_sum: bool = True
    story: Callable[..., Any]
    checks: Mapping[str, Callable[[Any, dict], dict[str, int | None]]] = field(default_factory=dict)
    settle: Callable[[Any], dict[str, Any] | None]
    table: Callable[[Any, Any], Any]
    mutations: Mapping[Callable[[Any, dict], None], int]
    odd_options: Sequence[tuple[str, Any]] = ()

    def is_option(self, key, value):
        """Whether the value is one of the option's, of exactly its JSON type."""
        if key in self.free_options:
            return self.free_options[key](value)
        choices = self.options.get(key, [])
        return any(type(value) is type(choice) and value == choice for choice in choices)
