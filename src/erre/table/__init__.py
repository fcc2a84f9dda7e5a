"""A live table without I/O: pure functions and data, testable without a clock."""
