"""Formats of days by language, where they are not Django's own."""
