"""The games, one file each, and the one explicit list of them."""

from games.rules.game.variant import Variant
from games.rules.variants.droggn import DROGGN
from games.rules.variants.french import FRENCH
from games.rules.variants.sca_tarok import TAROK
from games.rules.variants.scarto import SCARTO
from games.rules.variants.taros_1659 import TAROS
from games.rules.variants.taroux_of_six import TAROUX_OF_SIX

VARIANTS: tuple[Variant, ...] = (FRENCH, DROGGN, TAROS, TAROUX_OF_SIX, TAROK, SCARTO)
_BY_KEY = {variant.key: variant for variant in VARIANTS}


def find_variant(key: str) -> Variant | None:
    """Return the variant of that key, or None."""
    return _BY_KEY.get(key)
