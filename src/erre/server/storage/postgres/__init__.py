"""Storage in PostgreSQL, shared by all workers."""
