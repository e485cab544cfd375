"""What a list is narrowed down to."""

from __future__ import annotations

from typing import Any


class Narrowing:
    """A dataclass with slots in which what is empty narrows nothing down."""

    __slots__: tuple[str, ...] = ()

    @property
    def narrow(self) -> dict[str, Any]:
        """What does narrow the list down, by name."""
        pairs = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in pairs.items() if value}
