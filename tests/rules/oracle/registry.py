"""The games that the judge knows, by the key of the record's `variant`."""

from .droggn import DROGGN
from .french import FRENCH
from .game import Game
from .tarok import TAROK
from .taros import TAROS
from .taroux import TAROUX

GAMES: dict[str, Game] = {game.key: game for game in (FRENCH, DROGGN, TAROS, TAROUX, TAROK)}
