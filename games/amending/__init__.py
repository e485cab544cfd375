"""Amending a sealed hand: a draft is corrected by tapping or as text, judged, and sealed again."""
