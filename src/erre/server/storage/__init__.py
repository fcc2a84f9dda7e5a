"""What a server keeps, in SQLite or PostgreSQL."""
