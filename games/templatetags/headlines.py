"""Template filters for hands in lists and titles."""

from django import template

from games.display import headlines, levels

register = template.Library()

register.filter("variant_name", headlines.variant_name)
register.filter("contract_name", headlines.contract_name)
register.filter("verdict", headlines.verdict)
register.filter("half_score", headlines.half_score)
register.filter("game_score", headlines.game_score)
register.filter("level_tag", levels.level_tag)
register.filter("level_sentence", levels.level_sentence)
