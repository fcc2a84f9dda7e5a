"""The operator's page: tables, people, reports, names, health, backups and announcements of this server."""
