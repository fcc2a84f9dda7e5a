"""A live table without any input or output: pure, and testable without a clock."""
