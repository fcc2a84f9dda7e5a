"""The live server: connections, tables, storage and accounts."""
