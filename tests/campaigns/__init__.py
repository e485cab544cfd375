"""Campaigns: tools that measure, load, break, attack and draw the site."""
