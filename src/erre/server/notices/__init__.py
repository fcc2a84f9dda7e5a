"""Notices to people who are not here: as a badge, by web push and by e-mail."""
