"""How large what is sent to an address may be: little, unless its view says otherwise."""

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

# Bytes. The longest form holds a hand as text, each of its characters written as three.
LARGEST_BODY = 1_048_576


def takes_up_to(limit: int) -> Callable[[View], View]:
    """Allow a view a body of `limit` bytes; a class of views sets `largest_body`."""

    def marked(view: View) -> View:
        view.largest_body = limit  # type: ignore[attr-defined]
        return view

    return marked


def largest_body(view: Callable[..., Any]) -> int:
    """Return how many bytes a view takes at most."""
    of_a_class = getattr(view, "cls", view)
    return int(getattr(of_a_class, "largest_body", LARGEST_BODY))
