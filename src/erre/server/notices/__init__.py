"""Notices to people who are away: as a badge, by web push and by e-mail."""
